import MarkdownBlocks
import Rendering
import StyledRuns
import TestSupport
import Testing

@Suite struct RenderSessionTests {
  /// The result of one-shot rendering in canonical form, for comparisons.
  static func rendered(_ bytes: [UInt8], with highlighter: Highlighter?) -> Document {
    Renderer(highlighter: highlighter).render(markdown: bytes).canonical()
  }

  @Test(arguments: StreamedText.all)
  func afterEveryByteTheDocumentIsThatOfTheTextSoFar(bytes: [UInt8]) throws {
    let highlighter = TestGrammars.highlighter()
    let session = RenderSession(highlighter: highlighter)
    var client = StreamClient()
    for count in 1...bytes.count {
      try client.receive(session.append([bytes[count - 1]]))
      let expected = Self.rendered(StreamedText.settled(bytes[..<count]), with: highlighter)
      let got = client.document.canonical()
      try #require(
        got == expected,
        "after \(count) bytes of \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    try client.receive(session.finish())
    #expect(client.document.canonical() == Self.rendered(bytes, with: highlighter))
    #expect(client.isFinal)
  }

  @Test func anyCutsGiveTheSameDocument() throws {
    let highlighter = TestGrammars.highlighter()
    var generator = SeededGenerator(seed: 7)
    for round in 0..<300 {
      let texts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        StreamedText.all.randomElement(using: &generator)!
      }
      let bytes = Array(texts.joined())
      let session = RenderSession(highlighter: highlighter)
      var client = StreamClient()
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...40, using: &generator))
        try client.receive(session.append(Array(bytes[start..<end])))
        start = end
      }
      try client.receive(session.finish())
      try #require(
        client.document.canonical() == Self.rendered(bytes, with: highlighter), "round \(round)")
    }
  }

  @Test func workersBringTheSameColoursInAnyOrder() throws {
    let highlighter = TestGrammars.highlighter()
    let pool = try WorkerPool(threads: 4)
    defer { pool.stop() }
    var generator = SeededGenerator(seed: 11)
    for round in 0..<100 {
      let bytes = Array((0..<4).map { _ in StreamedText.all.randomElement(using: &generator)! }.joined())
      try Self.compare(bytes, round, highlighter, pool, &generator)
    }
  }

  /// Streams a text of which workers tokenize most lines, and compares the result with one shot.
  static func compare(
    _ bytes: [UInt8], _ round: Int, _ highlighter: Highlighter, _ pool: WorkerPool,
    _ generator: inout SeededGenerator
  ) throws {
    let session = RenderSession(
      highlighter: highlighter, pool: pool, inlineBudget: .init(lines: round % 3, bytes: 64))
    var client = StreamClient()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...60, using: &generator))
      try client.receive(session.append(Array(bytes[start..<end])))
      start = end
    }
    try client.receive(session.finish())
    while session.isWaitingForHighlights { try client.receive(session.takeHighlights()) }
    try client.receive(session.takeHighlights())
    try #require(client.document.canonical() == rendered(bytes, with: highlighter), "round \(round)")
  }

  /// The identities and states of all blocks, in order.
  private static func states(_ blocks: [Block]) -> [String] {
    blocks.flatMap { ["\($0.id.wire) \($0.isFinished)"] + states($0.children) }
  }

  @Test(arguments: StreamedText.all)
  func theClientKnowsWhichBlocksAreFinished(bytes: [UInt8]) throws {
    let session = RenderSession()
    let parser = MarkdownStream(options: MarkdownOptions(extensions: .standard))
    var client = StreamClient()
    for byte in bytes {
      parser.append([byte])
      parser.update()
      try client.receive(session.append([byte]))
      var expected = parser.document
      try expected.apply(Update(sequence: 1, finished: parser.finishedCounts))
      try #require(Self.states(client.document.blocks) == Self.states(expected.blocks))
    }
    try client.receive(session.finish())
    #expect(Self.states(client.document.blocks).allSatisfy { $0.hasSuffix("true") })
  }

  @Test func eachLineOfCodeIsTokenizedOnceWhenLinesComeWhole() {
    let session = RenderSession(highlighter: TestGrammars.highlighter())
    _ = session.append(Array("```swift\n".utf8))
    for index in 0..<1000 { _ = session.append(Array("let a\(index) = \(index)\n".utf8)) }
    _ = session.append(Array("```\n".utf8))
    _ = session.finish()
    #expect(session.counters.tokenizedLines <= 1020)
    #expect(session.counters.tokenizedLines >= 1000)
  }

  @Test func nothingIsSaidWhereNothingChanged() {
    let session = RenderSession()
    #expect(session.append([]) == nil)
    #expect(session.append([0xE2]) == nil)
    #expect(session.append([0x82]) == nil)
    #expect(session.append([0xAC])?.edits.count == 1)
    #expect(session.takeHighlights() == nil)
  }
}
