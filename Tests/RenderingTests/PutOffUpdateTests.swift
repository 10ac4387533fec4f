import MarkdownBlocks
import MessageStreams
import Rendering
import StyledRuns
import TestSupport
import Testing

/// Updates that cost far more than their text come less often, and nothing is missing in the end.
@Suite struct PutOffUpdateTests {
  @Test func theWorkIsLinearInTheText() throws {
    let session = RenderSession()
    var client = StreamClient()
    var bytes: [UInt8] = []
    var putOff = 0
    for piece in ExpensiveText.pieces(bytes: 100_000, of: 16) {
      bytes += piece
      try client.receive(session.append(piece))
      if session.isBehind { putOff += 1 }
    }
    try client.receive(session.finish())
    #expect(putOff > 200)
    #expect(session.counters.shownBytes + session.counters.inlineBytes <= 1 << 20 + 66 * bytes.count)
    #expect(client.document.canonical() == RenderSessionTests.rendered(bytes, with: nil))
  }

  @Test func catchingUpShowsTheTextSoFar() throws {
    let session = RenderSession()
    var client = StreamClient()
    var text: [UInt8] = []
    var caughtUp = 0
    for piece in ExpensiveText.pieces(bytes: 100_000, of: 16) {
      text += piece
      try client.receive(session.append(piece))
      guard session.isBehind, text.count % 400 < 16 else { continue }
      try client.receive(session.catchUp())
      #expect(!session.isBehind)
      #expect(session.catchUp() == nil)
      try #require(client.document.canonical() == RenderSessionTests.rendered(text, with: nil))
      caughtUp += 1
    }
    #expect(caughtUp > 10)
  }

  /// A long footnote whose only reference comes and goes with each piece is sent a few times, a short one each time.
  @Test(arguments: [("a\n", 1000...1000), (String(repeating: "a *b*\n", count: 5000), 1...100)])
  func aFootnoteThatComesAndGoes(content: String, shown: ClosedRange<Int>) throws {
    let session = RenderSession()
    var document = Document()
    var text = "[^a]: " + content + "\n"
    var shownCount = 0
    func take(_ update: Update?) throws {
      guard let update else { return }
      try document.apply(update)
      shownCount += update.edits.count {
        if case .footnotes(_, let blocks) = $0 { !blocks.isEmpty } else { false }
      }
    }
    try take(session.append(Array(text.utf8)))
    for _ in 0..<1000 {
      for piece in ["\n`[^a]", "`\n"] {
        text += piece
        try take(session.append(Array(piece.utf8)))
      }
    }
    #expect(shown.contains(shownCount), "\(shownCount)")
    try take(session.finish())
    #expect(document.canonical() == RenderSessionTests.rendered(Array(text.utf8), with: nil))
  }

  /// Each definition reads a leaf again that has a run for every two bytes, each of which costs as much as eight.
  @Test func aLeafWithManyRunsThatManyDefinitionsChange() throws {
    let session = RenderSession()
    var client = StreamClient()
    let labels = 0..<300
    let emphases = 4000
    let leaf = String(repeating: "*a*b", count: emphases) + labels.map { "[^\($0)]" }.joined() + "\n\n"
    let pieces = [leaf] + labels.map { "[^\($0)]: b\n\n" }
    for piece in pieces { try client.receive(session.append(Array(piece.utf8))) }
    try client.receive(session.finish())
    let text = Array(pieces.joined().utf8)
    #expect(4 * session.counters.inlineBytes <= 1 << 20 + 66 * text.count)
    #expect(client.document.canonical() == RenderSessionTests.rendered(text, with: nil))
  }

  /// Each definition refers to the next one, so that each may have changed the number of all others.
  @Test func aChainOfFootnotes() throws {
    let session = RenderSession()
    var document = Document()
    var text = "[^0]\n\n"
    var ordered = 0
    func take(_ update: Update?) throws {
      guard let update else { return }
      try document.apply(update)
      ordered += document.footnotes.count
    }
    try take(session.append(Array(text.utf8)))
    for number in 0..<3000 {
      let piece = "[^\(number)]: [^\(number + 1)]\n\n"
      text += piece
      try take(session.append(Array(piece.utf8)))
    }
    // To number a leaf again costs as much as four bytes, and so does each footnote that is put in order.
    #expect(8 * ordered <= 1 << 20 + 66 * text.utf8.count)
    try take(session.finish())
    #expect(document.canonical() == RenderSessionTests.rendered(Array(text.utf8), with: nil))
  }

  /// A line that never ends is read again with each piece, if only a little.
  @Test(arguments: DocumentShape.allCases.filter { ![.cell, .htmlLine, .codeLine].contains($0) })
  func ordinaryTextsCostFarLessThanTheyPayFor(shape: DocumentShape) {
    let text = Array(shape.document(lines: 400).utf8)
    for isOptimistic in [false, true] {
      let stream = MarkdownStream(options: MarkdownOptions(extensions: .all, isOptimistic: isOptimistic))
      for start in stride(from: 0, to: text.count, by: 4) {
        stream.append(Array(text[start..<min(start + 4, text.count)]))
        stream.update()
      }
      #expect(stream.currentCounters.work <= 16 * text.count)
    }
  }

  /// Code that was put off is highlighted by a worker, although no input follows.
  @Test func aConversationThatCaughtUpGetsItsColours() throws {
    let highlighter = TestGrammars.highlighter()
    let pool = try WorkerPool(threads: 1)
    defer { pool.stop() }
    let session = ConversationSession(
      format: .openAISSE, highlighter: highlighter, pool: pool, inlineBudget: .init(lines: 0, bytes: 0))
    var conversation = Conversation()
    func take(_ update: ConversationUpdate?) throws {
      if let update { try conversation.apply(update) }
    }
    func append(_ piece: [UInt8]) throws {
      let content = String(decoding: piece, as: UTF8.self).replacing("\n", with: "\\n")
      let line = "data: {\"choices\":[{\"delta\":{\"content\":\"\(content)\"}}]}\n\n"
      try take(session.append(Array(line.utf8)))
    }
    for piece in ExpensiveText.pieces(bytes: 100_000, of: 16) { try append(piece) }
    try append(Array("\n\n```swift\nlet a = 1\n```\n".utf8))
    try #require(session.isBehind)
    try take(session.catchUp())
    #expect(session.isWaitingForHighlights)
    while session.isWaitingForHighlights { try take(session.takeHighlights()) }
    try take(session.takeHighlights())
    let code = try #require(Self.document(of: conversation)?.blocks.last?.code)
    #expect(code.highlighting != .pending)
    #expect(code.lines.first?.runs.count ?? 0 > 1)
  }

  private static func document(of conversation: Conversation) -> Document? {
    guard case .text(let part) = conversation.messages.last?.parts.last?.content else { return nil }
    return part.document.canonical()
  }

  @Test func aConversationCatchesUp() throws {
    let session = ConversationSession(format: .openAISSE)
    var conversation = Conversation()
    func take(_ update: ConversationUpdate?) throws {
      if let update { try conversation.apply(update) }
    }
    var text: [UInt8] = []
    var caughtUp = false
    for piece in ExpensiveText.pieces(bytes: 100_000, of: 16) {
      text += piece
      let content = String(decoding: piece, as: UTF8.self).replacing("\n", with: "\\n")
      let line = "data: {\"choices\":[{\"delta\":{\"content\":\"\(content)\"}}]}\n\n"
      try take(session.append(Array(line.utf8)))
      if session.isBehind, !caughtUp {
        caughtUp = true
        try take(session.catchUp())
        #expect(!session.isBehind)
        #expect(Self.document(of: conversation) == RenderSessionTests.rendered(text, with: nil))
      }
    }
    #expect(caughtUp)
    #expect(session.isBehind)
    try take(session.finish())
    #expect(!session.isBehind)
    #expect(Self.document(of: conversation) == RenderSessionTests.rendered(text, with: nil))
  }
}
