extension ByteSink {
  /// Appends text in which some bytes are replaced: every word of eight bytes is read once, copied and looked at.
  ///
  /// `marks` sets the upper bit of each byte of a word that is to be replaced; above such a bit, others may be set
  /// wrongly; `filler` is a byte that it does not mark. `replace` writes what stands for a byte.
  @inline(__always)
  mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, filledWith filler: UInt8 = 0x20, marks: (UInt64) -> UInt64,
    replace: (_ byte: UInt8, inout ByteSink) -> Void
  ) {
    guard let start = text.baseAddress else { return }
    var position = 0
    while position < text.count {
      reserve(text.count - position + 8)
      while position < text.count {
        let left = text.count - position
        let word = ByteWords.word(start + position, left, filledWith: filler)
        let found = marks(word)
        if found == 0 {
          append(reserved: word, count: min(left, 8))
          position += 8
        } else {
          let clean = found.trailingZeroBitCount / 8
          append(reserved: word, count: clean)
          position += clean + 1
          replace(start[position - 1], &self)
          break
        }
      }
    }
  }
}
