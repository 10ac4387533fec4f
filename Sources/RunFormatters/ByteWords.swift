/// Operations on eight bytes at a time. The first byte of a text is the lowest of its word.
enum ByteWords {
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// Reads the eight bytes at `start`. If only `left` bytes are readable, `filler` replaces the others.
  @inline(__always)
  static func word(_ start: UnsafePointer<UInt8>, _ left: Int, filledWith filler: UInt8 = 0x20) -> UInt64 {
    if left >= 8 { return UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)) }
    return every(filler) << UInt64(8 * left) | partialWord(start, left)
  }

  /// Reads the first one to seven bytes of a word.
  @inline(__always)
  private static func partialWord(_ start: UnsafePointer<UInt8>, _ left: Int) -> UInt64 {
    if left >= 4 {
      let first = UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
      let last = UInt32(littleEndian: UnsafeRawPointer(start + left - 4).loadUnaligned(as: UInt32.self))
      return UInt64(first) | UInt64(last) << UInt64(8 * (left - 4))
    }
    let middle = left / 2
    return UInt64(start[0]) | UInt64(start[middle]) << UInt64(8 * middle)
      | UInt64(start[left - 1]) << UInt64(8 * (left - 1))
  }

  @inline(__always)
  static func every(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Sets the upper bit of each byte that equals `byte`. Bits above the lowest match may be wrong.
  @inline(__always)
  static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ every(byte)
    return (difference &- every(1)) & ~difference & highs
  }

  /// Sets the upper bit of exactly those bytes that equal `byte`.
  @inline(__always)
  static func exactlyEqual(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ every(byte)
    return ~(((difference & ~highs) &+ ~highs) | difference) & highs
  }

  /// Sets the upper bit of each byte below `limit`, which is at most 0x80. Bits above the lowest match may be
  /// wrong.
  @inline(__always)
  static func below(_ word: UInt64, _ limit: UInt8) -> UInt64 { (word &- every(limit)) & ~word & highs }

  /// Whether `marks` marks no byte of a text. The padding after its end is a letter.
  @inline(__always)
  static func isFree(_ text: UnsafeBufferPointer<UInt8>, of marks: (UInt64) -> UInt64) -> Bool {
    guard let start = text.baseAddress else { return true }
    var position = 0
    while position < text.count {
      let word = word(start + position, text.count - position, filledWith: UInt8(ascii: "a"))
      if marks(word) != 0 { return false }
      position += 8
    }
    return true
  }

  @inline(__always)
  static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool { isFree(text) { $0 & highs } }
}
