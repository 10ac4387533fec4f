/// Estimates the width of text whose font is not known: a sans serif font of 14 pixels.
///
/// The widths are those of wide fonts for screens, so that text in a narrower one has some more room around
/// it.
enum CharacterWidths {
  /// The font size that the widths are for, in pixels.
  static let fontSize = 14

  /// The widths of the characters from space to tilde, in 1/100 of the font size.
  private static let ascii: [Int] = [
    32, 38, 45, 80, 62, 92, 76, 28, 38, 38, 50, 80, 32, 36, 32, 33,
    62, 62, 62, 62, 62, 62, 62, 62, 62, 62, 33, 33, 80, 80, 80, 52,
    98, 68, 68, 69, 76, 63, 58, 76, 75, 32, 34, 66, 56, 86, 75, 78,
    61, 78, 69, 63, 61, 73, 68, 97, 67, 61, 67, 38, 33, 38, 80, 50,
    50, 60, 62, 54, 62, 60, 36, 62, 62, 28, 29, 57, 28, 95, 62, 60,
    62, 62, 41, 52, 39, 62, 58, 81, 58, 58, 52, 60, 33, 60, 80,
  ]

  /// Returns the width in pixels, rounded up.
  static func width(of text: String, isBold: Bool) -> Int {
    var total = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20..<0x7F: total += ascii[Int(scalar.value) - 0x20]
      case 0x300...0x36F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF: break
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60,
        0x20000...0x3FFFD:
        total += 102
      case 0x2190...0x2BFF, 0x1F000...0x1FAFF: total += 132
      default: total += 66
      }
    }
    if isBold { total += total / 10 }
    return (total * fontSize + 99) / 100
  }
}
