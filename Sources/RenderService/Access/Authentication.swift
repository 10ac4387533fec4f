internal import HTTPTypes
internal import Hummingbird

/// Lets only requests pass that show a key, where keys are required.
struct Authentication: RouterMiddleware {
  typealias Context = ServiceContext

  let keys: APIKeys

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    if keys.isEmpty { return try await next(request, context) }
    guard let header = request.headers[.authorization] else {
      throw APIError(
        .unauthorized, .unauthorized, "a key is required: send the header 'Authorization: Bearer KEY'")
    }
    let words = header.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer", let owner = keys.owner(of: words[1]) else {
      throw APIError(.unauthorized, .unauthorized, "the key is not known here")
    }
    var context = context
    context.owner = owner
    return try await next(request, context)
  }
}
