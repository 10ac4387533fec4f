import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Rendering
import ServiceLifecycle
import TestSupport
import Testing

@testable import RenderService

/// A service for one test, and how it is reached.
struct ServiceUnderTest: Sendable {
  /// Without sockets, over real ones with HTTP/1.1, or over real ones with TLS and HTTP/2.
  enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case router, live, http2

    var setup: TestingSetup {
      switch self {
      case .router: .router
      case .live: .live
      case .http2: .ahc(.https)
      }
    }

    var testDescription: String { rawValue }
  }

  let server: RenderServer
  let client: any TestClientProtocol

  /// Runs a test against a service with default settings but for `change`.
  static func run<Value>(
    _ way: Way = .router, log: any LogHandler = LineLog(logLevel: .critical, label: "test", isJSON: false),
    _ change: (inout ServiceConfiguration) -> Void = { _ in },
    _ body: @Sendable (ServiceUnderTest) async throws -> Value
  ) async throws -> Value {
    var configuration = ServiceConfiguration()
    configuration.workers = 2
    configuration.times.flush = .milliseconds(1)
    if let address = SharedStore.address { configuration.store = .test(on: address) }
    let certificate = way == .http2 ? try TestCertificate() : nil
    configuration.tls = certificate?.files
    change(&configuration)
    let server = try RenderServer(
      configuration: configuration,
      logger: Logger(label: "test") { _ in log })
    // A shared store needs the upkeep of its leases.
    let upkeep =
      configuration.store.address == ServiceConfiguration.Store.memory
      ? nil
      : Task {
        try await server.registry.run()
      }
    defer { upkeep?.cancel() }
    let value = try await server.application.test(way.setup) { client in
      try await body(ServiceUnderTest(server: server, client: client))
    }
    server.core.pool.stop()
    return value
  }

  struct Answer {
    var status: Int
    var headers: HTTPFields
    var body: String

    /// The body as JSON.
    var json: [String: Any] {
      ((try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]) ?? [:]
    }

    var code: String? { json["code"] as? String }
    var fields: [String: String] { json["fields"] as? [String: String] ?? [:] }
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, type: String? = nil,
    headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    if let type { headers[.contentType] = type }
    return try await client.execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
    ) { response in
      Answer(
        status: response.status.code, headers: response.headers, body: String(buffer: response.body))
    }
  }

  func post(_ path: String, json: String, headers: HTTPFields = [:]) async throws -> Answer {
    try await send(.post, "/api/v1" + path, json, type: "application/json", headers: headers)
  }

  func post(_ path: String, markdown: String, headers: HTTPFields = [:]) async throws -> Answer {
    try await send(.post, "/api/v1" + path, markdown, type: "text/markdown", headers: headers)
  }

  func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
    try await send(.get, "/api/v1" + path, headers: headers)
  }

  /// Begins a stream and gives its path.
  func stream(_ options: String = "{}", headers: HTTPFields = [:]) async throws -> String {
    let answer = try await post("/streams", json: options, headers: headers)
    #expect(answer.status == 201)
    return "/streams/\(try #require(answer.json["id"] as? String))"
  }

  /// Every event of a stream that has been finished.
  func events(_ path: String, after cursor: Int? = nil) async throws -> [Event] {
    var headers: HTTPFields = [:]
    if let cursor { headers[.lastEventID] = String(cursor) }
    let answer = try await get(path + "/events", headers: headers)
    #expect(answer.status == 200)
    #expect(answer.headers[.contentType] == "text/event-stream; charset=utf-8")
    return Event.all(in: answer.body)
  }
}

/// One Server-Sent Event, as a test reads it.
struct Event: Hashable {
  var id: Int?
  var kind = ""
  var data = ""

  static func all(in text: String) -> [Event] {
    text.components(separatedBy: "\n\n").compactMap { block in
      var event = Event()
      for line in block.split(separator: "\n") {
        let pair = line.split(separator: ":", maxSplits: 1)
        guard pair.count == 2 else { continue }
        let value = pair[1].drop { $0 == " " }
        switch pair[0] {
        case "id": event.id = Int(value)
        case "event": event.kind = String(value)
        case "data": event.data = String(value)
        default: break
        }
      }
      return event.kind.isEmpty ? nil : event
    }
  }
}

/// Where all services of this process keep their streams: with `ILSRENDER_TEST_STORE=redis` on one server, with `cluster` on
/// a cluster, and else in memory.
enum SharedStore {
  private static let kind = ProcessInfo.processInfo.environment["ILSRENDER_TEST_STORE"]
  private static let server: RedisServer? = kind == "redis" ? try? RedisServer() : nil
  private static let cluster: RedisCluster? = kind == "cluster" ? try? RedisCluster() : nil

  static var isCluster: Bool { kind == "cluster" }
  static var isUsed: Bool { kind != nil }
  static var address: String? { server?.address ?? cluster?.address }
}

extension Trait where Self == ConditionTrait {
  /// For a test that looks into the streams of its process.
  static var inMemory: Self { .disabled(if: SharedStore.isUsed, "the streams are in a shared store") }
}

extension ServiceConfiguration.Store {
  /// A store with keys of its own.
  static func test(
    on address: String, prefix: String = "test\(UInt32.random(in: .min ... .max)):"
  ) -> ServiceConfiguration.Store {
    var store = ServiceConfiguration.Store()
    store.address = address
    store.prefix = prefix
    // Each service searches each partition of a cluster five times a second, and a process has dozens of services.
    if SharedStore.isCluster { store.partitions = 8 }
    return store
  }
}

extension RenderServer {
  /// The streams in this process, for tests that look into them.
  var memoryStreams: MemoryStreamRegistry {
    guard let registry = registry as? MemoryStreamRegistry else {
      preconditionFailure("the test needs streams in memory")
    }
    return registry
  }
}
