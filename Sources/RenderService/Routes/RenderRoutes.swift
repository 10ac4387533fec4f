internal import HTTPTypes
internal import Hummingbird
internal import Rendering
internal import RunFormatters
internal import TextMate
internal import StyledRuns

/// The routes `POST /render` and `POST /highlight`, which render one document.
struct RenderRoutes: Sendable {
  let core: ServiceCore

  /// The kind of a request's source. The raw value is its member in a JSON body.
  enum Source: String, Sendable {
    case markdown
    case code

    var rawTypes: String {
      self == .markdown ? "text/markdown or application/json" : "text/plain or application/json"
    }
  }

  var routes: [Route] {
    [
      Route(.post, "/api/v1/render") { try await answer($0, $1, .markdown) },
      Route(.post, "/api/v1/highlight") { try await answer($0, $1, .code) },
    ]
  }

  private func answer(
    _ request: Request, _ context: ServiceContext, _ source: Source
  ) async throws -> Response {
    let type = try ContentType.required(of: request, supported: source.rawTypes) { $0.isJSON || $0.isText }
    let query = request.queryItems
    let accepted = AcceptedTypes(request.headers[.accept])
    return try await core.answer(request, context, variant: "\(source.rawValue) \(type.isJSON)") {
      body throws(APIError) in
      try self.answer(body, isJSON: type.isJSON, source, query: query, accepted: accepted)
    }
  }

  /// Computes the response. Runs on the pool.
  private func answer(
    _ body: [UInt8], isJSON: Bool, _ source: Source, query: [(name: String, value: String)],
    accepted: AcceptedTypes
  ) throws(APIError) -> Answer {
    if isJSON {
      var decoder = try RequestDecoder(body: body, query: query)
      let rendered = try render(&decoder, source, raw: nil, format: .html)
      core.count(rendered)
      let available = ["application/json", rendered.format.mediaType]
      switch accepted.best(of: available) {
      case available[0]: return try Answer(json: rendered, limit: core.configuration.limits.answerBytes)
      case available[1]: return Answer(plain: rendered)
      default: throw .notAcceptable(available)
      }
    }
    var decoder = RequestDecoder(query: query)
    let formats = OutputFormat.ofDocuments
    let types = formats.map(\.mediaType)
    let best = accepted.best(of: types)
    // A client that accepts JSON also accepts the IR, even if it does not name the IR's media type.
    let chosen =
      formats.first { $0.mediaType == best } ?? (accepted.quality(of: "application/json") > 0 ? .ir : nil)
    let rendered = try render(&decoder, source, raw: body, format: chosen ?? .html)
    let isAccepted =
      accepted.quality(of: rendered.format.mediaType) > 0
      || rendered.format == .ir && accepted.quality(of: "application/json") > 0
    guard isAccepted else { throw .notAcceptable(types) }
    core.count(rendered)
    return Answer(plain: rendered)
  }

  /// Renders the source with the decoded options.
  ///
  /// - Parameters:
  ///   - raw: The source, if it is not a member of the body.
  ///   - limit: The size limit of the output; nil for that of all responses.
  func render(
    _ decoder: inout RequestDecoder, _ source: Source, raw: [UInt8]?, format: OutputFormat, limit: Int? = nil
  ) throws(APIError) -> RenderedDocument {
    let text = raw ?? source.take(&decoder)
    var language: Language?
    if source == .code {
      let languages = core.catalog.languages
      let name = decoder.string("language") { name in
        if languages.language(named: name) != nil { return nil }
        let close = languages.closestMatches(to: name)
        let hint = close.isEmpty ? "" : "; did you mean \(close.joined(separator: " or "))?"
        return "unknown language '\(name)'\(hint)"
      }
      language = name.flatMap { languages.language(named: $0) }
    }
    let options = try RequestOptions(
      &decoder, format: format, catalog: core.catalog, configuration: core.configuration)
    try decoder.finish()
    let rendering = DocumentRendering(
      catalog: core.catalog, options: options,
      limit: limit ?? core.configuration.limits.answerBytes)
    switch source {
    case .markdown: return try rendering.markdown(text ?? [])
    case .code: return try rendering.code(text ?? [], language: language)
    }
  }
}

extension RenderRoutes.Source {
  /// Decodes the source in a JSON body; nil, with an error in the decoder, if it is missing.
  fileprivate func take(_ decoder: inout RequestDecoder) -> [UInt8]? {
    decoder.required(rawValue) { $0.string($1) }.map { Array($0.utf8) }
  }
}
