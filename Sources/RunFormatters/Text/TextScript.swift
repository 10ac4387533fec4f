/// Subscript or superscript text in a terminal. Uses Unicode's subscript and superscript characters, or TeX's
/// `_` and `^` if a character has none, so that x^2 does not become x2.
enum TextScript {
  case sub, `super`

  /// Converts a text to subscript or superscript. Does not clean it.
  func marked(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for byte in text {
      guard let point = point(for: byte) else { return [self == .sub ? 0x5F : 0x5E] + text }
      shown += Array(String(Character(point)).utf8)
    }
    return shown
  }

  /// Whether a text is a number in superscript, and nothing else.
  static func isRaisedNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.isEmpty { return false }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0xB9, 0xB2, 0xB3, 0x2070, 0x2074...0x2079: true
      default: false
      }
    }
  }

  private func point(for byte: UInt8) -> Unicode.Scalar? {
    switch (self, byte) {
    case (.super, 0x31): "\u{B9}"
    case (.super, 0x32): "\u{B2}"
    case (.super, 0x33): "\u{B3}"
    case (.super, 0x69): "\u{2071}"
    case (.super, 0x6E): "\u{207F}"
    case (_, 0x30...0x39): Unicode.Scalar(base + UInt32(byte - 0x30))
    case (_, 0x2B): Unicode.Scalar(base + 10)
    case (_, 0x2D): Unicode.Scalar(base + 11)
    case (_, 0x3D): Unicode.Scalar(base + 12)
    case (_, 0x28): Unicode.Scalar(base + 13)
    case (_, 0x29): Unicode.Scalar(base + 14)
    default: nil
    }
  }

  /// The digit zero.
  private var base: UInt32 { self == .sub ? 0x2080 : 0x2070 }
}
