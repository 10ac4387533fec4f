/// Sends requests for a ``RenderClient``: what knows the network, and nothing of what is sent.
///
/// Apple's platforms have ``URLSessionTransport``; on Linux the module `RenderClientNIO` has one on AsyncHTTPClient.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns when the head of the answer is there. Throws where no answer came; any status is
  /// an answer.
  func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts
}

/// A request to the service.
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

/// An answer of the service, its body still on the way.
public struct HTTPResponseParts: Sendable {
  public var status: Int
  /// Names in lower case; of several values of a name the last.
  public var headers: [String: String]
  public var body: any HTTPBody

  public init(status: Int, headers: [String: String], body: any HTTPBody) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The body of an answer. One task at a time asks for it.
public protocol HTTPBody: Sendable {
  /// The next bytes, as they come; nil at the end. Throws where the connection broke, and when the task is
  /// cancelled.
  func next() async throws -> [UInt8]?
}

extension HTTPBody {
  /// All of the body, at most so many bytes.
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
