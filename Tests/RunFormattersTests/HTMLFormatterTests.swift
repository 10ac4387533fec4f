import Rendering
import StyledRuns
import Testing

@testable import RunFormatters

@Suite("HTML of single constructs")
struct HTMLFormatterTests {
  private func html(_ blocks: Block..., options: HTMLOptions = .init()) -> String {
    String(
      decoding: HTMLFormatter(options: options).format(Document(blocks: blocks), sheets: []), as: UTF8.self)
  }

  @Test func headingsHaveUniqueIdentifiers() {
    let text = html(
      Make.h(2, "Hello, World!"), Make.h(2, "Hello World"), Make.h(2, "Hello World 1"),
      Make.h(2, "hello world"),
      Make.h(3, "日本語 Überschrift"), Make.h(3, "!?"), Make.h(2, .code("a_b-c")))
    for identifier in [
      "hello-world", "hello-world-1", "hello-world-1-1", "hello-world-2", "日本語-überschrift", "section",
      "a_b-c",
    ] {
      #expect(text.contains("id=\"ils-\(identifier)\""), "\(identifier)")
    }
  }

  @Test(arguments: [
    ("\u{6587}\n\u{7B2C}", "\u{6587}\u{7B2C}"),
    ("\u{3002}\n**\u{3042}**", "\u{3002}<strong>\u{3042}</strong>"),
    ("\u{6587}\nword", "\u{6587}\nword"), ("word\n\u{6587}", "word\n\u{6587}"),
    ("\u{AC00}\n\u{AC01}", "\u{AC00}\n\u{AC01}"), ("\u{1F600}\n\u{1F600}", "\u{1F600}\n\u{1F600}"),
    ("\u{6587}\n<b>\u{6587}</b>", "\u{6587}\n<b>\u{6587}</b>"),
  ])
  func lineEndsBetweenUnspacedCharactersVanish(_ markdown: String, _ shown: String) {
    let document = Renderer().render(markdown: Array(markdown.utf8))
    let text = String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self)
    #expect(text.contains(">\(shown)</p>"), "\(text)")
  }

  @Test func identifiersTakeAPrefixAndLinksFollow() {
    var options = HTMLOptions()
    options.identifierPrefix = "user-"
    let text = html(Make.h(1, "Top"), Make.p(.link("#top", ["up"]), .note(1)), options: options)
    #expect(text.contains("id=\"user-top\"") && text.contains("href=\"#user-top\""))
    #expect(text.contains("href=\"#user-fn:1\"") && text.contains("id=\"user-fnref:1\""))
  }

  /// Names and places that the author writes as HTML have the prefix, too, and a page of its own has none.
  @Test func identifiersOfRawHTMLTakeThePrefix() {
    let blocks = [
      Make.h(1, "Config"),
      Make.p(
        .raw("<a name=\"here\">"), "text", .raw("</a>"), .raw("<a href=\"#config\" id=x>"), "up", .raw("</a>")
      ),
    ]
    var options = HTMLOptions()
    let text = String(
      decoding: HTMLFormatter(options: options).format(Document(blocks: blocks), sheets: []), as: UTF8.self)
    #expect(text.contains("<h1 id=\"ils-config\""))
    #expect(text.contains("<a name=\"ils-here\"></a>text<a href=\"#ils-config\" id=\"ils-x\">up</a>"))
    options.isStandalone = true
    let page = String(
      decoding: HTMLFormatter(options: options).format(Document(blocks: blocks), sheets: []), as: UTF8.self)
    #expect(page.contains("<h1 id=\"config\"") && page.contains("<a href=\"#config\" id=\"x\">"))
  }

  /// The link to a heading stands beside the heading, whose name is its text alone.
  @Test func headingsHoldNoLinkToThemselves() {
    var options = HTMLOptions()
    #expect(
      html(Make.h(2, .text("A \"b\""), .raw("<br>"), .code("c"))).contains(
        "<div class=\"ils-heading ils-h2\" dir=\"ltr\"><h2 id=\"ils-a-bbrc\">A &quot;b&quot;<br><code>c</code></h2>"
          + "<a class=\"ils-anchor\" href=\"#ils-a-bbrc\" aria-label=\"Permalink: A &quot;b&quot;c\"></a></div>\n"
      ))
    options.hasHeadingAnchors = false
    #expect(html(Make.h(2, "A"), options: options).contains("<h2 dir=\"auto\">A</h2>"))
  }

  /// Markers of ordered lists have room for the digits of the largest number.
  @Test(arguments: [
    (1, 9, ""), (1, 10, " class=\"ils-digits2\""), (99, 2, " start=\"99\" class=\"ils-digits3\""),
    (999_999_999, 2, " start=\"999999999\" class=\"ils-digits10\""), (0, 0, " start=\"0\""),
  ])
  func markersHaveRoom(_ start: Int, _ count: Int, _ attributes: String) {
    let items = (0..<count).map { _ in
      Make.block(.listItem(ListItem(blocks: [Make.p(.text("1"))])))
    }
    let list = List(marker: .ordered(start: start, delimiter: "."), isTight: true, items: items)
    #expect(html(Make.block(.list(list))).contains("<ol\(attributes)>"))
  }

  /// A fence's label is shown as it was written, with the language's name as its title where they differ; a header needs three
  /// lines of code.
  @Test(arguments: [
    ("bash", "Shell Script", 3, "<span class=\"ils-lang\" title=\"Shell Script\">bash</span>", false),
    ("Swift", "Swift", 2, "<span class=\"ils-lang\">Swift</span>", true),
    ("js title=a.js", "JavaScript", 1, "<span class=\"ils-lang\" title=\"JavaScript\">js</span>", false),
    ("", "Python", 3, "<span class=\"ils-lang\">Python</span>", false),
  ])
  func codeIsLabelledByItsAuthor(
    _ info: String, _ name: String, _ lines: Int, _ label: String, _ isPlain: Bool
  ) {
    let code = CodeBlock(
      info: info, isFenced: true, languageName: name,
      lines: Array(repeating: CodeLine(text: "x", runs: []), count: lines))
    let text = html(Make.block(.code(code)))
    #expect(text.contains(label))
    #expect(text.contains("ils-plain") == isPlain)
  }

  /// Code wider than a page's column is marked, by the columns that it takes.
  @Test(arguments: [
    (String(repeating: "x", count: 80), false), (String(repeating: "x", count: 81), true),
    (String(repeating: "\t", count: 15) + String(repeating: "x", count: 21), true),
    (String(repeating: "ä", count: 80), false), (String(repeating: "文", count: 41), true),
  ])
  func wideCodeIsMarked(_ line: String, _ isWide: Bool) {
    let code = CodeBlock(info: "", isFenced: true, lines: [CodeLine(text: line, runs: [])])
    #expect(html(Make.block(.code(code))).contains("ils-wide") == isWide)
  }

  /// Containers state the direction of their first letter.
  @Test func containersStateTheirDirection() {
    let arabic = Make.p(.text("1 سلام"))
    let item = Make.block(.listItem(ListItem(blocks: [arabic])))
    let list = Make.block(.list(List(marker: .bullet("-"), isTight: true, items: [item])))
    #expect(html(list).hasPrefix("<div class=\"ils\" dir=\"rtl\">\n<ul dir=\"rtl\">\n<li>1 سلام</li>"))
    #expect(html(Make.block(.quote([arabic]))).contains("<blockquote dir=\"rtl\">"))
    #expect(html(Make.block(.quote([Make.p(.text("12"))]))).contains("<blockquote>"))
  }

  @Test func severalThemesHaveAClassEach() {
    var scopes = ScopeTable()
    let one = scopes.push("keyword.a", onto: .empty)
    let line = CodeLine(text: "let", runs: [CodeRun(length: 3, scopes: one)])
    let document = Document(
      blocks: [Make.block(.code(CodeBlock(info: "x", isFenced: true, lines: [line])))], scopes: scopes)
    let sheets = [SampleThemes.light(scopes), SampleThemes.dark(scopes)]
    let text = String(decoding: HTMLFormatter().format(document, sheets: sheets), as: UTF8.self)
    #expect(text.contains("<span class=\"f0-8430b0 f1-c792ea\">let</span>"))
    let css = String(decoding: HTMLFormatter().stylesheet(for: sheets), as: UTF8.self)
    #expect(css.contains(".ils .f0-8430b0{--f0:#8430b0}") && css.contains(".ils .f1-c792ea{--f1:#c792ea}"))
    #expect(
      css.contains("@media (prefers-color-scheme:dark)") && css.contains("[data-theme=\"sample-dark\"]"))
  }

  @Test func whatCannotBeSeenInCodeIsShown() {
    let text = html(
      Make.code("", "a\u{202E}b\u{200B}c \u{1F469}\u{200D}\u{1F4BB} x\u{200D}y \u{FEFF}é\u{AD}\u{E0041}"))
    for point in ["202E", "200B", "200D", "FEFF", "00AD", "E0041"] {
      #expect(text.contains("<bdi class=\"ils-char\" title=\"U+\(point)\""), "\(point)")
    }
    #expect(text.contains("\u{1F469}\u{200D}\u{1F4BB} x"))
    #expect(html(Make.p(.code("a\u{2066}"))).contains("U+2066"))
    #expect(!html(Make.p("a\u{2066}")).contains("U+2066"))
  }

  @Test func frontMatterIsHiddenOrShown() {
    let block = Make.frontMatter("title: <T>\ntags: [a, b]\nlist:\n  - x\n  - y\n")
    var options = HTMLOptions()
    #expect(!html(block, options: options).contains("T&gt;"))
    options.frontMatter = .table
    #expect(
      html(block, options: options).contains(
        "<th scope=\"row\" dir=\"auto\">title</th>\n<td dir=\"auto\">&lt;T&gt;</td>"))
    #expect(html(block, options: options).contains("x<br>\ny</td>"))
    options.frontMatter = .code
    #expect(html(block, options: options).contains("language-yaml\">title: &lt;T&gt;\ntags"))
    options.isStandalone = true
    #expect(html(block, Make.h(1, "H"), options: options).contains("<title>&lt;T&gt;</title>"))
  }

  @Test func formulasAreDrawn() {
    let text = html(Make.p(.math("a<b")))
    #expect(text.contains("<math class=\"ils-formula\"><semantics><mrow><mi>a</mi>"))
    #expect(
      text.contains("<annotation encoding=\"application/x-tex\">a&lt;b</annotation></semantics></math>"))
    #expect(html(Make.p(.displayMath("x"))).contains("<span class=\"ils-display\" dir=\"ltr\"><math"))
    #expect(
      html(Make.code("math", "x^2\ny")).hasSuffix("<div class=\"ils-display\" dir=\"ltr\">" + Self.block))
    #expect(html(Make.p(.image("https://e.x/a", "alt"), .math("x"))).contains("alt=\"alt\""))
    let long = html(Make.p(.math(String(repeating: "x + ", count: 20) + "y")))
    #expect(long.contains("<span class=\"ils-long\""))
  }

  private static let block = """
    <math class="ils-formula" display="block"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup><mi>y</mi></mrow>\
    <annotation encoding="application/x-tex">x^2
    y</annotation></semantics></math></div>
    </div>

    """

  @Test func formulasThatCannotBeReadStaySource() {
    let text = html(Make.p(.math("\\nothing<b>\u{202E}")))
    #expect(
      text.contains(
        "<code class=\"ils-unread\" dir=\"ltr\" title=\"Formula: a character that is not allowed\">"))
    #expect(text.contains("\\nothing&lt;b&gt;<bdi class=\"ils-char\"") && !text.contains("<math"))
    #expect(html(Make.p(.math("\\nothing"))).contains("title=\"Formula: unknown command \\nothing\""))
    #expect(html(Make.code("math", "\\nothing")).contains("<pre role=\"group\" aria-label=\"math code\">"))
    var code = CodeBlock(info: "math", isFenced: true, lines: [CodeLine(text: "x")])
    code.isClosed = false
    #expect(html(Make.block(.code(code))).contains("<pre"))
  }

  @Test func drawingsAreMarkedUpForAScript() {
    let blocks = [Make.code("mermaid", "graph <b>"), Make.code("math", "x^2\ny")]
    #expect(html(blocks[0]).contains("language-mermaid"))
    var options = HTMLOptions()
    options.marksUpDrawings = true
    let inline = html(Make.p(.math("a<b"), .displayMath("x")), options: options)
    #expect(inline.contains("<span class=\"ils-math\" role=\"math\" dir=\"ltr\">a&lt;b</span>"))
    #expect(inline.contains("<span class=\"ils-math ils-display\""))
    let text = html(blocks[0], blocks[1], options: options)
    #expect(text.contains("<pre class=\"mermaid\"") && text.contains(">graph &lt;b&gt;</pre>"))
    #expect(text.contains("role=\"math\" dir=\"ltr\">x^2\ny</div>"))
  }

  @Test func adjacentRunsOfOneStyleAreOneElement() {
    var scopes = ScopeTable()
    let one = scopes.push("keyword.a", onto: .empty)
    let two = scopes.push("keyword.b", onto: .empty)
    let line = CodeLine(
      text: "let var = x",
      runs: [
        CodeRun(length: 3, scopes: one), CodeRun(length: 1, scopes: .empty), CodeRun(length: 3, scopes: two),
        CodeRun(length: 4, scopes: .empty),
      ])
    let block = Make.block(.code(CodeBlock(info: "x", isFenced: true, lines: [line])))
    let bytes = HTMLFormatter().format(
      Document(blocks: [block], scopes: scopes), sheets: [SampleThemes.dark(scopes)])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<span class=\"f-c792ea\">let var</span> = x\n"))
  }

  @Test(arguments: ["note", "TIP", "Important", "WARNING", "caution"]) func quotesWithAMarkerAreAlerts(
    _ kind: String
  ) {
    let text = html(Make.quote(Make.p(.text("[!\(kind)]"), .softBreak, "Text ", .strong(["here"]))))
    #expect(text.contains("ils-alert ils-\(kind.lowercased())"))
    #expect(text.contains("<p dir=\"auto\">Text <strong>here</strong></p>"))
  }

  @Test func onlyTheFirstLineMakesAnAlert() {
    for quote in [
      Make.quote(Make.p("[!NOTE] text")), Make.quote(Make.p("[!OTHER]")), Make.quote(Make.p("x [!NOTE]")),
      Make.quote(Make.p(.strong(["[!NOTE]"]))), Make.quote(Make.p(.code("[!NOTE]"))), Make.quote(),
    ] { #expect(html(quote).contains("<blockquote")) }
    #expect(html(Make.quote(Make.p("[!NOTE]"), Make.p("next"))).contains("ils-note"))
  }

  @Test func tightItemsHaveNoParagraphs() {
    let text = html(
      Make.bullets(
        Make.item(Make.p("a"), Make.bullets(Make.item(Make.p("b")))), Make.item(), Make.item(Make.rule)))
    #expect(
      text.contains(
        "<ul dir=\"ltr\">\n<li>a\n<ul dir=\"ltr\">\n<li>b</li>\n</ul>\n</li>\n<li></li>\n<li>\n<hr>\n</li>\n</ul>"
      ))
  }

  @Test func checkboxesHaveAccessibleNames() {
    let text = html(Make.bullets(Make.item(Make.p("Do <it>"), task: true)))
    #expect(
      text.contains("<input type=\"checkbox\" disabled checked aria-label=\"Do &lt;it&gt;\"> Do &lt;it&gt;"))
  }

  @Test func theScriptIsTheOneThatThePolicyNames() {
    let digest = SHA256.base64(Array(HTMLFormatter.script.utf8))
    #expect(PageScript.document.digest == "sha256-\(digest)")
  }

  static let infos: [(String, @Sendable (CodeAttributes) -> Bool)] = [
    ("", { $0.label.isEmpty && $0.startLine == 1 }), ("swift", { $0.label == "swift" }),
    ("swift{3}", { $0.label == "swift" && $0.mark(of: 3) == .highlighted && $0.mark(of: 4) == nil }),
    ("js {1,4-6} ins={5}", { $0.mark(of: 4) == .highlighted && $0.mark(of: 5) == .inserted }),
    ("js del={2-3} startLine=40", { $0.startLine == 40 && $0.mark(of: 3) == .deleted }),
    ("js title=\"a b.js\" wrap", { $0.title == "a b.js" && $0.wraps == true }),
    ("js title='x' noLineNumbers", { $0.title == "x" && $0.lineNumbers == false }),
    ("js {", { $0.label == "js" }), ("js {9-1,x,-3,1-}", { $0.marks.isEmpty }),
    ("js title=\"open", { $0.title == "open" }),
    ("js startLine=99999999999999999999", { $0.startLine == 1 }), ("js startLine=-1", { $0.startLine == 1 }),
    ("js {1-999999999999}", { $0.mark(of: 123_456) == .highlighted }), ("= == ={", { $0.label == "=" }),
    ("js {\(String(repeating: "1,", count: 1000))}", { $0.marks.count == CodeAttributes.maximumRanges }),
  ]

  @Test(arguments: infos.indices) func infoStringsGiveCodeAttributes(_ index: Int) {
    let (info, check) = Self.infos[index]
    #expect(check(CodeAttributes(info: info)), "\(info.prefix(60))")
  }
}
