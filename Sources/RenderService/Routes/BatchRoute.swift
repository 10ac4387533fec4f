internal import HTTPTypes
internal import Hummingbird
internal import RunFormatters
internal import StyledRuns

/// The route `POST /render/batch`, which renders many documents, each with its own result or error.
struct BatchRoute: Sendable {
  let core: ServiceCore

  var routes: [Route] {
    [Route(.post, "/api/v1/render/batch") { try await answer($0, $1) }]
  }

  private func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
    try ContentType.required(of: request, supported: "application/json") { $0.isJSON }
    return try await core.withBody(of: request, context) { try await answer(request, context, $0) }
  }

  private func answer(
    _ request: Request, _ context: ServiceContext, _ body: [UInt8]
  ) async throws -> Response {
    let takesGzip = Gzip.isAccepted(request.headers[.acceptEncoding])
    let documents = try await core.onPool(bytes: body.count) { () throws(APIError) -> [RequestJSON] in
      var decoder = try RequestDecoder(body: body)
      let limit = core.configuration.limits.batch
      let documents = decoder.required("documents") { $0.array($1) }
      if let documents, documents.isEmpty || documents.count > limit {
        decoder.addError("documents", "must be 1 to \(limit)")
      }
      try decoder.finish()
      return documents ?? []
    }
    // Each document is submitted as separate work, one after the other, so that a batch does not block other
    // requests. The total size of the results has the same limit as one response.
    var results: [[UInt8]] = []
    var room = core.configuration.limits.answerBytes
    let held = HeldBytes(in: core.answerBytes, of: context.client)
    for document in documents {
      let limit = room
      let result = try await core.onPool(bytes: body.count / documents.count) {
        render(document, limit: limit)
      }
      try held.add(result.count)
      room = max(0, room - result.count)
      results.append(result)
    }
    let parts = results
    let answer = try await core.onPool(bytes: body.count) {
      var answer = Answer(body: Self.join(parts), contentType: "application/json; charset=utf-8")
      if takesGzip { answer.compress() }
      return answer
    }
    held.remove(parts.reduce(0) { $0 + $1.count })
    return try core.response(answer, context)
  }

  private static func join(_ results: [[UInt8]]) -> [UInt8] {
    var sink = ByteSink(capacity: results.reduce(64) { $0 + $1.count + 1 })
    sink.append("{\"results\":[")
    for (index, result) in results.enumerated() {
      if index > 0 { sink.append(",") }
      sink.append(result)
    }
    sink.append("]}")
    return sink.bytes
  }

  private func render(_ document: RequestJSON, limit: Int) -> [UInt8] {
    do throws(APIError) {
      guard case .object(let members) = document else {
        throw .invalid(["documents": "each must be an object, not \(document.kind)"])
      }
      var decoder = RequestDecoder(members)
      let source: RenderRoutes.Source =
        members["code"] != nil && members["markdown"] == nil ? .code : .markdown
      let rendered = try RenderRoutes(core: core).render(
        &decoder, source, raw: nil, format: .html, limit: limit)
      core.metrics.rendered(rendered.timings)
      core.count(rendered)
      return try Answer(json: rendered, limit: limit).body
    } catch {
      return error.json
    }
  }
}
