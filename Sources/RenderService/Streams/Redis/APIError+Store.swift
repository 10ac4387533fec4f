internal import HTTPTypes
internal import RedisStreams

extension APIError {
  /// Creates the error for a store of streams that is unreachable, full, or being replaced.
  static func storeUnavailable(_ reason: String) -> APIError {
    var error = APIError(
      .serviceUnavailable, .storeUnavailable,
      "the store of streams is not available (\(reason)); try again shortly")
    error.retryAfter = 1
    return error
  }

  static func store(_ error: RedisError) -> APIError {
    let reason =
      switch error.code {
      case "OOM": "it is full"
      case "": "it does not answer"
      default: "it refuses: \(error.code)"
      }
    return .storeUnavailable(reason)
  }

  /// Translates a refusal of the store into an error for the client.
  ///
  /// - Parameters:
  ///   - limits: The limits that a refusal can name.
  ///   - chunk: The number of the refused chunk.
  ///   - chunks: The number of chunks that the stream has.
  static func refused(
    _ refusal: StreamStore.StoreRefusal, _ limits: StreamStore.StoreLimits, chunk: Int = 0,
    after chunks: Int = 0
  ) -> APIError {
    switch refusal {
    case .unknown: .unknownStream
    case .gone: .gone
    case .forbidden: APIError(.forbidden, .forbidden, "the stream belongs to another key")
    case .finished: .finished
    case .gap: .gap(expected: chunks + 1, got: chunk)
    case .tooLarge: .streamTooLarge(limit: limits.bytes)
    case .slowDown: .slowDown
    case .tooMuchMemory: .streamTakesTooMuchMemory(limit: limits.memory)
    case .clientFull: .clientHoldsTooMuch
    }
  }

  /// Decodes an error that ``json`` encoded; returns nil if the bytes do not contain one.
  static func read(json: [UInt8]) -> APIError? {
    let members = RequestJSON.members(json)
    guard case .string(let code)? = members["code"], case .string(let reason)? = members["reason"] else {
      return nil
    }
    var error = APIError(.badRequest, APIErrorCode(rawValue: code), reason)
    if case .object(let fields)? = members["fields"] {
      error.fields = fields.compactMapValues(\.text)
    }
    return error
  }
}
