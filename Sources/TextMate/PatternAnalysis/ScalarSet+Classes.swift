internal import OnigurumaRegex

/// Defines the named classes of Oniguruma's syntax, in UTF-8.
extension ScalarSet {
  static let word = ScalarSet(
    low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE, wide: .type(.word), isCaseless: false)
  /// `\w` outside of brackets (``CharacterType/bareWord``).
  static let bareWord = ScalarSet(low: word.low, high: word.high, wide: .type(.bareWord), isCaseless: false)
  static let digit = ScalarSet(low: 0x03FF_0000_0000_0000, wide: .type(.digit))
  static let hexDigit = ScalarSet(low: 0x03FF_0000_0000_0000, high: 0x0000_007E_0000_007E)
  static let space = ScalarSet(
    low: 0x0000_0001_0000_3E00,
    wide: .ranges([
      0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
      0x205F...0x205F, 0x3000...0x3000,
    ]))
  static let newline = ScalarSet(low: 1 << 10)
  static let notNewline = ScalarSet(low: ~(1 << 10), high: .max, wide: .all, isCaseless: false)
  /// The scalars that `\R` matches in addition to CR LF.
  static let lineBreak = ScalarSet(
    low: 0x3C00, wide: .ranges([0x85...0x85, 0x2028...0x2029]))

  private static let upperBits: UInt64 = 0x0000_0000_07FF_FFFE
  private static let letterBits: UInt64 = upperBits | upperBits << 32
  private static let digitBits: UInt64 = 0x03FF_0000_0000_0000

  /// Returns the class of `[:name:]` or `\p{name}`; nil if the name is not supported.
  ///
  /// - Parameter name: The name in lower case, without spaces, hyphens and underscores.
  static func named(_ name: String) -> ScalarSet? {
    switch name {
    case "word": return word
    case "digit": return digit
    case "space", "whitespace": return space
    case "xdigit", "asciihexdigit": return hexDigit
    case "ascii": return ScalarSet(low: .max, high: .max)
    case "any": return everything
    default:
      guard let ascii = asciiPart(of: name) else { return nil }
      let wide = types[name].map(Wide.type) ?? .unknown
      return ScalarSet(low: ascii.low, high: ascii.high, wide: wide, isCaseless: false)
    }
  }

  private static let types: [String: CharacterType] = ["alpha": .alpha, "alnum": .alnum]

  private static func asciiPart(of name: String) -> (low: UInt64, high: UInt64)? {
    switch name {
    case "alpha", "alphabetic", "l", "letter", "ids", "idstart", "xids", "xidstart", "latin", "latn":
      (0, letterBits)
    case "alnum": (digitBits, letterBits)
    case "idc", "idcontinue", "xidc", "xidcontinue": (digitBits, letterBits | 1 << 31)
    case "upper", "uppercase", "lu", "uppercaseletter": (0, upperBits)
    case "lower", "lowercase", "ll", "lowercaseletter": (0, upperBits << 32)
    case "n", "number", "nd", "decimalnumber": (digitBits, 0)
    case "lt", "lm", "lo", "m", "mn", "mc", "me", "mark", "nl", "no", "so", "pi", "pf", "han", "hiragana",
      "katakana", "greek", "cyrillic", "hangul", "hebrew", "arabic", "thai":
      (0, 0)
    case "blank": (1 << 9 | 1 << 32, 0)
    case "cntrl", "cc", "control": (0xFFFF_FFFF, 1 << 63)
    case "graph": (0xFFFF_FFFE_0000_0000, .max >> 1)
    case "print": (0xFFFF_FFFF_0000_0000, .max >> 1)
    case "zs", "z", "spaceseparator", "separator": (1 << 32, 0)
    case "p", "punctuation", "punct": (0x8C00_F7EE_0000_0000, 0x2800_0000_B800_0001)
    case "pc": (0, 1 << 31)
    case "pd": (1 << 45, 0)
    case "ps": (1 << 40, 1 << 27 | 1 << 59)
    case "pe": (1 << 41, 1 << 29 | 1 << 61)
    case "s", "symbol": (0x7000_0810_0000_0000, 0x5000_0001_4000_0000)
    case "sc", "currencysymbol": (1 << 36, 0)
    case "sm", "mathsymbol": (0x7000_0800_0000_0000, 1 << 60 | 1 << 62)
    case "sk": (0, 1 << 30 | 1 << 32)
    default: nil
    }
  }
}
