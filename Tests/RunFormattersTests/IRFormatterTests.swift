import Foundation
import RunFormatters
import StyledRuns
import Testing

@Suite("The writer of the wire form")
struct IRFormatterTests {
  @Test func survivesARoundTrip() throws {
    let document = SampleDocument.make()
    #expect(try JSONDecoder().decode(Document.self, from: Data(IRFormatter().format(document))) == document)
  }

  /// Random documents are not all such as a reader takes: their lists have any marker, and items stand anywhere.
  @Test func whatIsTakenOfRandomDocumentsSurvivesARoundTrip() throws {
    var taken = 0
    for seed in 0..<60 {
      var random = RandomDocument(seed: UInt64(seed), cutsCodePoints: false)
      let document = random.document()
      let wire = Data(IRFormatter().format(document))
      _ = try JSONSerialization.jsonObject(with: wire)
      guard let read = try? JSONDecoder().decode(Document.self, from: wire) else { continue }
      #expect(read == document)
      taken += 1
    }
    #expect(taken >= 20)
  }
}
