import StyledRuns

/// A document with every kind of block, as an answer of a coding assistant might be.
enum SampleDocument {
  static func make() -> Document {
    var scopes = ScopeTable()
    let blocks = [frontMatter] + opening() + code(&scopes) + lists() + tables() + quotes() + rest()
    return Document(
      blocks: blocks,
      footnotes: [
        Make.footnote(
          1, references: 2,
          Make.p(
            "Measured on a quiet machine; see ", .link("https://example.org/method", ["the method"]), ".")),
        Make.footnote(2, Make.p("A second note, with "), Make.code("", "code in it")),
      ], scopes: scopes)
  }

  private static let frontMatter = Make.frontMatter(
    "title: \"Streaming markdown\"\ntags: [rendering, swift]\nauthors:\n  - A. Author\n  - B. Author\ndraft: false\n"
  )

  private static func opening() -> [Block] {
    [
      Make.h(1, "Streaming markdown, beautifully"),
      Make.p(
        "A renderer takes ", .strong(["text as it arrives"]), " and shows it ",
        .emphasis(["while it is written"]),
        ". Blocks that are complete never change again; the open one is drawn anew, and ",
        .code("only what changed"), " is sent.", .note(1), " Read ",
        .link("https://example.org/guide", ["the guide to streaming"], title: "Guide"), .softBreak,
        "or skip straight to the ", .link("#numbers", ["numbers"]), "."),
      Make.h(2, "A first program"),
      Make.p("Three lines are enough. The language is found by its label", .note(1, occurrence: 2), ":"),
    ]
  }

  private static func code(_ scopes: inout ScopeTable) -> [Block] {
    [
      SampleThemes.code(
        "swift", name: "Swift",
        """
        import Rendering

        // Renders whatever comes in, as it comes in.
        struct Session {
            var document = Document()

            mutating func append(_ text: String) async throws -> Update {
                guard !text.isEmpty else { return .none }
                return try await pipeline.push(text, limit: 4_096, label: "chunk")
            }
        }
        """, &scopes),
      Make.p("With a title, marked lines and a number to start from:"),
      SampleThemes.code(
        "python {41} ins={43} del={42} startLine=40 title=\"render/filter.py\" lineNumbers", name: "Python",
        """
        def render(stream):
            for chunk in stream:
                print(chunk)
                yield session.append(chunk)  # a very long comment that goes on and on beyond the edge of any sensible terminal or page
        """, &scopes),
      Make.code("", "plain text\n\n    without a language\tand a tab"),
    ]
  }

  private static func lists() -> [Block] {
    [
      Make.h(3, "What it does"),
      Make.bullets(
        Make.item(Make.p("Parses ", .strong(["all of GFM"]), ": tables, task lists, strikethrough")),
        Make.item(
          Make.p(
            "Highlights code with the grammars of an editor, off the hot path, so that nothing waits for a slow one"
          ),
          Make.bullets(
            Make.item(Make.p("colours only arrive")),
            Make.item(Make.p("text never shifts"), Make.bullets(Make.item(Make.p("not even here")))))),
        Make.item(Make.p("Writes HTML, ANSI, plain text"))),
      Make.numbers(
        8, Make.item(Make.p("The eighth step, which is the first one here.")),
        Make.item(Make.p("The ninth has two paragraphs."), Make.p("This is the other one."), spaced: true),
        Make.item(Make.p("The tenth holds code:"), Make.code("sh", "make test", name: "Shell"), spaced: true),
        tight: false),
      Make.h(4, "Left to do"),
      Make.bullets(
        Make.item(Make.p("wrap by display width"), task: true),
        Make.item(
          Make.p("draw tables with ", .code("box"), " characters that fit the width of the terminal"),
          task: true),
        Make.item(Make.p("rest"), task: false)),
    ]
  }

  private static func tables() -> [Block] {
    [
      Make.h(2, "Numbers"),
      Make.table(
        [.left, .right, .center, .none], [["Renderer"], ["Time"], ["Streams"], ["Remark"]],
        [
          [
            [.strong(["ilsrender"])], ["12 ms"], ["yes"],
            ["each piece costs what it adds, however long the document has become"],
          ],
          [[.code("peer-one")], ["4,300 ms"], ["no"], ["parses again"]],
          [["日本語の行"], ["35 ms"], ["👩‍👩‍👧 ✓"], [.link("https://example.org", ["a link"])]],
        ]),
    ]
  }

  private static func quotes() -> [Block] {
    [
      Make.quote(
        Make.p(
          "Simplicity is a great virtue, but it requires hard work to achieve it, and education to appreciate it."
        ),
        Make.quote(Make.p("And to make matters worse: complexity sells better."))),
      Make.quote(
        Make.p("[!NOTE]", .softBreak, "Alerts are quotes with a first line that says what kind they are.")),
      Make.quote(Make.p("[!TIP]", .softBreak, "Pipe a model's answer through it.")),
      Make.quote(Make.p("[!IMPORTANT]", .softBreak, "Nothing hostile passes.")),
      Make.quote(
        Make.p("[!WARNING]", .softBreak, "With code inside:"), Make.code("", "rm -r build")),
      Make.quote(Make.p("[!CAUTION]", .softBreak, "Irreversible.")),
    ]
  }

  private static func rest() -> [Block] {
    [
      Make.rule,
      Make.h(5, "Odds and ends"),
      Make.p(
        "An image: ", .image("https://example.org/cat.png", "a cat on a mat", title: "Cat"), ", ",
        .strike(["struck out"]), ", a line break", .lineBreak, "and ",
        .strong([.emphasis(["both at once, with ", .code("code")])]), ", raw ", .raw("<b>"), "HTML",
        .raw("</b>"),
        " and a second note", .note(2), "."),
      Make.p("中文段落不用空格分词，所以每个字符之间都可以换行，但是标点符号不能出现在行首。", .softBreak, "第二行接着写。"),
      Make.p(
        "Formulas: ", .math("e^{i\\pi} + 1 = 0"), " within a line, and by itself ",
        .displayMath("\\int_0^1 x^2\\,dx = \\frac{1}{3}"), "."),
      Make.code("math", "\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}"),
      Make.code("mermaid", "graph LR\n  Text --> Blocks --> Runs", name: "Mermaid"),
      Make.code(
        "text", "if access != \"user\u{202E}\u{2066}// only admins\u{2069}\u{2066}\" { zero\u{200B}width() }"),
      Make.h(6, "The smallest heading"),
      Make.html("<div align=\"center\">\n  <em>block of HTML</em>\n</div>\n"),
      Make.html("<!-- a comment -->\n"),
      Make.html("<details>\n<summary>What is folded away</summary>\n"),
      Make.p("Markdown between tags."),
      Make.html("</details>\n"),
      Make.html(
        "<h3>Keys</h3>\n<table><tr><th>Key</th><th>Action</th></tr><tr><td><kbd>q</kbd></td><td>ends it</td></tr></table>\n<ul><li>one</li><li>two <img src=\"https://example.org/i.png\" alt=\"an image\"></li></ul>\n<pre>as\n  written</pre>\n"
      ),
      Make.html("<my-component kind=\"x\">as it is</my-component>\n"),
      Make.p("هذه فقرة تُكتب من اليمين إلى اليسار، وفيها ", .code("code"), " من اليسار إلى اليمين."),
      Make.p("The end."),
    ]
  }
}
