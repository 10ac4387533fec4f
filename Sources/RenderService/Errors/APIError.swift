internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import RunFormatters

/// An error response: a status, a code for programs, and a readable sentence.
///
/// The service sends no other errors. All other errors are logged and become ``internalError(requestID:)``.
struct APIError: Error, Hashable, Sendable {
  var status: HTTPResponse.Status
  var code: APIErrorCode
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

  init(_ status: HTTPResponse.Status, _ code: APIErrorCode, _ reason: String, fields: [String: String] = [:])
  {
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

/// The kind of the error for programs, extensible.
struct APIErrorCode: RawRepresentable, Hashable, Sendable {
  let rawValue: String

  static let malformedRequest = APIErrorCode(rawValue: "MALFORMED_REQUEST")
  static let unauthorized = APIErrorCode(rawValue: "UNAUTHORIZED")
  static let forbidden = APIErrorCode(rawValue: "FORBIDDEN")
  static let notFound = APIErrorCode(rawValue: "NOT_FOUND")
  static let methodNotAllowed = APIErrorCode(rawValue: "METHOD_NOT_ALLOWED")
  static let notAcceptable = APIErrorCode(rawValue: "NOT_ACCEPTABLE")
  static let requestTimeout = APIErrorCode(rawValue: "REQUEST_TIMEOUT")
  static let streamFinished = APIErrorCode(rawValue: "STREAM_FINISHED")
  static let sequenceGap = APIErrorCode(rawValue: "SEQUENCE_GAP")
  static let unknownCursor = APIErrorCode(rawValue: "UNKNOWN_CURSOR")
  static let streamGone = APIErrorCode(rawValue: "STREAM_GONE")
  static let payloadTooLarge = APIErrorCode(rawValue: "PAYLOAD_TOO_LARGE")
  static let unsupportedMediaType = APIErrorCode(rawValue: "UNSUPPORTED_MEDIA_TYPE")
  static let validation = APIErrorCode(rawValue: "VALIDATION_ERROR")
  static let tooManyStreams = APIErrorCode(rawValue: "TOO_MANY_STREAMS")
  static let tooMuchMemory = APIErrorCode(rawValue: "TOO_MUCH_MEMORY")
  static let slowDown = APIErrorCode(rawValue: "SLOW_DOWN")
  static let headersTooLarge = APIErrorCode(rawValue: "HEADERS_TOO_LARGE")
  static let internalError = APIErrorCode(rawValue: "INTERNAL_ERROR")
  static let notImplemented = APIErrorCode(rawValue: "NOT_IMPLEMENTED")
  static let answerTooLarge = APIErrorCode(rawValue: "ANSWER_TOO_LARGE")
  static let notDrawable = APIErrorCode(rawValue: "NOT_DRAWABLE")
  static let renderingTimeout = APIErrorCode(rawValue: "RENDERING_TIMEOUT")
  static let clientClosed = APIErrorCode(rawValue: "CLIENT_CLOSED")
  static let overloaded = APIErrorCode(rawValue: "OVERLOADED")
  static let draining = APIErrorCode(rawValue: "DRAINING")
  static let storeUnavailable = APIErrorCode(rawValue: "STORE_UNAVAILABLE")
}
