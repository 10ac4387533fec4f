internal import Synchronization

/// The languages of compiled grammars. A language is decoded when a search finds it.
///
/// The record contains the languages, then a table for each kind of name: the names in ascending order of
/// their bytes, each with the number of its language.
final class CompiledLanguages: Sendable {
  /// The kinds of names, in the order of their tables.
  enum LanguageTable: Int, CaseIterable {
    case id, name, fileExtension, exactExtension, filename, shebang
  }

  private let data: CompiledData
  /// The verified part of the mapping, which `data` owns.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  private let languageOffsets: (start: Int, count: Int)
  private let tables: [(start: Int, count: Int)]
  private let decoded = Mutex<[Int: Language]>([:])
  /// The patterns of file names, with the numbers of their languages.
  let filenamePatterns: [(pattern: [UInt8], language: Int)]

  /// Creates the languages of compiled data.
  ///
  /// - Returns: nil if the data has no languages, or if the record is damaged.
  init?(_ data: CompiledData) {
    guard let bytes = data.record(.languages) else { return nil }
    var reader = RecordReader(bytes)
    func section() -> (start: Int, count: Int)? {
      let start = reader.number()
      let count = reader.number()
      return start <= bytes.count && count <= (bytes.count - start) / 4 ? (start, count) : nil
    }
    guard let languageOffsets = section() else { return nil }
    var tables: [(start: Int, count: Int)] = []
    for _ in LanguageTable.allCases {
      guard let table = section() else { return nil }
      tables.append(table)
    }
    var patterns: [(pattern: [UInt8], language: Int)] = []
    for _ in 0..<reader.count(ofSize: 8) { patterns.append((Array(reader.run()), reader.number())) }
    guard !reader.isBroken else { return nil }
    self.data = data
    self.bytes = bytes
    self.languageOffsets = languageOffsets
    self.tables = tables
    filenamePatterns = patterns
  }

  var count: Int { languageOffsets.count }

  /// Returns the number of the language with a name; nil if there is none. O(log names).
  func number(_ table: LanguageTable, _ name: String) -> Int? {
    var name = name
    return name.withUTF8 { name in
      let name = UnsafeRawBufferPointer(name)
      let (start, count) = tables[table.rawValue]
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        var place = RecordReader(bytes, at: start + middle * 4)
        var entry = RecordReader(bytes, at: place.number())
        let order = entry.run().order(to: name)
        if order == 0 {
          let number = entry.number()
          return entry.isBroken || number >= languageOffsets.count ? nil : number
        }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// Returns the language with a number; nil if its entry is malformed.
  func language(_ number: Int) -> Language? {
    guard number < languageOffsets.count else { return nil }
    if let known = decoded.withLock({ $0[number] }) { return known }
    var place = RecordReader(bytes, at: languageOffsets.start + number * 4)
    var reader = RecordReader(bytes, at: place.number())
    let language = Language(
      id: LanguageID(reader.string()), name: reader.string(), aliases: reader.strings(),
      extensions: reader.strings(), filenames: reader.strings(), shebangs: reader.strings(),
      firstLine: reader.optionalString(), scope: reader.optionalString().map { ScopeName($0) })
    guard !reader.isBroken, !language.id.rawValue.isEmpty else { return nil }
    decoded.withLock { $0[number] = language }
    return language
  }

  /// All languages, sorted by identifier.
  var all: [Language] { (0..<count).compactMap { language($0) } }

  /// Returns the record of languages.
  ///
  /// - Parameter tables: The numbers of the languages by their names, for each kind of name.
  static func record(
    of languages: [Language], tables: [[String: Int]], filenamePatterns: [(pattern: [UInt8], language: Int)]
  ) -> [UInt8] {
    var patterns = RecordWriter()
    patterns.append(number: filenamePatterns.count)
    for (pattern, language) in filenamePatterns {
      patterns.append(run: pattern)
      patterns.append(number: language)
    }
    // First the entries, each offset relative to the first entry; then the tables of offsets.
    var entries = RecordWriter()
    var sections: [[Int]] = [[]]
    for language in languages {
      sections[0].append(entries.bytes.count)
      entries.append(language.id.rawValue)
      entries.append(language.name)
      entries.append(language.aliases)
      entries.append(language.extensions)
      entries.append(language.filenames)
      entries.append(language.shebangs)
      entries.append(optional: language.firstLine)
      entries.append(optional: language.scope?.rawValue)
    }
    for table in tables {
      var offsets: [Int] = []
      for (name, number) in table.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        offsets.append(entries.bytes.count)
        entries.append(name)
        entries.append(number: number)
      }
      sections.append(offsets)
    }
    let start = sections.count * 8 + patterns.bytes.count
    var place = start + entries.bytes.count
    var writer = RecordWriter()
    for section in sections {
      writer.append(number: place)
      writer.append(number: section.count)
      place += section.count * 4
    }
    writer.append(raw: patterns.bytes)
    writer.append(raw: entries.bytes)
    for offset in sections.joined() { writer.append(number: start + offset) }
    return writer.bytes
  }
}
