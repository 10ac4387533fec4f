/// Finds parts of a text that can be sent to a terminal unchanged, eight bytes at a time.
enum CleanText {
  /// Whether the text is printable ASCII with single spaces and does not start with a space, so that
  /// cleaning it as prose changes nothing.
  static func isPlainProse(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    end(of: text, from: 0, afterSpace: true) == text.count
  }

  /// Returns the first position from `start` on that is not printable ASCII, or is a space after another
  /// space.
  @inline(__always)
  static func end(of text: UnsafeBufferPointer<UInt8>, from start: Int, afterSpace: Bool) -> Int {
    guard let base = text.baseAddress else { return start }
    var position = start
    var afterSpace = afterSpace
    while position < text.count {
      let word = ByteWords.word(base + position, text.count - position, filledWith: UInt8(ascii: "a"))
      let found = unprintable(word, below: 0x20) | doubledSpaces(in: word, afterSpace: &afterSpace)
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    return max(text.count, start)
  }

  /// Sets the upper bit of exactly those spaces that follow a space.
  ///
  /// - Parameter afterSpace: Whether a space precedes the word. Afterwards, whether the word ends with a
  ///   space.
  @inline(__always)
  static func doubledSpaces(in word: UInt64, afterSpace: inout Bool) -> UInt64 {
    let spaces = ByteWords.exactlyEqual(word, 0x20)
    // The mark of a space, shifted to the next byte, meets the mark of a second space.
    let doubled = spaces & (spaces << 8 | (afterSpace ? 0x80 : 0))
    afterSpace = spaces >> 63 != 0
    return doubled
  }

  /// Returns the first position from `start` on that is a space or not printable ASCII.
  @inline(__always)
  static func endOfWord(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = text.baseAddress else { return start }
    var position = start
    while position < text.count {
      let word = ByteWords.word(base + position, text.count - position, filledWith: UInt8(ascii: "a"))
      let found = unprintable(word, below: 0x21)
      if found != 0 { return position + found.trailingZeroBitCount / 8 }
      position += 8
    }
    return max(text.count, start)
  }

  /// Returns the first position from `start` on that is ASCII, or a code point that is not shown by itself.
  static func endOfShown(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start
    while position < text.count, text[position] >= 0x80 {
      if ScalarProperties.startsIdeograph(text[position]), position + 3 <= text.count {
        position += 3
        continue
      }
      let (point, length) = ClusterMeasure.decode(text, at: position)
      guard ScalarProperties(point).isShownAlone else { break }
      position += length
    }
    return position
  }

  /// Sets the upper bit of each byte that is DEL, below `first`, or not ASCII. Bits above the lowest match
  /// may be wrong.
  @inline(__always)
  static func unprintable(_ word: UInt64, below first: UInt8) -> UInt64 {
    word & ByteWords.highs | ByteWords.below(word, first) | ByteWords.equal(word, 0x7F)
  }
}
