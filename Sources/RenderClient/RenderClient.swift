public import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A client of the rendering service. It renders documents and conversations, and opens streams that survive
/// a lost connection.
///
/// ```swift
/// let client = try RenderClient(server: "https://example.org", transport: transport)
/// let html = try await client.render("# Title").output
/// ```
///
/// Immutable, so any number of tasks can share one client.
public struct RenderClient: Sendable {
  let transport: any HTTPTransport
  let policy: ReconnectPolicy
  private let base: String
  private let key: String?

  /// The maximum length of a response, in bytes.
  static let answerLimit = 256 << 20

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - server: The address of the service, `https://host:port`, with any path before `/api/v1`.
  ///   - key: The API key to send with each request, if the service needs one.
  ///   - transport: Sends the requests.
  ///   - policy: The delays between connection attempts.
  /// - Throws: ``ClientErrorCode/badAddress`` if `server` is not an http or https address.
  public init(
    server: String, key: String? = nil, transport: any HTTPTransport,
    policy: ReconnectPolicy = ReconnectPolicy()
  ) throws(ClientError) {
    let host = ["http://", "https://"].first(where: server.hasPrefix).map { server.dropFirst($0.count) }
    guard let host, !host.isEmpty, !host.hasPrefix("/"),
      !host.contains(where: { $0.isWhitespace || $0 == "?" || $0 == "#" })
    else {
      throw ClientError(.badAddress, "'\(server)' is no address of a service, as http://127.0.0.1:9090 is")
    }
    var server = server[...]
    while server.hasSuffix("/") { server = server.dropLast() }
    base = server + "/api/v1"
    self.key = key
    self.transport = transport
    self.policy = policy
  }

  // MARK: Single requests

  /// Renders markdown. A failed request is not repeated. The caller may repeat it, because it changes nothing
  /// on the service.
  public func render(_ markdown: String, options: RenderOptions = RenderOptions()) async throws -> Rendered {
    try await post("/render", RenderRequest(markdown: markdown, options: options))
  }

  /// Renders markdown to a `Document`.
  public func document(_ markdown: String, options: RenderOptions = RenderOptions()) async throws -> Document
  {
    var options = options
    options.format = .ir
    let answer: DocumentAnswer = try await post(
      "/render", RenderRequest(markdown: markdown, options: options))
    return answer.output
  }

  /// Highlights code.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - language: The language; nil to let the service detect it. The answer names the detected language.
  ///   - options: The options of the rendering.
  public func highlight(
    _ code: String, language: String? = nil, options: RenderOptions = RenderOptions()
  ) async throws -> Rendered {
    try await post("/highlight", HighlightRequest(code: code, language: language, options: options))
  }

  /// Renders a conversation.
  ///
  /// - Parameters:
  ///   - messages: Messages in one of the service's formats. The service detects the format unless
  ///     `options.input` names it.
  ///   - options: The options of the rendering.
  public func render(messages: [UInt8], options: RenderOptions = RenderOptions()) async throws -> Rendered {
    try await answer(to: request(messages: messages, options: options))
  }

  /// Renders messages to a `Conversation`.
  public func conversation(
    _ messages: [UInt8], options: RenderOptions = RenderOptions()
  ) async throws -> Conversation {
    var options = options
    options.format = .ir
    let answer: ConversationAnswer = try await answer(to: request(messages: messages, options: options))
    return answer.output
  }

  private func request(messages: [UInt8], options: RenderOptions) -> HTTPRequestParts {
    request(
      "POST", "/messages/render" + options.query,
      headers: [("Content-Type", "application/octet-stream"), ("Accept", "application/json")], body: messages)
  }

  // MARK: Streams

  /// Creates a stream on the service.
  public func createStream(options: RenderOptions = RenderOptions()) async throws -> RenderStream {
    let info: StreamInfo = try await post("/streams", options)
    return RenderStream(id: info.id, client: self)
  }

  /// Returns an existing stream, which another client may have created. Its events can be read from the start
  /// or after a ``StreamCursor``.
  public func stream(id: String) -> RenderStream {
    RenderStream(id: id, client: self)
  }

  // MARK: Requests

  func request(_ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8] = [])
    -> HTTPRequestParts
  {
    var request = HTTPRequestParts(method: method, url: base + path, headers: headers, body: body)
    if let key { request.headers.append(("Authorization", "Bearer \(key)")) }
    return request
  }

  /// Sends a request once.
  ///
  /// - Throws: ``ClientError`` with `unreachable` if there is no response, or with `refused` for an error
  ///   response.
  func send(_ request: HTTPRequestParts) async throws -> HTTPResponseParts {
    let response: HTTPResponseParts
    do {
      response = try await transport.send(request)
    } catch let error as CancellationError {
      throw error
    } catch {
      try Task.checkCancellation()
      throw ClientError(.unreachable, "no answer from \(base): \(error)", underlying: error)
    }
    guard (200..<300).contains(response.status) else { throw await refusal(response) }
    return response
  }

  private func refusal(_ response: HTTPResponseParts) async -> ClientError {
    let body = try? await response.body.collect(upTo: 1 << 20)
    let wire = body.flatMap { try? JSONDecoder().decode(WireError.self, from: Data($0)) }
    var error = ClientError(
      .refused, wire?.reason ?? "the service answered \(response.status)", status: response.status,
      serviceCode: wire?.code, fields: wire?.fields ?? [:])
    error.retryAfter = response.headers["retry-after"].flatMap { Int($0) }.map { .seconds($0) }
    return error
  }

  /// Sends a request and decodes the body of the response.
  func answer<Answer: Decodable>(to request: HTTPRequestParts) async throws -> Answer {
    let response = try await send(request)
    let body = try await response.body.collect(upTo: Self.answerLimit)
    do {
      return try JSONDecoder().decode(Answer.self, from: Data(body))
    } catch {
      throw ClientError(.protocolViolation, "the answer cannot be read: \(error)", underlying: error)
    }
  }

  private func post<Answer: Decodable>(_ path: String, _ body: some Encodable) async throws -> Answer {
    let bytes = try [UInt8](JSONEncoder().encode(body))
    return try await answer(
      to: request(
        "POST", path, headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
        body: bytes))
  }
}

/// A request body: the options and the markdown, in one object.
private struct RenderRequest: Encodable {
  var markdown: String
  var options: RenderOptions

  func encode(to encoder: any Encoder) throws {
    try options.encode(to: encoder)
    var container = encoder.container(keyedBy: RenderRequestKey.self)
    try container.encode(markdown, forKey: .markdown)
  }

  private enum RenderRequestKey: CodingKey { case markdown }
}

private struct HighlightRequest: Encodable {
  var code: String
  var language: String?
  var options: RenderOptions

  func encode(to encoder: any Encoder) throws {
    try options.encode(to: encoder)
    var container = encoder.container(keyedBy: HighlightRequestKey.self)
    try container.encode(code, forKey: .code)
    try container.encodeIfPresent(language, forKey: .language)
  }

  private enum HighlightRequestKey: CodingKey { case code, language }
}

private struct DocumentAnswer: Decodable {
  var output: Document
}

private struct ConversationAnswer: Decodable {
  var output: Conversation
}
