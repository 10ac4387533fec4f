import MarkdownBlocks
import StyledRuns
import Testing

@Suite struct FrontMatterTests {
  static let options = MarkdownOptions(extensions: .standard)

  static let found: [(String, FrontMatter.FrontMatterFormat, String)] = [
    ("---\ntitle: A\n---\ntext\n", .yaml, "title: A\n"),
    (
      "---\ntitle: A\ntags:\n- a\n  - b\n\n# comment\nlast: |\n  text: x\n...\n# H\n", .yaml,
      "title: A\ntags:\n- a\n  - b\n\n# comment\nlast: |\n  text: x\n"
    ),
    ("---  \r\ntitle: A\r\n---\r\n\r\ntext", .yaml, "title: A\n"),
    ("+++\ntitle = \"A\"\n[params]\nx = 1\n+++\n", .toml, "title = \"A\"\n[params]\nx = 1\n"),
    (
      "+++\n[params]\ntext = \"\"\"\nanything\n\"\"\"\n+++", .toml,
      "[params]\ntext = \"\"\"\nanything\n\"\"\"\n"
    ),
    ("\u{FEFF}---\na: b\n---\n- x\n", .yaml, "a: b\n"),
    ("---\n\"a b\": c\n'd': e\nf/g.h-i_j@k:\n---\t\n", .yaml, "\"a b\": c\n'd': e\nf/g.h-i_j@k:\n"),
  ]

  @Test(arguments: found) func frontMatterIsFoundAtTheStart(
    text: String, format: FrontMatter.FrontMatterFormat, inner: String
  ) {
    let document = MarkdownParser(options: Self.options).parse(text)
    guard case .frontMatter(let matter)? = document.blocks.first?.content else {
      Issue.record("not found in \(text.debugDescription)")
      return
    }
    #expect(matter == FrontMatter(format: format, text: inner))
    let block = document.blocks[0]
    let source = String(decoding: Array(text.utf8)[block.source], as: UTF8.self)
    #expect(source.hasPrefix("---") || source.hasPrefix("+++"))
    #expect(source.last?.isNewline == false)
  }

  static let absent = [
    "---\n", "---\ntitle: A\n", "---\n\ntitle: A\n---\n", "---\nSome text\n---\n", "---\n# Title\n---\n",
    "text\n---\ntitle: A\n---\n", "---\nNote: this\n\nMore of it.\n\n---\n", "----\ntitle: A\n---\n",
    " ---\ntitle: A\n---\n", "---\nhttps://example.org\n---\n", "---\n---\n", "+++\n\n+++\n",
    "---\ntitle: A\n----\n",
    "---\na: \(String(repeating: "x", count: 17_000))\n---\n",
  ]

  @Test(arguments: absent) func textsWithoutFrontMatterAreParsedAsMarkdown(text: String) {
    let plain = MarkdownParser(options: MarkdownOptions(extensions: [.gfm, .math, .cjkEmphasis])).parse(text)
    #expect(MarkdownParser(options: Self.options).parse(text) == plain)
  }

  @Test func frontMatterNeedsItsExtension() {
    let document = MarkdownParser().parse("---\ntitle: A\n---\n")
    #expect(
      document.blocks.map(\.content).contains { if case .frontMatter = $0 { true } else { false } } == false)
  }

  @Test(arguments: found.map(\.0) + absent) func everyPrefixStreamsAsInOneShot(text: String) {
    let source = Array((text + "\n# After [a]\n\n- x\n\n[a]: /u\n").utf8)
    PrefixComparison.check(source, Self.options, step: { source.count > 4000 ? 997 : 1 })
  }

  @Test func invalidBytesAndAnyPieces() {
    let source =
      Array("---\na: ".utf8) + [0xFF, 0xC3, 0x00] + Array("\r\nb: \u{E9}\r\n---\r\n".utf8) + [0xE2, 0x82]
    for step in 1...9 { PrefixComparison.check(source, Self.options, "step \(step)") { step } }
  }

  @Test func nothingIsFinishedBeforeItIsDecided() {
    let parser = MarkdownStream(options: Self.options)
    parser.append("---\na: b\n\nc: d\n\n")
    parser.update()
    #expect(parser.finishedCounts == [0])
    #expect(parser.document.blocks.count == 3)
    #expect(parser.document.blocks.allSatisfy { !$0.isFinished })
    parser.append("So it is none.\n\n")
    parser.update()
    #expect(parser.finishedCounts[0] >= 2)
    #expect(parser.document.blocks[0].isFinished)
  }
}
