public import StyledRuns
internal import CLibrary

/// A growing buffer of bytes that formatters write into.
///
/// It owns its memory; bytes are appended at the end, and a stretch of text costs one copy.
public struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes have been written.
  public private(set) var count: Int
  private let limit: Int
  private let cancellation: Cancellation?

  /// - Parameters:
  ///   - limit: the number of bytes past which the sink ``isStopped``.
  ///   - cancellation: stops the sink as well.
  public init(capacity: Int = 4096, limit: Int = .max, cancellation: Cancellation? = nil) {
    self.capacity = max(capacity, 64)
    base = Self.memory(nil, bytes: self.capacity)
    count = 0
    self.limit = limit
    self.cancellation = cancellation
  }

  /// Whether more was written than the limit allows. What is past the limit is there, but not complete.
  public var isOverLimit: Bool { count > limit }

  /// Whether formatters should write nothing more, because of the limit or because nobody wants the output any more. They
  /// ask before each block, row of a table and line of code.
  public var isStopped: Bool { isOverLimit || cancellation?.isCancelled ?? false }

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
    let end = base + count
    count += length
    // Most pieces are a word or a tag: a call would cost more than to copy them, by two words that may overlap.
    switch length {
    case 17...: end.update(from: start, count: length)
    case 8...: Self.copyEnds(of: start, to: end, length, as: UInt64.self)
    case 4...: Self.copyEnds(of: start, to: end, length, as: UInt32.self)
    case 2...: Self.copyEnds(of: start, to: end, length, as: UInt16.self)
    case 1: end[0] = start[0]
    default: break
    }
  }

  /// Copies the first and the last word of a stretch of at most two words.
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

  /// As ``append(_:count:)``, from memory that can be read seven bytes further.
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

  /// Appends the first bytes of a word, the lowest first. There is room for a whole one; what is too much is written over.
  @inline(__always)
  mutating func append(reserved word: UInt64, count length: Int) {
    UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
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

  /// Appends the number in decimal digits.
  public mutating func append(decimal number: Int) {
    if number >= 0, number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    if number < 0 { append(UInt8(ascii: "-")) }
    append(digits: number.magnitude, isPadded: false)
  }

  /// Appends eight digits at a time, without the zeros before the number unless it `isPadded`.
  private mutating func append(digits number: UInt, isPadded: Bool) {
    let eight: UInt = 100_000_000
    if number >= eight {
      append(digits: number / eight, isPadded: isPadded)
      return append(digits: number % eight, isPadded: true)
    }
    reserve(8)
    // Halves, quarters and digits of the number in a word, the first digit in its lowest byte: a hundredth of a number
    // below ten thousand is 10486 / 2^20 of it, a tenth of one below a hundred 103 / 2^10.
    let halves = UInt64(number / 10_000) | UInt64(number % 10_000) << 32
    let hundreds = (halves &* 10486) >> 20 & 0x7F_0000_007F
    let quarters = hundreds | (halves &- hundreds &* 100) << 16
    let tens = (quarters &* 103) >> 10 & 0x000F_000F_000F_000F
    let digits = tens | (quarters &- tens &* 10) << 8
    let zeros = isPadded ? 0 : min(digits.trailingZeroBitCount / 8, 7)
    append(reserved: (digits | 0x3030_3030_3030_3030) >> UInt64(8 * zeros), count: 8 - zeros)
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
