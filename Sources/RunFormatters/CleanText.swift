/// Finds where text stops being printable ASCII with single spaces, eight bytes at a time.
enum CleanText {
  /// The first position from `start` on that holds something else; a space is something else after a space.
  @inline(__always)
  static func end(of text: UnsafeBufferPointer<UInt8>, from start: Int, afterSpace: Bool) -> Int {
    guard let base = text.baseAddress else { return start }
    var position = start
    var afterSpace = afterSpace
    while position + 8 <= text.count {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
      let spaces = zeroBytes(word ^ every(0x20))
      // A space's mark moved to the byte after it meets the mark of a second space.
      let doubled = spaces & (spaces << 8 | (afterSpace ? 0x80 : 0))
      let outside = word | below20(word) | zeroBytes(word ^ every(0x7F))
      if (outside & every(0x80)) | doubled != 0 { break }
      afterSpace = spaces >> 63 != 0
      position += 8
    }
    while position < text.count {
      let byte = base[position]
      if byte &- 0x20 >= 0x5F || byte == 0x20 && afterSpace { break }
      afterSpace = byte == 0x20
      position += 1
    }
    return position
  }

  @inline(__always)
  private static func every(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

  /// The upper bit of each byte that is zero, and no other bit.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(((word & every(0x7F)) &+ every(0x7F)) | word | every(0x7F))
  }

  /// The upper bit of some byte where a byte of an ASCII word is below 0x20.
  @inline(__always)
  private static func below20(_ word: UInt64) -> UInt64 { (word &- every(0x20)) & ~word }
}
