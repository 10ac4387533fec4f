extension ByteSink {
  /// Appends code as HTML text, with invisible characters made visible.
  ///
  /// Characters that change the text direction, and characters without a width, can make code look like other
  /// code. Such a character is kept, so that copies of the code are unchanged. It is wrapped in an isolate,
  /// which confines its effect, with its code point as the title, which the stylesheet shows.
  mutating func append(escapingHTMLCode text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress, !ByteWords.isASCII(text) else { return append(escapingHTML: text) }
    var clean = 0
    var position = 0
    while position < text.count {
      guard let length = Self.hiddenLength(text, at: position) else {
        position += 1
        continue
      }
      append(escapingHTML: UnsafeBufferPointer(start: start + clean, count: position - clean))
      let character = UnsafeBufferPointer(start: start + position, count: length)
      append("<bdi class=\"ils-char\" title=\"")
      append(text: Self.name(of: character))
      append("\">")
      append(character)
      append("</bdi>")
      position += length
      clean = position
    }
    append(escapingHTML: UnsafeBufferPointer(start: start + clean, count: text.count - clean))
  }

  /// Returns the length of the invisible character at an index; nil for other characters.
  private static func hiddenLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    func byte(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }
    switch byte(0) {
    case 0xC2: return byte(1) == 0xAD ? 2 : nil  // soft hyphen
    case 0xD8: return byte(1) == 0x9C ? 2 : nil  // Arabic letter mark
    case 0xE2:
      switch (byte(1), byte(2)) {
      case (0x80, 0x8C), (0x80, 0x8D):
        // Joiners are part of emoji and several scripts, but have no effect next to ASCII.
        let isJoining = index > 0 && text[index - 1] >= 0x80 && byte(3) >= 0x80
        return isJoining ? nil : 3
      case (0x80, 0x8B), (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA0...0xAF): return 3
      default: return nil
      }
    case 0xEF: return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : nil  // byte order mark
    case 0xF3: return byte(1) == 0xA0 && (0x80...0x81).contains(byte(2)) && byte(3) != 0 ? 4 : nil  // tags
    default: return nil
    }
  }

  /// Returns the code point of a character, such as `U+202E`.
  private static func name(of character: UnsafeBufferPointer<UInt8>) -> String {
    let value = String(decoding: character, as: UTF8.self).unicodeScalars.first?.value ?? 0
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
