import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Rendering
import RunFormatters
import StyledRuns
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Streams: what is appended comes out as events that add up to the document.
@Suite struct StreamTests {
  static let markdown = """
    # Title

    Some **bold** text and a [link].

    ```swift
    func f(_ x: Int) -> Int {
      x + 1 // one
    }
    ```

    - a
      - b

    | a | b |
    |---|---|
    | 1 | 2 |

    [link]: https://example.com
    """

  /// The document that events add up to; a snapshot begins anew.
  static func document(_ events: [Event]) throws -> Document {
    var document = Document()
    for event in events where event.kind == "update" || event.kind == "snapshot" {
      if event.kind == "snapshot" { document = Document() }
      try document.apply(try JSONDecoder().decode(Update.self, from: Data(event.data.utf8)))
    }
    return document.canonical()
  }

  static func oneShot(_ markdown: String, _ service: ServiceUnderTest) -> Document {
    Renderer(highlighter: service.server.core.catalog.highlighter).render(markdown: Array(markdown.utf8))
      .canonical()
  }

  /// The session puts off some updates of this text. What was put off is shown although no more text comes.
  @Test(.timeLimit(.minutes(2))) func whatAnExpensiveTextPutsOffIsShownInAPause() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      var text = ""
      for piece in ExpensiveText.pieces(bytes: 80_000, of: 400) {
        let piece = String(decoding: piece, as: UTF8.self)
        text += piece
        #expect(try await service.post(path + "/chunks", markdown: piece).status == 202)
        try await waitWhile(try await service.get(path).json["renderedBytes"] as? Int != text.utf8.count)
      }
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let document = try Self.document(try await service.events(path))
      #expect(document == Self.oneShot(text, service))
    }
  }

  @Test(arguments: [1, 7, 64, 4096], ServiceUnderTest.Way.allCases)
  func eventsAddUpToTheDocument(_ size: Int, _ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let path = try await service.stream()
      let bytes = Array(Self.markdown.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = String(decoding: bytes[start..<min(start + size, bytes.count)], as: UTF8.self)
        #expect(try await service.post(path + "/chunks", markdown: piece).status == 202)
      }
      let finished = try await service.send(.post, "/api/v1" + path + "/finish")
      #expect(finished.status == 200)
      let events = try await service.events(path)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(events.last?.kind == "done")
      #expect(events.dropLast().last?.kind == "stats")
      #expect(events.last?.data.contains("\"reason\":\"finished\"") == true)
      #expect(try Self.document(events) == Self.oneShot(Self.markdown, service))
      for form in ["html", "ir", "ansi", "text", "markdown"] {
        let shown = try await service.get(path + "?format=\(form)")
        #expect(shown.status == 200)
        if form == "markdown" {
          #expect(shown.body == Self.markdown)
        } else {
          let rendered = try await service.post("/render?format=\(form)", markdown: Self.markdown)
          #expect(shown.body == rendered.body)
        }
      }
    }
  }

  @Test func aCharacterMayBeCut() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      for byte in Array("é→🎉".utf8) {
        try await service.client.execute(
          uri: "/api/v1\(path)/chunks", method: .post, headers: [.contentType: "application/octet-stream"],
          body: ByteBuffer(bytes: [byte])
        ) { #expect($0.status == .accepted) }
      }
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      #expect(try Self.document(try await service.events(path)) == Self.oneShot("é→🎉", service))
      #expect(try await service.get(path + "?format=markdown").body == "é→🎉")
    }
  }

  /// Each cursor gets exactly what is behind it.
  @Test func aReaderGoesOnWhereItWas() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 20)
      let all = try await service.events(path)
      // Who knows the last one gets nothing: StreamLifeTests.
      for cursor in 0..<all.count {
        let rest = try await service.events(path, after: cursor)
        #expect(rest == Array(all[cursor...]))
        let byQuery = try await service.get(path + "/events?lastEventId=\(cursor)")
        #expect(Event.all(in: byQuery.body) == rest)
      }
    }
  }

  @Test func aCursorThatCannotBeIsAnError() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 3)
      let last = try await service.events(path).count
      for (cursor, status, code) in [
        (String(last + 1), 409, "UNKNOWN_CURSOR"), ("-1", 422, "VALIDATION_ERROR"),
        ("x", 422, "VALIDATION_ERROR"),
      ] {
        let answer = try await service.get(path + "/events", headers: [.lastEventID: cursor])
        #expect(answer.status == status)
        #expect(answer.code == code)
      }
    }
  }

  /// A ring of few events: what is older comes as a snapshot, and the rest follows it.
  @Test(arguments: [1, 2, 5])
  func whatIsNoLongerKeptComesAsASnapshot(_ kept: Int) async throws {
    try await ServiceUnderTest.run {
      $0.limits.events = kept
    } _: { service in
      let path = try await service.finishedStream(pieces: 20)
      let events = try await service.events(path)
      #expect(events.first?.kind == "snapshot")
      #expect(events.last?.kind == "done")
      #expect(try Self.document(events) == Self.oneShot(Self.markdown, service))
      let numbers = events.compactMap(\.id)
      #expect(numbers == Array(numbers[0]..<(numbers[0] + numbers.count)))
      let state = try await service.get(path).json
      #expect(state["lastEvent"] as? Int == numbers.last)
      let first = try #require(state["firstEvent"] as? Int)
      let fromRing = try await service.events(path, after: first - 1)
      #expect(fromRing.first?.id == first)
    }
  }

  /// Readers that are far behind cost one snapshot together; it is counted as long as one of them has it.
  @Test(.inMemory) func slowReadersShareASnapshot() async throws {
    try await ServiceUnderTest.run {
      $0.limits.events = 2
    } _: { service in
      let path = try await service.stream()
      for piece in Self.markdown.prefix(90) {
        _ = try await service.post(path + "/chunks", markdown: String(piece))
      }
      let stream = try service.memoryStream(path)
      try await waitWhile(stream.renderer.schedule.isScheduled)
      var frames: [SnapshotFrame] = []
      for _ in 0..<3 {
        if case .snapshot(let frame) = try await stream.next(after: 0) { frames.append(frame) }
      }
      #expect(frames.count == 3)
      let distinct = Set(frames.map { ObjectIdentifier($0) })
      #expect(distinct.count == 1)
      let size = frames.first?.buffer.readableBytes
      let usage = stream.dependencies.snapshots
      var counted = usage.bytes.load(ordering: .relaxed)
      #expect(counted == size)
      frames = []
      // The job that made the snapshot may still be returning.
      try await waitWhile(stream.renderer.schedule.isScheduled)
      counted = usage.bytes.load(ordering: .relaxed)
      #expect(counted == 0)
    }
  }

  @Test func snapshotsAreBounded() {
    let usage = SnapshotFrame.SnapshotUsage(limit: 10)
    #expect(usage.hasRoom)
    var held: SnapshotFrame? = SnapshotFrame(
      ByteBuffer(string: "0123456789"), event: 1, usage: usage)
    #expect(!usage.hasRoom)
    #expect(held?.buffer.readableBytes == 10)
    held = nil
    #expect(usage.hasRoom)
  }

  @Test(.inMemory) func aSnapshotOfAnOpenStreamGoesOn() async throws {
    try await ServiceUnderTest.run {
      $0.limits.events = 2
    } _: { service in
      let path = try await service.stream()
      let half = Self.markdown.index(Self.markdown.startIndex, offsetBy: 90)
      for piece in [String(Self.markdown[..<half])].flatMap({ $0.map(String.init) }) {
        _ = try await service.post(path + "/chunks", markdown: piece)
      }
      let stream = try service.memoryStream(path)
      try await waitWhile(stream.renderer.schedule.isScheduled)
      let batch = try await stream.next(after: 0)
      guard case .snapshot(let frame) = batch else {
        Issue.record("no snapshot: \(batch)")
        return
      }
      _ = try await service.post(path + "/chunks", markdown: String(Self.markdown[half...]))
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let rest = try await service.events(path)
      let snapshot = Event.all(in: String(buffer: frame.buffer))
      // The reader that has the snapshot may have been overtaken again; then it gets another one.
      let behind = try await service.events(path, after: frame.event)
      #expect(try Self.document(snapshot + behind) == Self.oneShot(Self.markdown, service))
      #expect(try Self.document(rest) == Self.oneShot(Self.markdown, service))
    }
  }

  @Test func aRepeatedChunkChangesNothing() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      let first = try await service.post(path + "/chunks", json: #"{"text":"one ","seq":1}"#)
      #expect(first.json["duplicate"] as? Bool == false)
      let again = try await service.post(path + "/chunks?seq=1", markdown: "one ")
      #expect(again.status == 202)
      #expect(again.json["duplicate"] as? Bool == true)
      #expect(again.json["bytes"] as? Int == 4)
      let gap = try await service.post(path + "/chunks", json: #"{"text":"three","seq":3}"#)
      #expect(gap.status == 409)
      #expect(gap.code == "SEQUENCE_GAP")
      let second = try await service.post(path + "/chunks", markdown: "two", headers: [.xChunkSequence: "2"])
      #expect(second.status == 202)
      #expect(try await service.get(path + "?format=markdown").body == "one two")
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let late = try await service.post(path + "/chunks", markdown: "x")
      #expect(late.status == 409)
      #expect(late.code == "STREAM_FINISHED")
      // What was sent again after the end is still known.
      #expect(try await service.post(path + "/chunks?seq=2", markdown: "two").status == 202)
      #expect(try await service.send(.post, "/api/v1" + path + "/finish").status == 200)
    }
  }

  @Test(.inMemory) func aDeletedStreamIsGone() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: "x")
      let stream = try service.memoryStream(path)
      #expect(try await service.send(.delete, "/api/v1" + path).status == 204)
      var kinds: [String] = []
      var cursor = 0
      reading: while true {
        switch try await stream.next(after: cursor) {
        case .events(let frames, let last, let isLast):
          kinds += Event.all(in: String(buffer: frames)).map(\.kind)
          cursor = last
          if isLast { break reading }
        default: break
        }
      }
      #expect(kinds.last == "error")
      for answer in [
        try await service.get(path), try await service.get(path + "/events"),
        try await service.post(path + "/chunks", markdown: "x"),
        try await service.send(.delete, "/api/v1" + path),
      ] {
        #expect(answer.status == 410)
        #expect(answer.code == "STREAM_GONE")
      }
    }
  }

  @Test func streamsAreListedInPages() async throws {
    try await ServiceUnderTest.run { service in
      var paths: [String] = []
      for _ in 0..<5 { paths.append(try await service.stream()) }
      var seen: [String] = []
      for page in 1...3 {
        let answer = try await service.get("/streams?page=\(page)&limit=2").json
        #expect(answer["total"] as? Int == 5)
        #expect(answer["hasMore"] as? Bool == (page < 3))
        seen += try #require(answer["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
      }
      #expect(seen.map { "/streams/" + $0 } == paths.reversed())
    }
  }

  @Test func anEntityTagSavesTheDocument() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 2)
      _ = try await service.events(path)
      let first = try await service.get(path + "?format=html")
      let tag = try #require(first.headers[.eTag])
      let second = try await service.get(path + "?format=html", headers: [.ifNoneMatch: tag])
      #expect(second.status == 304)
      #expect(second.body.isEmpty)
    }
  }

  /// A backtick alone shows nothing as long as it may begin code; the end makes it text.
  @Test func anOpenStreamIsRenderedAsInItsEvents() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream(#"{"optimistic":true}"#)
      _ = try await service.post(path + "/chunks", markdown: "`")
      #expect(!(try await service.get(path + "?format=html")).body.contains("<p"))
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      #expect(try await service.get(path + "?format=html").body.contains("<p dir=\"auto\">`</p>"))
    }
  }

  @Test(arguments: ServiceUnderTest.Way.allCases)
  func aLiveStreamTakesAndGivesAtOnce(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let answer = try await service.post("/streams/live?theme=paper", markdown: Self.markdown)
      #expect(answer.status == 200)
      let id = try #require(answer.headers[.xStreamID])
      #expect(answer.headers[.location] == "/api/v1/streams/\(id)")
      let events = Event.all(in: answer.body)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(events.last?.kind == "done")
      #expect(try Self.document(events) == Self.oneShot(Self.markdown, service))
      #expect(try await service.events("/streams/\(id)") == events)
      #expect(try await service.get("/streams/\(id)").json["theme"] as? String == "paper")
    }
  }
}

extension ServiceUnderTest {
  /// The stream in this process.
  func memoryStream(_ path: String) throws -> MemoryStream {
    let id = try #require(path.split(separator: "/").last.flatMap { StreamID($0) })
    return try #require(server.memoryStreams.stream(id))
  }

  /// Waits until nobody reads the stream. The handler of a reader ends a little after its client has the last event.
  func waitUntilUnread(_ path: String) async throws {
    guard !SharedStore.isUsed else { return }
    let stream = try memoryStream(path)
    for log in [stream.log] + stream.renderer.views.all.map(\.log) {
      try await waitWhile(log.readers.isConnected)
    }
  }

  /// A finished stream of ``StreamTests/markdown``, with an update for each of its pieces.
  func finishedStream(pieces: Int) async throws -> String {
    let path = try await stream()
    let bytes = Array(StreamTests.markdown.utf8)
    let stream = SharedStore.isUsed ? nil : try memoryStream(path)
    for piece in 0..<pieces {
      let range = bytes.count * piece / pieces..<bytes.count * (piece + 1) / pieces
      _ = try await post(path + "/chunks", markdown: String(decoding: bytes[range], as: UTF8.self))
      if let stream {
        try await waitWhile(stream.renderer.schedule.isScheduled)
      } else {
        try await wait(path) { $0["renderedBytes"] as? Int == $0["bytes"] as? Int }
      }
    }
    _ = try await send(.post, "/api/v1" + path + "/finish")
    try await wait(path) { $0["state"] as? String == "ended" }
    return path
  }

  /// Waits until the state of a stream is as it should be.
  func wait(_ path: String, until isReached: ([String: Any]) -> Bool) async throws {
    try await waitWhile(!isReached(try await get(path).json))
  }
}
