internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import RunFormatters

/// An error response: a status, a code for programs, and a readable sentence.
///
/// The service sends no other errors. All other errors are logged and become ``internalError(requestID:)``.
struct APIError: Error, Hashable, Sendable {
  /// The kind of the error for programs, extensible.
  struct Code: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    static let malformedRequest = Code(rawValue: "MALFORMED_REQUEST")
    static let unauthorized = Code(rawValue: "UNAUTHORIZED")
    static let forbidden = Code(rawValue: "FORBIDDEN")
    static let notFound = Code(rawValue: "NOT_FOUND")
    static let methodNotAllowed = Code(rawValue: "METHOD_NOT_ALLOWED")
    static let notAcceptable = Code(rawValue: "NOT_ACCEPTABLE")
    static let requestTimeout = Code(rawValue: "REQUEST_TIMEOUT")
    static let streamFinished = Code(rawValue: "STREAM_FINISHED")
    static let sequenceGap = Code(rawValue: "SEQUENCE_GAP")
    static let unknownCursor = Code(rawValue: "UNKNOWN_CURSOR")
    static let streamGone = Code(rawValue: "STREAM_GONE")
    static let payloadTooLarge = Code(rawValue: "PAYLOAD_TOO_LARGE")
    static let unsupportedMediaType = Code(rawValue: "UNSUPPORTED_MEDIA_TYPE")
    static let validation = Code(rawValue: "VALIDATION_ERROR")
    static let tooManyStreams = Code(rawValue: "TOO_MANY_STREAMS")
    static let tooMuchMemory = Code(rawValue: "TOO_MUCH_MEMORY")
    static let slowDown = Code(rawValue: "SLOW_DOWN")
    static let headersTooLarge = Code(rawValue: "HEADERS_TOO_LARGE")
    static let internalError = Code(rawValue: "INTERNAL_ERROR")
    static let notImplemented = Code(rawValue: "NOT_IMPLEMENTED")
    static let answerTooLarge = Code(rawValue: "ANSWER_TOO_LARGE")
    static let renderingTimeout = Code(rawValue: "RENDERING_TIMEOUT")
    static let clientClosed = Code(rawValue: "CLIENT_CLOSED")
    static let overloaded = Code(rawValue: "OVERLOADED")
    static let draining = Code(rawValue: "DRAINING")
    static let storeUnavailable = Code(rawValue: "STORE_UNAVAILABLE")
  }

  var status: HTTPResponse.Status
  var code: Code
  var reason: String
  /// The invalid members of the request and their problems.
  var fields: [String: String] = [:]
  /// The number of seconds after which another attempt is useful.
  var retryAfter: Int?
  /// The rate limit that was exceeded, for status 429.
  var rateLimit: RateLimit?
  /// The allowed methods, for status 405.
  var allow: [HTTPRequest.Method] = []
  /// The identifier of the log entry with details, for status 500.
  var requestID: String?
  /// Whether the connection is closed instead of reading the rest of the request.
  var closesConnection = false

  init(_ status: HTTPResponse.Status, _ code: Code, _ reason: String, fields: [String: String] = [:]) {
    self.status = status
    self.code = code
    self.reason = reason
    self.fields = fields
  }

  /// The body: `{"error":true,"code":...,"reason":...,"fields":{...}?,"requestID":...?}`.
  var json: [UInt8] {
    var sink = ByteSink(capacity: 256)
    write(into: &sink)
    return sink.bytes
  }

  func write(into sink: inout ByteSink) {
    sink.append("{\"error\":true,\"code\":")
    sink.append(jsonString: code.rawValue)
    sink.append(",\"reason\":")
    sink.append(jsonString: reason)
    if !fields.isEmpty {
      sink.append(",\"fields\":{")
      for (index, (name, reason)) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { sink.append(",") }
        sink.append(jsonString: name)
        sink.append(":")
        sink.append(jsonString: reason)
      }
      sink.append("}")
    }
    if let requestID {
      sink.append(",\"requestID\":")
      sink.append(jsonString: requestID)
    }
    sink.append("}")
  }

  /// The headers of the error response.
  var headers: HTTPFields {
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    rateLimit?.add(to: &headers)
    if !allow.isEmpty { headers[.allow] = allow.map(\.rawValue).joined(separator: ", ") }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"ilsrenderd\"" }
    if closesConnection { headers[.connection] = "close" }
    return headers
  }

  /// The complete error response, for handlers that answer requests before routing. The response closes the
  /// connection.
  var responseParts: [HTTPResponsePart] {
    let body = ByteBuffer(bytes: json)
    var head = HTTPResponse(status: status, headerFields: headers)
    head.headerFields[.contentLength] = String(body.readableBytes)
    head.headerFields[.connection] = "close"
    return [.head(head), .body(body), .end(nil)]
  }
}
