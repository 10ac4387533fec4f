import Foundation
import HTTPTypes
import Rendering
import RunFormatters
import Testing
import TextMate

@testable import RenderService

/// The routes for languages, themes, the API description and the state of the service.
@Suite struct RouteTests {
  @Test(arguments: [
    "/api/v1/languages", "/api/v1/themes", "/api/v1/themes/paper.css", "/api/v1/openapi.yaml",
  ])
  func fixedAnswersHaveATag(_ path: String) async throws {
    try await ServiceUnderTest.run { service in
      let first = try await service.send(.get, path)
      #expect(first.status == 200)
      let tag = try #require(first.headers[.eTag])
      let again = try await service.send(.get, path, headers: [.ifNoneMatch: "\"x\", W/\(tag)"])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(try await service.send(.get, path, headers: [.ifNoneMatch: "\"x\""]).status == 200)
      let packed = try await service.send(.head, path, headers: [.acceptEncoding: "gzip"])
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(packed.body.isEmpty)
    }
  }

  @Test func languagesAndThemesAreListed() async throws {
    try await ServiceUnderTest.run { service in
      let languages = try #require(try await service.get("/languages").json["items"] as? [[String: Any]])
      let swift = try #require(languages.first { $0["id"] as? String == "swift" })
      #expect(swift["highlighted"] as? Bool == true)
      let themes = try #require(try await service.get("/themes").json["items"] as? [[String: Any]])
      #expect(themes.contains { $0["id"] as? String == "paper" && $0["kind"] as? String == "light" })
    }
  }

  /// With the rules for conversations, the stylesheet is what `ilsrender themes --css` prints.
  @Test(arguments: ["paper", "obsidian,paper"], ServiceUnderTest.Way.allCases)
  func aStylesheetIsTheFilters(_ names: String, _ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let sheets = try names.split(separator: ",").map {
        try service.server.core.catalog.themes.theme(named: String($0)).completeStyleSheet()
      }
      let expected = HTMLFormatter().stylesheet(for: sheets)
      let answer = try await service.get("/themes/\(names).css")
      #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
      #expect(Array(answer.body.utf8) == expected)
      let more = try await service.get("/themes/\(names).css?conversations=true")
      #expect(more.body == answer.body + HTMLFormatter.conversationStylesheet)
      #expect(more.headers[.eTag] != answer.headers[.eTag])
      #expect(try await service.get("/themes/\(names),nothing.css").status == 404)
      #expect(try await service.get("/themes/\(names).css?conversations=1").status == 422)
    }
  }

  /// One stylesheet serves every document of its theme: no class that a document has is missing.
  @Test(arguments: ["obsidian", "paper", "ghost-protocol"])
  func aStylesheetKnowsEveryClass(_ theme: String) async throws {
    try await ServiceUnderTest.run { service in
      let css = try await service.get("/themes/\(theme).css").body
      let markdown = """
        ```swift
        /// Doc *x*
        @main struct A<T: Sequence> { let x: Int = 0x1F + "a\\(b)".count; func f() throws -> T? { nil } }
        ```
        ```html
        <!DOCTYPE html><a href="x" style="color: red">&amp;<script>var a = /x+/g // c</script></a>
        ```
        ```diff
        - a
        + b
        ```
        ```markdown
        # H *i* **b** ~~s~~ `c` [l](u)
        ```
        """
      let html = try await service.post("/render?theme=\(theme)", markdown: markdown).body
      let spans = html.components(separatedBy: "<span class=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      let classes = Set(spans.flatMap { $0.split(separator: " ") }).filter { !$0.hasPrefix("ils-") }
      #expect(classes.count > 3)
      for name in classes { #expect(css.contains(".ils .\(name){")) }
    }
  }

  @Test(arguments: ["", "/api/v1"], ServiceUnderTest.Way.allCases)
  func healthRoutesReportTheState(_ prefix: String, _ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      #expect(try await service.send(.get, prefix + "/health").json["status"] as? String == "ok")
      #expect(try await service.send(.get, prefix + "/ready").json["status"] as? String == "ready")
      let metrics = try await service.send(.get, prefix + "/metrics")
      #expect(metrics.headers[.contentType]?.hasPrefix("text/plain; version=0.0.4") == true)
      for name in [
        "ilsrender_requests_total{method=\"GET\",route=\"\(prefix)/health\",status=\"200\"} 1",
        "ilsrender_request_seconds_bucket{", "ilsrender_queue_depth 0", "ilsrender_streams 0",
        "ilsrender_cache_hits_total", "ilsrender_highlight_limited_blocks_total", "ilsrender_renders_in_work",
      ] { #expect(metrics.body.contains(name)) }
    }
  }

  @Test func metricsCountInBuckets() {
    let cell = HistogramCell()
    for seconds in [0.0001, 0.003, 0.003, 99] { cell.record(seconds) }
    #expect(cell.value.counts.reduce(0, +) == 4)
    #expect(cell.value.counts.last == 1)
    #expect(cell.value.counts[3] == 2)
  }

  @Test(arguments: [
    ("{\"a\":[1,-2.5,1e2,true,null,\"x\\u00e9\\ud83c\\udf89\"]}", true), ("[]", true), ("", false),
    ("[1,]", false),
    ("{\"a\":1,}", false), ("01", false), ("1.", false), ("+1", false), ("\"\u{1}\"", false), ("nul", false),
    ("[1] 2", false), (String(repeating: "[", count: 100), false), ("\"\\u12\"", false), ("-", false),
  ])
  func jsonIsReadStrictly(_ text: String, _ isValid: Bool) {
    #expect(((try? JSONParser.parse(Array(text.utf8))) != nil) == isValid)
  }

  @Test func jsonValuesAreWhatTheyAre() throws {
    let value = try JSONParser.parse(Array(#"{"a":[1,2.5,3.0,"\ud800x\n"],"b":false}"#.utf8))
    let expected: RequestJSON = .object([
      "a": .array([.integer(1), .number(2.5), .integer(3), .string("\u{FFFD}x\n")]), "b": .bool(false),
    ])
    #expect(value == expected)
    #expect((try? JSONParser.parse([0x22, 0xFF, 0x22])) == nil)
  }
}
