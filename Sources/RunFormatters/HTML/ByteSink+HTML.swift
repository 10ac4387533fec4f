extension ByteSink {
  /// Appends text to a text node or a quoted attribute value: `&`, `<`, `>` and `"` become references.
  ///
  /// Control characters other than tab and line feed, which HTML does not allow, become U+FFFD.
  mutating func append(escapingHTML text: UnsafeBufferPointer<UInt8>) {
    append(
      text,
      marks: { Self.markup(in: $0) | ByteWords.below($0, 0x20) | ByteWords.equal($0, 0x7F) },
      replace: { $1.append(referenceTo: $0) })
  }

  mutating func append(escapingHTML text: borrowing String) {
    withUTF8(text) { append(escapingHTML: $0) }
  }

  /// Whether ``append(escapingHTML:)`` certainly appends the text unchanged. The check can return `false` for
  /// such a text.
  static func isPlainHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteWords.isFree(text) { word in
      let lineEnds = ByteWords.exactlyEqual(word, 0x0A)
      return markup(in: word) | ByteWords.below(word, 0x20) & ~lineEnds | ByteWords.equal(word, 0x7F)
    }
  }

  /// Returns a word with the upper bit set for each `&`, `<`, `>` and `"`. Bits above the lowest marked byte
  /// may be wrong.
  @inline(__always)
  static func markup(in word: UInt64) -> UInt64 {
    // `<` and `>` differ in one bit.
    ByteWords.equal(word, UInt8(ascii: "&")) | ByteWords.equal(word & ~ByteWords.every(2), UInt8(ascii: "<"))
      | ByteWords.equal(word, UInt8(ascii: "\""))
  }

  /// Appends the character reference of a markup character, or the replacement of a control character.
  mutating func append(referenceTo byte: UInt8) {
    switch byte {
    case UInt8(ascii: "&"): append("&amp;")
    case UInt8(ascii: "<"): append("&lt;")
    case UInt8(ascii: ">"): append("&gt;")
    case UInt8(ascii: "\""): append("&quot;")
    case 0x09, 0x0A: append(byte)
    default: append("\u{FFFD}")
    }
  }

  /// Appends an address to a quoted attribute value. Characters that are invalid in addresses are
  /// percent-encoded.
  mutating func append(escapingAddress text: UnsafeBufferPointer<UInt8>) {
    append(escapingAddress: text, apostrophe: "&#39;")
  }

  mutating func append(escapingAddress text: UnsafeBufferPointer<UInt8>, apostrophe: StaticString) {
    append(
      text, filledWith: UInt8(ascii: "a"), marks: { Self.foreign(toAddress: $0) },
      replace: { byte, out in
        switch byte {
        case UInt8(ascii: "&"): out.append("&amp;")
        case UInt8(ascii: "'"): out.append(apostrophe)
        default:
          let digits: StaticString = "0123456789ABCDEF"
          out.append(UInt8(ascii: "%"))
          out.append(digits.utf8Start[Int(byte >> 4)])
          out.append(digits.utf8Start[Int(byte & 15)])
        }
      })
  }

  /// Returns a word with the upper bit set for each byte that must be encoded in an address: any except
  /// letters, digits and `!#$%()*+,-./:;=?@_~`. Bits above the lowest marked byte may be wrong.
  @inline(__always)
  private static func foreign(toAddress word: UInt64) -> UInt64 {
    // Characters that differ in one bit are compared together: `&'`, `<>`, `[{`, `\]|}`.
    let upper = word | ByteWords.every(0x20)
    return word & ByteWords.highs | ByteWords.below(word, 0x21) | ByteWords.equal(word, UInt8(ascii: "\""))
      | ByteWords.equal(word & ~ByteWords.every(1), UInt8(ascii: "&"))
      | ByteWords.equal(word & ~ByteWords.every(2), UInt8(ascii: "<"))
      | ByteWords.equal(upper, UInt8(ascii: "{"))
      | ByteWords.equal(upper | ByteWords.every(1), UInt8(ascii: "}"))
      | ByteWords.equal(word, UInt8(ascii: "^")) | ByteWords.equal(word, UInt8(ascii: "`"))
      | ByteWords.equal(word, 0x7F)
  }
}
