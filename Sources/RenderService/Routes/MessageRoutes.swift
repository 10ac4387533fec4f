internal import RunFormatters
internal import HTTPTypes
internal import Hummingbird
internal import StyledRuns

/// The route `POST /messages/render`, which renders a conversation. The body is the conversation, and the
/// query contains the options.
struct MessageRoutes: Sendable {
  let core: ServiceCore

  var routes: [Route] {
    [Route(.post, "/api/v1/messages/render") { try await answer($0, $1) }]
  }

  private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
    try ContentType.required(of: request, supported: ContentType.rawTypes + " or application/json") {
      $0.isJSON || $0.isRaw
    }
    let query = request.queryItems
    let accepted = AcceptedTypes(request.headers[.accept])
    return try await core.answer(request, context, variant: "messages") { body throws(APIError) in
      try self.answer(body, query, accepted)
    }
  }

  /// Computes the response. Runs on the pool.
  private func answer(
    _ body: [UInt8], _ query: [(name: String, value: String)], _ accepted: AcceptedTypes
  ) throws(APIError) -> Answer {
    var decoder = RequestDecoder(query: query)
    let json = "application/json"
    let formats = OutputFormat.ofConversations
    let best = accepted.best(of: formats.map(\.mediaType) + [json])
    let options = try RequestOptions(
      &decoder, .conversation, format: formats.first { $0.mediaType == best } ?? .html, catalog: core.catalog,
      configuration: core.configuration)
    let name = decoder.string("input") { name in
      MessageBody.names.contains(name)
        ? nil : "must be one of " + MessageBody.names.joined(separator: ", ")
    }
    try decoder.finish()
    // The client may not accept the format that the query names.
    let available = [options.output.format.mediaType, json]
    guard let chosen = accepted.best(of: available) else { throw .notAcceptable(available) }
    let input = try MessageBody(name ?? "auto", body)
    let limit = core.configuration.limits.answerBytes
    let rendered = try DocumentRendering(catalog: core.catalog, options: options, limit: limit)
      .messages(body, input)
    core.count(rendered)
    return chosen == json ? try Answer(json: rendered, limit: limit) : Answer(plain: rendered)
  }
}
