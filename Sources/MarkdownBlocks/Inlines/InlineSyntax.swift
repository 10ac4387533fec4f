internal import MarkdownSource
internal import StyledRuns

/// The bytes with a meaning in leaf text, depending on the options. Computed once per parser.
///
/// A new inline construct needs a byte in this table, a case of ``InlineItem`` and one of
/// ``InlineParser/scan(in:)``, a function that parses it, and one in ``RunWriter`` that writes it.
struct InlineSyntax {
  let isSmart: Bool
  let strikes: Bool
  let autolinks: Bool
  let footnotes: Bool
  let formulas: Bool
  let emoji: Bool
  /// Whether emphasis follows ``CJKEmphasis``.
  let judgesCJK: Bool
  /// The custom elements; nil if there are none.
  let elements: ElementRules?
  /// A table that contains 1 for each byte at which plain text may end.
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
      // An array of 256 elements has a stable address inside the closure.
      guard let base = table.baseAddress else { preconditionFailure("the table is empty") }
      return body(base)
    }
  }
}

extension InlineParser {
  /// Parses from ``position`` to ``end``.
  func scan(in context: LeafParser.Context) {
    syntax.withTable { special in
      while position < end {
        if position >= nextCommit, mayCommit(at: position) { commit() }
        let byte = text[position]
        guard special[Int(byte)] != 0 else {
          position += 1
          continue
        }
        if let cancellation, cancellation.isCancelled { return }
        switch byte {
        case .newline: readLineEnd()
        case UInt8(ascii: "`"): readTicks()
        case UInt8(ascii: "\\"): readBackslash()
        case UInt8(ascii: "&"): readReference()
        case UInt8(ascii: "<"): readPointed()
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "'"), UInt8(ascii: "\""): readDelimiters(byte)
        case UInt8(ascii: "~"): readTildes()
        case UInt8(ascii: "-"): readHyphens()
        case UInt8(ascii: "."): readPeriods()
        case UInt8(ascii: "["): openBracket(isImage: false)
        case UInt8(ascii: "]"): readCloseBracket(in: context)
        case UInt8(ascii: "!"):
          if position + 1 < end, text[position + 1] == UInt8(ascii: "["),
            !(position + 2 < end && text[position + 2] == UInt8(ascii: "^"))
          {
            openBracket(isImage: true)
          } else {
            position += 1
          }
        case UInt8(ascii: "$"): if !readFormula() { position += 1 }
        case UInt8(ascii: ":"):
          if syntax.emoji, readEmoji() { continue }
          if syntax.autolinks { readAddressAfterScheme() } else { position += 1 }
        case UInt8(ascii: "w"): readWebAddress()
        default: position += 1
        }
      }
    }
  }
}

/// A parsed piece of leaf text, in source order; see ``InlineParser``.
struct InlineItem: BitwiseCopyable {
  enum ItemKind: UInt8, BitwiseCopyable {
    /// Unchanged leaf text, `start ..< end`.
    case text
    /// Text of ``InlineParser/synthesized``: a decoded character reference or typographic punctuation.
    case synthesized
    /// Code between backticks.
    case code
    /// The TeX source between the delimiters of a formula.
    case math
    case displayMath
    case html
    /// The start tag of a custom element, `start ..< end`: `reference` is the index of its rule.
    case elementStart
    case elementEnd
    case softBreak
    case lineBreak
    /// A run of `*`, `_` or `~`, or a quote. `reference` is the index of its ``InlineDelimiter``.
    case delimiter
    /// `[` or `![`. `reference` is the index of its ``InlineLink`` once the link is closed.
    case bracket
    /// The end of a link or image.
    case linkEnd
    /// An extended autolink. `start ..< end` is its text, `reference` its ``InlineLink``.
    case address
    /// An autolink in angle brackets, whose text is in ``InlineParser/synthesized``.
    case pointedAddress
    /// A position without text at which runs can be split, and an update may begin.
    case commitPoint
  }

  var kind: ItemKind
  var reference: Int32 = -1
  var start: Int32
  var end: Int32

  init(_ kind: ItemKind, _ start: Int, _ end: Int, reference: Int = -1) {
    self.kind = kind
    self.reference = Int32(reference)
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
  }
}
