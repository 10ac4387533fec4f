internal import HTTPTypes
internal import Hummingbird

/// `POST /messages/render`: one conversation, at once. The body is the conversation, the query has the options.
struct MessageRoutes: Sendable {
  let core: ServiceCore

  var routes: [Route] {
    [Route(.post, "/api/v1/messages/render") { request, _ in try await answer(request) }]
  }

  private func answer(_ request: Request) async throws -> Response {
    let type = ContentType(request.headers[.contentType])
    guard let type, type.isJSON || type.isRaw else {
      throw APIError.unsupported(
        type?.mediaType ?? "", supported: ContentType.rawTypes + " or application/json")
    }
    let query = ServiceCore.query(request)
    let accepted = AcceptedTypes(request.headers[.accept])
    return try await core.answer(request, variant: "messages") { body throws(APIError) in
      try self.answer(body, query, accepted)
    }
  }

  /// On the pool.
  private func answer(
    _ body: [UInt8], _ query: [(name: String, value: String)], _ accepted: AcceptedTypes
  ) throws(APIError) -> Answer {
    var reader = MemberReader(query: query)
    let json = "application/json"
    let formats = OutputFormat.ofConversations
    let best = accepted.best(of: formats.map(\.mediaType) + [json])
    let options = try RenderOptions(
      &reader, .conversation, format: formats.first { $0.mediaType == best } ?? .html, catalog: core.catalog,
      configuration: core.configuration)
    let name = reader.string("input") { name in
      MessageBody.names.contains(name)
        ? nil : "must be one of " + MessageBody.names.joined(separator: ", ")
    }
    if body.isEmpty { reader.complain("body", "must not be empty") }
    try reader.finish()
    // A format that the query names may be one that the client does not accept.
    let available = [options.format.mediaType, json]
    guard let chosen = accepted.best(of: available) else { throw .notAcceptable(available) }
    let input = try MessageBody(name ?? "auto", body)
    let rendered = DocumentRendering(catalog: core.catalog, options: options).messages(body, input)
    core.count(rendered)
    return chosen == json ? Answer(json: rendered) : Answer(plain: rendered)
  }
}
