import MarkdownBlocks
import Rendering
import StyledRuns
import Testing

@testable import RunFormatters

/// The signs and measures of the terminal that users choose.
@Suite struct TerminalMarksTests {
  private func text(_ markdown: String, _ change: (inout ANSIOptions) -> Void) -> String {
    var options = ANSIOptions()
    options.colors = .none
    options.margin = 0
    change(&options)
    let document = Renderer().render(markdown: Array(markdown.utf8))
    return String(decoding: ANSIFormatter(options: options).format(document, sheet: nil), as: UTF8.self)
  }

  @Test func bulletsRepeatInDeepLists() {
    let shown = text("- a\n  - b\n    - c\n") { $0.marks.bullets = ["→", "--"] }
    #expect(shown == " → a\n   -- b\n      → c\n")
  }

  @Test func tasksAndQuotesHaveTheirSigns() {
    let shown = text("- [x] a\n- [ ] b\n\n> q\n\n> [!TIP]\n> t\n") {
      $0.marks.doneTask = "DONE"
      $0.marks.openTask = "…"
      $0.marks.quoteBar = "▏"
      $0.marks.alertBar = "::"
    }
    #expect(shown.contains(" DONE a\n … b\n"))
    #expect(shown.contains("▏ q\n") && shown.contains(":: Tip\n:: t\n"))
  }

  @Test func headingsHaveSignsAndNoRules() {
    let shown = text("# A\n\n### B\n\n##### C\n") {
      $0.marks.headingPrefixes = ["█ ", "▓ ", "▒ "]
      $0.marks.hasHeadingRules = false
    }
    #expect(shown == "█ A\n\n▒ B\n\n▒ C\n")
  }

  @Test(
    arguments: [(true, "# A", "#### B"), (false, "A", "B"), (nil, "A", "#### B")] as [(Bool?, String, String)]
  )
  func headingMarksAreOnOrOff(_ isOn: Bool?, _ first: String, _ deep: String) {
    let lines = text("# A\n\n#### B\n") { $0.headingMarks = isOn }.split(separator: "\n")
    #expect(lines.first == first[...] && lines.last == deep[...])
  }

  @Test(arguments: [
    (TerminalMarks.Frames.round, "╭"), (.square, "┌"), (.heavy, "┏"), (.ascii, "+"),
  ])
  func framesHaveTheirCorners(_ frames: TerminalMarks.Frames, _ corner: String) {
    let shown = text("```\na\n```\n\n| a |\n|---|\n| b |\n") { $0.marks.frames = frames }
    #expect(shown.split(separator: "\n").count { $0.hasPrefix(corner) } >= 2)
  }

  private static let table = "| name | words |\n|---|---|\n| a | \(String(repeating: "word ", count: 30))|\n"

  @Test func tablesFitOrAreWideOrCards() {
    let widest = { (text: String) in text.split(separator: "\n").map(\.count).max() ?? 0 }
    #expect(widest(text(Self.table) { $0.width = 40 }) <= 40)
    let wide = text(Self.table) {
      $0.width = 40
      $0.tableLayout = .wide
    }
    #expect(widest(wide) > 150 && wide.split(separator: "\n").count == 5)
    let cards = text("| name | n |\n|---|--:|\n| a | 1 |\n") { $0.tableLayout = .cards }
    #expect(cards.contains("name: a\nn: 1\n"))
  }

  /// The choices change nothing of plain text.
  @Test func plainTextKeepsItsMarks() {
    let document = Renderer().render(markdown: Array("- a\n> b\n".utf8))
    let plain = String(decoding: PlainTextFormatter().format(document), as: UTF8.self)
    #expect(plain.contains("- a") && plain.contains("> b"))
  }
}
