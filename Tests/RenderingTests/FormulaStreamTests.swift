import Foundation
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// Formulas are shown alike in a stream and at once: as source until they are closed, then drawn.
@Suite struct FormulaStreamTests {
  private static func shown(_ document: Document) -> [[UInt8]] {
    [
      HTMLFormatter().format(document, sheets: []), ANSIFormatter().format(document, sheet: nil),
      PlainTextFormatter().format(document),
    ]
  }

  @Test func afterEveryByteTheyLookAsTheTextSoFarDoes() throws {
    let bytes = Array(StreamedText.formulas.utf8)
    let session = RenderSession()
    var client = StreamClient()
    var received = Document()
    for count in 1...bytes.count {
      if let update = session.append([bytes[count - 1]]) {
        let wire = Data(IRFormatter().format(update))
        guard case .document(let decoded) = try JSONDecoder().decode(StreamUpdate.self, from: wire) else {
          throw StreamError.gap
        }
        try received.apply(decoded)
        try client.receive(update)
      }
      let once = Self.shown(Renderer().render(markdown: Array(bytes[..<count])))
      try #require(Self.shown(client.document) == once, "after \(count) bytes")
      try #require(Self.shown(received) == once, "decoded, after \(count) bytes")
    }
    try client.receive(session.finish())
    #expect(Self.shown(client.document) == Self.shown(Renderer().render(markdown: bytes)))
  }

  @Test(arguments: [
    ("$$\nx^2\n$$\n", true), ("$$\nx^2\n", false), ("```math\nx^2\n```", true), ("```math\nx^2\n``", false),
    ("> $$\n> x^2\n\nend", true), ("$x^2$", true), ("$x^2", false), ("$$x^2$", false),
    ("\\\\[\nx^2\n", false),
  ]) func onlyClosedFormulasAreDrawn(_ markdown: String, _ isDrawn: Bool) {
    let document = Renderer().render(markdown: Array(markdown.utf8))
    let shown = Self.shown(document).map { String(decoding: $0, as: UTF8.self) }
    #expect(shown[0].contains("<msup>") == isDrawn)
    #expect(shown[1].contains("x²") == isDrawn)
    #expect(shown[2].contains("x²") == isDrawn)
  }

  /// Documents in the wire form are drawn as those they were made from.
  @Test func decodedDocumentsLookAlike() throws {
    let document = Renderer().render(markdown: Array(StreamedText.formulas.utf8))
    let decoded = try JSONDecoder().decode(Document.self, from: Data(IRFormatter().format(document)))
    #expect(Self.shown(decoded) == Self.shown(document))
  }
}
