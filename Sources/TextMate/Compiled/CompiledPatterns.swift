/// The facts about the patterns of compiled grammars and their programs, so that patterns need not be analysed
/// and compiled at start.
///
/// The record is a table of sets, then the checksums of all patterns in ascending order with the offset of
/// each pattern's entry. An entry has two parts, each with a checksum of its own, because checking the whole
/// record would read all of it: the source with the facts, and the program.
///
/// ```swift
/// let source = Array(#"\bif\b"#.utf8)
/// let entry = CompiledPatterns(data)?.entry(of: source, hash: Checksum.of(source))
/// let first = entry?.facts.first
/// ```
struct CompiledPatterns: Sendable {
  private let data: CompiledData
  /// A part of the mapping, which `data` owns.
  nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
  private let setCount: Int
  private let count: Int
  private let hashes: Int
  private let setSize = 40

  /// Creates the facts of compiled data.
  ///
  /// - Returns: nil if the data contains no patterns.
  init?(_ data: CompiledData) {
    guard let bytes = data.entry(.patterns)?.bytes else { return nil }
    var reader = RecordReader(bytes)
    setCount = reader.number()
    count = reader.number()
    guard !reader.isBroken, setCount <= bytes.count / setSize, count <= bytes.count / 12 else { return nil }
    hashes = 8 + setCount * setSize
    guard hashes + count * 12 <= bytes.count else { return nil }
    self.data = data
    self.bytes = bytes
  }

  var identity: UInt64 { data.identity }

  /// The facts and the program of a pattern.
  struct PatternEntry: Sendable {
    let facts: PatternFacts
    let program: CompiledProgram
  }

  /// Returns the entry of a pattern; nil if the pattern is not in the table, or its facts are damaged.
  /// O(log patterns).
  ///
  /// - Parameter hash: The checksum of the source.
  func entry(of source: [UInt8], hash: UInt64) -> PatternEntry? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let found = number64(at: hashes + middle * 8)
      if found < hash { low = middle + 1 } else { high = middle }
    }
    guard low < count, number64(at: hashes + low * 8) == hash else { return nil }
    var place = RecordReader(bytes, at: hashes + count * 8 + low * 4)
    var reader = RecordReader(bytes, at: place.number())
    guard let entry = Self.checkedRun(&reader) else { return nil }
    var contents = RecordReader(entry)
    guard source.withUnsafeBytes({ contents.run().order(to: $0) == 0 }) else { return nil }
    let facts = PatternFacts(reading: &contents) { set($0) }
    if contents.isBroken || !contents.isAtEnd { return nil }
    return PatternEntry(facts: facts, program: CompiledProgram(patterns: self, position: reader.position))
  }

  /// Reads the program at a position.
  ///
  /// - Returns: nil if it is damaged; `.some(nil)` for a pattern that only the library can match.
  fileprivate func program(at position: Int) -> ProgramContents?? {
    var reader = RecordReader(bytes, at: position)
    guard let part = Self.checkedRun(&reader) else { return nil }
    var contents = RecordReader(part)
    if contents.byte() == 0 { return .some(nil) }
    return ProgramContents(reading: &contents) { set($0) }.map { .some($0) }
  }

  /// Reads a run and its checksum; nil if they differ.
  private static func checkedRun(_ reader: inout RecordReader) -> UnsafeRawBufferPointer? {
    let run = reader.run()
    let checksum = reader.number64()
    return reader.isBroken || Checksum.of(run) != checksum ? nil : run
  }

  private func set(_ number: Int) -> ByteSet257? {
    guard number < setCount else { return nil }
    let start = 8 + number * setSize
    return ByteSet257(
      number64(at: start), number64(at: start + 8), number64(at: start + 16), number64(at: start + 24),
      edge: number64(at: start + 32) == 1)
  }

  private func number64(at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Analyses and compiles patterns, and writes their record.
  ///
  /// - Parameter sources: The patterns, of which each may stand several times. Those that stand near each other here
  ///   do so in the record, so that those of a grammar share pages.
  static func record(of sources: [[UInt8]]) -> [UInt8] {
    var sets: [ByteSet257] = []
    var numbers: [[UInt64]: Int] = [:]
    func number(_ set: ByteSet257) -> Int {
      let words = (0..<4).map { set.word($0) } + [set.hasEdge ? 1 : 0]
      if let known = numbers[words] { return known }
      numbers[words] = sets.count
      sets.append(set)
      return sets.count - 1
    }
    var entries = RecordWriter()
    func append(_ part: RecordWriter) {
      entries.append(run: part.bytes)
      entries.append(number64: Checksum.of(part.bytes))
    }
    // Patterns with equal checksums cannot be distinguished, so that the second is left out.
    var offsets: [UInt64: Int] = [:]
    for source in sources {
      let hash = Checksum.of(source)
      if offsets[hash] != nil { continue }
      offsets[hash] = entries.bytes.count
      var facts = RecordWriter()
      facts.append(run: source)
      PatternFacts.analyze(source).append(to: &facts, numbering: number)
      append(facts)
      var program = RecordWriter()
      let contents = ProgramContents(source)
      program.append(byte: contents == nil ? 0 : 1)
      contents?.append(to: &program, numbering: number)
      append(program)
    }
    // The number of a set has 16 bits. Without a table, patterns are analysed when they are needed.
    guard sets.count <= Int(UInt16.max) else { return record(of: []) }
    let patterns = offsets.sorted { $0.key < $1.key }
    var writer = RecordWriter()
    writer.append(number: sets.count)
    writer.append(number: patterns.count)
    for set in sets {
      for word in 0..<4 { writer.append(number64: set.word(word)) }
      writer.append(number64: set.hasEdge ? 1 : 0)
    }
    for (hash, _) in patterns { writer.append(number64: hash) }
    let start = writer.bytes.count + 4 * patterns.count
    for (_, offset) in patterns { writer.append(number: start + offset) }
    writer.append(raw: entries.bytes)
    return writer.bytes
  }
}

/// The compiled program of a pattern, read when the pattern is first matched.
struct CompiledProgram: Sendable {
  fileprivate let patterns: CompiledPatterns
  fileprivate let position: Int

  /// Reads the program.
  ///
  /// - Returns: nil if it is damaged; `.some(nil)` for a pattern that only the library can match.
  func contents() -> ProgramContents?? { patterns.program(at: position) }
}
