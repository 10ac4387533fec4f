import Foundation
import HTTPTypes
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

@testable import RenderService

/// Readers that ask for HTML get patches that add up to what the service renders at once.
@Suite struct PatchEventTests {
  /// The element that patches and snapshots lead to, as text.
  private func outline(_ events: [Event]) throws -> String {
    let element = PatchedElement()
    for event in events where event.kind == "patch" || event.kind == "snapshot" {
      try element.apply(Array(event.data.utf8))
    }
    return element.outline
  }

  /// What the service renders at once, as text.
  private func rendered(_ service: ServiceUnderTest, _ query: String = "") async throws -> String {
    let answer = try await service.post("/render?imagesFrom=none&\(query)", markdown: StreamTests.markdown)
    return PatchedElement.outline(of: PatchedElement.parse(answer.body, in: "div")[0])
  }

  private func events(
    _ service: ServiceUnderTest, _ path: String, _ query: String = "", after cursor: Int = 0
  ) async throws -> [Event] {
    let answer = try await service.get(path + "/events?as=html&lastEventId=\(cursor)&\(query)")
    #expect(answer.status == 200)
    return Event.all(in: answer.body)
  }

  /// A stream that somebody reads as HTML while it is written, in pieces of so many characters.
  private func watchedStream(_ service: ServiceUnderTest, piece: Int) async throws -> (String, [Event]) {
    let path = try await service.stream()
    async let read = events(service, path)
    if SharedStore.isUsed {
      try await service.waitForReader(of: path)
    } else {
      try await waitForReader(of: service.memoryStream(path))
    }
    var rest = StreamTests.markdown[...]
    while !rest.isEmpty {
      _ = try await service.post(path + "/chunks", markdown: String(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    _ = try await service.send(.post, "/api/v1" + path + "/finish")
    return (path, try await read)
  }

  /// Waits until somebody reads the stream as HTML.
  private func waitForReader(of stream: MemoryStream) async throws {
    try await waitWhile(stream.renderer.views.all.allSatisfy({ !$0.log.readers.isConnected }))
    try await waitWhile(stream.renderer.schedule.isScheduled)
  }

  /// Each patch writes all of a long leaf, so that a stream that is read as HTML has fewer updates of one.
  @Test(arguments: [true, false])
  func patchesOfALongLeafPutUpdatesOff(isWatched: Bool) throws {
    let stream = try RendererUnderTest()
    defer { stream.pool.stop() }
    if isWatched {
      let patches = PatchOptions(html: HTMLOptions())
      _ = try stream.renderer.views.view(patches) {
        PatchView(patches, of: stream.options, stream.dependencies)
      }
    }
    var putOff = 0
    for number in 1...500 {
      stream.inbox.receive(Array("a line without end ".utf8), number: number, elapsed: 0)
      if stream.renderer.run() { putOff += 1 }
    }
    #expect((putOff > 0) == isWatched)
  }

  @Test(arguments: [1, 7, 64, 4096])
  func patchesAddUpToTheHTML(_ piece: Int) async throws {
    try await ServiceUnderTest.run { service in
      let (path, events) = try await watchedStream(service, piece: piece)
      #expect(try outline(events) == (try await rendered(service)))
      #expect(events.map(\.id) == Array(1...events.count))
      // Each update is a patch, and everything else is the same.
      let updates = try await service.events(path)
      #expect(updates.map(\.id) == events.map(\.id))
      #expect(updates.map { $0.kind == "update" ? "patch" : $0.kind } == events.map(\.kind))
      #expect(updates.filter { $0.kind != "update" } == events.filter { $0.kind != "patch" })
    }
  }

  @Test func aReaderResumesBehindAnyPatch() async throws {
    try await ServiceUnderTest.run { service in
      let (path, all) = try await watchedStream(service, piece: 20)
      for cursor in 0..<all.count {
        #expect(try await events(service, path, after: cursor) == Array(all[cursor...]))
      }
    }
  }

  /// A form that nobody has asked for before begins with a snapshot, which stands for all that happened.
  @Test(arguments: ["theme=paper", "theme=paper,obsidian&styling=variables", "lineNumbers=true"])
  func aNewFormBeginsWithASnapshot(_ query: String) async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 5)
      let events = try await events(service, path, query)
      #expect(events.map(\.kind) == ["snapshot", "done"])
      #expect(try outline(events) == (try await rendered(service, query)))
    }
  }

  /// A reader that comes in the middle gets a snapshot, and patches that go on from there.
  @Test(.inMemory) func aFormCanBeginInTheMiddle() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      let half = StreamTests.markdown.count / 2
      _ = try await service.post(path + "/chunks", markdown: String(StreamTests.markdown.prefix(half)))
      let stream = try service.memoryStream(path)
      try await waitWhile(stream.renderer.schedule.isScheduled)
      async let read = events(service, path, "theme=paper")
      try await waitForReader(of: stream)
      for piece in StreamTests.markdown.dropFirst(half) {
        _ = try await service.post(path + "/chunks", markdown: String(piece))
      }
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let events = try await read
      #expect(events.first?.kind == "snapshot")
      #expect(events.contains { $0.kind == "patch" })
      #expect(try outline(events) == (try await rendered(service, "theme=paper")))
    }
  }

  @Test(.inMemory) func readersWithEqualOptionsShareAView() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 5)
      _ = try await events(service, path, "theme=paper&wrapCode=true")
      _ = try await events(service, path, "wrapCode=true&theme=paper")
      try await service.waitUntilUnread(path)
      let stream = try service.memoryStream(path)
      #expect(stream.renderer.views.all.count == 1)
      stream.renderer.views.tidy(.now)
      #expect(stream.renderer.views.all.count == 1)
      stream.renderer.views.tidy(.now + PatchViews.retention + .seconds(1))
      #expect(stream.renderer.views.all.isEmpty)
    }
  }

  @Test(.inMemory) func theFormsOfAStreamAreBounded() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 2)
      for number in 0..<PatchViews.limit {
        _ = try await events(service, path, "identifierPrefix=a\(number)")
      }
      try await service.waitUntilUnread(path)
      let views = try service.memoryStream(path).renderer.views
      for view in views.all { view.log.setReaderConnected(true) }
      let refused = try await service.get(path + "/events?as=html&identifierPrefix=z")
      #expect(refused.status == 429)
      #expect(refused.headers[.retryAfter] == "60")
      // Those that are there can still be read.
      #expect(try await events(service, path, "identifierPrefix=a0").last?.kind == "done")
      for view in views.all { view.log.setReaderConnected(false) }
      try await service.waitUntilUnread(path)
      for view in views.all { view.log.setReaderConnected(true) }
      // One that nobody reads gives way, if its reader had time to connect.
      let first = try #require(views.all.first)
      first.log.setReaderConnected(false)
      let new = PatchOptions(html: HTMLOptions())
      let make = {
        PatchView(
          new, of: try service.memoryStream(path).options, try service.memoryStream(path).dependencies)
      }
      let view = try make()
      #expect(throws: APIError.self) { try views.view(new) { view } }
      _ = try views.view(new, at: .now + PatchViews.patience + .seconds(1)) { view }
      #expect(views.all.count == PatchViews.limit)
      #expect(!views.all.contains { $0 === first })
    }
  }

  @Test(arguments: ["as=pdf", "as=html&theme=none", "as=html&styling=x"])
  func wrongOptionsAreNamed(_ query: String) async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 2)
      let answer = try await service.get(path + "/events?" + query)
      #expect(answer.status == 422)
      #expect(answer.fields.count == 1)
    }
  }

  @Test func aLiveStreamAnswersWithPatches() async throws {
    try await ServiceUnderTest.run(.live) { service in
      let answer = try await service.post("/streams/live?as=html", markdown: StreamTests.markdown)
      #expect(answer.status == 200)
      #expect(try outline(Event.all(in: answer.body)) == (try await rendered(service)))
    }
  }

  /// Each event of several streams says whose it is, and each stream resumes by itself.
  @Test func severalStreamsShareAConnection() async throws {
    try await ServiceUnderTest.run { service in
      let paths = [try await service.finishedStream(pieces: 3), try await service.finishedStream(pieces: 9)]
      let ids = paths.map { String($0.dropFirst("/streams/".count)) }
      for form in ["", "&as=html&theme=paper"] {
        let alone = [
          try await service.get(paths[0] + "/events?lastEventId=0" + form),
          try await service.get(paths[1] + "/events?lastEventId=2" + form),
        ].map(\.body)
        let answer = try await service.get("/events?streams=\(ids[0]),\(ids[1]):2\(form)")
        #expect(answer.status == 200)
        for (id, alone) in zip(ids, alone) {
          let blocks = answer.body.components(separatedBy: "\n\n").filter { $0.hasPrefix("id: \(id):") }
          let own = alone.components(separatedBy: "\n\n").filter { $0.hasPrefix("id: ") }
          #expect(blocks == own.map { "id: \(id):" + $0.dropFirst(4) })
        }
      }
    }
  }

  @Test func aSharedConnectionTakesStreamsThatThereAre() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 3)
      let id = String(path.dropFirst("/streams/".count))
      let last = try #require(try await service.events(path).last?.id)
      for (list, status) in [
        ("\(id):\(last)", 204), ("\(id):\(last + 1)", 409), ("\(StreamID.random())", 404), ("", 422),
        ("x", 422),
        ("\(id),", 422), ("\(id):-1", 422), (Array(repeating: id, count: 33).joined(separator: ","), 422),
      ] {
        #expect(try await service.get("/events?streams=" + list).status == status, "\(list)")
      }
      #expect(try await service.get("/events").status == 422)
    }
  }

  /// A stream that cannot be read is said by an event, and the others are sent.
  @Test func aMissingStreamDoesNotEndTheOthers() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.finishedStream(pieces: 3)
      let (id, missing) = (String(path.dropFirst("/streams/".count)), StreamID.random())
      let answer = try await service.get("/events?streams=\(missing),\(id)")
      #expect(answer.status == 200)
      let blocks = answer.body.components(separatedBy: "\n\n")
      let refusal = try #require(blocks.first { $0.hasPrefix("id: \(missing):0\n") })
      #expect(refusal.contains("event: error\n"))
      #expect(refusal.contains("NOT_FOUND\""))
      #expect(blocks.contains { $0.hasPrefix("id: \(id):") && $0.contains("event: done") })
      let behind = try await service.get("/events?streams=\(id),\(StreamID.random()):3")
      #expect(behind.status == 200)
    }
  }
}
