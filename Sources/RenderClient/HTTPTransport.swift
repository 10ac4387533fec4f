/// Sends HTTP requests for a ``RenderClient``.
///
/// Apple's platforms have `URLSessionTransport`. On Linux, the module `RenderClientNIO` has a transport on
/// AsyncHTTPClient. A transport for tests can answer by itself:
///
/// ```swift
/// struct EmptyBody: HTTPBody {
///   func next() async throws -> [UInt8]? { nil }
/// }
/// struct EmptyAnswer: HTTPTransport {
///   func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts {
///     HTTPResponseParts(status: 204, headers: [:], body: EmptyBody())
///   }
/// }
/// ```
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns as soon as the head of the response has arrived.
  ///
  /// - Throws: An error if there is no response. A response with any status is returned.
  func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts
}

/// A request to the service.
///
/// ```swift
/// HTTPRequestParts(method: "GET", url: "https://example.org/api/v1/themes")
/// ```
public struct HTTPRequestParts: Sendable {
  public var method: String
  public var url: String
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]

  public init(method: String, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [])
  {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A response of the service whose body is still arriving.
///
/// ```swift
/// let response = try await transport.send(request)
/// guard response.status == 200 else { return }
/// while let bytes = try await response.body.next() { handle(bytes) }
/// ```
public struct HTTPResponseParts: Sendable {
  public var status: Int
  /// The header fields by lower-case name. Of repeated fields, the last value.
  public var headers: [String: String]
  public var body: any HTTPBody

  public init(status: Int, headers: [String: String], body: any HTTPBody) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The body of a response. Only one task at a time may read it.
///
/// ```swift
/// struct EmptyBody: HTTPBody {
///   func next() async throws -> [UInt8]? { nil }
/// }
/// ```
public protocol HTTPBody: Sendable {
  /// Returns the next bytes as they arrive; nil at the end.
  ///
  /// - Throws: An error if the connection broke or the task was cancelled.
  func next() async throws -> [UInt8]?
}

extension HTTPBody {
  /// Reads the whole body.
  ///
  /// - Parameter limit: The maximum accepted length in bytes.
  func collect(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try await next() {
      bytes += piece
      guard bytes.count <= limit else {
        throw ClientError(.protocolViolation, "the answer has more than \(limit) bytes")
      }
    }
    return bytes
  }
}
