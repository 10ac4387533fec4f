/// Text below or above the line, as a terminal can show it: in the digits and signs that Unicode has for it, or else behind
/// the `_` or `^` of TeX, because x^2 is not x2.
enum TextScript {
  case sub, `super`

  /// The text with what tells that it stands lower or higher. It is not cleaned.
  func marked(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var shown: [UInt8] = []
    for byte in text {
      guard let point = point(for: byte) else { return [self == .sub ? 0x5F : 0x5E] + text }
      shown += Array(String(Character(point)).utf8)
    }
    return shown
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

  /// The zero.
  private var base: UInt32 { self == .sub ? 0x2080 : 0x2070 }
}
