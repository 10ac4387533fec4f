import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import RenderService

/// Requests and streams during shutdown and during a reload of the keys.
@Suite struct ShutdownTests {
  /// Text waits for an hour here, unless the end of the service flushes it.
  @Test func acknowledgedTextReachesReadersBeforeTheEnd() async throws {
    try await ServiceUnderTest.run(.live) {
      $0.times.flush = .seconds(3600)
    } _: { service in
      let path = try await service.stream()
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send("GET /api/v1\(path)/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try await service.post(path + "/chunks", markdown: "One").status == 202)
      _ = await connection.read { $0.contains("\"One\"") }
      #expect(try await service.post(path + "/chunks", markdown: " two").status == 202)
      #expect(try await service.post(path + "/chunks", markdown: " three").status == 202)
      await service.server.registry.drain()
      let rest = await connection.read()
      #expect(rest.contains(" two three"))
      #expect(rest.hasSuffix("retry: 2000\n\n\r\n0\r\n\r\n"), "\(rest)")
      // The service acknowledges no text that readers would not receive.
      let answer = try await service.post(path + "/chunks", markdown: " four")
      #expect(answer.status == 503)
      #expect(answer.code == "DRAINING")
    }
  }

  @Test func readinessEndsBeforeAnythingElse() async throws {
    try await ServiceUnderTest.run(.live) {
      $0.times.drain = .seconds(3600)
    } _: { service in
      #expect(try await service.get("/ready").status == 200)
      let draining = Task { await service.server.shutdown.drain() }
      try await waitWhile(!service.server.shutdown.isDraining)
      let answer = try await service.get("/ready")
      #expect(answer.status == 503)
      #expect(answer.code == "DRAINING")
      #expect(try await service.post("/render", markdown: "x").status == 200)
      let path = try await service.stream()
      #expect(try await service.post(path + "/chunks", markdown: "x").status == 202)
      draining.cancel()
      await draining.value
      #expect(try await service.post(path + "/chunks", markdown: "x").code == "DRAINING")
    }
  }

  private static func status(_ service: ServiceUnderTest, _ key: String) async throws -> Int {
    try await service.post("/render", markdown: "x", headers: AccessTests.bearer(key)).status
  }

  @Test func keysAreReloaded() async throws {
    try await AccessTests.run { service in
      let before = try await Self.status(service, "third")
      #expect(before == 401)
      var configuration = ServiceConfiguration()
      configuration.keys = ["third"]
      let changed = configuration
      await ReloadService(core: service.server.core, certificate: nil) { changed }.reload()
      let new = try await Self.status(service, "third")
      #expect(new == 200)
      let old = try await Self.status(service, "first")
      #expect(old == 401)
      // Settings that are wrong change nothing.
      let read: @Sendable () async throws -> ServiceConfiguration = {
        throw ConfigurationError(description: "wrong")
      }
      await ReloadService(core: service.server.core, certificate: nil, settings: read).reload()
      let kept = try await Self.status(service, "third")
      #expect(kept == 200)
    }
  }
}
