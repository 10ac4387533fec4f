/// Which bytes mean something in leaf text, by the options; made once for a parser.
struct InlineSyntax {
  let isSmart: Bool
  let strikes: Bool
  let autolinks: Bool
  let footnotes: Bool
  let formulas: Bool
  let emoji: Bool
  /// Whether emphasis is judged by ``CJKEmphasis``.
  let judgesCJK: Bool
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
