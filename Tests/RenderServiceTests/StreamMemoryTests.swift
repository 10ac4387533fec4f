import Foundation
import HTTPTypes
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

  @Test func theDocumentOfAStreamIsBounded() async throws {
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
      #expect(service.server.registry.memoryBytes == 0)
      #expect(service.server.registry.textBytes == 0)
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
