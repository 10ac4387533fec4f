import MarkdownBlocks
import Rendering
import StyledRuns
import Testing

@testable import RunFormatters

/// Remarks in comments that set lines of code off, and words of the info string.
@Suite struct CodeNotationTests {
  @Test(arguments: [
    ("let x = 1 // [!code ++]", CodeAttributes.Mark.inserted, "let x = 1"), ("x # [!code --]", .deleted, "x"),
    ("x; /* [!code highlight] */", .highlighted, "x;"), ("<b> <!-- [!code hl] -->", .highlighted, "<b>"),
    ("a -- [!code focus]", .focused, "a"), ("a\t//[!code error]  ", .error, "a"),
    ("{/* [!code warning] */}", .warning, ""), ("ä ; [!code ++]", .inserted, "ä"),
  ])
  func remarksAreRead(_ line: String, _ mark: CodeAttributes.Mark, _ shown: String) throws {
    let line = CodeLine(text: line, runs: [CodeRun(length: line.utf8.count, scopes: .empty)])
    let notation = try #require(CodeNotation(line))
    #expect(notation.mark == mark)
    let part = line.prefix(bytes: notation.end)
    #expect(part.text == shown)
    #expect(part.runs.reduce(0) { $0 + Int($1.length) } == shown.utf8.count)
  }

  @Test(arguments: [
    "a[!code ++]", "x = [1]", "// [!code nonsense]", "// [!code ++] more", "[!code ++]", "]", "",
    "// !code ++]",
  ])
  func otherLinesAreCode(_ line: String) { #expect(CodeNotation(CodeLine(text: line)) == nil) }

  @Test(arguments: [
    "// [!code ++:0]", "// [!code ++:]", "// [!code ++:x]", "// [!code ++:1:2]", "// [!code ++:-1]",
    "// [!code :3]",
  ])
  func otherCountsAreCode(_ line: String) { #expect(CodeNotation(CodeLine(text: line)) == nil) }

  private static let counted = [
    "a", "b // [!code ++:3]", "c", "d", "e", "f // [!code focus:2]", "g // [!code error]", "h",
    "i // [!code hl:9999]", "j",
  ]
  private static let marks: [CodeAttributes.Mark?] = [
    nil, .inserted, .inserted, .inserted, nil, .focused, .error, nil, .highlighted, .highlighted,
  ]

  /// A count marks the following lines, and a later notation ends it.
  @Test func countsMarkTheLinesThatFollow() {
    let lines = Self.counted.map { CodeLine(text: $0) }
    for start in 0...lines.count {
      var notations = CodeNotations(before: start, of: lines)
      #expect(lines[start...].map { notations.next($0)?.mark } == Array(Self.marks[start...]))
    }
  }

  /// Patches of a growing document and a growing terminal show the same lines as the whole document.
  @Test func countsHoldWhileTheBlockGrows() throws {
    let markdown = Array(("```swift\n" + Self.counted.joined(separator: "\n") + "\n```\n").utf8)
    var options = ANSIFormatter.Options()
    options.colors = .none
    let whole = ANSIFormatter(options: options).format(Renderer().render(markdown: markdown), sheet: nil)
    let session = RenderSession()
    var document = Document()
    var stream = ANSIStream(options: options)
    var sink = ByteSink()
    for byte in markdown {
      if let update = session.append([byte]) { try document.apply(update) }
      stream.write(document, sheet: nil, into: &sink)
    }
    if let update = session.finish() { try document.apply(update) }
    stream.write(document, sheet: nil, isFinal: true, into: &sink)
    #expect(sink.bytes == whole)
    let text = String(decoding: whole, as: UTF8.self)
    #expect(
      text.contains("│+c ") && text.contains("│+d ") && text.contains("│ e ") && !text.contains("[!code"))
    let html = String(
      decoding: HTMLFormatter().format(Renderer().render(markdown: markdown), sheets: []), as: UTF8.self)
    #expect(html.contains("<span class=\"l ils-ins\">d\n</span>e\n"))
  }

  private static let markdown = """
    ```swift /needle/
    let a = needle // [!code ++]
    let b = 2
    let c = 3 // [!code error]
    ```
    """

  @Test func pagesMarkLinesAndWords() {
    let document = Renderer().render(markdown: Array(Self.markdown.utf8))
    let html = String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self)
    #expect(
      html.contains("<span class=\"l ils-ins\">let a = <mark class=\"ils-word\">needle</mark>\n</span>let b"))
    #expect(html.contains("<span class=\"l ils-hl ils-bad\">let c = 3\n</span>"))
    #expect(!html.contains("[!code"))
    var verbatim = HTMLFormatter.Options()
    verbatim.codeNotations = false
    let code = String(decoding: HTMLFormatter(options: verbatim).format(document, sheets: []), as: UTF8.self)
    #expect(code.contains("// [!code ++]"))
  }

  @Test func terminalsMarkLines() {
    var options = ANSIFormatter.Options()
    options.colors = .none
    options.margin = 0
    options.width = 30
    let document = Renderer().render(markdown: Array(Self.markdown.utf8))
    let text = String(decoding: ANSIFormatter(options: options).format(document, sheet: nil), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines[1] == "│+let a = needle             │")
    #expect(lines[2] == "│ let b = 2                  │")
    #expect(lines[3] == "│▌let c = 3                  │")
  }

  /// Plain text and styled runs show the source.
  @Test func theSourceKeepsItsComments() {
    let document = Renderer().render(markdown: Array(Self.markdown.utf8))
    #expect(String(decoding: PlainTextFormatter().format(document), as: UTF8.self).contains("[!code ++]"))
    #expect(String(decoding: IRFormatter().format(document), as: UTF8.self).contains("[!code ++]"))
  }
}
