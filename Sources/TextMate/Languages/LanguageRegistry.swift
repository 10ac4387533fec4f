/// All known languages, searchable by their names, file names and first lines.
///
/// ```swift
/// let registry = GrammarLibrary(folders: ["grammars"]).languages
/// registry.language(named: "js")?.id  // "javascript"
/// registry.language(forFile: "main.swift")?.name  // "Swift"
/// ```
public struct LanguageRegistry: Sendable {
  /// The languages, sorted by identifier.
  public let all: [Language]
  private let byID: [LanguageID: Int]
  /// The languages by all their names, in lower case.
  private let byName: [String: Int]
  /// The languages by extension, in lower case and with its dot.
  private let byExtension: [String: Int]
  /// The languages by extension, for extensions that differ only in case (`.C`).
  private let byExactExtension: [String: Int]
  private let byFilename: [String: Int]
  private let filenamePatterns: [(pattern: [UInt8], language: Int)]
  private let byShebang: [String: Int]
  private let firstLines: FirstLinePatterns

  /// - Parameter languages: The languages. A later one extends an earlier one with the same identifier.
  public init(_ languages: some Sequence<Language>) {
    var merged: [LanguageID: Language] = [:]
    for language in languages {
      merged[language.id] = merged[language.id]?.merged(with: language) ?? language
    }
    let all = merged.values.sorted { $0.id < $1.id }
    self.all = all

    // The rank of a claim states how directly the name denotes the language. The best rank wins; between
    // equal ranks, the first language.
    var names: [String: (rank: Int, language: Int)] = [:]
    var extensions: [String: (rank: Int, language: Int)] = [:]
    var exactExtensions: [String: (rank: Int, language: Int)] = [:]
    var filenames: [String: Int] = [:]
    var patterns: [(pattern: [UInt8], language: Int)] = []
    var shebangs: [String: (rank: Int, language: Int)] = [:]
    func claim(
      _ name: String, _ rank: Int, _ language: Int, _ table: inout [String: (rank: Int, language: Int)]
    ) {
      if let known = table[name], known.rank <= rank { return }
      table[name] = (rank, language)
    }
    for (index, language) in all.enumerated() {
      claim(language.id.rawValue.lowercased(), 0, index, &names)
      claim(language.name.lowercased(), 1, index, &names)
      for alias in language.aliases { claim(alias.lowercased(), 2, index, &names) }
      for (rank, ending) in language.extensions.enumerated() {
        claim(String(ending.lowercased().drop { $0 == "." }), 3 + rank, index, &names)
        claim(ending.lowercased(), rank, index, &extensions)
        claim(ending, rank, index, &exactExtensions)
      }
      for filename in language.filenames {
        if filename.contains("*") {
          patterns.append((Array(filename.utf8), index))
        } else if filenames[filename.lowercased()] == nil {
          filenames[filename.lowercased()] = index
        }
      }
      for (rank, shebang) in language.shebangs.enumerated() { claim(shebang, rank, index, &shebangs) }
    }
    byID = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id, $0) })
    byName = names.mapValues(\.language)
    byExtension = extensions.mapValues(\.language)
    byExactExtension = exactExtensions.mapValues(\.language)
    byFilename = filenames
    filenamePatterns = patterns
    byShebang = shebangs.mapValues(\.language)
    firstLines = FirstLinePatterns(
      all.compactMap { language in language.firstLine.map { (language.id, $0) } })
  }

  /// The language with this identifier; nil if it is unknown.
  public subscript(id: LanguageID) -> Language? { byID[id].map { all[$0] } }

  /// The language with this name: an identifier, a name, an alias, or an extension with or without its dot,
  /// in any case.
  public func language(named name: String) -> Language? {
    let lowered = name.lowercased()
    if let index = byName[lowered] ?? byExtension[lowered] { return all[index] }
    return nil
  }

  /// The language of a file, according to its name only.
  public func language(forFile path: String) -> Language? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let lowered = name.lowercased()
    if let index = byFilename[lowered] { return all[index] }
    // The longest ending decides: `x.blade.php` can be more than PHP.
    var rest = name.dropFirst()
    while let dot = rest.firstIndex(of: ".") {
      let ending = String(rest[dot...])
      if let index = byExactExtension[ending] ?? byExtension[ending.lowercased()] { return all[index] }
      rest = rest[dot...].dropFirst()
    }
    let bytes = Array(name.utf8)
    let match = filenamePatterns.first { Wildcard.matches($0.pattern, bytes) }
    return match.map { all[$0.language] }
  }

  /// The language of a text, according to its first line: a shebang, or a language's pattern.
  public func language(forFirstLine line: String) -> Language? {
    if let interpreter = Shebang.interpreter(in: line) {
      let plain = String(interpreter.prefix { !$0.isNumber && $0 != "." && $0 != "-" })
      if let index = byShebang[interpreter] ?? byShebang[plain] { return all[index] }
    }
    return firstLines.firstMatch(line).flatMap { self[$0] }
  }

  /// Suggests at most three language names for a misspelled one, the best first, with one name per language.
  public func closestMatches(to name: String) -> [String] {
    var known: Set<LanguageID> = []
    let close = CloseMatches.find(name, in: all.lazy.flatMap { [$0.id.rawValue] + $0.aliases }, limit: 12)
    return Array(close.filter { language(named: $0).map { known.insert($0.id).inserted } ?? false }.prefix(3))
  }
}
