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

  /// Reads a number that takes one byte if it is small.
  @inline(__always)
  mutating func compact() -> Int {
    let first = byte()
    return first < 0x80 ? Int(first) : compact(after: first)
  }

  @inline(never)
  private mutating func compact(after first: UInt8) -> Int {
    var value = UInt32(first & 0x7F)
    for shift in stride(from: UInt32(7), to: 35, by: 7) {
      let next = byte()
      value |= UInt32(next & 0x7F) &<< shift
      if next < 0x80 { return Int(value) }
    }
    fail()
    return 0
  }

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
  mutating func count(ofSize size: Int) -> Int { limited(number(), ofSize: size) }

  /// Reads a compact number of elements that follow, as ``count(ofSize:)`` does.
  mutating func compactCount(ofSize size: Int) -> Int { limited(compact(), ofSize: size) }

  private mutating func limited(_ count: Int, ofSize size: Int) -> Int {
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

  /// Reads a compact number of elements, and then each of them.
  ///
  /// - Parameter size: The minimum number of bytes that an element takes, at least 1.
  @inline(__always)
  mutating func elements<Element>(
    ofSize size: Int, _ read: (inout RecordReader) -> Element
  ) -> [Element] {
    let count = compactCount(ofSize: size)
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(read(&self)) }
    return elements
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
