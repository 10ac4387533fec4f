internal import HTTPTypes
internal import Hummingbird

/// Rejects requests without a valid key if keys are required, and requests beyond the client's rate limit.
struct Authentication: RouterMiddleware {
  typealias Context = ServiceContext

  let keys: APIKeys
  let clients: ClientLedger

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard !keys.isEmpty else {
      try context.client.takeRequest()
      return try await next(request, context)
    }
    var context = context
    do throws(APIError) {
      context.owner = try owner(of: request)
    } catch {
      // Failed attempts count for the address of the client.
      try context.client.takeRequest()
      throw error
    }
    context.client = clients.usage(of: .key(context.owner))
    try context.client.takeRequest()
    return try await next(request, context)
  }

  private func owner(of request: Request) throws(APIError) -> Owner {
    guard let header = request.headers[.authorization] else {
      throw APIError(
        .unauthorized, .unauthorized, "a key is required: send the header 'Authorization: Bearer KEY'")
    }
    let words = header.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer", let owner = keys.owner(of: words[1]) else {
      throw APIError(.unauthorized, .unauthorized, "the key is not known here")
    }
    return owner
  }
}
