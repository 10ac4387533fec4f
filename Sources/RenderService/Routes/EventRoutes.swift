internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import RunFormatters

/// Routes for events: `GET /streams/{id}/events`, `GET /events` for several streams over one connection, and
/// `POST /streams/live`, which also receives the text over the same connection.
struct EventRoutes: Sendable {
  let core: ServiceCore

  private static let livePath = "/api/v1/streams/live"

  /// Whether a request starts a live stream, whose body has no timeout.
  static func isLive(_ request: HTTPRequest) -> Bool {
    request.method == .post && request.path?.prefix { $0 != "?" } ?? "" == livePath
  }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/streams/{id}/events", access: .withKeyOrTicket) { try await events($0, $1) },
      Route(.get, "/api/v1/events") { try await sharedEvents($0, $1) },
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
    // A request with a ticket was authenticated by this ticket.
    _ = decoder.string("ticket")
    let (form, options) = (form(&decoder), patchOptions(&decoder))
    try decoder.finish()
    let cursor = header.flatMap { Int($0) } ?? parameter.flatMap { Int($0) } ?? 0
    guard
      let events = try await core.streams.events(
        after: cursor, of: id, owner: context.owner, as: form == .html ? options : nil)
    else {
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

  /// Sends the events of several streams over one connection, because browsers limit the number of
  /// connections to a host.
  private func sharedEvents(_ request: Request, _ context: ServiceContext) async throws -> Response {
    var decoder = RequestDecoder(query: request.queryItems)
    let names = decoder.string("streams") {
      EventCursor.list($0) == nil ? EventCursor.requirement : nil
    }
    let (form, options) = (form(&decoder), patchOptions(&decoder))
    if names == nil { decoder.addError("streams", EventCursor.requirement) }
    try decoder.finish()
    var pump = SharedEventPump(core: core)
    for cursor in names.flatMap(EventCursor.list) ?? [] {
      do {
        let events = try await core.streams.events(
          after: cursor.event, of: cursor.id, owner: context.owner, as: form == .html ? options : nil)
        if let events { pump.parts.append(SharedEventPump.PumpedStream(id: cursor.id, events: events)) }
      } catch {
        // Another machine has all streams.
        if error.code == .draining { throw error }
        pump.refusals.append(SharedEventPump.ReadRefusal(id: cursor.id, error: error))
      }
    }
    guard !pump.parts.isEmpty else {
      // If the list contains only one stream, a missing stream is an error, as on a connection of its own.
      if let refusal = pump.refusals.first { throw refusal.error }
      return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
    return Response(
      status: .ok, headers: Self.headers,
      body: ResponseBody { [pump] writer in
        try await pump.run(into: &writer)
        try await writer.finish(nil)
      })
  }

  /// The form in which a reader receives changes.
  private enum EventForm: String, CaseIterable {
    /// Updates of the document or conversation.
    case ir
    /// Patches of the HTML.
    case html
  }

  private func form(_ decoder: inout RequestDecoder) -> EventForm { decoder.choice("as") ?? .ir }

  private func patchOptions(_ decoder: inout RequestDecoder) -> PatchOptions {
    let themes = decoder.string("theme") { core.catalog.problem(withThemes: $0) }
    var html = HTMLOptions(&decoder, ceiling: core.configuration.addressCeiling)
    html.links = html.links.forConversations
    return PatchOptions(html: html, themes: themes, expansion: decoder.choice("expand") ?? .none)
  }

  /// Returns the problem with an event identifier; nil if it is valid or empty.
  private static func problem(withEventID text: String) -> String? {
    let isNumber = text.first != "+" && Int(text).map { $0 >= 0 } ?? false
    return text.isEmpty || isNumber ? nil : "must be the id of an event of this stream, a whole number"
  }

  private func live(_ request: Request, _ context: ServiceContext) async throws -> Response {
    if request.headers[.contentType] != nil {
      try ContentType.required(of: request, supported: ContentType.rawTypes) { $0.isRaw }
    }
    var decoder = RequestDecoder(query: request.queryItems)
    let form = form(&decoder)
    let options = try await core.onPool { [decoder] () throws(APIError) -> RequestOptions in
      try StreamRoutes(core: core).options(decoder)
    }
    let patches =
      form == .html
      ? PatchOptions(html: options.output.html, expansion: options.output.expansion ?? .none) : nil
    let state = try await core.streams.create(options, owner: context.owner, client: context.client.id)
    let events = try await core.streams.events(after: 0, of: state.id, owner: context.owner, as: patches)
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
