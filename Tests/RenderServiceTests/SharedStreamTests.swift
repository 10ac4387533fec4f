import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MessageStreams
import NIOCore
import Rendering
import StyledRuns
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Several services with one Redis server: any of them does everything with any stream, and one takes over from another.
@Suite(.enabled(if: RedisServer.isInstalled))
struct SharedStreamTests {
  private let redis: RedisServer

  init() throws { redis = try RedisServer() }

  /// Runs a test with two services.
  private func run(
    _ change: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in },
    _ body: @Sendable (ServiceUnderTest, ServiceUnderTest) async throws -> Void
  ) async throws {
    try await SharedServices.run(on: redis.address, change, body)
  }

  @Test func aStreamIsWrittenAndReadAnywhere() async throws {
    try await run { one, other in
      let path = try await one.stream(#"{"theme":"paper"}"#)
      let pieces = ConversationStreamTests.pieces(Array(StreamTests.markdown.utf8), upTo: 30, seed: 1)
      for (index, piece) in pieces.enumerated() {
        try await SharedServices.send(piece, index + 1, to: path, index % 2 == 0 ? one : other)
      }
      try await SharedServices.finish(path, other)
      let events = try await one.events(path)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(events.last?.kind == "done")
      #expect(try StreamTests.document(events) == StreamTests.oneShot(StreamTests.markdown, one))
      #expect(try await other.events(path) == events)
      #expect(try await other.events(path, after: 2) == Array(events.dropFirst(2)))
      #expect(try await other.get(path + "?format=markdown").body == StreamTests.markdown)
      let state = try await other.get(path).json
      #expect(state["theme"] as? String == "paper")
      #expect(state["chunks"] as? Int == pieces.count)
      #expect(try await other.get("/streams").json["total"] as? Int == 1)
      #expect(try await other.send(.delete, "/api/v1" + path).status == 204)
      #expect(try await one.get(path).status == 410)
    }
  }

  @Test func htmlIsTheSameEverywhere() async throws {
    try await run { one, other in
      let path = try await one.stream()
      async let here = one.get(path + "/events?as=html&theme=paper")
      async let there = other.get(path + "/events?as=html&theme=paper")
      for service in [one, other] { try await service.waitForReader(of: path) }
      for (index, piece) in StreamTests.markdown.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        try await SharedServices.send(Array((piece + "\n").utf8), index + 1, to: path, one)
      }
      try await SharedServices.finish(path, one)
      let (first, second) = try await (Event.all(in: here.body), Event.all(in: there.body))
      #expect(first.last?.kind == "done")
      #expect(first.map(\.id) == Array(1...first.count))
      #expect(first.contains { $0.kind == "patch" })
      #expect(first == second)
    }
  }

  /// How a service loses its streams.
  enum Loss: String, CaseIterable, Sendable {
    /// The process ends without a word.
    case death
    /// The service is told to end.
    case shutdown
  }

  @Test(arguments: Loss.allCases, [3, 200])
  func aTakeoverLosesNothing(_ loss: Loss, _ size: Int) async throws {
    try await run { one, other in
      let path = try await one.stream()
      let text = Array((StreamTests.markdown + "\n\n" + StreamTests.markdown).utf8)
      let pieces = ConversationStreamTests.pieces(text, upTo: size, seed: UInt64(size))
      async let there = other.get(path + "/events")
      try await other.waitForReader(of: path)
      for (index, piece) in pieces.enumerated() {
        if index == pieces.count / 2 {
          try await other.waitForEvent(of: path)
          await loss == .death ? one.die() : one.server.registry.prepareToDrain()
        }
        try await SharedServices.send(piece, index + 1, to: path, other)
      }
      try await SharedServices.finish(path, other)
      let events = try await Event.all(in: there.body)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(!events.contains { $0.kind == "snapshot" }, "edits are enough")
      #expect(
        try StreamTests.document(events) == StreamTests.oneShot(String(decoding: text, as: UTF8.self), one))
    }
  }

  /// A rolling restart: the streams change their node while text arrives, and no reader waits for a lease to end.
  @Test func leasesAreHandedOverAtOnce() async throws {
    try await run { configuration in
      configuration.store.lease = .seconds(600)
    } _: { one, other in
      var paths: [String] = []
      for _ in 0..<20 { paths.append(try await one.stream()) }
      for path in paths { try await SharedServices.send(Array("one ".utf8), 1, to: path, one) }
      #expect(one.server.registry.count == 20)
      await one.server.registry.prepareToDrain()
      #expect(one.server.registry.count == 0)
      // A lease is taken shortly before its stream is rendered.
      try await waitWhile(other.server.registry.count < 20)
      for path in paths {
        try await SharedServices.send(Array("two".utf8), 2, to: path, one)
        try await SharedServices.finish(path, one)
        let events = try await other.events(path)
        #expect(events.map(\.id) == Array(1...events.count))
        #expect(try StreamTests.document(events) == StreamTests.oneShot("one two", one))
      }
    }
  }

  /// The next node has rendered the text before it takes the lease, so that readers do not wait for that.
  @Test func aStreamIsRenderedBeforeItsLeaseIsTaken() async throws {
    try await run { configuration in
      configuration.store.lease = .seconds(600)
    } _: { one, other in
      let path = try await one.stream()
      let text = Array(StreamTests.markdown.utf8)
      try await SharedServices.send(text, 1, to: path, one)
      try await waitWhile(try await one.get(path).json["renderedBytes"] as? Int != text.count)
      await one.server.registry.prepareToDrain()
      try await waitWhile(other.server.registry.count == 0)
      let taken = try #require(other.sharedStreams.state.withLock { $0.leased.values.first })
      #expect(taken.bytesRenderedAhead == text.count)
    }
  }

  /// The readers of a node that ends go to other nodes one after another, while this node still takes text.
  @Test func readersAreSentAway() async throws {
    try await run { configuration in
      configuration.store.lease = .seconds(600)
    } _: { one, other in
      var paths: [String] = []
      for _ in 0..<4 { paths.append(try await one.stream()) }
      let bodies = try await withThrowingTaskGroup(of: String.self) { group in
        for path in paths { group.addTask { try await one.get(path + "/events").body } }
        // A connection with all streams ends with the first of them.
        let ids = paths.map { String($0.dropFirst("/streams/".count)) }.joined(separator: ",")
        group.addTask { try await one.get("/events?streams=" + ids).body }
        try await waitWhile(one.server.core.readers < paths.count + 1)
        for path in paths { try await one.waitForReader(of: path) }
        await one.server.registry.prepareToDrain()
        await one.server.registry.sendReadersAway(until: .now + .milliseconds(100))
        var bodies: [String] = []
        for try await body in group { bodies.append(body) }
        return bodies
      }
      #expect(bodies.filter { !$0.contains("\n\nretry: 20\n\n") } == [])
      for path in paths {
        // A load balancer asks another node then.
        #expect(try await one.get(path + "/events").code == "DRAINING")
        #expect(try await one.get("/events?streams=" + path.dropFirst("/streams/".count)).code == "DRAINING")
        try await SharedServices.send(Array("text".utf8), 1, to: path, one)
        try await SharedServices.finish(path, one)
        #expect(try StreamTests.document(try await other.events(path)) == StreamTests.oneShot("text", one))
      }
    }
  }

  /// Whoever gives a lease away renders until another node has taken it.
  @Test func aStreamThatNobodyTakesGoesOn() async throws {
    try await run { configuration in
      configuration.store.lease = .seconds(600)
    } _: { one, other in
      let path = try await one.stream()
      // No other node is there.
      other.die()
      await one.server.registry.prepareToDrain()
      try await SharedServices.send(Array("text".utf8), 1, to: path, one)
      try await one.waitForEvent(of: path)
      #expect(one.server.registry.count == 1)
      // Nor do readers go, because nobody else has the stream.
      _ = try await one.sharedStreams.events(
        after: 0, of: try #require(StreamID(String(path.dropFirst("/streams/".count)))), owner: .everybody,
        as: nil)
      await one.server.registry.sendReadersAway(until: .now)
      #expect(one.sharedStreams.state.withLock { $0.followed.values.allSatisfy { !$0.isDraining } })
      // One that comes later takes it at once.
      other.sharedStreams.state.withLock { $0.isHandingOver = false }
      try await waitWhile(other.server.registry.count == 0)
      try await SharedServices.finish(path, other)
      let events = try await other.events(path)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(try StreamTests.document(events) == StreamTests.oneShot("text", one))
    }
  }

  @Test(arguments: MessageFixture.allCases)
  func conversationsAreTakenOver(_ fixture: MessageFixture) async throws {
    try await run { one, other in
      let path = try await one.stream(#"{"input":"auto"}"#)
      let pieces = ConversationStreamTests.pieces(try fixture.bytes(), upTo: 300, seed: 3)
      for (index, piece) in pieces.enumerated() {
        if index == pieces.count / 2 {
          // The first half of a small fixture shows nothing yet, so that there is no event to wait for.
          let sent = pieces[..<index].reduce(0) { $0 + $1.count }
          try await waitWhile(try await one.get(path).json["renderedBytes"] as? Int != sent)
          await one.server.registry.prepareToDrain()
        }
        try await SharedServices.send(piece, index + 1, to: path, other)
      }
      try await SharedServices.finish(path, other)
      let events = try await other.events(path)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(try ConversationStreamTests.content(events) == ConversationStreamTests.oneShot(fixture, one))
    }
  }

  @Test func whoIsTooFarBehindGetsASnapshot() async throws {
    try await run { configuration in
      configuration.limits.events = 6
    } _: { one, other in
      let path = try await one.stream()
      for number in 1...60 {
        try await SharedServices.send(Array("word \(number) ".utf8), number, to: path, one)
        try await Task.sleep(for: .milliseconds(4))
      }
      try await SharedServices.finish(path, one)
      for service in [one, other] {
        let events = try await service.events(path)
        #expect(events.first?.kind == "snapshot")
        #expect(events.count < 20)
        #expect(events.last?.kind == "done")
        let text = (1...60).map { "word \($0) " }.joined()
        #expect(try StreamTests.document(events) == StreamTests.oneShot(text, one))
      }
      // Another service continues from the snapshot, too.
    }
  }

  @Test func aTicketIsGoodEverywhere() async throws {
    try await run { configuration in
      configuration.keys = ["key"]
    } _: { one, other in
      let key: HTTPFields = [.authorization: "Bearer key"]
      let path = try await one.stream(headers: key)
      _ = try await one.send(.post, "/api/v1" + path + "/finish", headers: key)
      let ticket = try await one.send(.post, "/api/v1" + path + "/ticket", headers: key)
      let address = try #require(ticket.json["events"] as? String)
      #expect(try await other.send(.get, address).status == 200)
      #expect(try await other.send(.get, "/api/v1" + path + "/events").status == 401)
    }
  }

  @Test func streamsAreCountedOverAllServices() async throws {
    try await run { configuration in
      configuration.clients.streams = 2
    } _: { one, other in
      let path = try await one.stream()
      _ = try await other.stream()
      #expect(try await one.post("/streams", json: "{}").code == "TOO_MANY_STREAMS")
      #expect(try await other.post("/streams", json: "{}").status == 429)
      try await SharedServices.finish(path, other)
      try await waitWhile(try await one.post("/streams", json: "{}").status == 429)
      #expect(try await other.post("/streams", json: "{}").status == 429)
    }
  }

  @Test func bytesAreCountedOverAllServices() async throws {
    try await run { configuration in
      configuration.clients.bytes = 2000
    } _: { one, other in
      let path = try await one.stream()
      try await SharedServices.send(Array(repeating: UInt8(ascii: "x"), count: 1990), 1, to: path, one)
      // Of ten bytes of its own, the other service would refuse none.
      var number = 2
      var refused = try await other.post(path + "/chunks?seq=2", markdown: "y")
      #expect(refused.status == 202)
      while refused.status == 202, number < 100_000 {
        number += 1
        refused = try await other.post(path + "/chunks?seq=\(number)", markdown: "y")
      }
      #expect(number > 11, "ten bytes are left")
      #expect(refused.status == 429)
      #expect(refused.headers[.retryAfter] != nil)
      // A repeat of what was acknowledged is acknowledged again.
      let repeated = try await other.post(path + "/chunks?seq=2", markdown: "y")
      #expect(repeated.status == 202)
      #expect(repeated.json["duplicate"] as? Bool == true)
    }
  }

  /// A service counts the text that it has taken for streams that others render, whoever renders them.
  @Test func bytesCountWhereTheStreamIsNotRendered() async throws {
    try await run { configuration in
      configuration.clients.bytes = 2000
      configuration.store.lease = .seconds(600)
    } _: { one, other in
      let path = try await one.stream()
      // Nobody renders the stream, so that nobody else reports its size.
      one.die()
      let text = String(repeating: "x", count: 800)
      #expect(try await other.post(path + "/chunks?seq=1", markdown: text).status == 202)
      await other.sharedStreams.usage.report([])
      #expect(try await other.post(path + "/chunks?seq=2", markdown: text).status == 202)
      for _ in 0..<2 {
        await other.sharedStreams.usage.report([])
        #expect(try await other.post(path + "/chunks?seq=3", markdown: text).status == 429)
      }
      // Another service learns of it with the first text that it gets.
      #expect(try await one.post(path + "/chunks?seq=3", markdown: text).status == 429)
      let fits = String(repeating: "x", count: 300)
      #expect(try await one.post(path + "/chunks?seq=3", markdown: fits).status == 202)
      // Both report the size of the same stream, which counts once.
      for service in [one, other, one, other] { await service.sharedStreams.usage.report([]) }
      for service in [one, other] {
        #expect(try await service.post(path + "/chunks?seq=4", markdown: fits).status == 429)
      }
      let rest = String(repeating: "x", count: 90)
      #expect(try await other.post(path + "/chunks?seq=4", markdown: rest).status == 202)
    }
  }

  @Test func ratesHoldOverAllServices() async throws {
    let rate = 10
    try await run { configuration in
      configuration.clients.requests = rate
    } _: { one, other in
      // Never more than a second's requests, and as many as the time since then allows.
      for _ in 0..<3 {
        let start = ContinuousClock.now
        var accepted = 0
        var refused: ServiceUnderTest.Answer?
        try await waitWhile(
          try await {
            let answer = try await (accepted % 2 == 0 ? one : other).get("/streams")
            #expect(answer.headers[.init("RateLimit-Limit")!] == "\(rate)")
            if answer.status == 200 { accepted += 1 } else { refused = answer }
            return answer.status == 200
          }())
        let most = Double(rate) * (1 + (ContinuousClock.now - start) / .seconds(1))
        #expect(Double(accepted) <= most, "\(accepted)")
        #expect(refused?.status == 429)
        #expect(refused?.headers[.retryAfter] == "1")
        #expect(refused?.headers[.init("RateLimit-Remaining")!] == "0")
      }
    }
  }

  /// Streams on a cluster go on while their keys move from node to node.
  @Test(.timeLimit(.minutes(5))) func slotsOfAClusterMayMove() async throws {
    let cluster = try RedisCluster()
    try await SharedServices.run(on: cluster.address) { configuration in
      configuration.store.lease = .seconds(2)
      configuration.store.timeout = .seconds(5)
    } _: { one, other in
      let moved = OneTimeEvent()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            let path = try await SharedServices.stream(one)
            async let answer = other.get(path + "/events")
            try await other.waitForReader(of: path)
            var (sent, index): ([UInt8], Int) = ([], 0)
            while !moved.isPast {
              let pieces = ConversationStreamTests.pieces(
                Array((StreamTests.markdown + "\n\n").utf8), upTo: 100, seed: UInt64(index + number))
              for piece in pieces {
                index += 1
                sent += piece
                try await SharedServices.send(piece, index, to: path, index % 2 == 0 ? one : other)
                try await Task.sleep(for: .milliseconds(20))
              }
            }
            try await SharedServices.finish(path, other)
            let events = try await Event.all(in: answer.body)
            #expect(events.map(\.id) == Array(1...max(1, events.count)))
            #expect(
              try StreamTests.document(events)
                == StreamTests.oneShot(String(decoding: sent, as: UTF8.self), one))
          }
        }
        group.addTask {
          // The commands block a thread, which must not be one of those on which tasks run.
          try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try cluster.moveSlots() }) }
          }
          moved.happen()
        }
        try await group.waitForAll()
      }
      #expect(cluster.sizes.allSatisfy { $0 > 0 })
    }
  }

  @Test func anUnusedStreamEnds() async throws {
    try await run { configuration in
      configuration.times.streamIdle = .seconds(4)
    } _: { one, other in
      let path = try await one.stream()
      try await SharedServices.send(Array("text".utf8), 1, to: path, one)
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .seconds(20) {
        // Looking does not count here: the keys are read beside the service.
        try await Task.sleep(for: .milliseconds(200))
        if try redis.command("--scan", "--pattern", "*leases").isEmpty { break }
      }
      #expect(ContinuousClock.now - start > .seconds(3))
      let state = try await other.get(path).json
      #expect(state["endReason"] as? String == "idle")
    }
  }
}
