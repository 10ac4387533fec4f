import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// A browser parses the output to the tree that its tags show. No element needs the parser to end it, and no
/// end tag closes another element.
@Suite("Trees in a browser", .enabled(if: Browser.path != nil, "needs Chromium: apt-get install chromium"))
struct ParsedTreeTests {
  private static let renderer = Renderer(markdown: MarkdownOptions(extensions: .all))

  private static func fragment(_ markdown: String) -> [UInt8] {
    var options = HTMLOptions()
    options.rawHTML = .sanitize
    return HTMLFormatter(options: options).format(renderer.render(markdown: Array(markdown.utf8)), sheets: [])
  }

  private func wrongOnes(_ documents: [String]) throws -> [String] {
    try ParsedTreePage.wrongOnes(of: documents.map(Self.fragment)).map {
      "\(documents[$0].debugDescription)\n\(String(decoding: Self.fragment(documents[$0]), as: UTF8.self))"
    }
  }

  static let escapes = [
    "- <div><div><div><li></li></div></div></div>\n\n<h2>Outside</h2>\n", "<dd><div><dd>x</dd></div></dd>\n",
    "<table>\n\n| a |\n|---|\n| b |\n", "<table>\n<tr>\n\ntext\n", "<table><tr>text<td>x</table>\n",
    "<table>text</table>\n",
    "<p>\n\ntext\n\n</p>\n", "<p><div>x</p></div>\n", "<h1><h2>x</h2></h1>\n", "<h1>\n\n# x\n\n</h1>\n",
    "<a href=x>\n\n[l](y) ![i](z)\n\n</a>\n", "[<a href=x>y</a>](z)\n", "<a href=x>*[l](y)*</a>\n",
    "<a href=x><a href=y>z\n",
    "[a[^1]](x)\n\n[^1]: <a href=x>\n\n    text\n", "<ruby>a\n\ntext <rt>b\n", "- <ul>a<li>b\n\n  c</ul>\n",
    "| <ul><li>a<li>b</ul> | <table><tr><td>c |\n|---|---|\n| <details><summary>s</summary>t | <p>a<p>b |\n",
    "<picture><source srcset=a><img src=b>\n\n# x\n", "<b>\n\n- x\n\n</b>\n", "<caption><td>x\n",
    "<button>\n\n- x\n",
    "<select><option>x\n\ny\n", "<details><summary>a\n\n| b |\n|-|\n\n</details></summary>\n",
    "<pre>\n\n\nx</pre>\n",
    "<a name=x>\n\n# [t](u)\n\n[v](w)\n", "- a <li>b\n- c <dd>d\n", "</p></li></ul></div>\n\ntext\n",
    "<table><caption>a<tr><td>b<table><th>c</table>d<tfoot><tr>e</table>\n", "# a <p>b <div>c\n",
    "- <p>[a<div>b](x)\n",
  ]

  @Test func formerEscapesStayClosed() throws {
    let wrong = try wrongOnes(Self.escapes)
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
  }

  /// `ILSRENDER_NESTINGS=20000` looks at that many.
  @Test func randomNestingsParseToTheExpectedTree() throws {
    let count = Int(ProcessInfo.processInfo.environment["ILSRENDER_NESTINGS"] ?? "") ?? 1500
    var documents = (0..<count).map { seed in
      var nesting = RandomNesting(seed: UInt64(seed))
      return nesting.markdown()
    }
    #expect(Set(documents).count > count * 9 / 10)
    while !documents.isEmpty {
      let wrong = try wrongOnes(Array(documents.prefix(2000)))
      #expect(wrong.isEmpty, "\(wrong.prefix(3).joined(separator: "\n"))")
      documents.removeFirst(min(2000, documents.count))
    }
  }

  /// The page notices what it is made for.
  @Test func differingTreesAreDetected() throws {
    let wrong = [
      "<p><div>x</div></p>", "<ul><li>a<li>b</ul>", "<table>x</table>", "<div>",
      "<table><tr><td>x</td></tr></table>",
      "<a href=\"x\"><a href=\"y\">z</a></a>",
    ]
    let right = ["<p>x</p>", "<pre>\nx</pre>", "<b><div>a &lt; b</div></b>"]
    let found = try ParsedTreePage.wrongOnes(of: (wrong + right).map { Array($0.utf8) })
    #expect(found == Array(wrong.indices))
  }
}
