import StyledRuns
import Testing

@testable import Rendering

/// Diffs as documents: files, hunks in the language of the file, marks.
@Suite struct DiffDocumentTests {
  private static let diff = """
    commit 1234
        Message.

    diff --git a/main.swift b/main.swift
    index 1..2 100644
    --- a/main.swift
    +++ b/main.swift
    @@ -10,4 +10,5 @@ func f() {
     let a = 1
    -let total = count + 1
    +let total = size + 1
    +// new
     let b = 2
     let c = 3
    diff --git a/old.txt b/new.txt
    similarity index 90%
    rename from old.txt
    rename to new.txt
    @@ -1 +1 @@
    -x
    \\ No newline at end of file
    +-- y

    """

  private func render(_ text: String) -> Document? {
    Renderer(highlighter: Catalog().highlighter).render(diff: Array(text.utf8))
  }

  private func code(_ document: Document) -> [CodeBlock] {
    document.blocks.compactMap { if case .code(let code) = $0.content { code } else { nil } }
  }

  @Test func filesHaveHeadingsAndHunksTheirLanguage() throws {
    let document = try #require(render(Self.diff))
    let headings = document.blocks.compactMap { block in
      if case .heading(let heading) = block.content { heading.inlines.text } else { nil }
    }
    #expect(headings == ["main.swift  +2  \u{2212}1", "old.txt \u{2192} new.txt  +1  \u{2212}1"])
    let code = code(document)
    #expect(code.count == 3)
    #expect(code[0].lines.map(\.text) == ["commit 1234", "    Message.", ""])
    #expect(code[1].language == "swift" && code[1].info.contains("title=\"main.swift:10  func f() {\""))
    #expect(code[1].info.contains("ins={3-4}") && code[1].info.contains("del={2}") && !code[1].isFenced)
    #expect(code[1].lines[2].text == "let total = size + 1")
    #expect(code[1].lines.allSatisfy { !$0.runs.isEmpty })
    #expect(code[2].lines.map(\.text) == ["x", "\\ No newline at end of file", "-- y"])
  }

  /// Identities and ranges are those of a document: in order and different.
  @Test func blocksHaveIdentities() throws {
    let blocks = try #require(render(Self.diff)).blocks
    #expect(Set(blocks.map(\.id)).count == blocks.count)
    #expect(blocks.map(\.id) == blocks.map(\.id).sorted())
  }

  /// The document has all lines, of which formatters fold some.
  @Test func longUnchangedPartsAreFolded() throws {
    let same = (1...30).map { " line \($0)\n" }.joined()
    let diff = "--- a/x.txt\n+++ b/x.txt\n@@ -1,61 +1,61 @@\n\(same)-a\n+b\n\(same)"
    let folded = code(try #require(render(diff)))[0]
    #expect(folded.lines.count == 62)
    #expect(folded.info.contains("ins={32} del={31} fold={1-27,36-62}"))
    let document = Renderer().render(diff: Array(diff.utf8), folds: false)
    #expect(!code(try #require(document))[0].info.contains("fold"))
  }

  @Test func changedWordsAreMarked() throws {
    let diff = "--- a/x.swift\n+++ b/x.swift\n@@ -1 +1 @@\n-let total = count + 1\n+let total = size + 1\n"
    let document = try #require(render(diff))
    let words = code(document).flatMap { $0.lines.flatMap { ChangedWordsTests.words($0, document.scopes) } }
    #expect(words == ["-count", "+size"])
  }

  @Test(arguments: [
    ("let total = count + 1", "let total = size + 1", 12..<17, 12..<16),
    ("f(a, b)", "f(a, b, c)", 6..<6, 6..<9),
    ("return \"ähm\"", "return \"öhm\"", 8..<12, 8..<12), ("xab = 10", "xab = 100", 6..<8, 6..<9),
  ])
  func changedWordsAreFound(_ old: String, _ new: String, _ before: Range<Int>, _ after: Range<Int>) {
    let change = WordChange(old, new)
    #expect(change?.old == before && change?.new == after, "\(String(describing: change))")
  }

  @Test(arguments: [("a", "a"), ("completely", "different"), ("", "x")])
  func linesWithLittleInCommonHaveNoMarks(_ old: String, _ new: String) {
    #expect(WordChange(old, new) == nil)
  }

  @Test(arguments: [
    "", "no diff", "--- a\n+++ b\n", "@@ -1 +1 @@\n", "diff --cc x\n@@@ -1,1 -1,1 +1,2 @@@\n  a\n",
  ])
  func otherTextIsNoDiff(_ text: String) { #expect(render(text) == nil) }

  /// Too many marks for an info string: nothing is lost.
  @Test func hunksWithManyChangesStayDiffs() throws {
    let changes = (0..<120).map { "-a\($0)\n+b\($0)\n c\n" }.joined()
    let document = try #require(render("--- a/x.c\n+++ b/x.c\n@@ -1,240 +1,240 @@\n\(changes)"))
    #expect(code(document)[0].language == "diff" && code(document)[0].lines.count == 360)
    #expect(code(document)[0].lines[0].text == "-a0")
  }
}
