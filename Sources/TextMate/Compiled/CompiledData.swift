/// Grammars, languages, themes and pattern facts in a form that needs little work at startup.
///
/// The file is a header, a directory of records sorted by kind and name, and the records. It is
/// memory-mapped, and a record is verified and decoded when it is needed. The header contains the version of
/// the format. A file with another version, a truncated file, and a file with a wrong checksum are ignored,
/// and the sources are read instead.
///
/// ```swift
/// let bytes = MappedBytes(path: "grammars/compiled.ilsrender")
/// let data = bytes.flatMap { CompiledData($0) }
/// ```
package final class CompiledData: Sendable {
  /// The kind of a record, with its number in the file.
  enum CompiledDataKind: UInt32 {
    case languages = 1
    case grammar, theme, patterns, detection
  }

  /// The version of the format. Increment it whenever the same sources produce other bytes, or the bytes
  /// change their meaning; a test compares them.
  static let version: UInt32 = 8
  static let magic = Array("ILSRDATA".utf8)
  static let headerSize = 56
  static let entrySize = 40

  private let mapping: MappedBytes
  private let directory: Int
  private let count: Int
  /// The digest of the source folders, ``SourceFolders/digest``.
  let sourcesDigest: UInt64
  /// The checksum of the directory, which covers the checksums of all records.
  let identity: UInt64

  /// A record in the directory.
  struct CompiledEntry {
    var bytes: UnsafeRawBufferPointer
    var checksum: UInt64
    /// The checksum of the source file.
    var sourceDigest: UInt64
  }

  /// Verifies the header and the directory; returns nil if they are damaged or have another version.
  package init?(_ mapping: MappedBytes) {
    let bytes = mapping.bytes
    guard bytes.count >= Self.headerSize, bytes.prefix(8).elementsEqual(Self.magic) else { return nil }
    var header = RecordReader(bytes, at: 8)
    guard header.number() == Int(Self.version) else { return nil }
    let count = header.number()
    guard header.number64() == UInt64(bytes.count) else { return nil }
    sourcesDigest = header.number64()
    let start = header.number()
    let size = header.number()
    identity = header.number64()
    let checksum = header.number64()
    guard checksum == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<(Self.headerSize - 8)])),
      start >= Self.headerSize, start <= bytes.count, size <= bytes.count - start,
      count <= size / Self.entrySize,
      identity == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[start..<start + size]))
    else { return nil }
    self.mapping = mapping
    self.count = count
    directory = start
  }

  /// Returns the verified bytes of a record; nil if it is missing or damaged.
  func record(_ kind: CompiledDataKind, _ name: String = "") -> UnsafeRawBufferPointer? {
    guard let entry = entry(kind, name), Checksum.of(entry.bytes) == entry.checksum else { return nil }
    return entry.bytes
  }

  func contains(_ kind: CompiledDataKind, _ name: String) -> Bool { entry(kind, name) != nil }

  /// Finds a record by binary search. O(log records).
  func entry(_ kind: CompiledDataKind, _ name: String = "") -> CompiledEntry? {
    var name = name
    return name.withUTF8 { name in
      let name = UnsafeRawBufferPointer(name)
      var low = 0
      var high = count
      while low < high {
        let middle = (low + high) / 2
        guard let (otherKind, otherName) = key(middle) else { return nil }
        let order =
          otherKind == kind.rawValue ? otherName.order(to: name) : otherKind < kind.rawValue ? -1 : 1
        if order == 0 { return value(middle) }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return nil
    }
  }

  /// Returns the names of all records of a kind, sorted by their bytes.
  func names(of kind: CompiledDataKind) -> [String] {
    (0..<count).compactMap { index in
      guard let (other, name) = key(index), other == kind.rawValue else { return nil }
      return String(decoding: name, as: UTF8.self)
    }
  }

  private func key(_ index: Int) -> (kind: UInt32, name: UnsafeRawBufferPointer)? {
    var reader = RecordReader(mapping.bytes, at: directory + index * Self.entrySize)
    let kind = UInt32(reader.number())
    let start = reader.number()
    let length = reader.number()
    return range(start, length).map { (kind, $0) }
  }

  private func value(_ index: Int) -> CompiledEntry? {
    var reader = RecordReader(mapping.bytes, at: directory + index * Self.entrySize + 12)
    let start = reader.number()
    let length = reader.number()
    _ = reader.number()
    let checksum = reader.number64()
    return range(start, length).map {
      CompiledEntry(bytes: $0, checksum: checksum, sourceDigest: reader.number64())
    }
  }

  private func range(_ start: Int, _ length: Int) -> UnsafeRawBufferPointer? {
    guard start <= mapping.bytes.count, length <= mapping.bytes.count - start else { return nil }
    return UnsafeRawBufferPointer(rebasing: mapping.bytes[start..<start + length])
  }
}
