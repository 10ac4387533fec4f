internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import Synchronization
internal import TextMate

/// The routes `/languages`, `/themes` and `/themes/{id}.css`, which list the available languages and themes.
struct CatalogRoutes: Sendable {
  let core: ServiceCore
  private let bodies = FixedBodies()

  init(core: ServiceCore) { self.core = core }

  var routes: [Route] {
    [
      Route(.get, "/api/v1/languages") { request, _ in
        try await answer(request, "languages", "application/json; charset=utf-8") { languages() }
      },
      Route(.get, "/api/v1/themes") { request, _ in
        try await answer(request, "themes", "application/json; charset=utf-8") { themes() }
      },
      Route(.get, "/api/v1/themes/{file}", access: core.configuration.opensStylesheets ? .open : .withKey) {
        try await stylesheet($0, $1)
      },
    ]
  }

  private func answer(
    _ request: Request, _ name: String, _ type: String,
    _ make: @escaping @Sendable () throws(APIError) -> [UInt8]
  ) async throws -> Response {
    var decoder = RequestDecoder(query: request.queryItems)
    try decoder.finish()
    return try await fixed(request, name, type, make)
  }

  private func fixed(
    _ request: Request, _ name: String, _ type: String, isKept: Bool = true,
    _ make: @escaping @Sendable () throws(APIError) -> [UInt8]
  ) async throws -> Response {
    let body = try await bodies.body(name, isKept: isKept) { try await core.onPool(make) }
    return body.response(to: request, type: type)
  }

  private func stylesheet(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let file = context.parameters.get("file") ?? ""
    guard file.hasSuffix(".css") else { throw APIError.notFound }
    let name = String(file.dropLast(4))
    var decoder = RequestDecoder(query: request.queryItems)
    let styling = decoder.choice("styling", HTMLFormatter.Styling.self) ?? .classes
    let hasConversations = decoder.bool("conversations") ?? false
    try decoder.finish()
    let themes = try await core.onPool { () throws(APIError) -> [Theme] in
      do throws(LoadError) {
        return try core.catalog.knownThemes(named: name)
      } catch {
        throw APIError(.notFound, .notFound, error.message)
      }
    }
    let ids = themes.map(\.id).joined(separator: ",")
    // There are too many combinations of themes to cache all of them.
    return try await fixed(
      request, "\(ids) \(styling) \(hasConversations)", "text/css; charset=utf-8",
      isKept: themes.count == 1
    ) {
      var options = HTMLOptions()
      options.styling = styling
      let rules = HTMLFormatter(options: options).stylesheet(for: themes.map { $0.completeStyleSheet() })
      return hasConversations ? rules + Array(HTMLFormatter.conversationStylesheet.utf8) : rules
    }
  }

  private func languages() -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 16)
    func strings(_ name: StaticString, _ texts: [String]) {
      sink.append(",\"")
      sink.append(name)
      sink.append("\":[")
      for (index, text) in texts.enumerated() {
        if index > 0 { sink.append(",") }
        sink.append(jsonString: text)
      }
      sink.append("]")
    }
    sink.append("{\"items\":[")
    let all = core.catalog.languages.all
    for (index, language) in all.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append("{\"id\":")
      sink.append(jsonString: language.id.rawValue)
      sink.append(",\"name\":")
      sink.append(jsonString: language.name)
      strings("aliases", language.aliases)
      strings("extensions", language.extensions)
      strings("filenames", language.filenames)
      let isHighlighted = language.scope.map(core.catalog.grammars.hasGrammar) ?? false
      sink.append(isHighlighted ? ",\"highlighted\":true}" : ",\"highlighted\":false}")
    }
    sink.append("],\"total\":")
    sink.append(decimal: all.count)
    sink.append("}")
    return sink.bytes
  }

  private func themes() -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 12)
    sink.append("{\"items\":[")
    let all = core.catalog.themes.summaries
    for (index, theme) in all.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append("{\"id\":")
      sink.append(jsonString: theme.id)
      sink.append(",\"name\":")
      sink.append(jsonString: theme.name)
      sink.append(",\"kind\":\"")
      sink.append(theme.isDark ? "dark" : "light")
      sink.append("\",\"stylesheet\":")
      sink.append(jsonString: "/api/v1/themes/\(theme.id).css")
      sink.append("}")
    }
    sink.append("],\"total\":")
    sink.append(decimal: all.count)
    sink.append("}")
    return sink.bytes
  }
}
