/// All known languages, searchable by their names, file names and first lines.
///
/// ```swift
/// let registry = GrammarLibrary(folders: ["grammars"]).languages
/// registry.language(named: "js")?.id  // "javascript"
/// registry.language(forFile: "main.swift")?.name  // "Swift"
/// ```
public struct LanguageRegistry: Sendable {
  private let tables: LanguageTables.Lazy
  /// The languages of compiled grammars, which need no tables for most searches; nil for others.
  private let compiled: CompiledLanguages?

  /// Creates a registry.
  ///
  /// - Parameter languages: The languages. A later one extends an earlier one with the same identifier.
  public init(_ languages: some Sequence<Language>) {
    compiled = nil
    tables = LanguageTables.Lazy(LanguageTables(languages))
  }

  init(_ compiled: CompiledLanguages) {
    self.compiled = compiled
    tables = LanguageTables.Lazy { LanguageTables(compiled.all) }
  }

  /// The languages, sorted by identifier.
  public var all: [Language] { tables.value.all }

  /// The language with this identifier; nil if it is unknown.
  public subscript(id: LanguageID) -> Language? { find(.id, id.rawValue) }

  /// Returns the language with this name: an identifier, a name, an alias, or an extension with or without
  /// its dot, in any case.
  public func language(named name: String) -> Language? {
    let lowered = name.lowercased()
    return find(.name, lowered) ?? find(.fileExtension, lowered)
  }

  /// The number of bytes that file systems allow in a name.
  private static let longestFileName = 255

  /// Returns the language of a file, according to its name only; nil for a name of more than 255 bytes, which is no
  /// file's.
  public func language(forFile path: String) -> Language? {
    let name = FilePath.lastComponent(path)
    guard name.utf8.count <= Self.longestFileName else { return nil }
    if let language = find(.filename, name.lowercased()) { return language }
    // The longest ending decides: `x.blade.php` can be more than PHP.
    var rest = name.dropFirst()
    while let dot = rest.firstIndex(of: ".") {
      let ending = String(rest[dot...])
      if let language = find(.exactExtension, ending) ?? find(.fileExtension, ending.lowercased()) {
        return language
      }
      rest = rest[dot...].dropFirst()
    }
    let bytes = Array(name.utf8)
    let match = (compiled?.filenamePatterns ?? tables.value.filenamePatterns)
      .first { Wildcard.matches($0.pattern, bytes) }
    return match.flatMap { compiled == nil ? all[$0.language] : compiled?.language($0.language) }
  }

  /// Returns the language of a text, according to its first line: a shebang, or a language's pattern.
  public func language(forFirstLine line: String) -> Language? {
    if let interpreter = Shebang.interpreter(in: line) {
      let plain = String(interpreter.prefix { !$0.isNumber && $0 != "." && $0 != "-" })
      if let language = find(.shebang, interpreter) ?? find(.shebang, plain) { return language }
    }
    return tables.value.firstLines.firstMatch(line).flatMap { self[$0] }
  }

  /// Suggests at most three language names for a misspelled one, the best first, with one name per language.
  public func closestMatches(to name: String) -> [String] {
    var known: Set<LanguageID> = []
    let close = CloseMatches.find(name, in: all.lazy.flatMap { [$0.id.rawValue] + $0.aliases }, limit: 12)
    return Array(close.filter { language(named: $0).map { known.insert($0.id).inserted } ?? false }.prefix(3))
  }

  private func find(_ table: CompiledLanguages.LanguageTable, _ name: String) -> Language? {
    if let compiled { return compiled.number(table, name).flatMap(compiled.language) }
    let tables = tables.value
    return tables.names[table.rawValue][name].map { tables.all[$0] }
  }
}
