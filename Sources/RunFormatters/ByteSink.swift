#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A growing buffer of bytes that formatters write into.
///
/// It owns its memory; bytes are appended at the end, and a stretch of text costs one copy.
public struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes have been written.
  public private(set) var count: Int

  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = Self.memory(nil, bytes: self.capacity)
    count = 0
  }

  deinit { free(base) }

  /// The bytes written so far, copied out.
  public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The byte written last; 0 if there is none.
  var lastByte: UInt8 { count > 0 ? base[count - 1] : 0 }

  /// What has been written, valid until the next change.
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// The bytes written so far, without a copy; the pointer is valid within `body` only.
  public borrowing func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// A copy of the bytes from `start` on.
  func suffix(from start: Int) -> [UInt8] {
    Array(
      UnsafeBufferPointer(start: base + min(max(start, 0), count), count: count - min(max(start, 0), count)))
  }

  /// Forgets what was written and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Takes back everything after the first `length` bytes.
  public mutating func truncate(to length: Int) {
    if length >= 0, length < count { count = length }
  }

  /// Takes back that many spaces; false, and nothing done, where something else was written last.
  mutating func removeSpaces(_ spaces: Int) -> Bool {
    guard spaces >= 0, spaces <= count, buffer[(count - spaces)...].allSatisfy({ $0 == 0x20 }) else {
      return false
    }
    count -= spaces
    return true
  }

  @inline(__always)
  mutating func reserve(_ more: Int) {
    if more > capacity - count { grow(by: more) }
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    base = Self.memory(base, bytes: larger)
    capacity = larger
  }

  /// Memory of that size with what `old` holds. The C library moves large blocks without copying them.
  private static func memory(_ old: UnsafeMutablePointer<UInt8>?, bytes: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = realloc(old, bytes) else { fatalError("out of memory") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    append(start, count: bytes.count)
  }

  @inline(__always)
  mutating func append(_ start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    (base + count).update(from: start, count: length)
    count += length
  }

  /// As ``append(_:count:)``, for a few bytes: a call would cost more than to copy them.
  @inline(__always)
  mutating func append(short start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    var position = 0
    while position + 8 <= length {
      UnsafeMutableRawPointer(base + count + position).storeBytes(
        of: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self), as: UInt64.self)
      position += 8
    }
    while position < length {
      base[count + position] = start[position]
      position += 1
    }
    count += length
  }

  /// As ``append(short:count:)``, from memory that can be read seven bytes further.
  @inline(__always)
  mutating func append(padded start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length + 8)
    var position = 0
    while position < length {
      UnsafeMutableRawPointer(base + count + position).storeBytes(
        of: UnsafeRawPointer(start + position).loadUnaligned(as: UInt64.self), as: UInt64.self)
      position += 8
    }
    count += length
  }

  /// Appends spaces, of which there are few as a rule.
  @inline(__always)
  mutating func append(spaces length: Int) {
    guard length > 0 else { return }
    // Room for whole words; what is too much is written over.
    reserve(length + 8)
    var position = 0
    while position < length {
      UnsafeMutableRawPointer(base + count + position).storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
      position += 8
    }
    count += length
  }

  @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  public mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  public mutating func append(text: borrowing String) {
    withUTF8(text) { append($0) }
  }

  public mutating func append(repeating byte: UInt8, count length: Int) {
    guard length > 0 else { return }
    reserve(length)
    (base + count).update(repeating: byte, count: length)
    count += length
  }

  /// Appends a digit; room for it has been reserved.
  @inline(__always)
  private mutating func push(_ digit: UInt8) {
    base[count] = UInt8(ascii: "0") + digit
    count += 1
  }

  /// Appends the number in decimal digits.
  public mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    reserve(20)
    if rest < 1000 {
      // Colours, line numbers and the like.
      let small = UInt32(truncatingIfNeeded: rest)
      if small >= 100 { push(UInt8(truncatingIfNeeded: small / 100)) }
      if small >= 10 { push(UInt8(truncatingIfNeeded: small / 10 % 10)) }
      return push(UInt8(truncatingIfNeeded: small % 10))
    }
    var length = 0
    var scale = rest
    while scale > 0 {
      length += 1
      scale /= 10
    }
    var position = count + length
    while rest > 0 {
      position -= 1
      base[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }
}

/// Gives the text's UTF-8 as a buffer; no copy for a native string.
@inline(__always)
func withUTF8<Result>(
  _ text: borrowing String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
  if let result = try text.utf8.withContiguousStorageIfAvailable(body) { return result }
  var native = copy text
  return try native.withUTF8(body)
}
