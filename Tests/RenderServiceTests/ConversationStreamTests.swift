import Foundation
import HTTPTypes
import HummingbirdTesting
import MessageStreams
import NIOCore
import Rendering
import RunFormatters
import StyledRuns
import Synchronization
import TestSupport
import Testing

@testable import RenderClient
@testable import RenderService

/// Streams whose text is a conversation.
@Suite struct ConversationStreamTests {
  /// The content after applying `events` in order. A snapshot replaces all content before it.
  static func content(_ events: [Event]) throws -> StreamContent {
    var content = StreamContent()
    for event in events where event.kind == "update" || event.kind == "snapshot" {
      if event.kind == "snapshot" { content = StreamContent() }
      try content.apply(try JSONDecoder().decode(StreamUpdate.self, from: Data(event.data.utf8)))
    }
    return content.canonical()
  }

  static func oneShot(_ fixture: MessageFixture, _ service: ServiceUnderTest) throws -> StreamContent {
    Renderer(highlighter: service.server.core.catalog.highlighter)
      .render(try fixture.bytes(), as: .messages(fixture.format)).content.canonical()
  }

  /// The pieces of a text, cut anywhere.
  static func pieces(_ bytes: [UInt8], upTo size: Int, seed: UInt64) -> [[UInt8]] {
    var generator = SeededGenerator(seed: seed)
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(Int.random(in: 1...size, using: &generator))))
      rest = rest.dropFirst(pieces.last?.count ?? 0)
    }
    return pieces
  }

  @Test(arguments: MessageFixture.allCases, ServiceUnderTest.Way.allCases)
  func eventsAddUpToTheConversation(_ fixture: MessageFixture, _ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      for input in [fixture.format.rawValue, "auto"] {
        let path = try await service.stream(#"{"input":"\#(input)"}"#)
        #expect(try await service.get(path).json["input"] as? String == input)
        for piece in Self.pieces(try fixture.bytes(), upTo: 300, seed: 5) {
          let sent = try await service.client.execute(
            uri: "/api/v1" + path + "/chunks", method: .post,
            headers: [.contentType: "application/octet-stream"], body: ByteBuffer(bytes: piece)
          ) { $0.status.code }
          #expect(sent == 202)
        }
        _ = try await service.send(.post, "/api/v1" + path + "/finish")
        let events = try await service.events(path)
        #expect(events.map(\.id) == Array(1...events.count))
        #expect(events.last?.kind == "done")
        let expected = try Self.oneShot(fixture, service)
        #expect(try Self.content(events) == expected)
        // A reader that comes back gets what it missed.
        let middle = events.count / 2
        #expect(try await service.events(path, after: middle) == Array(events[middle...]))
        let state = try await service.get(path).json
        #expect(state["input"] as? String == fixture.format.rawValue)
        guard case .conversation(let conversation) = expected else { continue }
        let markdown = try await service.get(path + "?format=markdown")
        #expect(Array(markdown.body.utf8) == ConversationMarkdownFormatter().format(conversation))
        let ir = try await service.get(path + "?format=ir")
        #expect(Array(ir.body.utf8) == IRFormatter().format(conversation))
        let html = try await service.get(path + "?format=html")
        #expect(html.body.contains("ils-chat"))
        #expect(
          html.headers[.contentSecurityPolicy]?.contains(HTMLFormatter().conversationSecurityPolicy) == true)
      }
    }
  }

  /// The export names the session, the model and the times, and has all messages.
  @Test func theExportIsTheWholeConversation() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/streams/live?input=stream-json", markdown: try MessageFixture.session.text())
      let id = try #require(answer.headers[.xStreamID])
      let export = try await service.get("/streams/\(id)?format=markdown")
      #expect(export.headers[.contentType] == "text/markdown; charset=utf-8")
      guard case .conversation(let conversation) = try Self.oneShot(.session, service) else {
        Issue.record("no conversation")
        return
      }
      let session = conversation.session
      #expect(export.body.contains("- Session: `\(try #require(session.id))`"))
      #expect(export.body.contains("- Model: `\(try #require(session.model))`"))
      for message in conversation.messages {
        for part in message.parts {
          if case .text(let text) = part.content {
            #expect(export.body.contains(text.source.trimmingCharacters(in: .newlines)))
          }
        }
      }
    }
  }

  @Test(arguments: ServiceUnderTest.Way.allCases)
  func whatWasSkippedIsTold(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let text = """
        {"type":"user","message":{"role":"user","content":"hello"}}
        {"type":"telemetry","session_id":"s"}
        not json

        """
      let answer = try await service.post("/streams/live?input=auto", markdown: text)
      let events = Event.all(in: answer.body)
      for kind in ["stats", "done"] {
        let event = try #require(events.last { $0.kind == kind })
        let json = try #require(
          try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any])
        let skipped = try #require(json["skipped"] as? [String: Any])
        #expect(skipped["brokenLines"] as? Int == 1)
        #expect(skipped["unknownTypes"] as? [String: Int] == ["telemetry": 1])
      }
      let path = "/streams/\(try #require(answer.headers[.xStreamID]))"
      let state = try await service.get(path).json
      #expect((state["skipped"] as? [String: Any])?["brokenLines"] as? Int == 1)
      let html = try await service.get(path + "?format=html")
      #expect(html.headers[.xSkipped] == "brokenLines=1, unknownTypes=1")
      // Markdown skips nothing, and says nothing of it.
      let plain = try await service.post("/streams/live", markdown: "x")
      #expect(!plain.body.contains("skipped"))
    }
  }

  @Test func autoIsMarkdownWhereNothingElseIsTold() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post("/streams/live?input=auto", markdown: "# Title\n")
      let id = try #require(answer.headers[.xStreamID])
      #expect(try await service.get("/streams/\(id)").json["input"] as? String == "markdown")
      #expect(try await service.get("/streams/\(id)?format=markdown").body == "# Title\n")
      let wrong = try await service.post("/streams", json: #"{"input":"ir","expand":"most"}"#)
      #expect(wrong.status == 422)
      #expect(wrong.fields.keys.sorted() == ["expand", "input"])
    }
  }

  /// The export contains text that is not rendered yet.
  @Test(.inMemory, arguments: ["auto", "stream-json"])
  func theExportDoesNotWaitForTheNextUpdate(_ input: String) async throws {
    try await ServiceUnderTest.run {
      $0.times.flush = .seconds(3600)
    } _: { service in
      let path = try await service.stream(#"{"input":"\#(input)"}"#)
      let stream = try service.memoryStream(path)
      #expect(try await service.get(path + "?format=markdown").status == 200)
      let bytes = try MessageFixture.session.bytes()
      _ = try stream.append(Array(bytes[..<1]), number: nil)
      try await waitWhile(stream.renderer.schedule.isScheduled)
      // The rest waits for an hour.
      _ = try stream.append(Array(bytes[1...]), number: nil)
      guard case .conversation(let conversation) = try Self.oneShot(.session, service) else {
        Issue.record("no conversation")
        return
      }
      let export = try await service.get(path + "?format=markdown")
      #expect(Array(export.body.utf8) == ConversationMarkdownFormatter().format(conversation))
      let html = try await service.get(path + "?format=html")
      #expect(html.body.contains("ils-chat"))
      #expect(stream.state.renderedBytes == 1)
    }
  }

  /// A ring of few events: what is older comes as a snapshot, also while the conversation goes on.
  @Test(.inMemory, arguments: [1, 2, 5])
  func whatIsNoLongerKeptComesAsASnapshot(_ kept: Int) async throws {
    try await ServiceUnderTest.run {
      $0.limits.events = kept
    } _: { service in
      let fixture = MessageFixture.partial
      let path = try await service.stream(#"{"input":"stream-json"}"#)
      let stream = try service.memoryStream(path)
      let pieces = Self.pieces(try fixture.bytes(), upTo: 600, seed: 11)
      var early: [Event] = []
      var cursor = 0
      for (number, piece) in pieces.enumerated() {
        _ = try stream.append(piece, number: nil)
        try await waitWhile(stream.renderer.schedule.isScheduled)
        // This reader comes when half of it is there, and goes on from its snapshot.
        if number == pieces.count / 2 {
          guard case .snapshot(let frame) = try await stream.next(after: 0) else {
            Issue.record("no snapshot")
            return
          }
          early = Event.all(in: String(buffer: frame.buffer))
          cursor = frame.event
        } else if number > pieces.count / 2, stream.log.status.last > cursor {
          switch try await stream.next(after: cursor) {
          case .events(let frames, let last, _):
            early += Event.all(in: String(buffer: frames))
            cursor = last
          case .snapshot(let frame):
            early += Event.all(in: String(buffer: frame.buffer))
            cursor = frame.event
          default: break
          }
        }
      }
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let late = try await service.events(path)
      #expect(late.first?.kind == "snapshot")
      let expected = try Self.oneShot(fixture, service)
      #expect(try Self.content(late) == expected)
      let rest = try await service.events(path, after: cursor)
      #expect(try Self.content(early + rest) == expected)
    }
  }

  /// The client of the library over real sockets: live, at once, and where connections break.
  @Test(.timeLimit(.minutes(5)))
  func theClientFollowsConversationsOverConnectionsThatBreak() async throws {
    try await ServiceUnderTest.run(.live) { service in
      try await service.withClients(seed: 9) { faulty, direct in
        for fixture in MessageFixture.allCases {
          let bytes = try fixture.bytes()
          let id = try await direct.createStream(options: .init(format: .ir, input: .auto)).id
          let stream = faulty.stream(id: id)
          async let sent: Void = {
            for piece in Self.pieces(bytes, upTo: 400, seed: 3) { try await stream.append(piece) }
            try await stream.finish()
          }()
          var cursor = 0
          var last: Conversation?
          var gapless = UpdateResequencer()
          var followed = StreamContent()
          for try await event in stream.events() {
            if case .snapshot = event.kind {
              #expect(event.cursor.event >= cursor)
            } else {
              #expect(event.cursor.event == cursor + 1)
            }
            cursor = event.cursor.event
            if let update = gapless.update(of: event) { try followed.apply(update) }
            last = event.conversation
          }
          try await sent
          let oneShot = try await direct.conversation(bytes)
          #expect(last?.canonical() == oneShot.canonical())
          #expect(followed.canonical() == .conversation(oneShot.canonical()))
          let rendered = try await direct.render(messages: bytes, options: .init(format: .markdown))
          #expect(
            rendered.output
              == String(decoding: ConversationMarkdownFormatter().format(oneShot), as: UTF8.self))
          #expect(rendered.input == fixture.format.rawValue)
        }
      }
    }
  }
}
