import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing

@Suite("Diagrams in each format")
struct DiagramFormattingTests {
  private static let source = "```mermaid\ngraph LR\n  A[One] -->|two| B(Three)\n```\n"

  private func document(_ markdown: String) -> Document { Renderer().render(markdown: Array(markdown.utf8)) }

  private func html(_ markdown: String, _ change: (inout HTMLOptions) -> Void = { _ in }) -> String {
    var options = HTMLOptions()
    change(&options)
    let document = document(markdown)
    let sheets = [SampleThemes.dark(document.scopes)]
    return String(decoding: HTMLFormatter(options: options).format(document, sheets: sheets), as: UTF8.self)
  }

  private func terminal(_ markdown: String, _ change: (inout ANSIOptions) -> Void = { _ in })
    -> String
  {
    var options = ANSIOptions()
    options.colors = .none
    options.margin = 0
    change(&options)
    return String(
      decoding: ANSIFormatter(options: options).format(document(markdown), sheet: nil), as: UTF8.self)
  }

  @Test func htmlHoldsTheDrawingAndTheSource() {
    let text = html(Self.source)
    #expect(
      text.contains(
        "<figure class=\"ils-diagram\" dir=\"ltr\"><div class=\"ils-canvas\"><svg class=\"ils-drawing\" role=\"img\""
      ))
    #expect(
      text.contains(
        "<title>Flowchart</title><desc>Flowchart with 2 nodes and 1 connection: One, Three.</desc>"))
    #expect(text.contains(">two</text>"))
    #expect(
      text.contains(
        "<pre class=\"ils-source\" hidden><code class=\"language-mermaid\">graph LR\n  A[One] --&gt;|two| B(Three)\n</code></pre>"
      ))
    #expect(StrictHTML(Array(text.utf8)).problems == [])
  }

  @Test func inlineStylesNeedNoStylesheet() {
    let text = html(Self.source) { $0.styling = .inline }
    #expect(!text.contains("currentColor"))
    #expect(!text.contains("ils-source"))
    #expect(StrictHTML(Array(text.utf8)).problems == [])
  }

  @Test func theTerminalShowsTheDrawing() {
    #expect(
      terminal(Self.source) == """
        ┌─────┐          ╭───────╮
        │ One ├───two───▶│ Three │
        └─────┘          ╰───────╯

        """)
    #expect(terminal(Self.source) { $0.ambiguousWidth = 2 }.contains("| One +---two--->| Three |"))
    let text = String(decoding: PlainTextFormatter().format(document(Self.source)), as: UTF8.self)
    #expect(text.contains("| One +---two--->| Three |"))
  }

  @Test func drawingCanBeTurnedOff() {
    #expect(html(Self.source) { $0.diagrams = .code }.contains("<figure class=\"ils-code"))
    #expect(terminal(Self.source) { $0.diagrams = .code }.contains("A[One]"))
    #expect(html(Self.source) { $0.marksUpDrawings = true }.contains("<pre class=\"mermaid\""))
    let bare = BareHTMLFormatter(unsafeHTML: false, filtersTags: true)
    var sink = ByteSink()
    bare.write(document(Self.source), into: &sink)
    #expect(
      String(decoding: sink.bytes, as: UTF8.self).hasPrefix("<pre><code class=\"language-mermaid\">graph LR"))
  }

  @Test(arguments: [
    ("```mermaid\ngitGraph\n  commit\n```\n", "not drawn: line 1: the kind gitGraph is not supported"),
    ("```mermaid\ngraph TD\n  A -->\n```\n", "not drawn: line 2: a node is missing"),
    ("```mermaid\n```\n", "not drawn: the diagram is empty"),
  ])
  func aDiagramThatIsNotUnderstoodIsCodeWithTheReason(_ markdown: String, _ note: String) {
    #expect(html(markdown).contains("<span class=\"ils-reason\">\(note)</span>"))
    #expect(terminal(markdown).contains(note))
  }

  @Test func aDiagramTooManyIsCodeWithTheReason() throws {
    let all = (0..<15).map { "n\($0)" }.joined(separator: " & ")
    let markdown = String(repeating: "```mermaid\ngraph TD\n\(all) --> \(all)\n```\n\n", count: 4)
    let note = "not drawn: there is too much to draw"
    let large = "a\n\n" + markdown + Self.source
    #expect(html(large).components(separatedBy: "ils-reason\">\(note)</span>").count > 1)
    #expect(terminal(large) { $0.width = 200 }.contains(note))
    #expect(!terminal(large) { $0.diagrams = .code }.contains(note))
    // The small one after it has room.
    #expect(html(large).contains("<title>Flowchart</title><desc>Flowchart with 2 nodes"))
    let document = document(large)
    let decoded = try JSONDecoder().decode(Document.self, from: Data(IRFormatter().format(document)))
    #expect(decoded == document)
    #expect(decoded.blocks.compactMap(\.code).contains { $0.header.isUndrawn && $0.drawing == nil })
  }

  @Test func aDiagramThatIsTooWideIsCode() {
    let markdown =
      "```mermaid\ngraph TD\n  A --> " + (1...9).map { "B\($0)" }.joined(separator: " & ")
      + "\n  B1 --> C1 & C2 & C3 & C4 & C5 & C6 & C7\n```\n"
    #expect(terminal(markdown) { $0.width = 20 }.contains("graph TD"))
    #expect(!terminal(markdown).contains("graph TD"))
  }

  /// A fence is code until it closes, however the text is cut; a drawing takes the place of the code in one update.
  @Test func anOpenFenceIsCode() throws {
    let markdown = Array("a\n\n\(Self.source)\nb\n".utf8)
    let session = RenderSession()
    var document = Document()
    var wasDrawn = false
    for index in markdown.indices {
      if let update = session.append(Array(markdown[index..<index + 1])) { try document.apply(update) }
      let text = String(decoding: HTMLFormatter().format(document, sheets: []), as: UTF8.self)
      let isDrawn = text.contains("<svg")
      #expect(!wasDrawn || isDrawn)
      wasDrawn = isDrawn
      let once = self.document(String(decoding: markdown[...index], as: UTF8.self))
      #expect(
        String(decoding: HTMLFormatter().format(once, sheets: []), as: UTF8.self).contains("<svg") == isDrawn,
        "\(index)")
    }
    #expect(wasDrawn)
  }

  @Test func linesOfAnOpenDiagramAreNotFinal() throws {
    var options = ANSIOptions()
    options.colors = .none
    options.margin = 0
    var stream = ANSIStream(options: options)
    let session = RenderSession()
    var document = Document()
    var sink = ByteSink()
    for line in Self.source.split(separator: "\n", omittingEmptySubsequences: false) {
      if let update = session.append(Array("\(line)\n".utf8)) { try document.apply(update) }
      stream.write(document, sheet: nil, into: &sink)
    }
    if let update = session.finish() { try document.apply(update) }
    stream.write(document, sheet: nil, isFinal: true, into: &sink)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == terminal(Self.source))
  }

  @Test func theWireFormKeepsThatAFenceIsClosed() throws {
    #expect(
      String(decoding: IRFormatter().format(document(Self.source)), as: UTF8.self).contains(
        "\"drawing\":\"diagram\"")
    )
    let open = document(String(Self.source.dropLast(4)))
    #expect(!String(decoding: IRFormatter().format(open), as: UTF8.self).contains("drawing"))
    let other = document("```swift\nlet a = 1\n```\n\n```\nb\n```\n")
    #expect(!String(decoding: IRFormatter().format(other), as: UTF8.self).contains("drawing"))
  }

  @Test func rawSVGStaysForbidden() {
    let text = html("<div class=\"ils-canvas\"><svg><path d=\"M0 0\"/></svg></div>\n")
    #expect(!text.contains("<svg"))
  }
}
