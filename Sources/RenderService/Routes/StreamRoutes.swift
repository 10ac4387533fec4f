internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The routes that create, extend, show and end streams.
struct StreamRoutes: Sendable {
  let core: ServiceCore

  var routes: [Route] {
    [
      Route(.post, "/api/v1/streams") { try await create($0, $1) },
      Route(.get, "/api/v1/streams") { try await list($0, $1) },
      Route(.get, "/api/v1/streams/{id}") { try await show($0, $1) },
      Route(.delete, "/api/v1/streams/{id}") { try await remove($0, $1) },
      Route(.post, "/api/v1/streams/{id}/chunks") { try await append($0, $1) },
      Route(.post, "/api/v1/streams/{id}/finish") { try await finish($0, $1) },
      Route(.post, "/api/v1/streams/{id}/ticket") { try await makeTicket($0, $1) },
    ]
  }

  /// Returns the stream identifier in a request's path.
  static func id(_ context: ServiceContext) throws(APIError) -> StreamID {
    guard let id = context.parameters.get("id").flatMap({ StreamID($0) }) else {
      throw .malformed("a stream's id has 22 letters, digits, - and _")
    }
    return id
  }

  private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let query = request.queryItems
    let options = try await core.withBody(of: request, context) { body in
      if !body.isEmpty {
        try ContentType.required(of: request, supported: "application/json") { $0.isJSON }
      }
      return try await core.onPool(bytes: body.count) { () throws(APIError) -> RequestOptions in
        try self.options(
          body.isEmpty ? RequestDecoder(query: query) : RequestDecoder(body: body, query: query))
      }
    }
    let state = try await core.streams.create(options, owner: context.owner, client: context.client.id)
    return .json(state.json, status: .created, headers: [.location: state.address])
  }

  /// Decodes the options of a stream. Other members are errors.
  func options(_ decoder: RequestDecoder) throws(APIError) -> RequestOptions {
    var decoder = decoder
    let options = try RequestOptions(
      &decoder, .stream, catalog: core.catalog, configuration: core.configuration)
    try decoder.finish()
    return options
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    var decoder = RequestDecoder(query: request.queryItems)
    let page = decoder.integer("page", in: 1...1_000_000) ?? 1
    let limit = decoder.integer("limit", in: 1...100) ?? 50
    try decoder.finish()
    let (items, total) = try await core.streams.list(
      owner: context.owner, offset: (page - 1) * limit, limit: limit)
    var sink = ByteSink(capacity: 4096)
    sink.append("{\"items\":[")
    for (index, item) in items.enumerated() {
      if index > 0 { sink.append(",") }
      item.write(into: &sink)
    }
    sink.append("],\"page\":")
    sink.append(decimal: page)
    sink.append(",\"limit\":")
    sink.append(decimal: limit)
    sink.append(",\"total\":")
    sink.append(decimal: total)
    sink.append(page * limit < total ? ",\"hasMore\":true}" : ",\"hasMore\":false}")
    return .json(sink.bytes)
  }

  private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try Self.id(context)
    var decoder = RequestDecoder(query: request.queryItems)
    let format = decoder.choice("format", among: OutputFormat.ofConversations)
    try decoder.finish()
    guard let format else { return .json(try await core.streams.state(of: id, owner: context.owner).json) }
    let text = try await core.streams.text(of: id, owner: context.owner)
    let tag = "\"\(id)-\(format.rawValue)-\(text.state.lastEvent)-\(text.bytes.count)\""
    if request.headers[.ifNoneMatch].map({ ETag.matches($0, tag) }) == true {
      return Response(status: .notModified, headers: [.eTag: tag])
    }
    let takesGzip = Gzip.isAccepted(request.headers[.acceptEncoding])
    let limit = core.configuration.limits.answerBytes
    let answer = try await core.onPool(bytes: text.bytes.count) { () throws(APIError) -> Answer in
      var answer = try text.answer(as: format, catalog: core.catalog, limit: limit)
      if takesGzip { answer.compress() }
      return answer
    }
    var response = try core.response(answer, context)
    response.headers[.eTag] = tag
    response.headers[.cacheControl] = "private, no-cache"
    return response
  }

  /// The maximum and the default lifetime of a ticket, in seconds.
  private static let ticketSeconds = (longest: 3600, usual: 60)

  private func makeTicket(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try Self.id(context)
    var decoder = RequestDecoder(query: request.queryItems)
    let seconds = decoder.integer("seconds", in: 1...Self.ticketSeconds.longest) ?? Self.ticketSeconds.usual
    try decoder.finish()
    // Checks that the stream belongs to the client.
    _ = try await core.streams.state(of: id, owner: context.owner)
    let expiry = Int(Date().timeIntervalSince1970) + seconds
    let ticket = try await core.tickets.signer().ticket(for: id, owner: context.owner, until: expiry)
    var sink = ByteSink(capacity: 256)
    sink.append("{\"ticket\":")
    sink.append(jsonString: ticket)
    sink.append(",\"seconds\":")
    sink.append(decimal: seconds)
    sink.append(",\"events\":")
    sink.append(jsonString: "/api/v1/streams/\(id)/events?ticket=\(ticket)")
    sink.append("}")
    return .json(sink.bytes, status: .created)
  }

  private func remove(_ request: Request, _ context: ServiceContext) async throws -> Response {
    try await core.streams.delete(try Self.id(context), owner: context.owner)
    return Response(status: .noContent)
  }

  private func append(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try Self.id(context)
    var decoder = RequestDecoder(query: request.queryItems)
    let parameter = decoder.integer("seq", in: 1...Int.max)
    let header = decoder.header(.xChunkSequence, of: request) {
      Int($0).map { $0 > 0 } ?? false ? nil : "must be a whole number from 1 on"
    }
    try decoder.finish()
    let number = header.flatMap { Int($0) } ?? parameter
    let type = try ContentType.required(of: request, supported: Self.chunkTypes) { $0.isJSON || $0.isRaw }
    // The stream is not idle while the body arrives.
    let receipt = try await core.streams.withWriter(of: id, owner: context.owner) {
      try await core.withBody(of: request, context) { body in
        let (text, seq) = type.isJSON ? try await chunk(body) : (body, nil)
        return try await core.streams.append(
          text, number: seq ?? number, to: id, owner: context.owner)
      }
    }
    var sink = ByteSink(capacity: 128)
    sink.append("{\"seq\":")
    sink.append(decimal: receipt.number)
    sink.append(receipt.isDuplicate ? ",\"duplicate\":true" : ",\"duplicate\":false")
    sink.append(",\"bytes\":")
    sink.append(decimal: receipt.bytes)
    sink.append("}")
    return .json(sink.bytes, status: .accepted)
  }

  /// Decodes the text and the number in a JSON body.
  private func chunk(_ body: [UInt8]) async throws -> (text: [UInt8], number: Int?) {
    try await core.onPool(bytes: body.count) { () throws(APIError) in
      var decoder = try RequestDecoder(body: body)
      let text = decoder.required("text") { $0.string($1) }
      let number = decoder.integer("seq", in: 1...Int.max)
      try decoder.finish()
      return (Array((text ?? "").utf8), number)
    }
  }

  private static let chunkTypes = ContentType.rawTypes + " or application/json"

  private func finish(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try Self.id(context)
    return try await core.withBody(of: request, context) { _ in
      .json(try await core.streams.finish(id, owner: context.owner, refusal: nil).json)
    }
  }
}

extension StreamText {
  /// Returns the document or conversation in a format. The markdown of a document is its text. Runs on the
  /// pool.
  ///
  /// - Throws: 422 if the response exceeds the limit.
  func answer(as format: OutputFormat, catalog: Catalog, limit: Int) throws(APIError) -> Answer {
    var secrets = SecretCounts()
    let text = options.redaction.map { Redactor.redact(bytes, $0, counting: &secrets) } ?? bytes
    var textAnswer = Answer(body: text, contentType: format.contentType)
    textAnswer.redacted = secrets.header
    if format == .markdown, state.input == StreamSession.SessionInput.markdown.name { return textAnswer }
    var options = options
    options.output.format = format
    secrets = SecretCounts()
    let content = content(catalog, counting: &secrets).canonical()
    let isConversation = if case .conversation = content { true } else { false }
    if format == .markdown, !isConversation { return textAnswer }
    return Answer(
      body: try options.format(content, limit: limit),
      contentType: format.contentType,
      degraded: Degradation.summary(Degradation.all(in: content)),
      skipped: state.counts.skipped?.counts ?? "", redacted: secrets.header,
      policy: options.securityPolicy(of: content))
  }

  /// Renders the document or conversation of the text. An open stream is rendered as unfinished, as in its
  /// events.
  private func content(_ catalog: Catalog, counting secrets: inout SecretCounts) -> StreamContent {
    let input = StreamSession.SessionInput(name: state.input) ?? options.input
    let highlighter = options.highlighter(in: catalog)
    if state.phase == .open {
      let session = StreamSession(
        input, markdown: options.markdown, highlighter: highlighter, redaction: options.redaction)
      // No update comes while the kind of the text is unknown, or while the text shows nothing.
      if let update = session.append(bytes) {
        var content = StreamContent()
        // The updates of a session always fit its own content.
        do { try content.apply(update) } catch { assertionFailure("\(error)") }
        secrets = session.secrets
        return content
      }
      if input != .auto { return StreamContent() }
    }
    return Renderer(markdown: options.markdown, highlighter: highlighter, redaction: options.redaction)
      .render(bytes, as: input, counting: &secrets).content
  }
}

/// Entity tags (RFC 9110, 8.8.3).
enum ETag {
  /// Whether the value of `If-None-Match` contains the tag.
  static func matches(_ header: String, _ tag: String) -> Bool {
    header.split(separator: ",").contains { part in
      let candidate = part.drop { $0 == " " }.prefix { $0 != " " }
      return candidate == "*" || candidate == tag || candidate == "W/" + tag
    }
  }
}
