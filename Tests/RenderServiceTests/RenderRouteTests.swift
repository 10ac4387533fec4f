import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import RenderService

/// `/render`, `/highlight` and `/render/batch`.
@Suite struct RenderRouteTests {
  @Test(arguments: ServiceUnderTest.Way.allCases)
  func aJSONBodyIsAnsweredInJSON(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let answer = try await service.post("/render", json: ##"{"markdown":"# Hi\n","theme":"paper"}"##)
      #expect(answer.status == 200)
      #expect(answer.json["format"] as? String == "html")
      #expect(answer.json["theme"] as? String == "paper")
      #expect((answer.json["output"] as? String)?.contains(">Hi<") == true)
      #expect((answer.json["degraded"] as? [Any])?.isEmpty == true)
      let timing = try #require(answer.headers[.serverTiming])
      for stage in ["parse;dur=", "highlight;dur=", "format;dur="] { #expect(timing.contains(stage)) }
      #expect(answer.headers[.xRequestID] != nil)
    }
  }

  @Test(
    arguments: [
      ("text/html", "text/html; charset=utf-8", "<h1"), ("text/plain", "text/plain; charset=utf-8", "Hi"),
      ("text/x-ansi", "text/x-ansi; charset=utf-8", "\u{1B}["),
      ("application/vnd.ilsrender.ir+json", "application/vnd.ilsrender.ir+json", "\"blocks\""),
      ("application/json", "application/vnd.ilsrender.ir+json", "\"blocks\""),
      ("text/plain;q=0.5, text/html;q=0.1", "text/plain; charset=utf-8", "Hi"),
      ("*/*", "text/html; charset=utf-8", "<h1"),
    ], ServiceUnderTest.Way.allCases)
  func acceptDecidesTheFormatOfARawBody(
    _ expected: (accept: String, type: String, content: String), _ way: ServiceUnderTest.Way
  ) async throws {
    try await ServiceUnderTest.run(way) { service in
      let answer = try await service.post("/render", markdown: "# Hi\n", headers: [.accept: expected.accept])
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == expected.type)
      #expect(answer.body.contains(expected.content))
    }
  }

  @Test func aQueryHasTheOptionsOfARawBody() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/render?format=text&width=20", markdown: "one two three four five six seven")
      #expect(answer.status == 200)
      #expect(answer.body.split(separator: "\n").allSatisfy { $0.count <= 20 })
      let numbered = try await service.post("/render?bare=true", markdown: "# Hi")
      #expect(numbered.body == "<h1>Hi</h1>\n")
    }
  }

  @Test func htmlHasSecurityHeaders() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post("/render?standalone=true", markdown: "# Hi")
      #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.body.hasPrefix("<!DOCTYPE html>"))
    }
  }

  @Test func rawHTMLNeverPasses() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/render?rawHTML=sanitize", markdown: "<script>alert(1)</script><b>x</b>")
      #expect(!answer.body.contains("<script"))
      let unsafe = try await service.post("/render?rawHTML=unsafe", markdown: "x")
      #expect(unsafe.status == 422)
      #expect(unsafe.fields["rawHTML"] != nil)
    }
  }

  @Test func whatIsDegradedIsSaid() async throws {
    try await ServiceUnderTest.run { service in
      let markdown = "```nolanguage\nx\ny\n```\n"
      let raw = try await service.post("/render", markdown: markdown)
      #expect(raw.headers[.xDegraded] == "unknownLanguage=1")
      let json = try await service.post(
        "/render", json: #"{"markdown":"```nolanguage\nx\ny\n```\n"}"#)
      let degraded = try #require(json.json["degraded"] as? [[String: Any]])
      #expect(degraded.count == 1)
      #expect(degraded[0]["reason"] as? String == "unknownLanguage")
      #expect(degraded[0]["block"] as? String == "0.0")
      #expect(degraded[0]["plainLines"] as? Int == 2)
    }
  }

  @Test(arguments: ServiceUnderTest.Way.allCases)
  func codeIsHighlightedAndItsLanguageNamed(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let named = try await service.post("/highlight", json: #"{"code":"let x = 1","language":"swift"}"#)
      #expect(named.json["language"] as? String == "swift")
      #expect(named.json["detected"] as? Bool == false)
      #expect((named.json["output"] as? String)?.contains("<span class=") == true)
      let detected = try await service.post(
        "/highlight", json: ##"{"code":"#!/usr/bin/env python3\nprint(1)\n"}"##)
      #expect(detected.json["language"] as? String == "python")
      #expect(detected.json["languageName"] as? String == "Python")
      #expect(detected.json["detected"] as? Bool == true)
      let byContent = try await service.post(
        "/highlight",
        json:
          #"{"code":"def f(x):\n    for i in range(x):\n        yield i\n\nif __name__ == '__main__':\n    print(f(3))\n"}"#
      )
      #expect(byContent.json["language"] as? String == "python")
      let raw = try await service.send(
        .post, "/api/v1/highlight?language=js", "let x = 1", type: "text/plain")
      #expect(raw.headers[.contentLanguageOfCode] == "javascript")
    }
  }

  @Test func aBatchHasAResultForEachDocument() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/render/batch",
        json: #"{"documents":[{"markdown":"*a*"},{"markdown":1},7,{"code":"let x","language":"swift"}]}"#)
      #expect(answer.status == 200)
      let results = try #require(answer.json["results"] as? [[String: Any]])
      #expect(results.count == 4)
      #expect((results[0]["output"] as? String)?.contains("<em>a</em>") == true)
      #expect(results[1]["code"] as? String == "VALIDATION_ERROR")
      #expect(results[2]["error"] as? Bool == true)
      #expect(results[3]["language"] as? String == "swift")
    }
  }

  /// Fences without a label are asked what they are, everywhere, unless that is switched off.
  @Test(arguments: ServiceUnderTest.Way.allCases)
  func fencesWithoutALabelAreHighlighted(_ way: ServiceUnderTest.Way) async throws {
    let code = """
      def f(x):
          for i in range(x):
              yield i

      if __name__ == '__main__':
          print(f(3))

      """
    let markdown = "```\n\(code)```\n"
    try await ServiceUnderTest.run(way) { service in
      let json = try #require(
        String(data: try JSONEncoder().encode(["markdown": markdown, "format": "ir"]), encoding: .utf8))
      let batch = try await service.post("/render/batch", json: #"{"documents":[\#(json)]}"#)
      let live = try await service.post("/streams/live", markdown: markdown)
      for answer in [try await service.post("/render", json: json), batch, live] {
        #expect(answer.status == 200)
        #expect(answer.body.contains("\"detected\":true"))
        #expect(answer.body.contains("python"))
      }
      let off = try await service.post("/render?detect=false&format=ir", markdown: markdown)
      #expect(!off.body.contains("detected") && !off.body.contains("python"))
      let offLive = try await service.post("/streams/live?detect=false", markdown: markdown)
      #expect(!offLive.body.contains("python"))
      let text = try await service.send(
        .post, "/api/v1/highlight?detect=false", code, type: "text/plain", headers: [.accept: "text/html"])
      #expect(text.headers[.contentLanguageOfCode] == nil)
    }
  }

  /// Each option does what the filter's does.
  @Test(arguments: [
    ("", "$x$", "<math", true), ("extensions=-math", "$x$", "<math", false),
    ("extensions=gfm", "$x$", "<math", false), ("drawings=true", "$x$", "ils-math", true),
    ("", ":tada:", "\u{1F389}", true), ("extensions=-emoji", ":tada:", ":tada:", true),
    ("bare=true", ":tada:", ":tada:", true), ("extensions=gfm,%2Bemoji", ":tada:", "\u{1F389}", true),
    ("extensions=+emoji", ":tada:", "\u{1F389}", true),
    ("extensions=all", ":tada:", "\u{1F389}", true), ("extensions=none", "~~x~~", "<del>", false),
    ("", "---\ntitle: T\n---\n\nx", "title", false),
    ("frontMatter=table", "---\ntitle: T\n---\n\nx", ">title</th>", true),
    ("frontMatter=code", "---\ntitle: T\n---\n\nx", "<pre", true),
    ("extensions=gfm", "---\ntitle: T\n---\n\nx", "<hr", true),
    ("drawings=true", "```mermaid\ngraph\n```", "<pre class=\"mermaid\"", true),
    ("", "```mermaid\ngraph\n```", "<pre class=\"mermaid\"", false),
    ("rawHTML=sanitize", "<b onclick=x>y</b>", "<b>y</b>", true),
    ("rawHTML=escape", "<b>y</b>", "<b>y</b>", false),
    ("optimistic=true", "a **bold", "<strong>", true), ("", "a **bold", "<strong>", false),
    ("smart=true", "\"a\"", "\u{201C}", true),
    ("format=text&width=20", "一二三四五六七八九十", "\n", true),
    ("format=ansi&links=none", "[a](https://e.com)", "e.com", false),
    ("format=ansi&links=inline", "[a](https://e.com)", "e.com", true),
  ])
  func optionsAreTheFilters(
    _ expected: (query: String, markdown: String, content: String, isThere: Bool)
  ) async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post("/render?\(expected.query)", markdown: expected.markdown)
      #expect(answer.status == 200)
      #expect(answer.body.contains(expected.content) == expected.isThere, "\(answer.body)")
    }
  }

  @Test func severalThemesAreInOnePage() async throws {
    try await ServiceUnderTest.run { service in
      let markdown = "```swift\nlet x = 1\n```\n"
      let page = try await service.post("/render?standalone=true&theme=paper,obsidian", markdown: markdown)
      #expect(page.body.contains("[data-theme=\"paper\"]") && page.body.contains("[data-theme=\"obsidian\"]"))
      let json = try await service.post("/render", json: #"{"markdown":"x","theme":"paper,obsidian"}"#)
      #expect(json.json["theme"] as? String == "paper,obsidian")
      let many = Array(repeating: "paper", count: 9).joined(separator: ",")
      for wrong in ["paper,", "paper,obsidain", many, "../paper", "paper,x.json"] {
        let answer = try await service.post("/render?theme=\(wrong)", markdown: "x")
        #expect(answer.status == 422)
        #expect(answer.fields.keys.sorted() == ["theme"])
      }
    }
  }

  @Test(arguments: ServiceUnderTest.Way.allCases)
  func optionsThatCannotBeUsedAreNamed(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let wrong = #"""
        {"markdown": "x", "extensions": ["maths"], "frontMatter": "show", "drawings": 1, "detect": "no",
         "optimistic": null, "ambiguous": "both", "width": 3, "links": "all", "theme": "obsidain", "input": "auto"}
        """#
      let answer = try await service.post("/render", json: wrong)
      #expect(answer.status == 422)
      #expect(
        answer.fields.keys.sorted() == [
          "ambiguous", "detect", "drawings", "extensions", "frontMatter", "input", "links", "optimistic",
          "theme",
          "width",
        ])
      #expect(answer.fields["theme"]?.contains("obsidian") == true)
      #expect(answer.fields["extensions"]?.contains("math") == true)
    }
  }

  @Test func aRepeatedRequestComesFromTheCache() async throws {
    try await ServiceUnderTest.run { service in
      let first = try await service.post("/render", markdown: "# Same")
      let second = try await service.post("/render", markdown: "# Same")
      let other = try await service.post("/render?theme=paper", markdown: "# Same")
      #expect(first.body == second.body)
      #expect(second.headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true)
      #expect(other.headers[.serverTiming]?.hasPrefix("cache") == false)
      #expect(try await service.send(.get, "/metrics").body.contains("ilsrender_cache_hits_total 1\n"))
    }
  }

  @Test func aLongAnswerIsCompressedForWhoTakesIt() async throws {
    try await ServiceUnderTest.run { service in
      let markdown = String(repeating: "A paragraph of text.\n\n", count: 200)
      let plain = try await service.post("/render", markdown: markdown)
      #expect(plain.headers[.contentEncoding] == nil)
      let length = try await service.client.execute(
        uri: "/api/v1/render", method: .post,
        headers: [.contentType: "text/markdown", .acceptEncoding: "br, gzip"], body: .init(string: markdown)
      ) { response in
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(Array(response.body.readableBytesView.prefix(2)) == [0x1F, 0x8B])
        return response.body.readableBytes
      }
      #expect(length < plain.body.utf8.count / 4)
      let refused = try await service.post(
        "/render", markdown: markdown, headers: [.acceptEncoding: "gzip;q=0"])
      #expect(refused.headers[.contentEncoding] == nil)
    }
  }
}
