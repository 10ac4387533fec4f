internal import Synchronization

/// The languages of a registry and the tables in which their names are searched.
struct LanguageTables: Sendable {
  /// The languages, sorted by identifier.
  let all: [Language]
  /// The languages by each kind of name, in the order of ``CompiledLanguages/LanguageTable``. Names and extensions
  /// are in lower case, extensions with their dot. The exact extensions distinguish extensions that differ
  /// only in case (`.C`).
  let names: [[String: Int]]
  let filenamePatterns: [(pattern: [UInt8], language: Int)]
  let firstLines: FirstLinePatterns

  /// Builds the tables.
  ///
  /// - Parameter languages: The languages. A later one extends an earlier one with the same identifier.
  init(_ languages: some Sequence<Language>) {
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
    self.names = [
      Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.id.rawValue, $0) }),
      names.mapValues(\.language), extensions.mapValues(\.language), exactExtensions.mapValues(\.language),
      filenames, shebangs.mapValues(\.language),
    ]
    filenamePatterns = patterns
    firstLines = FirstLinePatterns(
      all.compactMap { language in language.firstLine.map { (language.id, $0) } })
  }

  /// Returns the record of the languages for compiled data.
  func record() -> [UInt8] {
    CompiledLanguages.record(of: all, tables: names, filenamePatterns: filenamePatterns)
  }

  /// Tables that are built on first use.
  final class Lazy: Sendable {
    private let made: Mutex<LanguageTables?>
    private let make: @Sendable () -> LanguageTables

    init(_ tables: LanguageTables) {
      made = Mutex(tables)
      make = { tables }
    }

    init(_ make: @escaping @Sendable () -> LanguageTables) {
      made = Mutex(nil)
      self.make = make
    }

    var value: LanguageTables {
      made.withLock { made in
        if let made { return made }
        let tables = make()
        made = tables
        return tables
      }
    }
  }
}
