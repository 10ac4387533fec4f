import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import RenderService

/// Connections over real sockets, byte by byte, below the level of requests.
@Suite struct ConnectionTests {
  private func run(
    _ change: (inout ServiceConfiguration) -> Void = { _ in },
    _ body: @Sendable (ServiceUnderTest, RawConnection) async throws -> Void
  ) async throws {
    try await ServiceUnderTest.run(.live, change) { service in
      let port = try #require(service.client.port)
      try await body(service, try RawConnection(port: port))
      // Others are not affected.
      #expect(try await service.get("/health").status == 200)
    }
  }

  private func expectError(_ answer: String, _ status: Int, _ code: String) {
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains("\"code\":\"\(code)\""))
    #expect(answer.contains("application/json"))
  }

  @Test func whatIsNoHTTPIsAnsweredInOurForm() async throws {
    try await run { _, connection in
      connection.send("this is no request\r\n\r\n")
      expectError(await connection.read(), 400, "MALFORMED_REQUEST")
    }
  }

  @Test func headersAreBounded() async throws {
    try await run { _, connection in
      connection.send(
        "GET /health HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n")
      expectError(await connection.read(), 431, "HEADERS_TOO_LARGE")
    }
  }

  @Test func headersThatTakeTooLongEnd() async throws {
    try await run {
      $0.times.header = .milliseconds(100)
    } _: { _, connection in
      connection.send("GET /health HTTP/1.1\r\nHo")
      expectError(await connection.read(), 408, "REQUEST_TIMEOUT")
    }
  }

  @Test func aBodyThatTakesTooLongEnds() async throws {
    try await run {
      $0.times.request = .milliseconds(100)
    } _: { _, connection in
      connection.send(
        "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\nContent-Length: 9\r\n\r\nab"
      )
      expectError(await connection.read(), 408, "REQUEST_TIMEOUT")
    }
  }

  @Test func whoAsksFirstIsToldToGoOn() async throws {
    try await run { _, connection in
      connection.send(
        "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\nContent-Length: 2\r\n"
          + "Expect: 100-continue\r\nConnection: close\r\n\r\n")
      let first = await connection.read { $0.hasSuffix("\r\n\r\n") }
      #expect(first.hasPrefix("HTTP/1.1 100 "))
      connection.send("hi")
      #expect(await connection.read().hasPrefix("HTTP/1.1 200 "))
    }
  }

  /// The refusal comes before the body, and the connection does not wait for it.
  @Test func aBodyThatIsTooLargeIsNotRead() async throws {
    try await run { _, connection in
      connection.send(
        "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\nContent-Length: 999999999\r\n"
          + "Expect: 100-continue\r\n\r\n")
      expectError(await connection.read(), 413, "PAYLOAD_TOO_LARGE")
    }
  }

  @Test func severalRequestsInOnePieceAreAnsweredInTurn() async throws {
    try await run { _, connection in
      connection.send(
        "GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"
          + "GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let answers = await connection.read()
      let statuses = answers.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
      #expect(statuses == ["200", "404", "200"])
    }
  }

  /// Events come while the text is still being sent.
  @Test func aLiveStreamGoesBothWays() async throws {
    try await run { _, connection in
      connection.send(
        "POST /api/v1/streams/live HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\n"
          + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\n# One\r\n")
      let first = await connection.read { $0.contains("\"One\"") }
      #expect(first.contains("event: update"))
      connection.send("5\r\n\n\nTwo\r\n")
      #expect(await connection.read { $0.contains("\"Two\"") }.contains("\"Two\""))
      connection.send("0\r\n\r\n")
      #expect(await connection.read().contains("event: done"))
    }
  }

  /// A writer that loses its connection can go on over another one.
  @Test func aBrokenLiveStreamCanBeContinued() async throws {
    try await ServiceUnderTest.run(.live) { service in
      let port = try #require(service.client.port)
      var connection: RawConnection? = try RawConnection(port: port)
      connection?.send(
        "POST /api/v1/streams/live HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n5\r\n# One\r\n")
      let head = try #require(await connection?.read { $0.contains("\"One\"") })
      let id = try #require(head.split(separator: "X-Stream-Id: ").last?.prefix(22))
      connection = nil
      let path = "/streams/\(id)"
      #expect(try await service.post(path + "/chunks", markdown: " more").status == 202)
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let events = try await service.events(path)
      #expect(try StreamTests.document(events) == StreamTests.oneShot("# One more", service))
    }
  }

  /// Readers are let go with a word when the service ends.
  @Test func drainingEndsOpenConnections() async throws {
    try await run { service, connection in
      let path = try await service.stream()
      connection.send("GET /api/v1\(path)/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      _ = await connection.read { $0.contains("retry: 2000\n\n") }
      await service.server.registry.drain()
      #expect(await connection.read().contains("retry: 2000\n\n"))
    }
  }
}
