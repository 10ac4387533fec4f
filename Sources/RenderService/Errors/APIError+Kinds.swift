internal import HTTPTypes

extension APIError {
  static func malformed(_ reason: String) -> APIError {
    APIError(.badRequest, .malformedRequest, reason)
  }

  static let endedTooSoon: APIError = {
    var error = malformed("the connection ended before the request did")
    error.closesConnection = true
    return error
  }()

  static let unknownTransferCoding: APIError = {
    var error = APIError(
      .notImplemented, .notImplemented, "of transfer codings only 'chunked' is understood here")
    error.closesConnection = true
    return error
  }()

  static let badHost: APIError = {
    var error = malformed("a request has exactly one header 'Host', which names the host")
    error.closesConnection = true
    return error
  }()

  /// Creates the error for invalid members of a request.
  static func invalid(_ fields: [String: String]) -> APIError {
    let names = fields.keys.sorted().joined(separator: ", ")
    let reason =
      fields.count == 1
      ? "\(names): \(fields.values.first ?? "")" : "these members cannot be used: \(names)"
    return APIError(.unprocessableContent, .validation, reason, fields: fields)
  }

  static func tooLarge(limit: Int) -> APIError {
    var error = APIError(
      .contentTooLarge, .payloadTooLarge, "the body is larger than the limit of \(limit) bytes")
    error.closesConnection = true
    return error
  }

  static func streamTooLarge(limit: Int) -> APIError {
    APIError(.contentTooLarge, .payloadTooLarge, "a stream holds at most \(limit) bytes")
  }

  static func unsupported(_ type: String, supported: String) -> APIError {
    APIError(
      .unsupportedMediaType, .unsupportedMediaType,
      "a body of type '\(type)' is not understood here; send \(supported)")
  }

  static func unsupportedCharset(_ charset: String) -> APIError {
    APIError(
      .unsupportedMediaType, .unsupportedMediaType,
      "a body in '\(charset.prefix(40))' is not understood here; send UTF-8")
  }

  static func notAcceptable(_ available: [String]) -> APIError {
    APIError(
      .notAcceptable, .notAcceptable,
      "none of the accepted types can be had; there are: \(available.joined(separator: ", "))")
  }

  static func methodNotAllowed(_ method: HTTPRequest.Method, allow: [HTTPRequest.Method]) -> APIError {
    let names = allow.map(\.rawValue).joined(separator: ", ")
    var error = APIError(
      .methodNotAllowed, .methodNotAllowed, "\(method.rawValue) is not possible here; there are: \(names)")
    error.allow = allow
    return error
  }

  static let notFound = APIError(
    .notFound, .notFound, "there is nothing at this address; /api/v1/openapi.yaml describes what there is")

  static let unknownStream = APIError(.notFound, .notFound, "there is no stream with this id")

  static let gone = APIError(.gone, .streamGone, "the stream has ended and is no longer kept")

  static let finished = APIError(
    .conflict, .streamFinished, "the stream is finished; nothing can be appended to it")

  static func gap(expected: Int, got: Int) -> APIError {
    APIError(
      .conflict, .sequenceGap, "chunk \(got) came before chunk \(expected)",
      fields: ["seq": "expected \(expected)"])
  }

  static let overloaded = retriable(
    .serviceUnavailable, .overloaded, "too much work is waiting; try again shortly")

  /// The error for too many bytes in the bodies or responses of all requests. The rest of the request is not
  /// read.
  static let tooManyBytes: APIError = {
    var error = overloaded
    error.closesConnection = true
    return error
  }()

  /// The error for too many bytes in the requests of one client.
  static let clientHoldsTooMuch: APIError = {
    var error = retriable(
      .tooManyRequests, .slowDown,
      "your requests and streams hold as many bytes as a client's may; read the answers, finish streams, or send less at a time"
    )
    error.closesConnection = true
    return error
  }()

  static func tooManyRequests(_ rateLimit: RateLimit, retryAfter: Int) -> APIError {
    var error = retriable(
      .tooManyRequests, .slowDown, "your requests come faster than a client's may; slow down")
    error.retryAfter = retryAfter
    error.rateLimit = rateLimit
    return error
  }

  static let tooManyConnections: APIError = {
    var error = retriable(
      .tooManyRequests, .slowDown, "you have as many open connections as a client may; use fewer")
    error.retryAfter = 5
    error.closesConnection = true
    return error
  }()

  static func tooManyClientStreams(limit: Int) -> APIError {
    var error = retriable(
      .tooManyRequests, .tooManyStreams,
      "you have \(limit) open streams already, as many as a client may; finish some")
    error.retryAfter = 5
    return error
  }

  static func answerTooLarge(limit: Int) -> APIError {
    APIError(
      .unprocessableContent, .answerTooLarge,
      "the answer would be larger than the limit of \(limit) bytes; send less text, or ask for another format or width"
    )
  }

  /// Creates the error for the source of a formula or diagram that is invalid or exceeds a limit.
  static func notDrawable(_ reason: String) -> APIError {
    APIError(.unprocessableContent, .notDrawable, "cannot be drawn: \(reason); show the source instead")
  }

  static let renderingTimeout = retriable(
    .serviceUnavailable, .renderingTimeout,
    "the rendering took longer than it may and was stopped; send less text at a time")

  /// The error for a connection that the client closed. It is not sent, but logged and counted, as in nginx.
  static let clientClosed: APIError = {
    var error = APIError(
      HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"), .clientClosed,
      "the client closed the connection before it had its answer")
    error.closesConnection = true
    return error
  }()

  static let draining = retriable(.serviceUnavailable, .draining, "the service is shutting down")

  static let slowDown = retriable(
    .tooManyRequests, .slowDown, "text comes faster than it is rendered; try again shortly")

  static func tooManyStreams(limit: Int) -> APIError {
    var error = retriable(
      .tooManyRequests, .tooManyStreams, "there are \(limit) streams already, which is the limit")
    error.retryAfter = 5
    return error
  }

  static func tooManyForms(limit: Int) -> APIError {
    var error = retriable(
      .tooManyRequests, .slowDown,
      "the readers of this stream ask for \(limit) kinds of HTML, which is the limit")
    error.retryAfter = 60
    return error
  }

  static func streamTakesTooMuchMemory(limit: Int) -> APIError {
    APIError(
      .contentTooLarge, .payloadTooLarge,
      "the document of this stream takes more memory than the limit of \(limit) bytes")
  }

  static func tooMuchText(limit: Int) -> APIError {
    var error = retriable(
      .tooManyRequests, .tooManyStreams,
      "all streams together hold \(limit) bytes of text already, which is the limit")
    error.retryAfter = 5
    return error
  }

  static func tooMuchMemory(limit: Int) -> APIError {
    var error = retriable(
      .tooManyRequests, .tooMuchMemory,
      "all streams together take \(limit) bytes of memory already, which is the limit")
    error.retryAfter = 5
    return error
  }

  static func internalError(requestID: String) -> APIError {
    var error = APIError(
      .internalServerError, .internalError, "something went wrong; the log has more under the request's id")
    error.requestID = requestID
    return error
  }

  private static func retriable(
    _ status: HTTPResponse.Status, _ code: APIErrorCode, _ reason: String
  ) -> APIError {
    var error = APIError(status, code, reason)
    error.retryAfter = 1
    return error
  }
}
