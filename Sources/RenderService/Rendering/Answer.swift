internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import RunFormatters
internal import StyledRuns

/// A body with what belongs to it, made on the pool and the same for everybody who asks the same.
struct Answer: Sendable {
  var body: [UInt8]
  var contentType: String
  var degraded = ""
  /// What of a conversation was not understood, in a word for each.
  var skipped = ""
  var language: String?
  var timings: StageTimings?
  var isGzip = false
  /// What HTML may do; nil for everything else.
  var policy: String?

  /// Compresses the body where that is worth it.
  mutating func compress() {
    guard !isGzip, body.count >= Gzip.leastBytes, let smaller = Gzip.compress(body),
      smaller.count < body.count
    else { return }
    body = smaller
    isGzip = true
  }

  /// - Parameter held: counts the body's bytes until they are written.
  func response(timing: String?, held: HeldBytes) -> Response {
    var headers: HTTPFields = [.contentType: contentType, .vary: "Accept, Accept-Encoding"]
    // Each is there once: appended, it is not looked for.
    func append(_ name: HTTPField.Name, _ value: String) {
      headers.append(HTTPField(name: name, value: value))
    }
    if isGzip { append(.contentEncoding, "gzip") }
    if let timing { append(.serverTiming, timing) }
    if !degraded.isEmpty { append(.xDegraded, degraded) }
    if !skipped.isEmpty { append(.xSkipped, skipped) }
    if let language { append(.contentLanguageOfCode, language) }
    if let policy {
      append(.contentSecurityPolicy, policy + "; frame-ancestors 'none'")
      append(.referrerPolicy, "no-referrer")
    }
    return Response(status: .ok, headers: headers, body: responseBody(held))
  }

  /// Bytes that are given to the connection at once.
  private static let pieceBytes = 64 << 10

  /// Writes the body in pieces, each when the connection has taken the one before, so that a client that reads slowly has
  /// one piece copied and not the whole body.
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
  /// The output alone, with what is to be said of it in headers.
  init(plain rendered: RenderedDocument) {
    self.init(
      body: rendered.bytes, contentType: rendered.format.contentType,
      degraded: Degradation.summary(rendered.degraded), skipped: rendered.skipped?.counts ?? "",
      language: rendered.language?.id, timings: rendered.timings,
      policy: rendered.policy)
  }

  /// The output and what is to be said of it in JSON.
  /// - Throws: 422 where that is more than the limit.
  init(json rendered: RenderedDocument, limit: Int) throws(APIError) {
    var sink = ByteSink(capacity: rendered.bytes.count + 1024, limit: limit)
    rendered.writeJSON(into: &sink)
    if sink.isOverLimit { throw .answerTooLarge(limit: limit) }
    self.init(
      body: sink.bytes, contentType: "application/json; charset=utf-8", timings: rendered.timings)
  }
}

extension RequestOptions {
  /// The content security policy of a page with this content; nil where the format is no page's.
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
  static let xSkipped = HTTPField.Name("X-Skipped")!
  static let contentLanguageOfCode = HTTPField.Name("X-Language")!
}
