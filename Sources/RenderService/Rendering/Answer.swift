internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import RunFormatters

/// A body with what belongs to it, made on the pool and the same for everybody who asks the same.
struct Answer: Sendable {
  var body: [UInt8]
  var contentType: String
  var degraded = ""
  var language: String?
  var timings: StageTimings?
  var isGzip = false
  var isHTML = false

  /// Compresses the body where that is worth it.
  mutating func compress() {
    guard !isGzip, body.count >= Gzip.leastBytes, let smaller = Gzip.compress(body),
      smaller.count < body.count
    else { return }
    body = smaller
    isGzip = true
  }

  func response(timing: String?) -> Response {
    var headers: HTTPFields = [.contentType: contentType, .vary: "Accept, Accept-Encoding"]
    if isGzip { headers[.contentEncoding] = "gzip" }
    if let timing { headers[.serverTiming] = timing }
    if !degraded.isEmpty { headers[.xDegraded] = degraded }
    if let language { headers[.contentLanguageOfCode] = language }
    if isHTML {
      headers[.contentSecurityPolicy] = HTMLFormatter.contentSecurityPolicy + "; frame-ancestors 'none'"
      headers[.referrerPolicy] = "no-referrer"
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension HTTPField.Name {
  static let contentLanguageOfCode = HTTPField.Name("X-Language")!
}
