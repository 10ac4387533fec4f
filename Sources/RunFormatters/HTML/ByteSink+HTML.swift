extension ByteSink {
  /// Appends text for an HTML text node or a quoted attribute value: `&`, `<`, `>` and `"` as references.
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

  /// Whether ``append(escapingHTML:)`` appends the text as it is. Some texts that it does are not known.
  static func isPlainHTML(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteWords.isFree(text) { word in
      let lineEnds = ByteWords.exactlyEqual(word, 0x0A)
      return markup(in: word) | ByteWords.below(word, 0x20) & ~lineEnds | ByteWords.equal(word, 0x7F)
    }
  }

  /// Returns the upper bit of each `&`, `<`, `>` and `"`, and maybe bits above the lowest of them.
  @inline(__always)
  static func markup(in word: UInt64) -> UInt64 {
    // `<` and `>` differ in one bit.
    ByteWords.equal(word, UInt8(ascii: "&")) | ByteWords.equal(word & ~ByteWords.every(2), UInt8(ascii: "<"))
      | ByteWords.equal(word, UInt8(ascii: "\""))
  }

  /// Appends what stands for a character of markup or a control character.
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

  /// Appends an address for a quoted attribute, percent-encoding what does not belong into one.
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

  /// Returns the upper bit of each byte that does not stand in an address as it is, and maybe bits above the
  /// lowest of them. Letters, digits and `!#$%()*+,-./:;=?@_~` do.
  @inline(__always)
  private static func foreign(toAddress word: UInt64) -> UInt64 {
    // What differs in one bit is looked for at once: `&'`, `<>`, `[{`, `\]|}`.
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
