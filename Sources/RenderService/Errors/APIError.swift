internal import HTTPTypes
internal import NIOCore
internal import RunFormatters

/// What the service answers when it cannot do what was asked: a status, a code for programs, a sentence for people.
///
/// The only error that leaves the service; everything else is logged and becomes ``internalError(requestID:)``.
struct APIError: Error, Hashable, Sendable {
  /// What went wrong, as programs are told it; more may be added.
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
  }

  var status: HTTPResponse.Status
  var code: Code
  var reason: String
  /// What is wrong with which member of the request.
  var fields: [String: String] = [:]
  /// Seconds after which it is worth trying again.
  var retryAfter: Int?
  /// The methods that there are, for 405.
  var allow: [HTTPRequest.Method] = []
  /// Names the log entry that says more, for 500.
  var requestID: String?
  /// Whether the rest of the request is not worth reading.
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

  /// The headers that belong to the error, besides those of its body.
  var headers: HTTPFields {
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"]
    if let retryAfter { headers[.retryAfter] = String(retryAfter) }
    if !allow.isEmpty { headers[.allow] = allow.map(\.rawValue).joined(separator: ", ") }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"ilsrenderd\"" }
    if closesConnection { headers[.connection] = "close" }
    return headers
  }
}
