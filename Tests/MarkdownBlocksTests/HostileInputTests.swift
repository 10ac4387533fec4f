import MarkdownBlocks
import RunFormatters
import StyledRuns
import Testing

/// Input that is deep, long or repetitive costs in proportion to its length, and no stack.
@Suite struct HostileInputTests {
  static let texts: [(String, String)] = [
    ("quotes", String(repeating: ">", count: 10_000) + "a"),
    ("quotes, line by line", String(repeating: String(repeating: "> ", count: 300) + "a\n", count: 30)),
    ("items", String(repeating: "- ", count: 10_000) + "a"),
    ("numbered items", String(repeating: "1. ", count: 10_000) + "a"),
    ("footnotes", String(repeating: "[^a]: ", count: 10_000) + "[^a]"),
    ("brackets", String(repeating: "[", count: 10_000) + "a" + String(repeating: "]", count: 10_000)),
    ("images", String(repeating: "![", count: 5_000) + "a" + String(repeating: "](b)", count: 5_000)),
    ("emphasis", String(repeating: "*a **b ", count: 5_000) + String(repeating: "c** d* ", count: 5_000)),
    ("code and links", String(repeating: "*a* [b](c) `d` ", count: 5_000)),
    ("comments", String(repeating: "a <!-- b ", count: 5_000)),
    ("declarations", String(repeating: "a <!A ", count: 5_000)),
    (
      "one definition, used much",
      "[a]: /" + String(repeating: "b", count: 20_000) + "\n\n"
        + String(repeating: "[a] ", count: 5_000)
    ),
    ("labels that differ in case", (0..<5_000).map { "[\(cased($0))]: b\n\n[\(cased($0))]\n\n" }.joined()),
    ("footnote labels over lines", "[^a]: b\n\n" + String(repeating: "[^a", count: 10_000) + "\nb]"),
    (
      "a wide table and short rows",
      String(repeating: "|a", count: 2_000) + "\n"
        + String(repeating: "|-", count: 2_000) + "\n" + String(repeating: "|\n|b\n", count: 2_000)
    ),
    ("underlines", String(repeating: "a\n=\n", count: 5_000)),
    ("returns", String(repeating: "\r", count: 100_000)),
    ("zeros", String(repeating: "\0", count: 100_000)),
  ]

  /// Thirteen letters whose cases are the bits of a number.
  private static func cased(_ bits: Int) -> String {
    (0..<13).map { bits >> $0 & 1 == 0 ? "\u{E4}" : "\u{C4}" }.joined()
  }

  @Test(arguments: texts.indices)
  func hostileInputTakesBoundedWorkAndMemory(index: Int) {
    let (name, text) = Self.texts[index]
    let document = MarkdownParser().parse(text)
    let html = BareHTMLFormatter(unsafeHTML: true).format(document)
    #expect(html.count < 64 << 20, "\(name)")
    // Comparing, hashing and freeing walk the whole tree.
    let copy = MarkdownParser().parse(text)
    #expect(document == copy && document.hashValue == copy.hashValue, "\(name)")
    #expect(depth(of: document.blocks) <= MarkdownOptions().maximumNesting + 1, "\(name)")
  }

  @Test func nestingStopsAtItsLimit() {
    let options = MarkdownOptions(maximumNesting: 3)
    #expect(
      bareHTML("> > > > a", options)
        == "<blockquote>\n<blockquote>\n<blockquote>\n<p>&gt; a</p>\n</blockquote>\n</blockquote>\n</blockquote>\n"
    )
    #expect(
      bareHTML("- - a", options) == "<ul>\n<li>- a</li>\n</ul>\n",
      "a list and its item are two containers, and the inner list would make it four")
  }

  /// Constructs of a bounded size: the text for a number of bytes, the bound, and what the output holds up to it.
  static let bounded: [(text: @Sendable (Int) -> String, bound: Int, tag: String)] = [
    ({ "*" + String(repeating: "a", count: $0 - 1) + "*" }, 8000, "<em>"),
    ({ "~" + String(repeating: "a", count: $0 - 1) + "~" }, 8000, "<del>"),
    ({ "[" + String(repeating: "a", count: $0 - 1) + "](b)" }, 8000, "<a "),
    ({ "`" + String(repeating: "a", count: $0) + "`" }, 8000, "<code>"),
    ({ "a " + String(repeating: "*", count: $0) + "b" + String(repeating: "*", count: $0) }, 100, "<strong>"),
    ({ "www.a.b/" + String(repeating: "c", count: $0 - 8) }, 2048, "<a "),
    ({ String(repeating: "a", count: $0) + "@b.c" }, 255, "<a "),
    ({ String(repeating: "a", count: $0 - 1) + "\n===" }, 2000, "<h1>"),
  ]

  @Test(arguments: bounded.indices)
  func whatExceedsItsBoundIsText(index: Int) {
    let (text, bound, tag) = Self.bounded[index]
    #expect(bareHTML(text(bound), MarkdownOptions()).contains(tag))
    #expect(!bareHTML(text(bound + 1), MarkdownOptions()).contains(tag))
    let stream = MarkdownStream()
    for byte in (text(bound + 1) + "x").utf8 {
      stream.append([byte])
      stream.update()
    }
    #expect(stream.document == MarkdownParser().parse(text(bound + 1) + "x"))
  }

  /// Definitions are used for up to 1 MiB and eight times the text. What refers to one beyond that is text.
  @Test func definitionsAreWrittenALimitedNumberOfTimes() {
    let address = "/" + String(repeating: "b", count: 49_999)
    let text = "[a]: \(address)\n\n" + String(repeating: "[a]\n\n", count: 1000)
    let html = bareHTML(text, MarkdownOptions())
    let most = ((1 << 20) + 8 * text.utf8.count) / address.utf8.count
    #expect((20...most).contains(html.ranges(of: "<a ").count))
    #expect(html.hasSuffix("<p>[a]</p>\n"))
  }

  @Test func aLongPlainLineIsOneRun() {
    let text = String(repeating: "word ", count: 200_000) + "end"
    let document = MarkdownParser().parse(text)
    #expect(document.blocks.map(\.content) == [.paragraph(Inlines(plain: text))])
  }

  private func depth(of blocks: [Block]) -> Int {
    blocks.reduce(0) { max($0, 1 + depth(of: $1.children)) }
  }
}
