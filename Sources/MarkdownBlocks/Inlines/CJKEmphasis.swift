/// The rule for emphasis next to Chinese, Japanese and Korean text.
///
/// CommonMark lets a delimiter next to punctuation open or close only where white space or punctuation stands on its
/// other side. Text without spaces has letters there: `**注意。**次` stays asterisks. Here punctuation of these scripts
/// counts as a letter, and all of their characters count as white space where the other side is punctuation of another
/// script.
enum CJKEmphasis {
  /// Whether a scalar is of a script that puts no spaces between words, or is set as wide as they are.
  static func isCJK(_ scalar: Int32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0x2E80...0x2FFF, 0x3001...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B2FF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
