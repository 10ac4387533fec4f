internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension ServiceCore {
  /// Reads a request's body within the limits and passes it to `answer`.
  ///
  /// Until `answer` returns, the body counts towards the bytes of all bodies and of the client.
  func withBody<Result>(
    of request: Request, _ context: ServiceContext, _ answer: ([UInt8]) async throws -> Result
  ) async throws -> Result {
    let limit = configuration.limits.bodyBytes
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw APIError.unsupported(encoding, supported: "it without Content-Encoding")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw APIError.tooLarge(limit: limit)
    }
    var bytes: [UInt8] = []
    let held = HeldBytes(in: bodyBytes, of: context.client)
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= limit else { throw APIError.tooLarge(limit: limit) }
      do {
        try held.add(part.readableBytes)
      } catch {
        metrics.refusals.increment()
        throw error
      }
      bytes += part.readableBytesView
    }
    defer { withExtendedLifetime(held) {} }
    return try await answer(bytes)
  }
}
