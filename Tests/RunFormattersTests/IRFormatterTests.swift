import Foundation
import RunFormatters
import StyledRuns
import Testing

@Suite("The direct writer of the wire form")
struct IRFormatterTests {
  @Test(arguments: 0..<60) func givesTheJSONThatEncodingGives(_ seed: Int) throws {
    var random = RandomDocument(seed: UInt64(seed), cutsCodePoints: false)
    let document = seed == 0 ? SampleDocument.make() : random.document()
    let direct = IRFormatter().format(document)
    let ours = try JSONSerialization.jsonObject(with: Data(direct)) as? NSDictionary
    let theirs = try JSONSerialization.jsonObject(with: JSONEncoder().encode(document)) as? NSDictionary
    #expect(ours != nil)
    let isEqual = ours == theirs
    #expect(isEqual)
  }

  @Test func survivesARoundTrip() throws {
    let document = SampleDocument.make()
    #expect(try JSONDecoder().decode(Document.self, from: Data(IRFormatter().format(document))) == document)
  }

  @Test func cutsDeepNestingAsEncodingDoes() throws {
    var block = Make.rule
    for _ in 0..<300 { block = Make.quote(block) }
    let document = Document(blocks: [block])
    let ours = try JSONSerialization.jsonObject(with: Data(IRFormatter().format(document))) as? NSDictionary
    let theirs = try JSONSerialization.jsonObject(with: JSONEncoder().encode(document)) as? NSDictionary
    #expect(ours != nil)
    #expect(ours == theirs)
  }
}
