/// A modified flanking rule for emphasis next to Chinese, Japanese and Korean text.
///
/// In CommonMark, a delimiter next to punctuation opens or closes only if white space or punctuation is on
/// its other side. Text without spaces has letters there, so that `**注意。**次` stays asterisks. With this rule,
/// CJK punctuation counts as a letter, and all CJK characters count as white space if the other side is
/// punctuation of another script.
package enum CJKEmphasis {
  /// Whether a scalar belongs to a script without spaces between words, or is a full-width character.
  @inlinable package static func isCJK(_ scalar: Int32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0x2E80...0x2FFF, 0x3001...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B2FF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
