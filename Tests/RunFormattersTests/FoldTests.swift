import Rendering
import RunFormatters
import StyledRuns
import Testing

/// Folded lines of code: pages contain them, and terminals say how many there are.
@Suite struct FoldTests {
  private static let diff: [UInt8] = {
    let same = (1...20).map { " line \($0)\n" }.joined()
    return Array("--- a/x.txt\n+++ b/x.txt\n@@ -1,21 +1,21 @@\n\(same)-a\n+b\n".utf8)
  }()

  private func document(folds: Bool = true) throws -> Document {
    try #require(Renderer().render(diff: Self.diff, folds: folds))
  }

  @Test func pagesContainFoldedLines() throws {
    let html = String(decoding: HTMLFormatter().format(try document(), sheets: []), as: UTF8.self)
    let folded = (1...17).map { "<span class=\"l\">line \($0)\n</span>" }.joined()
    let fold =
      "<details class=\"ils-fold\" style=\"--n:17\"><summary aria-label=\"17 unchanged lines\"></summary>"
    #expect(html.contains("\(fold)\(folded)</details><span class=\"l\">line 18\n"), "\(html)")
    var options = HTMLOptions()
    options.styling = .inline
    let inline = String(
      decoding: HTMLFormatter(options: options).format(try document(), sheets: []), as: UTF8.self)
    #expect(inline.contains("<summary>\u{2026} 17 unchanged lines</summary>"))
    #expect(
      !String(decoding: HTMLFormatter().format(try document(folds: false), sheets: []), as: UTF8.self)
        .contains("<details"))
  }

  @Test func terminalsCountFoldedLines() throws {
    var options = ANSIOptions()
    options.colors = .none
    options.margin = 0
    options.width = 30
    func lines(_ document: Document) -> [Substring] {
      String(decoding: ANSIFormatter(options: options).format(document, sheet: nil), as: UTF8.self)
        .split(separator: "\n")
    }
    #expect(
      lines(try document()).suffix(7) == [
        "│ … 17 unchanged lines       │", "│ line 18                    │", "│ line 19                    │",
        "│ line 20                    │", "│-a                          │", "│+b                          │",
        "╰────────────────────────────╯",
      ])
    #expect(lines(try document(folds: false)).contains("│ line 1                     │"))
  }

  /// A fence shows all its lines: those that a reader has seen while they arrived do not go away.
  @Test func fencesHaveNoFolds() {
    let document = Renderer().render(markdown: Array("```text fold={1-3}\na\nb\nc\nd\n```".utf8))
    #expect(
      !String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self).contains("<details"))
    #expect(String(decoding: ANSIFormatter().format(document, sheet: nil), as: UTF8.self).contains("b"))
  }
}
