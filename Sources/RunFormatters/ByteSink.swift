public import StyledRuns
internal import CLibrary

/// A growing buffer of bytes to which formatters write.
///
/// ```swift
/// var sink = ByteSink(limit: 1 << 20)
/// PlainTextFormatter().format(document, into: &sink)
/// guard !sink.isOverLimit else { return }
/// let text = sink.bytes
/// ```
public struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes that were written.
  public private(set) var count: Int
  private let limit: Int
  private let cancellation: Cancellation?

  /// Creates an empty sink.
  ///
  /// - Parameters:
  ///   - capacity: The initial capacity in bytes.
  ///   - limit: The number of bytes beyond which the sink ``isStopped``.
  ///   - cancellation: A flag that also stops the sink.
  public init(capacity: Int = 4096, limit: Int = .max, cancellation: Cancellation? = nil) {
    self.capacity = max(capacity, 64)
    base = Self.memory(nil, bytes: self.capacity)
    count = 0
    self.limit = limit
    self.cancellation = cancellation
  }

  /// Whether more bytes were written than the limit allows. The output is then incomplete.
  public var isOverLimit: Bool { count > limit }

  /// Whether formatters should stop writing, because the limit was exceeded or the work was cancelled. They
  /// check it before each block, table row and line of code.
  public var isStopped: Bool { isOverLimit || cancellation?.isCancelled ?? false }

  deinit { free(base) }

  /// A copy of the bytes.
  public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// The last byte; 0 if the sink is empty.
  var lastByte: UInt8 { count > 0 ? base[count - 1] : 0 }

  /// The bytes without a copy, valid until the next change.
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Passes the bytes to `body` without a copy. The pointer is only valid inside `body`.
  public borrowing func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Returns a copy of the bytes from `start` on.
  func suffix(from start: Int) -> [UInt8] {
    Array(
      UnsafeBufferPointer(start: base + min(max(start, 0), count), count: count - min(max(start, 0), count)))
  }

  /// Removes all bytes and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Removes all bytes after the first `length`.
  public mutating func truncate(to length: Int) {
    if length >= 0, length < count { count = length }
  }

  /// Removes a number of spaces from the end.
  ///
  /// - Returns: `false` if the sink does not end with that many spaces. It is unchanged then.
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

  /// Allocates memory with the contents of `old`. The C library moves large blocks without copying.
  private static func memory(_ old: UnsafeMutablePointer<UInt8>?, bytes: Int) -> UnsafeMutablePointer<UInt8> {
    guard let memory = realloc(old, bytes) else { fatalError("out of memory") }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  /// Appends a byte.
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  /// Appends bytes.
  @inline(__always)
  public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    append(start, count: bytes.count)
  }

  @inline(__always)
  mutating func append(_ start: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    let end = base + count
    count += length
    // Most pieces are a word or a tag, for which a call is more expensive than copying two words that may
    // overlap.
    switch length {
    case 17...: end.update(from: start, count: length)
    case 8...: Self.copyEnds(of: start, to: end, length, as: UInt64.self)
    case 4...: Self.copyEnds(of: start, to: end, length, as: UInt32.self)
    case 2...: Self.copyEnds(of: start, to: end, length, as: UInt16.self)
    case 1: end[0] = start[0]
    default: break
    }
  }

  /// Copies the first and the last word of a range of at most two words.
  @inline(__always)
  private static func copyEnds<Word: FixedWidthInteger & BitwiseCopyable>(
    of start: UnsafePointer<UInt8>, to end: UnsafeMutablePointer<UInt8>, _ length: Int, as word: Word.Type
  ) {
    let rest = length - MemoryLayout<Word>.size
    let first = UnsafeRawPointer(start).loadUnaligned(as: word)
    let last = UnsafeRawPointer(start + rest).loadUnaligned(as: word)
    UnsafeMutableRawPointer(end).storeBytes(of: first, as: word)
    UnsafeMutableRawPointer(end + rest).storeBytes(of: last, as: word)
  }

  /// Appends bytes like ``append(_:count:)``, from memory with seven readable bytes after them.
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

  /// Appends the first bytes of a word, lowest first. The sink must have space for a whole word; later bytes
  /// overwrite the excess.
  @inline(__always)
  mutating func append(reserved word: UInt64, count length: Int) {
    UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count += length
  }

  /// Appends spaces, of which there are usually few.
  @inline(__always)
  mutating func append(spaces length: Int) {
    guard length > 0 else { return }
    // Write whole words; later bytes overwrite the excess.
    reserve(length + 8)
    var position = 0
    while position < length {
      UnsafeMutableRawPointer(base + count + position).storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
      position += 8
    }
    count += length
  }

  /// Appends a literal.
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Appends bytes.
  public mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends bytes.
  public mutating func append(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends the UTF-8 of a string.
  public mutating func append(text: borrowing String) {
    withUTF8(text) { append($0) }
  }

  /// Appends a byte `length` times.
  public mutating func append(repeating byte: UInt8, count length: Int) {
    guard length > 0 else { return }
    reserve(length)
    (base + count).update(repeating: byte, count: length)
    count += length
  }

  /// Appends a number in decimal digits.
  public mutating func append(decimal number: Int) {
    if number >= 0, number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digits: number.magnitude, isPadded: false)
  }

  /// Appends digits, eight at a time. Leading zeros are only written if `isPadded` is set.
  private mutating func append(digits number: UInt, isPadded: Bool) {
    let eight: UInt = 100_000_000
    if number >= eight {
      append(digits: number / eight, isPadded: isPadded)
      return append(digits: number % eight, isPadded: true)
    }
    reserve(8)
    // The halves, quarters and digits of the number in one word, with the first digit in its lowest byte. A
    // hundredth of a number below ten thousand is 10486 / 2^20 of it, a tenth of a number below a hundred is
    // 103 / 2^10.
    let halves = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
    let hundreds = (halves &* 10486) >> 20 & 0x7F_0000_007F
    let quarters = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    let digits = tens | (quarters &- tens &* 10) << 8
    let zeros = isPadded ? 0 : min(digits.trailingZeroBitCount / 8, 7)
    append(reserved: (digits | 0x3030_3030_3030_3030) >> UInt64(8 * zeros), count: 8 - zeros)
  }
}

/// Passes the text's UTF-8 to `body`. Does not copy a native string.
@inline(__always)
func withUTF8<Result>(
  _ text: borrowing String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
  if let result = try text.utf8.withContiguousStorageIfAvailable(body) { return result }
  var native = copy text
  return try native.withUTF8(body)
}
