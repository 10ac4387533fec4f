public import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
public import RenderClient

/// Sends requests with AsyncHTTPClient, on Linux.
///
/// ```swift
/// let client = try RenderClient(server: "https://example.org", transport: AsyncHTTPTransport())
/// ```
public struct AsyncHTTPTransport: HTTPTransport {
  private let client: HTTPClient
  private let connectTimeout: TimeAmount

  /// A client for the whole process that reports a failed connection at once, because ``ReconnectPolicy``
  /// decides when to try again.
  private static let impatientClient: HTTPClient = {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()

  /// Creates a transport.
  ///
  /// - Parameter client: The client to use, which the caller must shut down. If it is nil, all transports
  ///   share a client that does not repeat failed connection attempts.
  public init(client: HTTPClient? = nil) {
    self.client = client ?? Self.impatientClient
    connectTimeout = .seconds(30)
  }

  public func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts {
    var message = HTTPClientRequest(url: request.url)
    message.method = .RAW(value: request.method)
    for (name, value) in request.headers { message.headers.add(name: name, value: value) }
    if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
    // The timeout covers the whole response, and a response of events has no end. `RenderClient` itself
    // watches for silence.
    let isStream = request.headers.contains { $0.value == "text/event-stream" }
    let response: HTTPClientResponse
    do {
      response = try await client.execute(message, timeout: isStream ? .hours(24 * 365) : connectTimeout)
    } catch {
      throw NoAnswer(error) ?? error
    }
    var headers: [String: String] = [:]
    for (name, value) in response.headers { headers[name.lowercased()] = value }
    return HTTPResponseParts(
      status: Int(response.status.code), headers: headers, body: AsyncHTTPBody(response.body))
  }

  // Unchecked: only one task at a time reads the body, as `HTTPBody` requires.
  private final class AsyncHTTPBody: HTTPBody, @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body) {
      iterator = body.makeAsyncIterator()
    }

    func next() async throws -> [UInt8]? {
      guard let buffer = try await iterator.next() else { return nil }
      return Array(buffer.readableBytesView)
    }
  }
}
