internal import HTTPTypes
internal import Hummingbird

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Rejects requests without a valid key or ticket if keys are required, and requests beyond the client's rate
/// limit.
struct Authentication: RouterMiddleware {
  typealias Context = ServiceContext

  let keys: APIKeys
  let clients: ClientLedger
  /// Counts requests, together with other machines if they share a store.
  let streams: any StreamRegistry

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    try await handle(request, context: context, tickets: nil, next: next)
  }

  /// Checks the credentials of a request and passes it on.
  ///
  /// - Parameter tickets: The tickets that are valid instead of a key, for the stream in the path.
  func handle(
    _ request: Request, context: ServiceContext, tickets: TicketOffice?,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    if let tickets, let ticket = request.uri.queryParameters["ticket"] {
      let now = Int(Date().timeIntervalSince1970)
      guard let id = context.parameters.get("id").flatMap({ StreamID($0) }),
        let owner = try await tickets.signer().owner(of: String(ticket), for: id, at: now)
      else {
        throw APIError(
          .unauthorized, .unauthorized, "the ticket is for another stream, has expired or is none of ours")
      }
      var context = context
      context.owner = owner
      return try await answer(request, context, next)
    }
    guard !keys.isEmpty else { return try await answer(request, context, next) }
    var context = context
    do throws(APIError) {
      context.owner = try owner(of: request)
    } catch {
      // Failed attempts count for the address of the client.
      _ = try await streams.takeRequest(of: context.client)
      throw error
    }
    context.client = clients.usage(of: .key(context.owner))
    return try await answer(request, context, next)
  }

  /// Handles a request that is within its client's rate limit.
  private func answer(
    _ request: Request, _ context: ServiceContext,
    _ next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let rateLimit = try await streams.takeRequest(of: context.client)
    var response = try await next(request, context)
    rateLimit?.add(to: &response.headers)
    return response
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
