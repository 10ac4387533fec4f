internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import RunFormatters
internal import StyledRuns

/// A response body and its properties. It is computed on the pool and can be cached.
struct Answer: Sendable {
  var body: [UInt8]
  var contentType: String
  var degraded = ""
  /// Counts of a conversation's input that could not be parsed, as a header value.
  var skipped = ""
  /// Counts of the secrets that were replaced, as a header value.
  var redacted = ""
  var language: String?
  var timings: StageTimings?
  var isGzip = false
  /// The content security policy of HTML; nil for other formats.
  var policy: String?

  /// Compresses the body if that is worthwhile.
  mutating func compress() {
    guard !isGzip, body.count >= Gzip.leastBytes, let smaller = Gzip.compress(body),
      smaller.count < body.count
    else { return }
    body = smaller
    isGzip = true
  }

  /// Creates the HTTP response.
  ///
  /// - Parameter held: Counts the bytes of the body until they are written.
  func response(timing: String?, held: HeldBytes) -> Response {
    var headers: HTTPFields = [.contentType: contentType, .vary: "Accept, Accept-Encoding"]
    // Each header occurs once, so append it without searching for it.
    func append(_ name: HTTPField.Name, _ value: String) {
      headers.append(HTTPField(name: name, value: value))
    }
    if isGzip { append(.contentEncoding, "gzip") }
    if let timing { append(.serverTiming, timing) }
    if !degraded.isEmpty { append(.xDegraded, degraded) }
    if !skipped.isEmpty { append(.xSkipped, skipped) }
    if !redacted.isEmpty { append(.xRedacted, redacted) }
    if let language { append(.contentLanguageOfCode, language) }
    if let policy {
      append(.contentSecurityPolicy, policy + "; frame-ancestors 'none'")
      append(.referrerPolicy, "no-referrer")
    }
    return Response(status: .ok, headers: headers, body: responseBody(held))
  }

  /// The number of bytes that are passed to the connection at once.
  private static let pieceBytes = 64 << 10

  /// Writes the body in pieces, each after the connection has taken the previous one. For a slow client, only
  /// one piece is copied instead of the whole body.
  private func responseBody(_ held: HeldBytes) -> ResponseBody {
    if body.count <= Self.pieceBytes {
      return ResponseBody(byteBuffer: ByteBuffer(bytes: body))
    }
    let body = body
    return ResponseBody(contentLength: body.count) { writer in
      var start = 0
      while start < body.count {
        let end = min(start + Self.pieceBytes, body.count)
        try await writer.write(ByteBuffer(bytes: body[start..<end]))
        held.remove(end - start)
        start = end
      }
      try await writer.finish(nil)
    }
  }
}

extension Answer {
  /// Creates a response with the plain output, and with its properties in headers.
  init(plain rendered: RenderedDocument) {
    self.init(
      body: rendered.bytes, contentType: rendered.format.contentType,
      degraded: Degradation.summary(rendered.degraded), skipped: rendered.skipped?.counts ?? "",
      redacted: rendered.redacted?.header ?? "", language: rendered.language?.id, timings: rendered.timings,
      policy: rendered.policy)
  }

  /// Creates a JSON response with the output and its properties.
  ///
  /// - Throws: 422 if the response exceeds the limit.
  init(json rendered: RenderedDocument, limit: Int) throws(APIError) {
    var sink = ByteSink(capacity: rendered.bytes.count + 1024, limit: limit)
    rendered.writeJSON(into: &sink)
    if sink.isOverLimit { throw .answerTooLarge(limit: limit) }
    self.init(
      body: sink.bytes, contentType: "application/json; charset=utf-8", timings: rendered.timings)
  }
}

extension RequestOptions {
  /// Returns the content security policy of a page with this content; nil if the format is not HTML.
  func securityPolicy(of content: StreamContent) -> String? {
    guard output.format == .html else { return nil }
    let formatter = HTMLFormatter(options: output.html)
    return switch content {
    case .document: formatter.contentSecurityPolicy
    case .conversation: formatter.conversationSecurityPolicy
    }
  }
}

extension HTTPField.Name {
  static let xRedacted = HTTPField.Name("X-Redacted")!
  static let xSkipped = HTTPField.Name("X-Skipped")!
  static let contentLanguageOfCode = HTTPField.Name("X-Language")!
}
