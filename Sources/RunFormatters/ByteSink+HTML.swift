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

  /// The upper bit of each `&`, `<`, `>` and `"`, and maybe bits above the lowest of them.
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
    guard let start = text.baseAddress else { return }
    let digits: StaticString = "0123456789ABCDEF"
    var position = 0
    while position < text.count {
      let clean = position
      while position < text.count, Self.standsInAddress(start[position]) { position += 1 }
      append(start + clean, count: position - clean)
      guard position < text.count else { break }
      let byte = start[position]
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "'"): append(apostrophe)
      default:
        append(UInt8(ascii: "%"))
        append(digits.utf8Start[Int(byte >> 4)])
        append(digits.utf8Start[Int(byte & 15)])
      }
      position += 1
    }
  }

  /// Whether the byte stands in an address as it is: a letter, a digit or one of `!#$%()*+,-./:;=?@_~`.
  @inline(__always)
  private static func standsInAddress(_ byte: UInt8) -> Bool {
    let half: UInt64 = byte < 0x40 ? 0xAFFF_FF3A_0000_0000 : 0x47FF_FFFE_87FF_FFFF
    return byte < 0x80 && half >> UInt64(byte & 63) & 1 == 1
  }
}
