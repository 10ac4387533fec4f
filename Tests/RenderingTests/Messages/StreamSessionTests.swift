import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// Sessions that take markdown and messages alike, and snapshots of what they make.
@Suite struct StreamSessionTests {
  private static let markdown = Array(
    """
    # Title

    - one
    - two

      ```swift
      let a = 1
      ```

    > quoted [link]

    [link]: https://example.com

    """.utf8)

  /// Markdown, and each fixture in its format.
  private static func inputs() throws -> [(bytes: [UInt8], input: StreamSession.SessionInput)] {
    try [(markdown, .markdown)] + MessageFixture.allCases.map { (try $0.bytes(), .messages($0.format)) }
  }

  private static func pieces(_ bytes: [UInt8], seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int.random(in: 1...200, using: &generator))
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }

  /// A session detects the kind of the input, however it is cut, and then behaves as if the kind had been
  /// given.
  @Test func autoIsWhatTheBeginningSays() throws {
    for (number, (bytes, input)) in try Self.inputs().enumerated() {
      let highlighter = MessageGrammars.highlighter()
      let session = StreamSession(.auto, highlighter: highlighter)
      #expect(session.input == .auto)
      var content = StreamContent()
      var updates: [StreamUpdate] = []
      for piece in Self.pieces(bytes, seed: UInt64(number)) {
        if let update = session.append(piece) { updates.append(update) }
      }
      updates += session.finish()
      for update in updates { try content.apply(update) }
      #expect(session.input == input)
      #expect(updates.map(\.sequence) == Array(1...updates.count))
      let expected = Renderer(highlighter: highlighter).render(bytes, as: .auto)
      #expect(content.canonical() == expected.content.canonical())
      #expect(session.skipped == expected.skipped)
    }
  }

  @Test(arguments: ["", "{", "data: x", "[1, 2]"])
  func whatEndsBeforeItSaysWhatItIsIsMarkdown(_ text: String) throws {
    let session = StreamSession(.auto)
    var content = StreamContent()
    for byte in text.utf8 { if let update = session.append([byte]) { try content.apply(update) } }
    for update in session.finish() { try content.apply(update) }
    #expect(session.input == .markdown)
    #expect(content == .document(Renderer().render(markdown: Array(text.utf8))))
  }

  /// A snapshot, sent over the wire, is what it was made of, and the updates behind it fit it.
  @Test func snapshotsStandForAllBeforeThem() throws {
    for (bytes, input) in try Self.inputs() {
      let session = StreamSession(input, highlighter: MessageGrammars.highlighter())
      var whole = StreamContent()
      /// Readers that got a snapshot after this many updates.
      var readers: [StreamContent] = []
      var sequence = 0
      for piece in Self.pieces(bytes, seed: 7) {
        guard let update = session.append(piece) else { continue }
        sequence = update.sequence
        try whole.apply(update)
        for index in readers.indices { try readers[index].apply(update) }
        let snapshot = StreamUpdate(snapshotOf: whole, sequence: sequence, isFinal: false)
        let wire = IRFormatter().format(snapshot)
        let decoded = try JSONDecoder().decode(StreamUpdate.self, from: Data(wire))
        #expect(decoded.sequence == sequence)
        var reader = StreamContent()
        try reader.apply(decoded)
        #expect(reader == whole)
        readers.append(reader)
      }
      for update in session.finish() {
        try whole.apply(update)
        for index in readers.indices { try readers[index].apply(update) }
      }
      #expect(readers.count > 1)
      for reader in readers { #expect(reader == whole) }
    }
  }

  @Test func updatesOfTheOtherKindAreRefused() throws {
    var document = StreamContent.document(Renderer().render(markdown: Array("x".utf8)))
    #expect(throws: ConversationUpdateError.self) {
      try document.apply(.conversation(ConversationUpdate(sequence: 1)))
    }
    var conversation = StreamContent.conversation(Conversation())
    #expect(throws: UpdateError.self) { try conversation.apply(.document(Update(sequence: 1))) }
  }
}
