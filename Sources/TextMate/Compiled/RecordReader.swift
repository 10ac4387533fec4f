/// Reads the values of a record in compiled data. Numbers are little-endian.
///
/// The bytes are not trusted: a read past the end returns an empty value and sets ``isBroken``, and every
/// count is limited by the remaining bytes. Callers check ``isBroken`` once, at the end.
///
/// ```swift
/// var reader = RecordReader(record)
/// let name = reader.string()
/// if reader.isBroken { print("the record is damaged") }
/// ```
struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  private(set) var isBroken = false

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
    if position < 0 || position > bytes.count { fail() }
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { position == bytes.count }

  mutating func fail() {
    isBroken = true
    position = bytes.count
  }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else {
      fail()
      return 0
    }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number16() -> Int { Int(integer(UInt16.self)) }

  mutating func number() -> Int { Int(integer(UInt32.self)) }

  mutating func number64() -> UInt64 { integer(UInt64.self) }

  private mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type) -> Value {
    let size = MemoryLayout<Value>.size
    guard bytes.count - position >= size else {
      fail()
      return 0
    }
    defer { position += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: type))
  }

  /// Reads the number of elements that follow.
  ///
  /// - Parameter size: The minimum number of bytes that an element takes, at least 1.
  mutating func count(ofSize size: Int) -> Int {
    let count = number()
    guard count <= (bytes.count - position) / size else {
      fail()
      return 0
    }
    return count
  }

  /// Reads length-prefixed bytes.
  mutating func run() -> UnsafeRawBufferPointer {
    let count = count(ofSize: 1)
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  mutating func string() -> String { String(decoding: run(), as: UTF8.self) }

  mutating func optionalString() -> String? { byte() == 0 ? nil : string() }

  mutating func strings() -> [String] {
    let count = count(ofSize: 4)
    var strings: [String] = []
    strings.reserveCapacity(count)
    for _ in 0..<count { strings.append(string()) }
    return strings
  }
}
