/// The facts about the patterns of compiled grammars, so that patterns need not be analysed at start.
///
/// The record is a table of sets, then the checksums of all patterns in ascending order with the offset of
/// each pattern's entry. An entry has a checksum of its own, because checking the whole record would read all
/// of it.
///
/// ```swift
/// let facts = CompiledPatterns(data)?.facts(of: Array(#"\bif\b"#.utf8))
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

  /// Returns the facts about a pattern; nil if the pattern is not in the table, or its entry is damaged.
  /// O(log patterns).
  func facts(of source: [UInt8]) -> PatternFacts? {
    let hash = Checksum.of(source)
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
    let entry = reader.run()
    let checksum = reader.number64()
    guard !reader.isBroken, Checksum.of(entry) == checksum else { return nil }
    var contents = RecordReader(entry)
    guard contents.run().elementsEqual(source) else { return nil }
    let facts = PatternFacts(reading: &contents) { set($0) }
    return contents.isBroken || !contents.isAtEnd ? nil : facts
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

  /// Analyses patterns and writes their record.
  static func record(of sources: Set<[UInt8]>) -> [UInt8] {
    var sets: [ByteSet257] = []
    var numbers: [[UInt64]: Int] = [:]
    func number(_ set: ByteSet257) -> Int {
      let words = (0..<4).map { set.word($0) } + [set.hasEdge ? 1 : 0]
      if let known = numbers[words] { return known }
      numbers[words] = sets.count
      sets.append(set)
      return sets.count - 1
    }
    // Patterns with equal checksums cannot be distinguished, so that the second is left out.
    var hashes: Set<UInt64> = []
    let patterns = sources.sorted { $0.lexicographicallyPrecedes($1) }
      .map { (hash: Checksum.of($0), source: $0) }
      .filter { hashes.insert($0.hash).inserted }
      .sorted { $0.hash < $1.hash }
    var entries = RecordWriter()
    var offsets: [Int] = []
    for (_, source) in patterns {
      var entry = RecordWriter()
      entry.append(run: source)
      PatternFacts.analyze(source).append(to: &entry, numbering: number)
      offsets.append(entries.bytes.count)
      entries.append(run: entry.bytes)
      entries.append(number64: Checksum.of(entry.bytes))
    }
    // The number of a set has 16 bits. Without a table, patterns are analysed when they are needed.
    guard sets.count <= Int(UInt16.max) else { return record(of: []) }
    var writer = RecordWriter()
    writer.append(number: sets.count)
    writer.append(number: patterns.count)
    for set in sets {
      for word in 0..<4 { writer.append(number64: set.word(word)) }
      writer.append(number64: set.hasEdge ? 1 : 0)
    }
    for (hash, _) in patterns { writer.append(number64: hash) }
    let start = writer.bytes.count + 4 * patterns.count
    for offset in offsets { writer.append(number: start + offset) }
    writer.append(raw: entries.bytes)
    return writer.bytes
  }
}
