/// The named classes of Oniguruma's syntax, with UTF-8 as the encoding.
extension ScalarSet {
  static let word = ScalarSet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE, wide: .unknown)
  static let digit = ScalarSet(low: 0x03FF_0000_0000_0000, wide: .unknown)
  static let hexDigit = ScalarSet(low: 0x03FF_0000_0000_0000, high: 0x0000_007E_0000_007E)
  static let space = ScalarSet(
    low: 0x0000_0001_0000_3E00,
    wide: .ranges([
      0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
      0x205F...0x205F, 0x3000...0x3000,
    ]))
  static let newline = ScalarSet(low: 1 << 10)
  static let notNewline = ScalarSet(low: ~(1 << 10), high: .max, wide: .all)
  /// What `\R` matches besides CR LF.
  static let lineBreak = ScalarSet(
    low: 0x3C00, wide: .ranges([0x85...0x85, 0x2028...0x2029]))

  private static let upperBits: UInt64 = 0x0000_0000_07FF_FFFE
  private static let letterBits: UInt64 = upperBits | upperBits << 32
  private static let digitBits: UInt64 = 0x03FF_0000_0000_0000

  /// The class that `[:name:]` or `\p{name}` stands for; `isExact` is false where the name is not known here.
  ///
  /// `name` comes without spaces, hyphens and underscores, in lower case.
  static func named(_ name: String) -> ScalarSet? {
    switch name {
    case "alpha", "alphabetic", "l", "letter":
      ScalarSet(high: letterBits, wide: .unknown)
    case "alnum": ScalarSet(low: digitBits, high: letterBits, wide: .unknown)
    case "upper", "uppercase", "lu", "uppercaseletter":
      ScalarSet(high: upperBits, wide: .unknown)
    case "lower", "lowercase", "ll", "lowercaseletter":
      ScalarSet(high: upperBits << 32, wide: .unknown)
    case "digit", "nd", "decimalnumber", "n", "number": ScalarSet(low: digitBits, wide: .unknown)
    case "lt", "lm", "lo", "m", "mn", "mc", "me", "mark", "nl", "no", "han", "hiragana", "katakana", "greek",
      "cyrillic", "hangul", "hebrew", "arabic", "thai":
      ScalarSet(wide: .unknown)
    case "word": word
    case "space", "whitespace": space
    case "xdigit", "asciihexdigit": hexDigit
    case "blank": ScalarSet(low: 1 << 9 | 1 << 32, wide: .unknown)
    case "cntrl": ScalarSet(low: 0xFFFF_FFFF, high: 1 << 63, wide: .unknown)
    case "graph": ScalarSet(low: 0xFFFF_FFFE_0000_0000, high: .max >> 1, wide: .unknown)
    case "print": ScalarSet(low: 0xFFFF_FFFF_0000_0000, high: .max >> 1, wide: .unknown)
    case "ascii": ScalarSet(low: .max, high: .max)
    case "any": everything
    case "zs", "z", "spaceseparator", "separator": ScalarSet(low: 1 << 32, wide: .unknown)
    case "cc", "control": ScalarSet(low: 0xFFFF_FFFF, high: 1 << 63, wide: .ranges([0x80...0x9F]))
    case "p", "punctuation":
      ScalarSet(low: 0x8C00_F7EE_0000_0000, high: 0x2800_0000_B800_0001, wide: .unknown)
    case "punct":
      ScalarSet(low: 0xFC00_FFFE_0000_0000, high: 0x7800_0001_F800_0001, wide: .unknown)
    case "s", "symbol":
      ScalarSet(low: 0x7000_0810_0000_0000, high: 0x5000_0001_4000_0000, wide: .unknown)
    default: nil
    }
  }
}
