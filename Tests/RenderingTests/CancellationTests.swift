import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing
import TextMate

/// Work that nobody wants any more stops early, and output that would be too large is not written to its end.
@Suite struct CancellationTests {
  private static let markdown = Array(
    (0..<2000).map { "# Heading \($0)\n\n| a | b |\n|---|---|\n| `c` | *d* |\n\n" }.joined().utf8)

  private func cancelled<Value>(_ work: () -> Value) -> Value {
    let cancellation = Cancellation()
    cancellation.cancel()
    return Cancellation.$current.withValue(cancellation, operation: work)
  }

  @Test func parsingStopsAtTheNextLine() {
    #expect(Renderer().render(markdown: Self.markdown).blocks.count == 4000)
    #expect(cancelled { Renderer().render(markdown: Self.markdown) }.blocks.isEmpty)
  }

  @Test func aSessionStopsAtTheNextLine() {
    let session = cancelled { RenderSession() }
    let update = cancelled { session.append(Self.markdown) }
    #expect((update?.edits.count ?? 0) < 10)
  }

  /// One leaf of any length stops as well.
  @Test func cancellationStopsInlineParsing() throws {
    let text = Array(String(repeating: "*a* ", count: 1000).utf8)
    func runs(_ document: Document) throws -> Int {
      guard case .paragraph(let inlines) = try #require(document.blocks.first).content else { return -1 }
      return inlines.runs.count
    }
    #expect(try runs(MarkdownParser().parse(text)) > 1000)
    let cancellation = Cancellation()
    let stream = MarkdownStream()
    // The line is read before, and its inlines after, nobody wants them any more.
    Cancellation.$current.withValue(cancellation) {
      stream.append(text + [0x0A])
      cancellation.cancel()
      stream.update()
    }
    #expect(try runs(stream.document) < 3)
  }

  @Test func cancellationLeavesCodePlain() {
    let catalog = Catalog()
    let swift = catalog.languages.language(named: "swift")
    let code = Array(String(repeating: "let x = 1\n", count: 100).utf8)
    func colored(_ document: Document) -> Int {
      guard case .code(let code) = document.blocks[0].content else { return -1 }
      return code.lines.count { !$0.runs.isEmpty }
    }
    let renderer = Renderer(highlighter: catalog.highlighter)
    #expect(colored(renderer.render(code: code, language: swift)) == 100)
    #expect(colored(cancelled { renderer.render(code: code, language: swift) }) <= 0)
  }

  enum Format: CaseIterable { case html, bare, ansi, text, ir }

  private func write(_ format: Format, into sink: inout ByteSink) {
    let document = Renderer().render(markdown: Self.markdown)
    switch format {
    case .html: HTMLFormatter().format(document, sheets: [], into: &sink)
    case .bare: BareHTMLFormatter().write(document, into: &sink)
    case .ansi: ANSIFormatter().format(document, sheet: nil, into: &sink)
    case .text: PlainTextFormatter().format(document, into: &sink)
    case .ir: IRFormatter().format(document, into: &sink)
    }
  }

  @Test(arguments: Format.allCases)
  func formattersStopWhenCancelled(_ format: Format) {
    let cancellation = Cancellation()
    cancellation.cancel()
    var sink = ByteSink(cancellation: cancellation)
    write(format, into: &sink)
    let (count, isOverLimit) = (sink.count, sink.isOverLimit)
    #expect(count < 500)
    #expect(!isOverLimit)
  }

  @Test(arguments: Format.allCases)
  func formattersStopAtTheLimit(_ format: Format) {
    var sink = ByteSink(limit: 10_000)
    write(format, into: &sink)
    let (count, isOverLimit) = (sink.count, sink.isOverLimit)
    #expect(isOverLimit)
    #expect(count < 12_000)
  }

  /// A table is one block: it stops between its rows.
  @Test(arguments: Format.allCases)
  func aTableStopsAtTheLimit(_ format: Format) {
    let rows = String(repeating: "| x | y |\n", count: 5000)
    let document = Renderer().render(markdown: Array(("| a | b |\n|---|---|\n" + rows).utf8))
    var sink = ByteSink(limit: 10_000)
    switch format {
    case .html: HTMLFormatter().format(document, sheets: [], into: &sink)
    case .bare: BareHTMLFormatter().write(document, into: &sink)
    case .ansi: ANSIFormatter().format(document, sheet: nil, into: &sink)
    case .text: PlainTextFormatter().format(document, into: &sink)
    case .ir: IRFormatter().format(document, into: &sink)
    }
    let (count, isOverLimit) = (sink.count, sink.isOverLimit)
    #expect(isOverLimit)
    #expect(count < 12_000)
  }
}
