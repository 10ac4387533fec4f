import Foundation
import MarkdownBlocks
import StyledRuns
import Testing

/// What goes beyond GFM: formulas, names of emoji, emphasis next to text without spaces.
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

  static let formulas: [(String, String)] = [
    ("$x$", "<m:x>"), ("a $x_1 + y_2$, b", "a <m:x_1 + y_2>, b"), ("$5 and $6", "$5 and $6"),
    ("costs $5, $6 or $7.50", "costs $5, $6 or $7.50"), ("US$5 and NZ$6", "US$5 and NZ$6"),
    ("$5-$6", "$5-$6"), ("$HOME/$USER", "$HOME/$USER"), ("$ x$", "$ x$"), ("$x $", "$x $"),
    ("the $n$th and $k$s", "the <m:n>th and <m:k>s"), ("$n$x", "$n$x"), ("\\$x$", "$x$"),
    ("$x\\$y$", "<m:x\\$y>"),
    ("$a*b*c$ *d*", "<m:a*b*c> e(d)"), ("`$x$` $y$", "`$x$` <m:y>"), ("$`x`$", "<m:x>"), ("$$", "[math: ]"),
    ("$$x = y$$", "<d:x = y>"), ("$$\nx\n$$ y", "[math: x/$$ y]"),
    ("$$ x_1 $$", "<d:x_1>"), ("$$$x$$$", "$$$x$$$"), ("**$x$**", "s(<m:x>)"), ("[$x$](u)", "(u)(<m:x>)"),
    ("\\(x\\)", "<m:x>"), ("\\[ a_b \\] c", "<d:a_b> c"), ("`\\(x\\)`", "`\\(x\\)`"), ("\\(x", "(x"),
    ("\\\\(x\\)", "\\(x)"), ("[a\\(b](c\\(d\\)e) \\)", "[a<m:b](c\\(d>e) )"),
    ("<a b=\"\\(c\"> \\)", "<raw:<a b=\"\\(c\">> )"),
    ("\\( \\)", "( )"), ("$x\ny$", "<m:x\ny>"), ("# $x$", "# <m:x>"),
    ("| $a$ |\n|-|\n| \\(b\\) |", "<m:a>/<m:b>"),
    ("\u{2}(x\\)", "\u{2}(x)"), ("\\(a\u{2}b\\)", "<m:a\u{2}b>"), ("`\u{2}\\(` \\)", "`\u{2}\\(` )"),
    ("~~$x$~~", "d(<m:x>)"), ("$x~y~~z$", "<m:x~y~~z>"),
  ]

  @Test(arguments: formulas) func formulasAreParsedBetweenDollarsAndBackslashes(
    text: String, expected: String
  ) {
    #expect(shown(text, Self.options([.gfm, .math])) == expected)
  }

  @Test func aFormulaThatIsTooLongIsText() {
    let long = String(repeating: "x", count: 1100)
    #expect(shown("$\(long)$", Self.options([.gfm, .math])) == "$\(long)$")
    #expect(shown("$$\(long)$$", Self.options([.gfm, .math])) == "<d:\(long)>")
  }

  static let blocks: [(String, String)] = [
    ("$$\nx\n\n- y\n$$\nz", "[math: x//- y]|z"), ("\\[\na\n\\]\n", "[math: a]"),
    ("text:\n$$\nx\n$$\n", "text:|[math: x]"), ("a $$\nx\n$$\n", "a <d:x>"),
    ("$$\nx = y$$\nz", "[math: x = y]|z"),
    ("- $$\n  x\n  $$\n- y", "{{[math: x]}|{y}}"), ("$$\nx", "[math: x]"), ("   $$\n   x\n $$", "[math: x]"),
    ("    $$\n    x", "[: $$/x]"), ("> $$\n> x\ny", "{[math: x]}|y"), ("$$\nx\\$$\n$$", "[math: x\\$$]"),
    ("a \\[\nb\n\\]\nc", "a <d:b>/c"), ("\\[\nb \\]", "[math: b]"), ("```math\nx\n```", "[math: x]"),
  ]

  @Test(arguments: blocks) func formulasOnTheirOwnLinesAreBlocks(text: String, expected: String) {
    #expect(shown(text, Self.options([.gfm, .math])) == expected)
  }

  /// A line of a delimiter belongs to the formula that begins in its paragraph if that is not further back than 4,096 bytes.
  @Test(arguments: ["$$", "\\["])
  func anOpeningDelimiterLongAgoIsNotClosed(opening: String) {
    for lines in [1_000, 2_100] {
      let text = "a " + opening + "\n" + String(repeating: "x\n", count: lines) + opening + "\ny\n"
      let blocks = MarkdownParser(options: Self.options([.gfm, .math])).parse(text).blocks
      let isFormula = if case .code = blocks.last?.content { true } else { false }
      #expect(isFormula == (lines > 2_048), "\(lines) lines")
    }
  }

  static let names: [(String, String)] = [
    (":tada:", "\u{1F389}"), ("a :+1: :rocket:", "a \u{1F44D} \u{1F680}"),
    (":no_such_thing:", ":no_such_thing:"),
    ("std:key:value", "std:key:value"), ("10:30:45", "10:30:45"), ("`:tada:`", "`:tada:`"),
    ("\\:tada:", ":tada:"),
    (":tada::tada:", "\u{1F389}\u{1F389}"), ("**:tada:**", "s(\u{1F389})"), ("(:x:)", "(\u{274C})"),
    (":party_popper:", "\u{1F389}"), (":flag_de:", "\u{1F1E9}\u{1F1EA}"),
    (":TADA:", ":TADA:"), ("::", "::"), (":white_check_mark: done", "\u{2705} done"), (":zzz:", "\u{1F4A4}"),
    (":1st_place_medal:", "\u{1F947}"), (":100:", "\u{1F4AF}"), ("[:tada:](u)", "(u)(\u{1F389})"),
  ]

  @Test(arguments: names) func knownEmojiNamesBecomeEmoji(text: String, expected: String) {
    #expect(shown(text, Self.options([.gfm, .emoji])) == expected)
  }

  /// A noncharacter, which the library uses as a mark of its own.
  static let mark = Unicode.Scalar(UInt32(0xFDD0)).map { String(Character($0)) } ?? ""

  static let emphasis: [(String, String)] = [
    ("**注意。**次", "s(注意。)次"), ("これは**「重要」**です", "これはs(「重要」)です"), ("**テスト(test)**です", "s(テスト(test))です"),
    ("*注意。*次", "e(注意。)次"), ("他说**“你好”**了", "他说s(“你好”)了"), ("~~削除。~~次", "d(削除。)次"), ("`。**次`", "`。**次`"),
    ("[x](/。**次)", "(/。**次)(x)"), ("**a.**b", "**a.**b"), ("한국어**(강조)**입니다", "한국어s((강조))입니다"),
    ("**重要**です", "s(重要)です"), ("* 。", "{{。}}"), ("a * 。b", "a * 。b"), ("\(mark)**注意。**次", "\(mark)s(注意。)次"),
    ("**注意。\u{10A7F}**次", "s(注意。\u{10A7F})次"), ("**𠮷。**野", "s(𠮷。)野"), ("**注意。\(mark)**次", "s(注意。\(mark))次"),
    ("これは**`x`**です", "これはs(`x`)です"), ("**強調。***斜体。*後", "s(強調。)e(斜体。)後"), ("_注意。_次", "_注意。_次"),
    ("**[リンク](/u)**です", "s(リンク)です".replacing("s(リンク)", with: "s((/u)(リンク))")), ("日**本 **語", "日**本 **語"),
  ]

  @Test(arguments: emphasis) func emphasisInTextWithoutSpaces(text: String, expected: String) {
    #expect(shown(text, Self.options([.gfm, .cjkEmphasis])) == expected)
  }

  @Test func emphasisIsAsInCommonMarkWhereNotAskedFor() {
    #expect(shown("**注意。**次", Self.options(.gfm)) == "**注意。**次")
  }

  static let tasks: [(String, [Bool?])] = [
    ("> - [ ] a\n> - [x] b\n> - c", [false, true, nil]), ("1. - [X] a", [nil, true]),
    ("> - [x]a\n> - [ ]\n> - a [x] b", [nil, nil, nil]), ("> - a\n>   [x] b", [nil]),
    ("- [x] a\n- [ ] b", [true, false]),
    ("> 1. [ ] a\n>    - [x] b", [false, true]),
  ]

  @Test(arguments: tasks) func taskBoxesWhereverAnItemBegins(text: String, expected: [Bool?]) {
    func tasks(_ blocks: [Block]) -> [Bool?] {
      blocks.flatMap { block -> [Bool?] in
        if case .listItem(let item) = block.content { return [item.task] + tasks(item.blocks) }
        return tasks(block.children)
      }
    }
    #expect(
      tasks(MarkdownParser(options: Self.options([.gfm, .nestedTasks])).parse(text).blocks) == expected)
    PrefixComparison.check(Array(text.utf8), Self.options([.gfm, .nestedTasks]))
    #expect(
      bareHTML(text, Self.options(.gfm))
        == CMarkOracle.html(Array(text.utf8), Self.options(.gfm), unsafeHTML: true))
  }

  // MARK: Streaming

  static let extras: [MarkdownOptions.Extensions] = [
    .math, .emoji, .cjkEmphasis, .frontMatter, [.math, .emoji, .cjkEmphasis, .frontMatter, .nestedTasks],
  ]

  @Test func everyPrefixOfTheExamples() {
    for text in (Self.formulas + Self.blocks + Self.names + Self.emphasis).map(\.0) {
      for extra in Self.extras {
        PrefixComparison.check(Array((text + "\n\n" + text).utf8), Self.options([.gfm, extra]))
      }
    }
  }

  static let pieces = [
    "$", "$$", "\n$$\n", "\\(", "\\)", "\\[", "\\]", "\n\\[\n", "\n\\]\n", "x", " ", " ", mark, "\n", "\n\n",
    "5", "a_b", "*", "**", "~~",
    "_", "`", "``", "。", "「", "重要", "です", "(", ")", "\"", "'", ":tada:", ":", ":x:", "[", "](u)", "]", "\\",
    "&amp;", "<b c=\"",
    ">", "- ", "> ", "| ", "|-|\n", "\u{2}", "\u{10A7F}", "é", "\u{1F600}", "---\n", "a: b\n", "+++\n", "#",
    "![", "$x$", "\r\n",
    "[^1]", "\n[^1]: ", "\n[x]: /u\n", "[x]", "\n> - [x] ", "\n1. - [ ] ",
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
