internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

extension ServiceCore {
  /// Reads a request's body, within the limits, and answers with it.
  ///
  /// What it holds counts among the bytes of all bodies until the answer is made.
  func withBody<Result>(
    of request: Request, _ answer: ([UInt8]) async throws -> Result
  ) async throws -> Result {
    let limit = configuration.limits.bodyBytes
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw APIError.unsupported(encoding, supported: "it without Content-Encoding")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw APIError.tooLarge(limit: limit)
    }
    var bytes: [UInt8] = []
    var held = 0
    defer { bodyBytes.subtract(held, ordering: .relaxed) }
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= limit else { throw APIError.tooLarge(limit: limit) }
      held += part.readableBytes
      let total = bodyBytes.add(part.readableBytes, ordering: .relaxed).newValue
      guard total <= configuration.limits.bodiesBytes else {
        metrics.refusals.increment()
        throw APIError.tooManyBodies
      }
      bytes += part.readableBytesView
    }
    return try await answer(bytes)
  }
}
