/// Collects the records of compiled data and writes the file.
///
/// ```swift
/// var builder = CompiledDataBuilder()
/// builder.add(.theme, name: "obsidian", record: bytes, source: source)
/// let file = builder.finish(sourcesDigest: digest)
/// ```
struct CompiledDataBuilder {
  private struct Record {
    var kind: CompiledData.CompiledDataKind
    var name: String
    var bytes: [UInt8]
    var sourceDigest: UInt64
  }

  private var records: [Record] = []

  /// Adds a record, replacing an earlier one with the same kind and name.
  ///
  /// - Parameter source: The contents of the source file; empty for a record of several files.
  mutating func add(
    _ kind: CompiledData.CompiledDataKind, name: String = "", record: [UInt8], source: [UInt8] = []
  ) {
    records.removeAll { $0.kind == kind && $0.name == name }
    records.append(Record(kind: kind, name: name, bytes: record, sourceDigest: Checksum.of(source)))
  }

  /// Returns the bytes of the file, which depend only on the records.
  func finish(sourcesDigest: UInt64) -> [UInt8] {
    let sorted = records.sorted {
      ($0.kind.rawValue, Array($0.name.utf8)) < ($1.kind.rawValue, Array($1.name.utf8))
    }
    let start = CompiledData.headerSize
    let nameStart = start + sorted.count * CompiledData.entrySize
    let directorySize = sorted.count * CompiledData.entrySize + sorted.reduce(0) { $0 + $1.name.utf8.count }
    var entries = RecordWriter()
    var names = RecordWriter()
    var contents = RecordWriter()
    for record in sorted {
      entries.append(number: Int(record.kind.rawValue))
      entries.append(number: nameStart + names.bytes.count)
      entries.append(number: record.name.utf8.count)
      entries.append(number: start + directorySize + contents.bytes.count)
      entries.append(number: record.bytes.count)
      entries.append(number: 0)
      entries.append(number64: Checksum.of(record.bytes))
      entries.append(number64: record.sourceDigest)
      names.append(raw: record.name.utf8)
      contents.append(raw: record.bytes)
    }
    let directory = entries.bytes + names.bytes
    var header = RecordWriter()
    header.append(raw: CompiledData.magic)
    header.append(number: Int(CompiledData.version))
    header.append(number: sorted.count)
    header.append(number64: UInt64(start + directorySize + contents.bytes.count))
    header.append(number64: sourcesDigest)
    header.append(number: start)
    header.append(number: directorySize)
    header.append(number64: Checksum.of(directory))
    header.append(number64: Checksum.of(header.bytes))
    return header.bytes + directory + contents.bytes
  }
}

/// Orders keys first by their number, then by their bytes.
private func < (left: (UInt32, [UInt8]), right: (UInt32, [UInt8])) -> Bool {
  left.0 != right.0 ? left.0 < right.0 : left.1.lexicographicallyPrecedes(right.1)
}
