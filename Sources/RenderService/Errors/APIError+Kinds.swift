internal import HTTPTypes

extension APIError {
  static func malformed(_ reason: String) -> APIError {
    APIError(.badRequest, .malformedRequest, reason)
  }

  /// A member of the request, or several, that cannot be used.
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

  /// The rest of the body is not read.
  static let tooManyBodies: APIError = {
    var error = overloaded
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
    _ status: HTTPResponse.Status, _ code: Code, _ reason: String
  ) -> APIError {
    var error = APIError(status, code, reason)
    error.retryAfter = 1
    return error
  }
}
