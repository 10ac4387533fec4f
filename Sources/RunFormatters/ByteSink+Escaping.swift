extension ByteSink {
  /// Appends text and replaces some of its bytes. Processes eight bytes at a time.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - filler: A byte that `marks` does not mark. It pads the last word.
  ///   - marks: Sets the upper bit of each byte of a word that must be replaced. Bits above the lowest marked
  ///     byte may be wrong.
  ///   - replace: Writes the replacement of a byte.
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
