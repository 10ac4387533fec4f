/// The grapheme cluster class of a code point (UAX 29, table 2); line ends count as control.
enum ClusterClass: UInt8 {
  case other, control, extend, joiner, regionalIndicator, prepend, spacingMark
  case hangulL, hangulV, hangulT, hangulLV, hangulLVT, pictographic
}

/// What is known about a code point: its cluster class, width, visibility and line breaking.
struct ScalarProperties {
  let bits: UInt16

  enum Visibility: UInt16 {
    case shown
    /// Control and format characters that are never to reach a terminal: bidi controls, zero-width spaces.
    case hidden
    /// Joiners, variation selectors and tags: harmless within a cluster, hidden elsewhere.
    case selector
    /// A space other than U+0020, or a line or paragraph separator.
    case space
  }

  @inline(__always)
  var cluster: ClusterClass { ClusterClass(rawValue: UInt8(bits & 15)) ?? .other }
  @inline(__always)
  var visibility: Visibility { Visibility(rawValue: bits >> 6 & 3) ?? .hidden }
  /// 0, 1 or 2 columns; 3 where it is one or two by the terminal's choice.
  @inline(__always)
  var widthClass: Int { Int(bits >> 4 & 3) }
  /// Whether a line may break before and after it without a space, as among Han characters and kana.
  @inline(__always)
  var isIdeographic: Bool { bits & 0x100 != 0 }
  /// Closing punctuation and the like, which never starts a line.
  @inline(__always)
  var forbidsBreakBefore: Bool { bits & 0x200 != 0 }
  /// Opening punctuation, which never ends a line.
  @inline(__always)
  var forbidsBreakAfter: Bool { bits & 0x400 != 0 }

  /// Whether it is shown and carries on nothing: no mark, no joiner, nothing hidden.
  @inline(__always)
  var isShownAlone: Bool {
    visibility == .shown && widthClass != 0 && cluster != .extend && cluster != .spacingMark
  }
  /// Whether it may be followed by anything but a mark without becoming part of a longer cluster.
  @inline(__always)
  var isOtherCluster: Bool { bits & 15 == 0 }

  /// A Han character: two columns wide, lines broken on either side of it.
  static let ideograph = ScalarProperties(bits: UnicodeTables.ideograph)

  /// Whether the first byte of a code point says that it is a Han character, of U+5000 to U+9FFF; no other byte does.
  @inline(__always)
  static func startsIdeograph(_ byte: UInt8) -> Bool { byte &- 0xE5 <= 4 }

  @inline(__always)
  init(bits: UInt16) { self.bits = bits }

  /// The properties of a code point; a surrogate or a number beyond U+10FFFF is hidden.
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
