internal import HTTPTypes
internal import Hummingbird
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// The route `POST /drawings/{kind}`, which draws one formula or diagram.
///
/// A client that lays out the IR itself has the source of each, and in `drawing` the kind that this route takes.
struct DrawingRoute: Sendable {
  let core: ServiceCore

  var routes: [Route] { [Route(.post, "/api/v1/drawings/{kind}") { try await answer($0, $1) }] }

  private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
    guard let kind = context.parameters.get("kind").flatMap(CodeBlock.Drawing.init(rawValue:)) else {
      throw APIError.notFound
    }
    try ContentType.required(of: request, supported: ContentType.rawTypes) { $0.isRaw }
    let query = request.queryItems
    let accepted = AcceptedTypes(request.headers[.accept])
    return try await core.answer(request, context, variant: "drawing \(kind)") { body throws(APIError) in
      try self.draw(body, as: kind, query: query, accepted: accepted)
    }
  }

  /// Computes the response. Runs on the pool.
  private func draw(
    _ source: [UInt8], as kind: CodeBlock.Drawing, query: [(name: String, value: String)],
    accepted: AcceptedTypes
  ) throws(APIError) -> Answer {
    var decoder = RequestDecoder(query: query)
    let forms = DrawingFormatter.forms(of: kind)
    let types = forms.map(\.mediaType)
    let chosen = decoder.choice("format", among: forms)
    let themes = try core.catalog.themes(&decoder, usual: core.configuration.theme)
    let columns = decoder.integer("width", in: 20...1000)
    let isInline = kind == .formula ? decoder.bool("inline") : nil
    try decoder.finish()
    guard
      let form = chosen
        ?? accepted.best(of: types).flatMap({ best in forms.first { $0.mediaType == best } })
    else { throw .notAcceptable(types) }
    var formatter = DrawingFormatter(palette: themes[0].palette)
    if let columns { formatter.columns = columns }
    if let isInline { formatter.isInline = isInline }
    let drawing: String
    do throws(DrawingError) {
      drawing = try formatter.draw(String(decoding: source, as: UTF8.self), as: kind, in: form)
    } catch {
      throw .notDrawable(error.reason)
    }
    let limit = core.configuration.limits.answerBytes
    guard drawing.utf8.count <= limit else { throw .answerTooLarge(limit: limit) }
    return Answer(
      body: Array(drawing.utf8), contentType: form.mediaType + "; charset=utf-8",
      policy: "default-src 'none'; style-src 'unsafe-inline'")
  }
}

extension DrawingFormatter.DrawingForm {
  var mediaType: String {
    switch self {
    case .svg: "image/svg+xml"
    case .mathml: "application/mathml+xml"
    case .text: "text/plain"
    }
  }
}
