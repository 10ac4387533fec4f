internal import Crypto
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Bodies that never change, computed on the first request. There are only a few.
final class FixedBodies: Sendable {
  struct FixedBody: Sendable {
    let plain: ByteBuffer
    let gzip: ByteBuffer?
    let tag: String

    init(_ bytes: [UInt8]) {
      plain = ByteBuffer(bytes: bytes)
      let smaller = bytes.count < Gzip.leastBytes ? nil : Gzip.compress(bytes, level: 6)
      gzip = smaller.map { ByteBuffer(bytes: $0) }
      let digits = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      tag = digits.joined()
    }

    /// Returns the response to a request: compressed if the client accepts that, and 304 if it already has
    /// the body.
    func response(to request: Request, type: String) -> Response {
      let isGzip = gzip != nil && Gzip.isAccepted(request.headers[.acceptEncoding])
      let tag = isGzip ? "\"\(tag)-gzip\"" : "\"\(tag)\""
      var headers: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=300", .vary: "Accept-Encoding"]
      if let known = request.headers[.ifNoneMatch], ETag.matches(known, tag) {
        return Response(status: .notModified, headers: headers)
      }
      headers[.contentType] = type
      if isGzip { headers[.contentEncoding] = "gzip" }
      return Response(
        status: .ok, headers: headers, body: ResponseBody(byteBuffer: isGzip ? gzip ?? plain : plain))
    }
  }

  private let bodies = Mutex<[String: FixedBody]>([:])

  /// Returns the cached body with a name, or computes and caches it. Concurrent requests may compute it, too.
  ///
  /// - Parameter isKept: Whether the body is cached. A body whose name is composed by clients must not be
  ///   cached.
  func body(
    _ name: String, isKept: Bool = true, make: () async throws -> [UInt8]
  ) async throws -> FixedBody {
    if let known = bodies.withLock({ $0[name] }) { return known }
    let body = FixedBody(try await make())
    if isKept { bodies.withLock { $0[name] = body } }
    return body
  }
}
