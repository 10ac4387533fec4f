import Foundation
import HTTPTypes
import NIOCore
import Rendering
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Every limit, and what is answered past it.
@Suite struct LimitTests {
  @Test(arguments: ServiceUnderTest.Way.allCases)
  func aBodyIsBounded(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) {
      $0.limits.bodyBytes = 1000
    } _: { service in
      let fits = try await service.post("/render", markdown: String(repeating: "x", count: 1000))
      #expect(fits.status == 200)
      let answer = try await service.post("/render", markdown: String(repeating: "x", count: 1001))
      #expect(answer.status == 413)
      #expect(answer.code == "PAYLOAD_TOO_LARGE")
    }
  }

  /// Bodies that wait for their answers count together; then there is room again.
  @Test func allBodiesTogetherAreBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.bodiesBytes = 1500
      $0.limits.cacheBytes = 0
    } _: { service in
      let core = service.server.core
      let gate = Gate()
      for _ in 0..<2 { #expect(core.pool.submit { gate.wait() }) }
      let text = String(repeating: "x", count: 1000)
      async let first = service.post("/render", markdown: text)
      try await waitWhile(core.renders.count < 1)
      let refused = try await service.post("/render", markdown: text)
      #expect(refused.status == 503)
      #expect(refused.code == "OVERLOADED")
      #expect(refused.headers[.retryAfter] == "1")
      #expect(refused.headers[.connection] == "close")
      gate.open()
      #expect(try await first.status == 200)
      #expect(try await service.post("/render", markdown: text).status == 200)
      #expect(core.bodyBytes.count == 0)
    }
  }

  @Test func aStreamIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.streamBytes = 10
    } _: { service in
      let path = try await service.stream()
      #expect(try await service.post(path + "/chunks", markdown: "0123456789").status == 202)
      let answer = try await service.post(path + "/chunks", markdown: "x")
      #expect(answer.status == 413)
      #expect(answer.code == "PAYLOAD_TOO_LARGE")
      // A live stream ends with what fitted.
      let live = try await service.post("/streams/live", markdown: "0123456789x")
      #expect(Event.all(in: live.body).last?.kind == "done")
    }
  }

  @Test func allTextTogetherIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.textBytes = 10
    } _: { service in
      let first = try await service.stream()
      #expect(try await service.post(first + "/chunks", markdown: "0123456").status == 202)
      let second = try await service.stream()
      let answer = try await service.post(second + "/chunks", markdown: "7890")
      #expect(answer.status == 429)
      #expect(answer.code == "TOO_MANY_STREAMS")
      #expect(try await service.post(second + "/chunks", markdown: "789").status == 202)
    }
  }

  @Test func streamsAreBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.streams = 2
    } _: { service in
      let first = try await service.stream()
      _ = try await service.stream()
      let answer = try await service.post("/streams", json: "{}")
      #expect(answer.status == 429)
      #expect(answer.code == "TOO_MANY_STREAMS")
      #expect(answer.headers[.retryAfter] == "5")
      // One that has ended makes room.
      _ = try await service.send(.post, "/api/v1" + first + "/finish")
      _ = try await service.events(first)
      _ = try await service.stream()
      #expect(try await service.get(first).status == 410)
    }
  }

  @Test func nestingIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.nesting = 3
    } _: { service in
      let answer = try await service.post("/render", markdown: "> > > > > deep")
      #expect(answer.body.components(separatedBy: "<blockquote").count - 1 == 3)
    }
  }

  @Test func aBatchIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.batch = 1
    } _: { service in
      let answer = try await service.post("/render/batch", json: #"{"documents":[{},{}]}"#)
      #expect(answer.status == 422)
      #expect(answer.fields["documents"] != nil)
    }
  }

  /// Both workers are held, so that what waits is counted.
  @Test func renderingsAreBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.renders = 3
      $0.limits.cacheBytes = 0
    } _: { service in
      let core = service.server.core
      let gate = Gate()
      for _ in 0..<2 { #expect(core.pool.submit { gate.wait() }) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<3 { group.addTask { try await service.post("/render", markdown: "x").status } }
        try await waitWhile(core.renders.count < 3)
        let refused = try await service.post("/render", markdown: "longer than those that wait")
        #expect(refused.status == 503)
        #expect(refused.code == "OVERLOADED")
        #expect(refused.headers[.retryAfter] == "1")
        gate.open()
        for try await status in group { #expect(status == 200) }
      }
      #expect(try await service.post("/render", markdown: "x").status == 200)
      #expect(try await service.send(.get, "/metrics").body.contains("ilsrender_refused_renders_total 1\n"))
    }
  }

  @Test func aRenderingDoesNotWaitForEver() async throws {
    try await ServiceUnderTest.run {
      $0.times.queue = .zero
    } _: { service in
      let answer = try await service.post("/render", markdown: "x")
      #expect(answer.status == 503)
      #expect(answer.code == "OVERLOADED")
    }
  }

  /// Text that comes faster than it is rendered is refused rather than kept.
  @Test func textThatWaitsIsBounded() async throws {
    try await ServiceUnderTest.run { service in
      let gate = Gate()
      for _ in 0..<2 { #expect(service.server.core.pool.submit { gate.wait() }) }
      let path = try await service.startedStream()
      let chunk = String(repeating: "x", count: 1 << 19)
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await service.post(path + "/chunks", markdown: chunk).status) }
      gate.open()
      #expect(statuses == [202, 202, 429])
    }
  }

  @Test func idleStreamsEndAndAreForgotten() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: "text")
      let registry = service.server.memoryStreams
      let now = ContinuousClock.now
      registry.tidy(now + .seconds(200))
      #expect(try await service.get(path).json["state"] as? String == "open")
      registry.tidy(now + .seconds(1000))
      let events = try await service.events(path)
      #expect(events.last?.kind == "done")
      #expect(events.last?.data.contains("\"reason\":\"idle\"") == true)
      #expect(try await service.get(path).json["endReason"] as? String == "idle")
      registry.tidy(now + .seconds(2000))
      #expect(try await service.get(path).status == 410)
    }
  }

  @Test func waitingReadersHearAHeartbeat() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      let stream = try service.memoryStream(path)
      async let batch = stream.next(after: 0)
      try await waitWhile(stream.log.waitingReaders == 0)
      stream.beat(.now + .seconds(14))
      #expect(stream.log.waitingReaders == 1)
      stream.beat(.now + .seconds(16))
      guard case .heartbeat = try await batch else {
        Issue.record("no heartbeat")
        return
      }
    }
  }

  @Test func drainingLetsReadersGoWithWhatIsThere() async throws {
    try await ServiceUnderTest.run { service in
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: "text")
      let stream = try service.memoryStream(path)
      try await waitWhile(stream.renderer.schedule.isScheduled)
      await service.server.registry.drain()
      let answer = try await service.get(path + "/events")
      #expect(Event.all(in: answer.body).first?.kind == "update")
      #expect(answer.body.hasSuffix("retry: 2000\n\n"))
      let refused = try await service.post("/streams", json: "{}")
      #expect(refused.status == 503)
      #expect(refused.code == "DRAINING")
    }
  }

  /// The ring is bounded in events and in bytes.
  @Test func aLogForgetsTheOldest() {
    var log = EventRing(capacity: 3, byteCapacity: 100)
    for number in 1...1000 {
      log.append(.init(string: "\(number) "))
      #expect(log.last == number)
      #expect(log.first == max(1, number - 2))
    }
    #expect(log.frames(after: 997).map { String(buffer: $0.0) } == "998 999 1000 ")
    #expect(log.frames(after: 996) == nil)
    #expect(!log.reaches(996))
    #expect(log.frames(after: 999)?.upTo == 1000)
    #expect(log.frames(after: 1000) == nil)
    log.append(.init(string: String(repeating: "x", count: 200)))
    #expect(log.first == 1001)
    #expect(log.bytes == 200)
  }
}

/// Holds threads until it is opened.
final class Gate: Sendable {
  private let isOpen = Atomic(false)

  func open() { isOpen.store(true, ordering: .releasing) }

  func wait() {
    while !isOpen.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.001) }
  }
}

extension ServiceUnderTest {
  /// A stream made without the pool, which a test holds.
  func startedStream() async throws -> String {
    let core = server.core
    var reader = RequestDecoder()
    let options = try RequestOptions(&reader, catalog: core.catalog, configuration: core.configuration)
    return
      "/streams/\(try await core.streams.create(options, owner: .everybody, client: .at("192.0.2.1")).id)"
  }
}
