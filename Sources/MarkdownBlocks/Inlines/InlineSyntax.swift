/// The bytes that mean something in leaf text, by the options; made once for a parser.
///
/// A new inline construct is a byte in this table, a case of ``InlineItem``, a function that ``InlineParser`` reads it with,
/// and one that ``RunWriter`` writes it with.
struct InlineSyntax {
  let isSmart: Bool
  let strikes: Bool
  let autolinks: Bool
  let footnotes: Bool
  let formulas: Bool
  let emoji: Bool
  /// Whether emphasis is judged by ``CJKEmphasis``.
  let judgesCJK: Bool
  /// The custom elements; nil where no name is one's.
  let elements: ElementRules?
  /// 1 for a byte at which plain text may end.
  private let special: [UInt8]

  init(options: MarkdownOptions) {
    isSmart = options.smart
    strikes = options.extensions.contains(.strikethrough)
    autolinks = options.extensions.contains(.autolink)
    footnotes = options.extensions.contains(.footnotes)
    formulas = options.extensions.contains(.math)
    emoji = options.extensions.contains(.emoji)
    judgesCJK = options.extensions.contains(.cjkEmphasis)
    elements = options.knownElements
    var special = [UInt8](repeating: 0, count: 256)
    for byte in "\n\\`&<*_[]!".utf8 { special[Int(byte)] = 1 }
    if strikes { special[Int(UInt8(ascii: "~"))] = 1 }
    if autolinks { for byte in ":w".utf8 { special[Int(byte)] = 1 } }
    if formulas { special[Int(UInt8(ascii: "$"))] = 1 }
    if emoji { special[Int(UInt8(ascii: ":"))] = 1 }
    if isSmart { for byte in "'\"-.".utf8 { special[Int(byte)] = 1 } }
    self.special = special
  }

  /// Calls `body` with a pointer to the table.
  @inline(__always)
  func withTable<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    special.withUnsafeBufferPointer { table in
      // An array of 256 elements has an address.
      guard let base = table.baseAddress else { preconditionFailure("the table is empty") }
      return body(base)
    }
  }
}

/// A piece of leaf text as it was read, in the order of the source; see ``InlineParser``.
struct InlineItem: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// Leaf text as it stands, `start ..< end`.
    case text
    /// The same of ``InlineParser/synthesized``: what an entity or typographic sign became.
    case synthesized
    /// Code between backticks.
    case code
    /// TeX between the marks of a formula.
    case math
    case displayMath
    case html
    /// The start tag of a custom element, `start ..< end`: `reference` is the index of its rule.
    case elementStart
    case elementEnd
    case softBreak
    case lineBreak
    /// A run of `*`, `_` or `~`, or a quote: `reference` is the index of its ``InlineDelimiter``.
    case delimiter
    /// `[` or `![`; `reference` is the index of its ``InlineLink`` once it is one.
    case bracket
    /// The end of a link or image.
    case linkEnd
    /// An address that is a link by itself: `start ..< end` is its text, `reference` its ``InlineLink``.
    case address
    /// The same in pointed brackets: the text is one of ``InlineParser/synthesized``.
    case pointedAddress
    /// Nothing: here the text may be cut, and an update may begin.
    case commitPoint
  }

  var kind: Kind
  var reference: Int32 = -1
  var start: Int32
  var end: Int32

  init(_ kind: Kind, _ start: Int, _ end: Int, reference: Int = -1) {
    self.kind = kind
    self.reference = Int32(reference)
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }
}
