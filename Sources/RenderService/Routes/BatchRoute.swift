internal import HTTPTypes
internal import Hummingbird
internal import RunFormatters

/// `POST /render/batch`: many documents, each with its own result or error.
struct BatchRoute: Sendable {
  let core: ServiceCore

  var routes: [Route] {
    [Route(.post, "/api/v1/render/batch") { request, _ in try await answer(request) }]
  }

  private func answer(_ request: Request) async throws -> Response {
    let type = request.headers[.contentType] ?? ""
    guard ContentType(type)?.isJSON == true else {
      throw APIError.unsupported(type, supported: "application/json")
    }
    return try await core.withBody(of: request) { try await answer(request, $0) }
  }

  private func answer(_ request: Request, _ body: [UInt8]) async throws -> Response {
    let takesGzip = Gzip.isAccepted(request.headers[.acceptEncoding])
    let documents = try await core.onPool(bytes: body.count) { () throws(APIError) -> [JSONValue] in
      var reader = MemberReader(try ServiceCore.object(body))
      let documents = reader.array("documents")
      if let documents, documents.isEmpty || documents.count > core.configuration.limits.batch {
        reader.complain("documents", "must be 1 to \(core.configuration.limits.batch)")
      } else if documents == nil, reader.problems.isEmpty {
        reader.complain("documents", "is required")
      }
      try reader.finish()
      return documents ?? []
    }
    // One piece of work for each document, one after the other, so that a batch does not keep others waiting.
    var results: [[UInt8]] = []
    for document in documents {
      results.append(try await core.onPool(bytes: body.count / documents.count) { render(document) })
    }
    let parts = results
    let answer = try await core.onPool(bytes: body.count) {
      var answer = Answer(body: Self.join(parts), contentType: "application/json; charset=utf-8")
      if takesGzip { answer.compress() }
      return answer
    }
    return answer.response(timing: nil)
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

  private func render(_ document: JSONValue) -> [UInt8] {
    do throws(APIError) {
      guard case .object(let members) = document else {
        throw .invalid(["documents": "each must be an object, not \(document.kind)"])
      }
      var reader = MemberReader(members)
      let source: RenderRoutes.Source =
        members["code"] != nil && members["markdown"] == nil ? .code : .markdown
      let rendered = try RenderRoutes(core: core).render(&reader, source, raw: nil, format: .html)
      core.metrics.rendered(rendered.timings)
      core.count(rendered)
      var sink = ByteSink(capacity: rendered.bytes.count + 512)
      rendered.writeJSON(into: &sink)
      return sink.bytes
    } catch {
      return error.json
    }
  }
}
