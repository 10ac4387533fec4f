/// The grapheme cluster class of a code point (UAX 29, table 2). Line ends count as control characters.
enum ClusterClass: UInt8 {
  case other, control, extend, joiner, regionalIndicator, prepend, spacingMark
  case hangulL, hangulV, hangulT, hangulLV, hangulLVT, pictographic
}

/// The properties of a code point: cluster class, width, visibility and line breaking.
struct ScalarProperties {
  let bits: UInt16

  enum Visibility: UInt16 {
    case shown
    /// Control and format characters that must not reach a terminal, such as bidirectional controls and
    /// zero-width spaces.
    case hidden
    /// Joiners, variation selectors and tags, which are harmless inside a cluster and hidden elsewhere.
    case selector
    /// A space other than U+0020, or a line or paragraph separator.
    case space
  }

  @inline(__always)
  var cluster: ClusterClass { ClusterClass(rawValue: UInt8(bits & 15)) ?? .other }
  @inline(__always)
  var visibility: Visibility { Visibility(rawValue: bits >> 6 & 3) ?? .hidden }
  /// The width: 0, 1 or 2 columns; 3 if it is ambiguous.
  @inline(__always)
  var widthClass: Int { Int(bits >> 4 & 3) }
  /// Whether a line can break before and after the character without a space, as with Han characters and
  /// kana.
  @inline(__always)
  var isIdeographic: Bool { bits & 0x100 != 0 }
  /// Whether the character must not start a line, such as closing punctuation.
  @inline(__always)
  var forbidsBreakBefore: Bool { bits & 0x200 != 0 }
  /// Whether the character must not end a line, such as opening punctuation.
  @inline(__always)
  var forbidsBreakAfter: Bool { bits & 0x400 != 0 }

  /// Whether the character is shown and forms its own cluster: it is not a mark, a joiner or hidden.
  @inline(__always)
  var isShownAlone: Bool {
    visibility == .shown && widthClass != 0 && cluster != .extend && cluster != .spacingMark
  }
  /// Whether only a mark after the character extends its cluster.
  @inline(__always)
  var isOtherCluster: Bool { bits & 15 == 0 }

  /// The properties of a Han character: two columns wide, with line breaks allowed on both sides.
  static let ideograph = ScalarProperties(bits: UnicodeTables.ideograph)

  /// Whether a byte is the first byte of a Han character from U+5000 to U+9FFF. It cannot occur elsewhere in
  /// a character.
  @inline(__always)
  static func startsIdeograph(_ byte: UInt8) -> Bool { byte &- 0xE5 <= 4 }

  @inline(__always)
  init(bits: UInt16) { self.bits = bits }

  /// Looks up the properties of a code point. A surrogate or a number beyond U+10FFFF is hidden.
  @inline(__always)
  init(_ point: UInt32) {
    guard point < 0x20000 else {
      self.init(beyondTable: point)
      return
    }
    let pair = Self.pair(UnicodeTables.index, Int(point >> 7))
    let letter = UnicodeTables.blocks.utf8Start[Int(pair) << 7 | Int(point & 127)]
    self.init(bits: Self.pair(UnicodeTables.records, Int(letter) - 0x23))
  }

  private init(beyondTable point: UInt32) {
    let hidden = Visibility.hidden.rawValue << 6
    let selector = Visibility.selector.rawValue << 6 | UInt16(ClusterClass.extend.rawValue)
    switch point {
    case _ where point & 0xFFFE == 0xFFFE: bits = hidden
    case 0x20000...0x3FFFD: bits = UnicodeTables.ideograph
    case 0xE0020...0xE007F, 0xE0100...0xE01EF: bits = selector
    case 0xE0000...0xE0FFF: bits = hidden
    case ...0x10FFFF: bits = 1 << 4
    default: bits = hidden
    }
  }

  @inline(__always)
  private static func pair(_ text: StaticString, _ position: Int) -> UInt16 {
    let start = text.utf8Start + 2 * position
    return digit(start[0]) << 6 | digit(start[1])
  }

  @inline(__always)
  private static func digit(_ character: UInt8) -> UInt16 {
    character == UInt8(ascii: "!") ? 0x2C : UInt16(character) &- 0x30
  }
}
