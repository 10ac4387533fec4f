import Rendering
import RunFormatters
import StyledRuns
import Testing

/// The whole way from hostile bytes to a terminal: whatever comes in, however it is cut, nothing but our sequences
/// comes out.
@Suite("Nothing hostile reaches a terminal while it streams")
struct TerminalStreamSafetyTests {
  @Test(arguments: 0..<HostilePieces.rounds(120)) func anyBytesCutAnywhere(_ seed: Int) throws {
    var random = RandomDocument(seed: UInt64(seed) &+ 77)
    let bytes = HostilePieces.bytes(&random)
    let options = HostilePieces.options(&random)
    let session = RenderSession()
    var stream = ANSIStream(options: options)
    var document = Document()
    var shown = ByteSink()
    var screen = TerminalTail(ambiguousWidth: options.ambiguousWidth)
    let rows = random.number(1..<30)
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + random.number(1..<20))
      if let update = session.append(Array(bytes[start..<end])) { try document.apply(update) }
      start = end
      let sheet = SampleThemes.dark(document.scopes)
      var final = ByteSink()
      stream.write(document, sheet: sheet, into: &final)
      final.withBytes { shown.append($0.bindMemory(to: UInt8.self)) }
      var tail = ByteSink()
      stream.writeTail(of: document, sheet: sheet, into: &tail)
      #expect(TerminalOutput(tail.bytes).problems.isEmpty, "\(bytes)")
      let frame = screen.paint(
        final: final.bytes, tail: tail.bytes, columns: options.width, rows: rows)
      let problems = Self.problems(ofFrame: frame ?? [])
      #expect(
        problems.isEmpty, "\(problems) in \(String(decoding: frame ?? [], as: UTF8.self).debugDescription)")
    }
    if let update = session.finish() { try document.apply(update) }
    let sheet = SampleThemes.dark(document.scopes)
    stream.write(document, sheet: sheet, isFinal: true, into: &shown)
    #expect(TerminalOutput(shown.bytes).problems.isEmpty, "\(bytes)")
    let whole = ANSIFormatter(options: options).format(Renderer().render(markdown: bytes), sheet: sheet)
    #expect(TerminalOutput(whole).problems.isEmpty, "\(bytes)")
  }

  /// The problems of a frame, apart from the sequences that move the cursor between its lines.
  private static func problems(ofFrame frame: [UInt8]) -> [String] {
    let lines = String(decoding: frame, as: UTF8.self)
      .replacing(#/\x1B\[\d*[ABGLMPJK@]|\x1B\[\?2026[hl]|\r/#.matchingSemantics(.unicodeScalar), with: "")
    return TerminalOutput(Array(lines.utf8)).problems
  }

  @Test(arguments: 0..<HostilePieces.rounds(60)) func plainTextHasNoControlSequences(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed) &+ 999)
    let text = PlainTextFormatter().format(Renderer().render(markdown: HostilePieces.bytes(&random)))
    #expect(!text.contains(0x1B))
    #expect(TerminalOutput(text).problems.isEmpty)
  }
}
