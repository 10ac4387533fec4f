import MarkdownBlocks
import StyledRuns
import Testing

/// A block's range is where it stands in the source: from its first marker to the end of its last line.
@Suite struct SourceRangeTests {
  /// A text, and for each block in document order its kind and what its range holds.
  static let cases: [(String, [String])] = [
    ("a\n\nb  \nc\n", ["paragraph: a", "paragraph: b  \nc"]),
    ("  a\n", ["paragraph: a"]),
    ("# h #\n\nx", ["heading: # h #", "paragraph: x"]),
    ("a\nb\n===\nc", ["heading: a\nb\n===", "paragraph: c"]),
    ("[a]: /u\ntext", ["paragraph: text"]),
    ("[a]: /u\n\"t\"\n[b]: /v\ntext\n---\n", ["heading: text\n---"]),
    ("[a]: /u\n---\nx", ["paragraph: ---\nx"]),
    ("```sh\na\n\n```\nb", ["code: ```sh\na\n\n```", "paragraph: b"]),
    ("```\na\n\n", ["code: ```\na\n"]),
    ("    a\n\n    b\n\n\nc", ["code:     a\n\n    b", "paragraph: c"]),
    ("<div>\na\n\nb", ["html: <div>\na", "paragraph: b"]),
    ("<!-- a\n\nb -->\nc", ["html: <!-- a\n\nb -->", "paragraph: c"]),
    ("***\n- - -\n", ["break: ***", "break: - - -"]),
    ("> a\n> b\nc\n\nd", ["quote: > a\n> b\nc", "paragraph: a\n> b\nc", "paragraph: d"]),
    ("> a\n>\n", ["quote: > a\n>", "paragraph: a"]),
    (
      "- a\n\n  b\n- c\n\n\nd",
      [
        "list: - a\n\n  b\n- c", "item: - a\n\n  b", "paragraph: a", "paragraph: b", "item: - c",
        "paragraph: c",
        "paragraph: d",
      ]
    ),
    ("-\n- a", ["list: -\n- a", "item: -", "item: - a", "paragraph: a"]),
    ("1. - a", ["list: 1. - a", "item: 1. - a", "list: - a", "item: - a", "paragraph: a"]),
    ("x\na | b\n-|-\nc | d\n\ne", ["paragraph: x", "table: a | b\n-|-\nc | d", "paragraph: e"]),
    ("> x\n> a | b\n> -|-\n", ["quote: > x\n> a | b\n> -|-", "paragraph: x", "table: a | b\n> -|-"]),
    ("a\r\nb\r\n\r\nc\rd", ["paragraph: a\r\nb", "paragraph: c\rd"]),
    ("\u{FEFF}# h", ["heading: # h"]),
    (
      "x[^a]\n\n[^a]: b\n\n    c\n",
      ["paragraph: x[^a]", "footnote: [^a]: b\n\n    c", "paragraph: b", "paragraph: c"]
    ),
  ]

  @Test(arguments: cases.indices)
  func sourceRangesContainTheirBlocks(index: Int) {
    let (text, expected) = Self.cases[index]
    let document = MarkdownParser().parse(text)
    var found: [String] = []
    describe(document.blocks + document.footnotes, in: Array(text.utf8), into: &found)
    #expect(found == expected, "\(text.debugDescription)")
  }

  @Test func tableRowsHaveSourceRanges() {
    let document = MarkdownParser().parse("> a | b\n> -|-\n> c | d \n")
    guard case .quote(let inner)? = document.blocks.first?.content,
      case .table(let table)? = inner.first?.content
    else { return #expect(Bool(false), "no table") }
    #expect(table.header.source == 2..<7)
    #expect(table.rows.map(\.source) == [16..<22])
  }

  /// In any document, ranges nest, siblings follow each other, and no two blocks share an identity.
  @Test func rangesNestAndIdentitiesAreUnique() {
    for seed in 0..<1_000 as Range<UInt64> {
      var random = RandomMarkdown(seed: seed + 5_000_000)
      let options = random.options()
      let source = random.document(lines: 12)
      let document = MarkdownParser(options: options).parse(source)
      var seen: Set<BlockID> = []
      let length = String(decoding: source, as: UTF8.self).utf8.count + 2 * source.filter { $0 == 0 }.count
      let text = String(decoding: source, as: UTF8.self).debugDescription
      check(document.blocks, within: 0..<length, &seen, text)
      for footnote in document.footnotes { check([footnote], within: 0..<length, &seen, text) }
    }
  }

  private func check(_ blocks: [Block], within range: Range<Int>, _ seen: inout Set<BlockID>, _ text: String)
  {
    var position = range.lowerBound
    for block in blocks {
      #expect(block.source.lowerBound >= position && block.source.upperBound <= range.upperBound, "\(text)")
      #expect(block.id.offset == block.source.lowerBound && seen.insert(block.id).inserted, "\(text)")
      position = block.source.upperBound
      check(block.children, within: block.source, &seen, text)
    }
  }

  private func describe(_ blocks: [Block], in text: [UInt8], into found: inout [String]) {
    for block in blocks {
      let kind =
        switch block.content {
        case .paragraph: "paragraph"
        case .heading: "heading"
        case .quote: "quote"
        case .list: "list"
        case .listItem: "item"
        case .code: "code"
        case .html: "html"
        case .table: "table"
        case .thematicBreak: "break"
        case .frontMatter: "front matter"
        case .footnote: "footnote"
        case .element: "element"
        }
      found.append("\(kind): \(String(decoding: text[block.source], as: UTF8.self))")
      describe(block.children, in: text, into: &found)
    }
  }
}
