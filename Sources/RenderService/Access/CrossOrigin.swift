internal import HTTPTypes
internal import Hummingbird

/// Sends CORS headers for the configured origins; none if no origin is configured.
///
/// Hummingbird's `CORSMiddleware` is not a replacement: it exposes headers only in responses to `OPTIONS`,
/// takes its origins as variadic arguments instead of an array, treats every `OPTIONS` request of a page as a
/// preflight, and wraps thrown errors, so that they lose their type.
struct CrossOrigin: RouterMiddleware {
  typealias Context = ServiceContext

  let origins: Set<String>

  init(origins: [String]) { self.origins = Set(origins) }

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard let origin = request.headers[.origin], origins.contains("*") || origins.contains(origin) else {
      return try await next(request, context)
    }
    var response: Response
    if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
      response = Response(status: .noContent)
      response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, DELETE"
      response.headers[.accessControlAllowHeaders] =
        "Authorization, Content-Type, Accept, Last-Event-ID, If-None-Match, X-Chunk-Seq, X-Request-Id, traceparent"
      response.headers[.accessControlMaxAge] = "600"
    } else {
      response = try await next(request, context)
      response.headers[.accessControlExposeHeaders] =
        "ETag, Location, Retry-After, Server-Timing, X-Degraded, X-Language, X-Request-Id, X-Skipped, X-Stream-Id"
    }
    response.headers[.accessControlAllowOrigin] = origins.contains("*") ? "*" : origin
    response.headers[.vary] = (response.headers[.vary].map { $0 + ", " } ?? "") + "Origin"
    return response
  }
}
