import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import RenderService

/// The memory of streams is counted and bounded.
@Suite struct StreamMemoryTests {
  /// 64 KB of headings take some megabytes.
  private static let headings = String(repeating: "# a\n", count: 1 << 14)

  /// Waits until all text is rendered: what is charged in advance is known then.
  private static func waitForRendering(_ path: String, _ service: ServiceUnderTest) async throws {
    while true {
      let state = try await service.get(path).json
      if state["renderedBytes"] as? Int == state["bytes"] as? Int { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func theDocumentOfAStreamIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.streamMemoryBytes = 8 << 20
    } _: { service in
      let path = try await service.stream()
      let first = try await service.post(path + "/chunks", markdown: Self.headings)
      #expect(first.status == 202)
      try await Self.waitForRendering(path, service)
      let refusal = try await service.post(path + "/chunks", markdown: Self.headings)
      #expect(refusal.status == 413)
      #expect(refusal.code == "PAYLOAD_TOO_LARGE")
      let kept = service.server.registry.memoryBytes
      #expect(kept > 2 << 20 && kept < 8 << 20)
      let metrics = try await service.get("/metrics").body
      let said = metrics.firstMatch(of: /\nilsrender_stream_memory_bytes ([0-9]+)/)?.1
      #expect(said.flatMap { Int($0) } ?? 0 > 2 << 20)
      // Once the stream has ended, only its text and its events are kept.
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      _ = try await service.events(path)
      #expect(service.server.registry.memoryBytes < kept)
      _ = try await service.send(.delete, "/api/v1" + path)
      // The last job and the last reader may still have the stream.
      try await waitWhile(service.server.registry.memoryBytes > 0)
      #expect(service.server.registry.textBytes == 0)
    }
  }

  /// The patches of those who read HTML count as well, until the stream ends.
  @Test(.timeLimit(.minutes(1)))
  func theViewsOfAStreamCount() async throws {
    try await ServiceUnderTest.run { service in
      let plain = try await service.stream()
      let watched = try await service.stream()
      async let events = service.get(watched + "/events?as=html")
      let views = try service.memoryStream(watched).renderer.views
      try await waitWhile(views.all.first?.log.readers.isConnected != true)
      var bytes: [Int] = []
      for path in [plain, watched] {
        let before = service.server.registry.memoryBytes
        _ = try await service.post(path + "/chunks", markdown: String(Self.headings.prefix(1 << 14)))
        try await Self.waitForRendering(path, service)
        bytes.append(service.server.registry.memoryBytes - before)
      }
      let view = try #require(views.all.first)
      #expect(view.memoryBytes > 1 << 16)
      // The size of the rest depends on how the text was cut into updates.
      #expect(bytes[1] > bytes[0] + view.memoryBytes / 2)
      _ = try await service.send(.post, "/api/v1" + watched + "/finish")
      _ = try await events
      #expect(view.memoryBytes == 0)
    }
  }

  @Test func allStreamsTogetherAreBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.memoryBytes = 8 << 20
    } _: { service in
      var paths: [String] = []
      for _ in 0..<3 { paths.append(try await service.stream()) }
      var refusal: ServiceUnderTest.Answer?
      for path in paths + paths where refusal == nil {
        let answer = try await service.post(path + "/chunks", markdown: Self.headings)
        if answer.status != 202 { refusal = answer }
        try await Self.waitForRendering(path, service)
      }
      #expect(refusal?.status == 429)
      #expect(refusal?.code == "TOO_MUCH_MEMORY")
      #expect(refusal?.headers[.retryAfter] == "5")
      // Streams that have ended make room.
      for path in paths.prefix(2) {
        _ = try await service.send(.post, "/api/v1" + path + "/finish")
        _ = try await service.events(path)
      }
      let answer = try await service.post(paths[2] + "/chunks", markdown: "# a\n")
      #expect(answer.status == 202)
    }
  }
}
