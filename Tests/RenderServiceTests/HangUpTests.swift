import Foundation
import HTTPTypes
import HummingbirdTesting
import Rendering
import StyledRuns
import TestSupport
import Testing

@testable import RenderService

/// A client that is gone, a deadline and a shutdown stop renderings.
@Suite struct HangUpTests {
  /// Waits on the pool until the work is cancelled.
  private func spin(_ core: ServiceCore) async -> APIError? {
    do {
      try await core.onPool {
        while !(Cancellation.current?.isCancelled ?? true) { Thread.sleep(forTimeInterval: 0.001) }
      }
      return nil
    } catch {
      return error as? APIError
    }
  }

  @Test func aRenderingWhoseClientIsGoneStops() async throws {
    try await ServiceUnderTest.run { service in
      let core = service.server.core
      let connection = ClientConnection(peer: "test")
      let cancellation = connection.beginRequest()
      async let error = Cancellation.$current.withValue(cancellation) { await spin(core) }
      try await waitWhile(core.renders.count == 0)
      connection.clientLeft()
      #expect(await error == .clientClosed)
      // What the same connection asked for besides does not begin.
      let next = connection.beginRequest()
      #expect(await Cancellation.$current.withValue(next) { await spin(core) } == .clientClosed)
    }
  }

  @Test func aTaskThatIsCancelledStopsItsRendering() async throws {
    try await ServiceUnderTest.run { service in
      let core = service.server.core
      let task = Task { await spin(core) }
      try await waitWhile(core.renders.count == 0)
      task.cancel()
      #expect(await task.value == .draining)
    }
  }

  /// The cache does not keep the answer of a cancelled request.
  @Test func whatWasCancelledIsNotKept() {
    let cache = AnswerCache(capacity: 1 << 20)
    let key = AnswerCache.CacheKey(variant: "", body: [1])
    let answer = Answer(body: [2], contentType: "text/plain")
    let cancellation = Cancellation()
    cancellation.cancel()
    Cancellation.$current.withValue(cancellation) { cache.insert(answer, for: key) }
    #expect(cache.answer(to: key) == nil)
    Cancellation.$current.withValue(Cancellation()) { cache.insert(answer, for: key) }
    #expect(cache.answer(to: key)?.body == [2])
  }

  @Test func aRenderingDoesNotRunForEver() async throws {
    try await ServiceUnderTest.run {
      $0.times.render = .zero
    } _: { service in
      #expect(await spin(service.server.core) == .renderingTimeout)
    }
  }

  @Test func aShutdownStopsWhatRunsAndWaits() async throws {
    try await ServiceUnderTest.run { service in
      let core = service.server.core
      async let errors = withTaskGroup(of: APIError?.self) { group in
        for _ in 0..<5 { group.addTask { await spin(core) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      try await waitWhile(core.renders.count < 5)
      core.renders.stop()
      let all = await errors
      #expect(all == Array(repeating: .draining, count: 5))
      let refused = try await service.post("/render", markdown: "x")
      #expect(refused.code == "DRAINING")
    }
  }

  /// A request leaves the queue although no worker is free, and is counted as what it is.
  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func hangingUpEmptiesTheQueue(halfOnly: Bool) async throws {
    try await ServiceUnderTest.run(.live) {
      // A busy machine may notice late that the client is gone.
      $0.times.queue = .seconds(600)
    } _: { service in
      let core = service.server.core
      let gate = Gate()
      for _ in 0..<2 { #expect(core.pool.submit { gate.wait() }) }
      var connection: RawConnection? = try RawConnection(port: try #require(service.client.port))
      connection?.send(
        "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\nContent-Length: 2\r\n\r\nhi"
      )
      try await waitWhile(core.renders.count == 0)
      if halfOnly { connection?.endSending() } else { connection = nil }
      try await waitWhile(core.renders.count > 0)
      try await waitWhile(core.bodyBytes.count > 0)
      gate.open()
      _ = try await service.metrics(containing: ["status=\"499\"} 1\n"])
      withExtendedLifetime(connection) {}
    }
  }
}

extension ServiceUnderTest {
  /// The metrics as Prometheus reads them, once they contain some texts.
  ///
  /// A request is counted when its handler ends, which can be a little after the client has the answer. A text that never
  /// appears is therefore a test that never ends: its time limit fails it.
  func metrics(containing texts: [String] = []) async throws -> String {
    while true {
      let metrics = try await send(.get, "/metrics").body
      if texts.allSatisfy(metrics.contains) { return metrics }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
