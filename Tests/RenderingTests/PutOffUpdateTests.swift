import MarkdownBlocks
import MessageStreams
import Rendering
import StyledRuns
import TestSupport
import Testing

/// Updates that cost far more than their text come less often, and nothing is missing in the end.
@Suite struct PutOffUpdateTests {
  /// A text whose rows become text and a table again with each piece, so that an update costs as much as the text is
  /// long.
  static func expensiveText(bytes: Int) -> [UInt8] {
    let half = bytes / 2
    return Array("[a]: ".utf8) + repeated("|a[a]|-", half) + repeated("[a]:\n", half)
  }

  private static func repeated(_ text: String, _ bytes: Int) -> [UInt8] {
    Array(String(repeating: text, count: bytes / text.utf8.count).utf8)
  }

  private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: 16).map { Array(bytes[$0..<min($0 + 16, bytes.count)]) }
  }

  @Test func theWorkIsLinearInTheText() throws {
    let session = RenderSession()
    var client = StreamClient()
    let bytes = Self.expensiveText(bytes: 100_000)
    var putOff = 0
    for piece in Self.pieces(of: bytes) {
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
    for piece in Self.pieces(of: Self.expensiveText(bytes: 100_000)) {
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

  @Test(arguments: DocumentShape.allCases)
  func ordinaryTextsAreUpdatedWithEveryPiece(shape: DocumentShape) {
    for options in [MarkdownOptions(extensions: .all), MarkdownOptions(extensions: .all, isOptimistic: true)] {
      let session = RenderSession(markdown: options)
      for piece in Self.pieces(of: Array(shape.document(lines: 400).utf8)) {
        _ = session.append(piece)
        #expect(!session.isBehind)
        if session.isBehind { return }
      }
    }
  }

  private static func document(of conversation: Conversation) -> Document? {
    guard case .text(let part) = conversation.messages.last?.parts.last?.content else { return nil }
    return part.document.canonical()
  }

  @Test func aConversationCatchesUp() throws {
    let bytes = Self.expensiveText(bytes: 100_000)
    let session = ConversationSession(format: .openAISSE)
    var conversation = Conversation()
    func take(_ update: ConversationUpdate?) throws {
      if let update { try conversation.apply(update) }
    }
    var text: [UInt8] = []
    var caughtUp = false
    for piece in Self.pieces(of: bytes) {
      let content = String(decoding: piece, as: UTF8.self).replacing("\n", with: "\\n")
      text += piece
      try take(session.append(Array("data: {\"choices\":[{\"delta\":{\"content\":\"\(content)\"}}]}\n\n".utf8)))
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
