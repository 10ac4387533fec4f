import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MessageStreams
import Rendering
import Testing

@testable import RenderService

/// Every error has our form, whoever finds it.
@Suite struct ErrorTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    var what: String
    var method: HTTPRequest.Method = .post
    var path = "/api/v1/render"
    var body: String? = "{}"
    var type: String? = "application/json"
    var accept: String?
    var status: Int
    var code: String
    var field: String?
    var says: String?

    var testDescription: String { what }
  }

  static let unknownID = String(repeating: "A", count: 22)

  static let wrongs: [Wrong] = [
    Wrong(what: "no such address", path: "/nothing", status: 404, code: "NOT_FOUND"),
    Wrong(what: "no such method", method: .put, status: 405, code: "METHOD_NOT_ALLOWED"),
    Wrong(
      what: "a method that few know", method: HTTPRequest.Method("PROPFIND")!, path: "/health", body: nil,
      status: 405, code: "METHOD_NOT_ALLOWED"),
    Wrong(what: "no JSON", body: "{", status: 400, code: "MALFORMED_REQUEST", says: "byte 1"),
    Wrong(what: "JSON that is no object", body: "[1]", status: 400, code: "MALFORMED_REQUEST"),
    Wrong(what: "JSON with something behind it", body: "{} x", status: 400, code: "MALFORMED_REQUEST"),
    Wrong(
      what: "JSON that is no UTF-8 in its escapes", body: #"{"a":"\x"}"#, status: 400,
      code: "MALFORMED_REQUEST"),
    Wrong(what: "no text", status: 422, code: "VALIDATION_ERROR", field: "markdown"),
    Wrong(
      what: "text that is a number", body: #"{"markdown":1}"#, status: 422, code: "VALIDATION_ERROR",
      field: "markdown"),
    Wrong(
      what: "an unknown member", body: #"{"markdown":"x","formt":"ir"}"#, status: 422,
      code: "VALIDATION_ERROR",
      field: "formt", says: "did you mean format"),
    Wrong(
      what: "an unknown theme", body: #"{"markdown":"x","theme":"obsidan"}"#, status: 422,
      code: "VALIDATION_ERROR", field: "theme", says: "did you mean obsidian"),
    Wrong(
      what: "a theme by its path", body: #"{"markdown":"x","theme":"/etc/passwd"}"#, status: 422,
      code: "VALIDATION_ERROR", field: "theme"),
    Wrong(
      what: "a theme by a file's name", body: #"{"markdown":"x","theme":"x.json"}"#, status: 422,
      code: "VALIDATION_ERROR", field: "theme"),
    Wrong(
      what: "an unknown language", path: "/api/v1/highlight", body: #"{"code":"x","language":"swfit"}"#,
      status: 422, code: "VALIDATION_ERROR", field: "language", says: "did you mean swift"),
    Wrong(
      what: "an unknown format", body: #"{"markdown":"x","format":"pdf"}"#, status: 422,
      code: "VALIDATION_ERROR", field: "format"),
    Wrong(
      what: "a width out of range", body: #"{"markdown":"x","width":5}"#, status: 422,
      code: "VALIDATION_ERROR", field: "width"),
    Wrong(
      what: "a width in the query", path: "/api/v1/render?width=x", body: "x", type: "text/markdown",
      status: 422, code: "VALIDATION_ERROR", field: "width"),
    Wrong(
      what: "a parameter twice", path: "/api/v1/render?smart=true&smart=true", body: "x",
      type: "text/markdown", status: 422, code: "VALIDATION_ERROR", field: "smart"),
    Wrong(
      what: "an unknown extension", body: #"{"markdown":"x","extensions":["tables"]}"#, status: 422,
      code: "VALIDATION_ERROR", field: "extensions"),
    Wrong(
      what: "a type nobody understands", body: "x", type: "image/png", status: 415,
      code: "UNSUPPORTED_MEDIA_TYPE"),
    Wrong(what: "no type", body: "x", type: nil, status: 415, code: "UNSUPPORTED_MEDIA_TYPE"),
    Wrong(
      what: "a type that cannot be had", body: "x", type: "text/markdown", accept: "image/png", status: 406,
      code: "NOT_ACCEPTABLE"),
    Wrong(
      what: "a type that cannot be had for JSON", body: #"{"markdown":"x"}"#, accept: "image/png",
      status: 406, code: "NOT_ACCEPTABLE"),
    Wrong(
      what: "an empty batch", path: "/api/v1/render/batch", body: #"{"documents":[]}"#, status: 422,
      code: "VALIDATION_ERROR", field: "documents"),
    Wrong(
      what: "an unknown stream", method: .get, path: "/api/v1/streams/\(unknownID)", body: nil, status: 404,
      code: "NOT_FOUND"),
    Wrong(
      what: "what is no stream's id", method: .get, path: "/api/v1/streams/x", body: nil, status: 400,
      code: "MALFORMED_REQUEST"),
    Wrong(
      what: "events of an unknown stream", method: .get, path: "/api/v1/streams/\(unknownID)/events",
      body: nil, status: 404, code: "NOT_FOUND"),
    Wrong(
      what: "a page of too many", method: .get, path: "/api/v1/streams?limit=101", body: nil, status: 422,
      code: "VALIDATION_ERROR", field: "limit"),
    Wrong(
      what: "an unknown stylesheet", method: .get, path: "/api/v1/themes/nothing.css", body: nil, status: 404,
      code: "NOT_FOUND"),
  ]

  @Test(arguments: wrongs, ServiceUnderTest.Way.allCases)
  func errorsHaveTheDocumentedForm(_ wrong: Wrong, _ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      var headers: HTTPFields = [:]
      if let accept = wrong.accept { headers[.accept] = accept }
      let answer = try await service.send(
        wrong.method, wrong.path, wrong.body, type: wrong.type, headers: headers)
      #expect(answer.status == wrong.status)
      #expect(answer.json["error"] as? Bool == true)
      #expect(answer.code == wrong.code)
      #expect((answer.json["reason"] as? String)?.isEmpty == false)
      #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
      #expect(answer.headers[.xRequestID] != nil)
      if let field = wrong.field { #expect(answer.fields[field] != nil) }
      if let says = wrong.says { #expect(answer.body.contains(says)) }
      if wrong.status == 405 { #expect(answer.headers[.allow]?.isEmpty == false) }
    }
  }

  @Test func aHeadOfAnErrorHasNoBody() async throws {
    try await ServiceUnderTest.run(.live) { service in
      let answer = try await service.send(.head, "/nothing")
      #expect(answer.status == 404)
      #expect(answer.body.isEmpty)
      // The connection still works.
      #expect(try await service.get("/health").status == 200)
    }
  }

  /// A request that is full of members that nobody knows gets an answer of bounded size.
  @Test func atMostTenUnknownMembersAreNamed() async throws {
    try await ServiceUnderTest.run { service in
      let members = (0..<1000).map { "\"\(String(repeating: "x", count: 1000))\($0)\":1" }
      let answer = try await service.post(
        "/render", json: "{\"markdown\":\"x\",\(members.joined(separator: ","))}")
      #expect(answer.status == 422)
      #expect(answer.fields.count <= 11)
      #expect(answer.fields["..."] == "990 more are not known here")
      #expect(answer.body.utf8.count < 5000)
      let query = (0..<12).map { "q\($0)=1" }.joined(separator: "&")
      #expect(try await service.get("/themes?" + query).fields["q0"] != nil)
    }
  }

  @Test(arguments: [
    ("text/markdown", 200), ("text/markdown; charset=utf-8", 200), ("text/markdown;charset=\"UTF-8\"", 200),
    ("text/markdown; charset=us-ascii", 200), ("text/markdown; charset=iso-8859-1", 415),
    ("text/markdown; x=y; charset=utf-16", 415),
  ])
  func otherCharsetsAreRefused(_ type: String, _ status: Int) async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.send(.post, "/api/v1/render", "x", type: type)
      #expect(answer.status == status)
      let live = try await service.send(.post, "/api/v1/streams/live", "x", type: type)
      #expect(live.status == status)
    }
  }

  /// Nothing is a document, too: an empty one.
  @Test func emptyDocumentsAreDocuments() async throws {
    try await ServiceUnderTest.run { service in
      for answer in [
        try await service.post("/render", markdown: ""),
        try await service.post("/render", json: #"{"markdown":""}"#),
        try await service.post("/highlight", json: #"{"code":""}"#),
        try await service.send(.post, "/api/v1/highlight", "", type: "text/plain"),
        try await service.post("/messages/render", json: ""),
        try await service.send(
          .post, "/api/v1/messages/render?input=stream-json", "", type: "application/jsonl"),
        try await service.post("/render/batch", json: #"{"documents":[{"markdown":""}]}"#),
      ] { #expect(answer.status == 200, "\(answer.body)") }
    }
  }

  private struct Secret: Error { var detail = "the inner detail" }

  @Test func anInnerErrorSaysNothingOfItself() async throws {
    let router = Router(context: ServiceContext.self)
    let core = try RenderServer(configuration: ServiceConfiguration()).core
    defer { core.pool.stop() }
    router.add(middleware: RequestMiddleware(routes: RouteTable([]), core: core))
    router.get("fails") { _, _ -> Response in throw Secret() }
    try await Application(router: router).test(.router) { client in
      try await client.execute(uri: "/fails", method: .get) { response in
        let body = String(buffer: response.body)
        #expect(response.status == .internalServerError)
        #expect(body.contains("\"code\":\"INTERNAL_ERROR\""))
        #expect(!body.contains("detail"))
        let id = try #require(response.headers[.xRequestID])
        #expect(body.contains("\"requestID\":\"\(id)\""))
      }
    }
  }

  /// The description and the service name the same codes.
  @Test func everyCodeIsDescribed() {
    let codes: [APIErrorCode] = [
      .malformedRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
      .requestTimeout,
      .streamFinished, .sequenceGap, .unknownCursor, .streamGone, .payloadTooLarge, .unsupportedMediaType,
      .validation, .tooManyStreams, .slowDown, .headersTooLarge, .internalError, .overloaded, .draining,
      .answerTooLarge, .renderingTimeout, .clientClosed,
      .notImplemented,
    ]
    let description = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
    for code in codes { #expect(description.contains(code.rawValue)) }
  }

  /// The description lists every form of messages wherever it lists inputs.
  @Test func everyInputIsDescribed() throws {
    let description = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)
    let lists = description.split(separator: "enum: [").dropFirst().map { $0.prefix { $0 != "]" } }
      .map { $0.split(separator: ",").map { $0.trimmingPrefix(" ") } }
    let inputs = lists.filter { $0.contains("stream-json") }
    #expect(inputs.count >= 4)
    for format in MessageFormat.allCases {
      #expect(inputs.allSatisfy { $0.contains { $0 == format.rawValue } }, "\(format.rawValue)")
    }
  }
}
