internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// `GET /streams/{id}/events`, and `POST /streams/live`, which also takes the text over the same connection.
struct EventRoutes: Sendable {
  let core: ServiceCore

  private static let livePath = "/api/v1/streams/live"

  /// Whether a request starts a live stream, whose body has no timeout.
  static func isLive(_ request: HTTPRequest) -> Bool {
    request.method == .post && request.path?.prefix { $0 != "?" } ?? "" == livePath
  }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/streams/{id}/events") { try await events($0, $1) },
      Route(.post, Self.livePath) { try await live($0, $1) },
    ]
  }

  private static let headers: HTTPFields = [
    .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
    // nginx would otherwise buffer events.
    .xAccelBuffering: "no",
  ]

  private func events(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try StreamRoutes.id(context)
    let accepted = AcceptedTypes(request.headers[.accept])
    if accepted.quality(of: "text/event-stream") == 0 { throw APIError.notAcceptable(["text/event-stream"]) }
    var decoder = RequestDecoder(query: request.queryItems)
    // Both must be valid, and the header takes precedence. An empty value names no event.
    let parameter = decoder.string("lastEventId", check: Self.problem(withEventID:))
    let header = decoder.header(.lastEventID, of: request, check: Self.problem(withEventID:))
    try decoder.finish()
    let cursor = header.flatMap { Int($0) } ?? parameter.flatMap { Int($0) } ?? 0
    guard let events = try await core.streams.events(after: cursor, of: id, owner: context.owner) else {
      // This status tells an EventSource not to reconnect.
      return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
    let pump = EventPump(core: core, id: id, owner: context.owner)
    return Response(
      status: .ok, headers: Self.headers,
      body: ResponseBody { writer in
        try await pump.run(events, into: &writer)
        try await writer.finish(nil)
      })
  }

  /// The problem with an event identifier; nil if it is valid or empty.
  private static func problem(withEventID text: String) -> String? {
    let isNumber = text.first != "+" && Int(text).map { $0 >= 0 } ?? false
    return text.isEmpty || isNumber ? nil : "must be the id of an event of this stream, a whole number"
  }

  private func live(_ request: Request, _ context: ServiceContext) async throws -> Response {
    if request.headers[.contentType] != nil {
      try ContentType.required(of: request, supported: ContentType.rawTypes) { $0.isRaw }
    }
    let query = request.queryItems
    let options = try await core.onPool { () throws(APIError) -> RequestOptions in
      try StreamRoutes(core: core).options(RequestDecoder(query: query))
    }
    let state = try await core.streams.create(options, owner: context.owner, client: context.client.id)
    let events = try await core.streams.events(after: 0, of: state.id, owner: context.owner)
    var headers = Self.headers
    headers[.location] = state.address
    headers[.xStreamID] = state.id.text
    let pump = EventPump(core: core, id: state.id, owner: context.owner)
    let body = request.body
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await pump.take(body) }
          if let events { try await pump.run(events, into: &writer) }
          group.cancelAll()
        }
        try await writer.finish(nil)
      })
  }
}
