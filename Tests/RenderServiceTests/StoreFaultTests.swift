import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import RenderService

/// A store that is away, hangs or is full: writers are refused, readers stay, and afterwards all goes on.
@Suite(.enabled(if: RedisServer.isInstalled))
struct StoreFaultTests {
  enum Fault: String, CaseIterable, Sendable {
    /// The process has ended. Its data is in the append-only file.
    case away
    /// The process takes connections and commands, and answers none.
    case hung
    /// There is no memory for anything more.
    case full

    func begin(_ redis: RedisServer) throws {
      switch self {
      case .away: redis.stop()
      case .hung: redis.setPaused(true)
      case .full: try redis.command("CONFIG", "SET", "maxmemory", "1")
      }
    }

    func end(_ redis: RedisServer) throws {
      switch self {
      case .away: try redis.start()
      case .hung: redis.setPaused(false)
      case .full: try redis.command("CONFIG", "SET", "maxmemory", "0")
      }
    }
  }

  private let redis: RedisServer

  init() throws { redis = try RedisServer() }

  @Test(arguments: Fault.allCases)
  func writersAreRefusedAndReadersStay(_ fault: Fault) async throws {
    try await SharedServices.run(on: redis.address) { configuration in
      // A server that hangs is waited for so long by each request.
      configuration.store.timeout = .seconds(1)
    } _: { one, other in
      let path = try await SharedServices.stream(one)
      async let there = other.get(path + "/events")
      try await other.waitForReader(of: path)
      try await SharedServices.send(Array("one ".utf8), 1, to: path, one)
      try await other.waitForEvent(of: path)
      try fault.begin(redis)
      for _ in 0..<3 {
        let refused = try await one.post(path + "/chunks?seq=2", markdown: "two ")
        #expect(refused.status == 503)
        #expect(refused.code == "STORE_UNAVAILABLE")
        #expect(refused.headers[.retryAfter] == "1")
      }
      let ready = try await one.send(.get, "/ready")
      #expect(ready.status == 503)
      #expect(ready.code == "STORE_UNAVAILABLE")
      #expect(try await one.send(.get, "/health").status == 200)
      #expect(try await one.post("/streams", json: "{}").status == 503)
      #expect(try await one.send(.post, "/api/v1" + path + "/finish").status == 503)
      #expect(try await one.post("/render", markdown: "# Still").status == 200)
      // The service is not ready as long as the fault lasts, also between two attempts to connect.
      for _ in 0..<20 {
        #expect(try await one.send(.get, "/ready").status == 503)
        try await Task.sleep(for: .milliseconds(20))
      }
      try await other.waitForReader(of: path)
      try fault.end(redis)
      try await waitWhile(try await one.send(.get, "/ready").status == 503)
      try await waitWhile(try await other.send(.get, "/ready").status == 503)
      // A hung server may have executed what it had not answered, but nothing twice.
      try await SharedServices.send(Array("two ".utf8), 2, to: path, other)
      if fault != .hung { try await SharedServices.send(Array("three".utf8), 3, to: path, other) }
      try await waitWhile(try await one.send(.post, "/api/v1" + path + "/finish").status == 503)
      let body = try await there.body
      #expect(body.contains(": heartbeat"), "readers hear that the service is there")
      let events = Event.all(in: body)
      #expect(events.map(\.id) == Array(1...events.count))
      #expect(
        try StreamTests.document(events)
          == StreamTests.oneShot(fault == .hung ? "one two " : "one two three", one))
    }
  }

  /// A service that starts before its store finds the other services as soon as the store is there.
  @Test func theStoreMayStartLater() async throws {
    redis.stop()
    try await SharedServices.run(on: redis.address) { configuration in
      configuration.store.lease = .seconds(600)
    } _: { one, other in
      try await waitWhile(try await one.send(.get, "/ready").status == 200)
      try redis.start()
      for service in [one, other] {
        try await waitWhile(try await service.send(.get, "/ready").status == 503)
      }
      // The notices of both are read.
      for service in [one, other] { try await waitWhile(service.sharedStreams.readCount == 0) }
      let path = try await SharedServices.stream(one)
      await one.server.registry.prepareToDrain()
      // Searches wait for the time of a lease after the store was away, so that the notice is what tells.
      try await waitWhile(other.server.registry.count == 0)
      try await SharedServices.finish(path, one)
    }
  }

  @Test func aServerWithTLSIsTrustedByItsAuthority() async throws {
    let certificate = try TestCertificate()
    let files = certificate.files
    var secure: (server: RedisServer, port: Int)?
    // Other processes may have a port, so that several are tried.
    for _ in 0..<20 where secure == nil {
      let port = Int.random(in: 20_000..<45_000)
      let server = try? RedisServer([
        "--tls-port", "\(port)", "--tls-cert-file", files.certificate, "--tls-key-file", files.key,
        "--tls-auth-clients", "no",
      ])
      if let server { secure = (server, port) }
    }
    let (server, port) = try #require(secure)
    let address = "rediss://localhost:\(port)/0"
    try await SharedServices.run(on: address) { configuration in
      configuration.store.authorities = files.certificate
    } _: { one, other in
      let path = try await SharedServices.stream(one)
      try await SharedServices.send(Array("# Secret".utf8), 1, to: path, other)
      try await SharedServices.finish(path, one)
      let events = try await other.events(path)
      #expect(try StreamTests.document(events) == StreamTests.oneShot("# Secret", one))
    }
    // The authorities of the system do not know the certificate.
    try await SharedServices.run(on: address) { one, _ in
      let refused = try await one.post("/streams", json: "{}")
      #expect(refused.status == 503)
      let ready = try await one.send(.get, "/ready")
      #expect(ready.status == 503)
    }
    withExtendedLifetime((server, certificate)) {}
  }

  @Test func authoritiesThatCannotBeReadAreAnError() throws {
    var configuration = ServiceConfiguration()
    configuration.store.address = "rediss://localhost"
    configuration.store.authorities = "/nonexistent.pem"
    let error = #expect(throws: ConfigurationError.self) {
      try RenderServer(configuration: configuration, logger: .init(label: "test"))
    }
    #expect(error?.description == "store-authorities: no PEM certificate can be read from /nonexistent.pem")
  }
}
