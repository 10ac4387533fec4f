import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Rendering
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
    let certificate = way == .http2 ? try TestCertificate() : nil
    configuration.tls = certificate?.files
    change(&configuration)
    let server = try RenderServer(
      configuration: configuration,
      logger: Logger(label: "test") { _ in log })
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
