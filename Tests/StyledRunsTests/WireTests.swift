import Foundation
import RunFormatters
import StyledRuns
import Testing

@Suite("The wire form of documents")
struct WireTests {
  private func decode(_ json: String) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(json.utf8))
  }

  private func block(_ json: String) -> String {
    #"{"version":1,"blocks":[{"id":"0.0","source":[0,1],\#(json)}]}"#
  }

  @Test func anotherVersionIsAClearError() {
    let error = #expect(throws: DecodingError.self) { try decode(#"{"version":2,"blocks":[]}"#) }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "the document has version 2; this library reads version 1")
  }

  @Test(arguments: [
    #""type":"paragraph","content":"plain""#,
    #""type":"paragraph","content":{"runs":["a ",{"text":"b","span":0},{"kind":"softBreak"}],"spans":[{"type":"strong"}]}"#,
    #""type":"heading","level":2,"content":"t","revision":3,"open":true"#,
    #""type":"thematicBreak""#, #""type":"html","html":"<b>""#,
    #""type":"list","marker":".","start":3,"tight":true,"children":[{"type":"item","id":"0.1","source":[0,1],"task":true,"spaced":true,"children":[]}]"#,
    #""type":"code","info":"swift","fenced":true,"highlighting":"limited","plainLines":2,"lines":["plain",[["let",0],[" x",0]]]"#,
    #""type":"table","alignments":["left","none"],"header":{"source":[0,1],"cells":["a","b"]},"rows":[{"source":[1,2],"cells":["c","d"]}]"#,
  ])
  func survivesARoundTrip(_ json: String) throws {
    let document = try decode(block(json))
    let again = try JSONDecoder().decode(Document.self, from: Data(IRFormatter().format(document)))
    #expect(again == document)
    #expect(again.blocks[0].revision == document.blocks[0].revision)
    #expect(again.blocks[0].isFinished == document.blocks[0].isFinished)
  }

  @Test(arguments: [
    #""type":"paragraph""#, #""type":"nonsense""#, #""type":"heading","level":7,"content":"x""#,
    #""type":"heading","level":-9223372036854775808,"content":"x""#,
    #""type":"paragraph","content":{"runs":[{"text":"x","span":0}]}"#,
    #""type":"paragraph","content":{"runs":[{"text":"x","span":-2}]}"#,
    #""type":"paragraph","content":{"runs":["x"],"spans":[{"type":"strong","parent":0}]}"#,
    #""type":"paragraph","content":{"runs":["x"],"spans":[{"type":"strong","parent":-7}]}"#,
    #""type":"paragraph","content":{"runs":[{"kind":"x"}]}"#,
    #""type":"code","lines":[[["x",-1]]]"#, #""type":"code","lines":[[["x",99999999999]]]"#,
    #""type":"code","lines":[[["x"]]]"#, #""type":"code","lines":[],"highlighting":"odd""#,
    #""type":"code","lines":[],"highlighting":"limited","plainLines":-4"#,
    #""type":"list","marker":"x","children":[]"#, #""type":"list","marker":".","children":[]"#,
    #""type":"list","marker":".","start":99999999999999999999,"children":[]"#,
    #""type":"table","alignments":["left"],"header":{"source":[0,1],"cells":[]},"rows":[]"#,
    #""type":"table","alignments":["middle"],"header":{"source":[0,1],"cells":["a"]},"rows":[]"#,
    #""type":"table","alignments":[],"header":{"source":[5,1],"cells":[]},"rows":[]"#,
    #""type":"footnote","label":"a","number":-1,"references":1,"children":[]"#,
    #""type":"footnote","label":"a","number":1,"references":9223372036854775807,"children":[]"#,
  ])
  func nonsenseIsAnError(_ json: String) {
    #expect(throws: (any Error).self) { try decode(block(json)) }
  }

  @Test(arguments: [
    "", "{", "[]", "null", #"{"version":1}"#, #"{"version":"1","blocks":[]}"#,
    #"{"version":1,"blocks":[{"type":"html","id":"x","source":[0,1],"html":""}]}"#,
    #"{"version":1,"blocks":[{"type":"html","id":"-1.0","source":[0,1],"html":""}]}"#,
    #"{"version":1,"blocks":[{"type":"html","id":"0.0","source":[3,1],"html":""}]}"#,
    #"{"version":1,"blocks":[{"type":"html","id":"0.0","source":[-3,1],"html":""}]}"#,
    #"{"version":1,"blocks":[],"scopes":[[1,"a"]]}"#,
    #"{"version":1,"blocks":[],"scopes":[[0,"a"],[0,"a"]]}"#,
  ])
  func brokenDocumentsAreErrors(_ json: String) {
    #expect(throws: (any Error).self) { try decode(json) }
  }

  @Test(arguments: [120, 300, 100_000]) func depthIsBounded(_ depth: Int) {
    let open = #"{"type":"quote","id":"0.0","source":[0,1],"children":["#
    let json =
      #"{"version":1,"blocks":["# + String(repeating: open, count: depth)
      + String(repeating: "]}", count: depth) + "]}"
    #expect(throws: (any Error).self) { try decode(json) }
  }

  @Test func deepNestingIsCutAndSaid() throws {
    var block = Block(id: BlockID(offset: 0, depth: 0), source: 0..<1, content: .thematicBreak)
    for _ in 0..<500 { block.content = .quote([block]) }
    let json = Data(IRFormatter().format(Document(blocks: [block])))
    #expect(String(decoding: json, as: UTF8.self).contains(#""truncated":true"#))
    var decoded = try JSONDecoder().decode(Document.self, from: json).blocks[0]
    var depth = 1
    while let child = decoded.children.first {
      decoded = child
      depth += 1
    }
    #expect(depth == Document.maximumWireDepth)
  }
}
