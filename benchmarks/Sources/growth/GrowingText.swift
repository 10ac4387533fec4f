/// A text of any size: a head, then fragments that are each repeated, then a tail.
///
/// `[a]: b` as head, `![` and `](` as fragments gives `[a]: b![![![](](](` at some small size.
struct GrowingText: Hashable, CustomStringConvertible {
  var head = ""
  var fragments: [String]
  var tail = ""

  /// The text with as many whole repetitions as fit `size` bytes; all fragments get the same number.
  func bytes(_ size: Int) -> [UInt8] {
    let length = max(1, fragments.reduce(0) { $0 + $1.utf8.count })
    let count = max(1, (size - head.utf8.count - tail.utf8.count) / length)
    var bytes = Array(head.utf8)
    bytes.reserveCapacity(size + length)
    for fragment in fragments {
      for _ in 0..<count { bytes += fragment.utf8 }
    }
    bytes += tail.utf8
    return bytes
  }

  /// A Swift expression list that makes the same value.
  var description: String {
    func quoted(_ text: String) -> String { text.debugDescription }
    var parts = ["fragments: [" + fragments.map(quoted).joined(separator: ", ") + "]"]
    if !head.isEmpty { parts.insert("head: " + quoted(head), at: 0) }
    if !tail.isEmpty { parts.append("tail: " + quoted(tail)) }
    return "GrowingText(" + parts.joined(separator: ", ") + ")"
  }

  // MARK: Generation

  /// The signs and words that mean something in markdown, alone or as part of a construct.
  static let pieces = [
    "!", "![", "[", "]", "](", "(", ")", "[]", "()", "(a)", "[a]", "[^", "^", "[^a]", "[a]:", "[^a]: ", "<",
    ">", "</",
    "<a>", "</a>", "<a ", "<b", "/>", "<!--", "-->", "<!", "<?", "?>", "<![CDATA[", "]]>", "<div>", "</div>",
    "<pre>",
    "<li>", "<table>", "<td>", "<!A", "*", "**", "***", "_", "__", "~", "~~", "`", "``", "```", "````", "~~~",
    "$", "$$",
    "\\", "\\(", "\\)", "\\[", "\\]", "&", "&amp;", "&#x", ";", ":", ":tada:", "http://a", "www.a", "a@b",
    "mailto:",
    "a.b", ".", "\n", "\n\n", "\r", "\r\n", " ", "  ", "    ", "\t", "- ", "* ", "+ ", "1. ", "> ", "# ", "|",
    "|-", "|a",
    "-", "--", "---", "=", "==", "+++", "\"", "'", "- [ ] ", "[x]", "a", "A", "é", "中", "\u{1F468}\u{200D}",
    "\u{0}",
    "\u{301}", "\u{5D0}", "...", "{", "}", "%", "/", "@", "_a", "a_", "*a", "a*", " a", "a ", "<br>",
    "<img src=a>",
    "<a name=b>", "<details>", "<summary>", "1", "\u{A0}", "\u{3000}", "#", "\n- ", "\n> ", "\n|", "\n\n- ",
    "\n    ",
    "\n  ", "\n```\n", "[!NOTE]", "  \n", "\\\n", "h", "ww", "w",
  ]

  private static let heads = [
    "", "", "", "", "", "", "", "", "[a]: b\n\n", "[^a]: b\n\n", "- ", "> ", "1. ", "|a|b|\n|-|-|\n",
    "|a|\n|-|\n|", "# ", "<div>",
    "<div>\n\n", "```\n", "~~~ a\n", "---\na: b\n---\n", "a\n", "[", "![", "*", "$$\n", "\\[\n", "<!--",
    "> [!NOTE]\n> ", "- [ ] ",
    "[^a]: ", "[a]: ", "![](", "[a](<", "`", "[a](b \"", "<details>\n\n", "a[^a]\n\n[^a]: ",
  ]

  private static let tails = [
    "", "", "", "", "", "", "\n", "\n\na", "]", ")", "[^a]", "\n\n[a]: b", "\n\n[^a]: b", "\n|-", "\n=", "`",
    "a",
  ]

  /// All single pieces, pairs and triples, each repeated as a whole.
  static func systematic(_ index: Int) -> GrowingText? {
    let count = pieces.count
    if index < count { return GrowingText(fragments: [pieces[index]]) }
    let pair = index - count
    if pair < count * count { return GrowingText(fragments: [pieces[pair / count] + pieces[pair % count]]) }
    let triple = pair - count * count
    guard triple < count * count * count else { return nil }
    return GrowingText(fragments: [
      pieces[triple / count / count] + pieces[triple / count % count] + pieces[triple % count]
    ])
  }

  /// A head, one to three repeated fragments of up to four pieces each, and a tail.
  static func random(using generator: inout some RandomNumberGenerator) -> GrowingText {
    let fragments = (0..<[1, 1, 1, 2, 2, 3].randomElement(using: &generator)!).map { _ in
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }
        .joined()
    }
    return GrowingText(
      head: heads.randomElement(using: &generator)!, fragments: fragments,
      tail: tails.randomElement(using: &generator)!)
  }
}

/// SplitMix64, so that a seed names a run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
