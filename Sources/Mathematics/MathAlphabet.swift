/// A mathematical alphabet, such as bold, script or double-struck letters.
///
/// ```swift
/// MathAtom("R", .letter, alphabet: .doubleStruck)  // \mathbb{R}
/// ```
public enum MathAlphabet: String, Hashable, Sendable {
  /// Upright letters: `\mathrm`.
  case roman
  case bold
  /// Bold symbols; letters are also slanted: `\boldsymbol`.
  case boldSymbol
  case italic
  case doubleStruck, script, fraktur, sansSerif, monospace

  /// Returns the text with its letters and digits mapped to the alphabet's characters in the Unicode block
  /// "Mathematical Alphanumeric Symbols". Characters without a counterpart are unchanged.
  ///
  /// ```swift
  /// MathAlphabet.doubleStruck.styled("R")  // ℝ
  /// ```
  public func styled(_ text: String) -> String {
    if self == .roman || self == .italic { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(styled(scalar)) }
    return String(result)
  }

  private func styled(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if let exception = Self.exceptions(self, scalar) { return exception }
    let value = scalar.value
    var target: UInt32?
    switch value {
    case 0x41...0x5A: target = upper.map { $0 + value - 0x41 }
    case 0x61...0x7A: target = upper.map { $0 + 26 + value - 0x61 }
    case 0x30...0x39: target = digits.map { $0 + value - 0x30 }
    case 0x391...0x3A9: target = greek.map { $0 + value - 0x391 }
    case 0x3B1...0x3C9: target = greek.map { $0 + 26 + value - 0x3B1 }
    default: break
    }
    return target.flatMap(Unicode.Scalar.init) ?? scalar
  }

  /// The code point of the letter A.
  private var upper: UInt32? {
    switch self {
    case .roman, .italic: nil
    case .bold: 0x1D400
    case .boldSymbol: 0x1D468
    case .doubleStruck: 0x1D538
    case .script: 0x1D49C
    case .fraktur: 0x1D504
    case .sansSerif: 0x1D5A0
    case .monospace: 0x1D670
    }
  }

  /// The code point of the digit 0.
  private var digits: UInt32? {
    switch self {
    case .bold, .boldSymbol: 0x1D7CE
    case .doubleStruck: 0x1D7D8
    case .sansSerif: 0x1D7E2
    case .monospace: 0x1D7F6
    default: nil
    }
  }

  /// The code point of the letter Α.
  private var greek: UInt32? {
    switch self {
    case .bold: 0x1D6A8
    case .boldSymbol: 0x1D71C
    default: nil
    }
  }

  /// Returns the characters that Unicode encodes outside the block of alphabets, such as `ℝ`.
  private static func exceptions(_ alphabet: MathAlphabet, _ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] =
      switch alphabet {
      case .doubleStruck:
        [("C", "ℂ"), ("H", "ℍ"), ("N", "ℕ"), ("P", "ℙ"), ("Q", "ℚ"), ("R", "ℝ"), ("Z", "ℤ")]
      case .script:
        [
          ("B", "ℬ"), ("E", "ℰ"), ("F", "ℱ"), ("H", "ℋ"), ("I", "ℐ"), ("L", "ℒ"), ("M", "ℳ"), ("R", "ℛ"),
          ("e", "ℯ"), ("g", "ℊ"), ("o", "ℴ"),
        ]
      case .fraktur: [("C", "ℭ"), ("H", "ℌ"), ("I", "ℑ"), ("R", "ℜ"), ("Z", "ℨ")]
      case .bold:
        [("∇", "𝛁"), ("∂", "𝛛"), ("ϵ", "𝛜"), ("ϑ", "𝛝"), ("ϰ", "𝛞"), ("ϕ", "𝛟"), ("ϱ", "𝛠"), ("ϖ", "𝛡")]
      case .boldSymbol:
        [("∇", "𝛁"), ("∂", "𝝏"), ("ϵ", "𝝐"), ("ϑ", "𝝑"), ("ϰ", "𝝒"), ("ϕ", "𝝓"), ("ϱ", "𝝔"), ("ϖ", "𝝕")]
      default: []
      }
    return pairs.first { $0.0 == scalar }?.1
  }
}
