import Foundation
import MarkdownBlocks
import StyledRuns
import Testing

/// What goes beyond GFM.
@Suite struct BeyondGFMTests {
  static func options(_ extensions: MarkdownOptions.Extensions, smart: Bool = false) -> MarkdownOptions {
    MarkdownOptions(extensions: extensions, smart: smart)
  }

  /// A short form of inlines: `<m:x>` is a formula, `<d:x>` one by itself, `e(x)` emphasis, `s(x)` strong, `(u)(x)` a
  /// link.
  private func shown(_ text: String, _ options: MarkdownOptions) -> String {
    let document = MarkdownParser(options: options).parse(text)
    return document.blocks.map(shown).joined(separator: "|")
  }

  private func shown(_ block: Block) -> String {
    switch block.content {
    case .paragraph(let inlines): return shown(inlines)
    case .heading(let heading): return "# " + shown(heading.inlines)
    case .code(let code): return "[\(code.info): " + code.lines.map(\.text).joined(separator: "/") + "]"
    case .table(let table):
      return ([table.header] + table.rows).map { $0.cells.map(shown).joined(separator: ";") }.joined(
        separator: "/")
    default: return "{" + block.children.map(shown).joined(separator: "|") + "}"
    }
  }

  private func shown(_ inlines: Inlines) -> String {
    var result = ""
    var rest = inlines.text.utf8[...]
    for run in inlines.runs {
      let text = String(decoding: rest.prefix(Int(run.length)), as: UTF8.self)
      rest = rest.dropFirst(Int(run.length))
      var marks: [String] = []
      var span = run.span
      while span >= 0 {
        switch inlines.spans[Int(span)].kind {
        case .emphasis: marks.append("e")
        case .strong: marks.append("s")
        case .strikethrough: marks.append("d")
        case .link(let destination, let title): marks.append("(\(destination)\(title))")
        default: marks.append("?")
        }
        span = inlines.spans[Int(span)].parent
      }
      let inner =
        switch run.kind {
        case .text: text
        case .code: "`\(text)`"
        case .softBreak: "/"
        case .lineBreak: "//"
        case .rawHTML: "<raw:\(text)>"
        case .math: "<m:\(text)>"
        case .displayMath: "<d:\(text)>"
        }
      result += marks.reversed().map { $0 + "(" }.joined() + inner + marks.map { _ in ")" }.joined()
    }
    return result
  }

  static let blocks: [(String, String)] = [
    ("$$\nx\n\n- y\n$$\nz", "[math: x//- y]|z"), ("\\[\na\n\\]\n", "[math: a]"),
    ("text:\n$$\nx\n$$\n", "text:|[math: x]"), ("a $$\nx\n$$\n", "a $$/x/$$"),
    ("$$\nx = y$$\nz", "[math: x = y]|z"),
    ("- $$\n  x\n  $$\n- y", "{{[math: x]}|{y}}"), ("$$\nx", "[math: x]"), ("   $$\n   x\n $$", "[math: x]"),
    ("    $$\n    x", "[: $$/x]"), ("> $$\n> x\ny", "{[math: x]}|y"), ("$$\nx\\$$\n$$", "[math: x\\$$]"),
    ("a \\[\nb\n\\]\nc", "a [/b/]/c"), ("\\[\nb \\]", "[math: b]"), ("```math\nx\n```", "[math: x]"),
  ]

  @Test(arguments: blocks) func formulaWithLinesOfItsOwn(text: String, expected: String) {
    #expect(shown(text, Self.options([.gfm, .math])) == expected)
  }

  // MARK: Streaming

  static let extras: [MarkdownOptions.Extensions] = [
    .math, .emoji, .cjkEmphasis, .frontMatter, [.math, .emoji, .cjkEmphasis, .frontMatter],
  ]

  @Test func everyPrefixOfTheExamples() {
    for text in (Self.blocks).map(\.0) {
      for extra in Self.extras {
        PrefixComparison.check(Array((text + "\n\n" + text).utf8), Self.options([.gfm, extra]))
      }
    }
  }

  static let pieces = [
    "$", "$$", "\n$$\n", "\\(", "\\)", "\\[", "\\]", "\n\\[\n", "\n\\]\n", "x", " ", " ", "\n", "\n\n",
    "5", "a_b", "*", "**", "~~",
    "_", "`", "``", "。", "「", "重要", "です", "(", ")", "\"", "'", ":tada:", ":", ":x:", "[", "](u)", "]", "\\",
    "&amp;", "<b c=\"",
    ">", "- ", "> ", "| ", "|-|\n", "\u{2}", "\u{10A7F}", "é", "\u{1F600}", "---\n", "a: b\n", "+++\n", "#",
    "![", "$x$", "\r\n",
    "[^1]", "\n[^1]: ", "\n[x]: /u\n", "[x]",
  ]

  private func random(_ seed: UInt64, count: Int) -> [UInt8] {
    var random = RandomMarkdown(seed: seed)
    var text = random.below(6) == 0 ? "---\n" + "a: b\n" : ""
    for _ in 0..<count { text += Self.pieces[random.below(Self.pieces.count)] }
    return Array(text.utf8)
  }

  @Test func everyPrefixOfRandomTexts() {
    for seed in 0..<UInt64(IncrementalTests.count) {
      let extra = Self.extras[Int(seed) % Self.extras.count]
      PrefixComparison.check(
        random(seed + 50_000_000, count: 24), Self.options([.gfm, extra], smart: seed % 7 == 0),
        "seed \(seed)")
    }
  }

  /// Longer than what is kept of an open paragraph, and cut where it likes.
  @Test func randomPiecesOfLongParagraphs() {
    for seed in 0..<UInt64(IncrementalTests.count / 8) {
      var random = RandomMarkdown(seed: seed)
      let text = self.random(seed + 60_000_000, count: 700).map { $0 == 0x0A ? UInt8(0x20) : $0 }
      let extra = Self.extras[Int(seed) % Self.extras.count]
      PrefixComparison.check(text, Self.options([.gfm, extra], smart: seed % 7 == 0), "seed \(seed)") {
        1 + random.below(60)
      }
    }
  }

  /// With the extensions on, text that uses none of them is what it was.
  @Test func textWithoutThemIsAsBefore() {
    for index in 0..<UInt64(IncrementalTests.count) {
      var random = RandomMarkdown(seed: IncrementalTests.seed + index + 70_000_000)
      let source = random.document(lines: 12).filter { $0 < 0x80 && $0 != 0x24 && $0 != 0x3A && $0 != 0x5C }
      let plain = MarkdownParser(options: Self.options(.gfm)).parse(source)
      let extended = MarkdownParser(options: Self.options([.gfm, .math, .emoji, .cjkEmphasis])).parse(source)
      #expect(plain == extended)
    }
  }
}
