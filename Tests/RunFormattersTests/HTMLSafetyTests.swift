@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Nothing hostile gets through into HTML")
struct HTMLSafetyTests {
  @Test(arguments: 0..<150) func randomDocumentsGiveSafeHTML(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed), hasElements: seed % 2 == 1)
    let document = random.document()
    var options = HTMLOptions()
    options.styling = HTMLFormatter.Styling.allCases[random.number(0..<3)]
    options.lineNumbers = HTMLFormatter.LineNumbers.allCases[random.number(0..<3)]
    options.hasCodeHeaders = random.number(0..<4) > 0
    options.wrapsCode = random.number(0..<4) == 0
    options.marksUpDrawings = random.number(0..<2) == 0
    options.frontMatter = FrontMatterDisplay.allCases[random.number(0..<3)]
    options.rawHTML = .escape
    let sheets = [SampleThemes.dark(document.scopes), SampleThemes.light(document.scopes)]
    #expect(StrictHTML(HTMLFormatter(options: options).format(document, sheets: sheets)).problems.isEmpty)

    options.rawHTML = .sanitize
    let sanitized = HTMLFormatter(options: options).format(document, sheets: [])
    #expect(StrictHTML(sanitized, extra: StrictHTML.sanitized).problems.isEmpty)
  }

  @Test(arguments: RandomDocument.addresses) func hostileAddressesGiveSafeHTML(_ address: String) {
    let document = Document(blocks: [Make.p(.link(address, ["text"])), Make.p(.image(address, "alt"))])
    let bytes = HTMLFormatter().format(document, sheets: [])
    #expect(StrictHTML(bytes).problems.isEmpty)
    #expect(String(decoding: bytes, as: UTF8.self).contains("text"))
    #expect(String(decoding: bytes, as: UTF8.self).contains("alt"))
  }

  static let rawHTML: [(String, String)] = [
    ("<b>bold</b>", "<b>bold</b>"), ("<b>open", "<b>open</b>"), ("close</b>", "close"),
    ("<script>alert(1)</script>x", "x"), ("<img src=x onerror=alert(1)>", "<img src=\"x\">"),
    ("<a href='java&#115;cript:x'>y</a>", "y"),
    ("<A HREF=\"HTTPS://x\">y</A>", "<a href=\"HTTPS://x\">y</a>"),
    ("<a href=javascript&colon;x>y</a>", "<a href=\"javascript&amp;colon;x\">y</a>"),
    ("<svg><a href=x>y</a></svg>z", "z"), ("<!-- c -->x", "x"),
    ("<b onclick=x title=\"a&quot;b\">c</b>", "<b title=\"a&quot;b\">c</b>"),
    ("a < b", "a &lt; b"), ("&lt;script&gt;", "&lt;script&gt;"),
    ("<p align=center style=x>c</p>", "<p align=\"center\">c</p>"),
    ("<details open><summary>s</summary>t</details>", "<details open=\"\"><summary>s</summary>t</details>"),
    ("<b", "&lt;b"), ("</", "&lt;/"), ("<b/onclick=x>y</b>", "<b>y</b>"),
    ("<img src=x width=10 height=5%>", "<img src=\"x\" width=\"10\" height=\"5%\">"),
    ("<img alt=x>", "<span class=\"ils-blocked\">x</span>"),
  ]

  @Test(arguments: rawHTML) func sanitizerWritesOnlyAllowedElements(_ raw: String, _ expected: String) {
    var sanitizer = HTMLSanitizer(links: LinkPolicy())
    var sink = ByteSink()
    sanitizer.write(raw, in: .blocks, floor: 0, into: &sink)
    sanitizer.close(to: 0, into: &sink)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == expected)
  }

  /// The sanitizer with pieces of tags, put together at random.
  @Test func sanitizerWithstandsRandomPiecesOfTags() {
    let pieces = [
      "<", ">", "/", "</", "<a", "<b", "<img", " href=", "src=", "\"", "'", "=", " ", "\t", "\n",
      "javascript:", "&#106;", "&Tab;",
      "onerror=x", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<script", "</script", "<style>", "<svg>",
      "<math>", "<p>", "</p>",
      "<table>", "<tr>", "<td", "<details open", "<ul>", "<li>", "x", "&lt;", "&", ";", "\u{0}", "\u{1}",
      "\u{2028}", "é", "<x-y>", "style=",
      "title=", "<a\u{C}href=", "https://e.x", "data:image/png,", "data:text/html,", "<select>", "<template>",
      "<noscript>", "`",
    ]
    for seed in 0..<3000 {
      var random = RandomDocument(seed: UInt64(seed))
      let raw = (0..<random.number(1..<16)).map { _ in pieces[random.number(0..<pieces.count)] }.joined()
      for place in [HTMLSanitizer.ContentModel.blocks, .flow, .phrasing] {
        var sanitizer = HTMLSanitizer(links: LinkPolicy())
        var sink = ByteSink()
        sanitizer.write(raw, in: place, floor: 0, into: &sink)
        sanitizer.close(to: 0, into: &sink)
        let problems = StrictHTML(sink.bytes, extra: StrictHTML.sanitized).problems
        #expect(problems.isEmpty, "\(raw.debugDescription): \(problems)")
      }
    }
  }

  /// A page's head takes what a document and its themes say.
  @Test(arguments: ["</title><script>alert(1)</script>", "\" onload=\"x", "--><img src=x>"]) func headOfAPage(
    _ text: String
  ) {
    var options = HTMLOptions()
    options.isStandalone = true
    options.pageLanguage = text
    var sheets = [SampleThemes.dark(), SampleThemes.light()]
    sheets[0].id = text
    sheets[1].name = text
    for title in [nil, text] {
      options.title = title
      let document = Document(blocks: [
        Make.frontMatter("title: \(text)\nlang: \(text)\n"), Make.h(1, .text(text)),
      ])
      let page = String(
        decoding: HTMLFormatter(options: options).format(document, sheets: sheets), as: UTF8.self)
      #expect(!page.contains("<script>alert") && !page.contains("onload=\"x") && !page.contains("<img"))
      #expect(page.ranges(of: "</title>").count == 1)
    }
  }

  @Test func elementsStayOpenAcrossBlocks() {
    let document = Document(blocks: [
      Make.html("<details>\n<summary>More</summary>\n"), Make.p("text"), Make.html("</details>\n"),
      Make.quote(Make.html("<div>")), Make.p("after"),
    ])
    var options = HTMLOptions()
    options.rawHTML = .sanitize
    let text = String(decoding: HTMLFormatter(options: options).format(document, sheets: []), as: UTF8.self)
    #expect(text.contains("<summary>More</summary>\n<p dir=\"auto\">text</p>\n</details>"))
    #expect(text.contains("<div></div></blockquote>"))
  }
}
