import Foundation
import FoundationXML
import HTTPTypes
import Testing

@testable import RenderService

/// `/drawings/{kind}`.
@Suite struct DrawingRouteTests {
  @Test(arguments: ServiceUnderTest.Way.allCases)
  func aDiagramIsDrawnInTheColoursOfATheme(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let paper = try await service.post(
        "/drawings/diagram?theme=paper", markdown: "graph LR\n  Question --> Answer\n")
      #expect(paper.status == 200)
      #expect(paper.headers[.contentType] == "image/svg+xml; charset=utf-8")
      #expect(paper.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
      // It is a document of its own: well-formed, with its namespace.
      let parser = XMLParser(data: Data(paper.body.utf8))
      parser.shouldProcessNamespaces = true
      #expect(parser.parse())
      #expect(paper.body.contains("xmlns=\"http://www.w3.org/2000/svg\""))
      #expect(paper.body.contains("Question"))
      let dark = try await service.post(
        "/drawings/diagram?theme=obsidian", markdown: "graph LR\n  Question --> Answer\n")
      #expect(dark.status == 200)
      #expect(dark.body != paper.body)
    }
  }

  @Test func aFormulaIsMathMLOrText() async throws {
    try await ServiceUnderTest.run { service in
      let block = try await service.post("/drawings/formula", markdown: #"\frac{a}{b}"#)
      #expect(block.headers[.contentType] == "application/mathml+xml; charset=utf-8")
      #expect(block.body.contains("xmlns=\"http://www.w3.org/1998/Math/MathML\""))
      #expect(block.body.contains("display=\"block\""))
      #expect(XMLParser(data: Data(block.body.utf8)).parse())
      let inline = try await service.post("/drawings/formula?inline=true", markdown: #"\frac{a}{b}"#)
      #expect(!inline.body.contains("display=\"block\""))
      let text = try await service.post(
        "/drawings/formula", markdown: #"\frac{a}{b}"#, headers: [.accept: "text/plain"])
      #expect(text.body.split(separator: "\n").count == 3)
      let line = try await service.post(
        "/drawings/formula?format=text&inline=true", markdown: #"\frac{a}{b}"#)
      #expect(line.body == "a/b")
    }
  }

  @Test func aSourceThatCannotBeDrawnIsRefusedWithTheReason() async throws {
    try await ServiceUnderTest.run { service in
      for (path, source, reason) in [
        ("/drawings/formula", #"\foo"#, #"unknown command \foo"#),
        ("/drawings/diagram", "flowchart TB\n  A ==", "line 2"),
        (
          "/drawings/diagram?format=text&width=20",
          "graph LR\n  \(String(repeating: "word ", count: 40))-->B", ""
        ),
        ("/drawings/diagram", "", ""),
      ] {
        let answer = try await service.post(path, markdown: source)
        #expect(answer.status == 422)
        #expect(answer.json["code"] as? String == "NOT_DRAWABLE")
        #expect(reason.isEmpty || (answer.json["reason"] as? String)?.contains(reason) == true)
      }
      let form = try await service.post("/drawings/diagram?format=mathml", markdown: "graph LR; A-->B")
      #expect(form.status == 422)
      #expect((form.json["fields"] as? [String: Any])?["format"] as? String == "must be one of svg, text")
      #expect(try await service.post("/drawings/picture", markdown: "x").status == 404)
      #expect(
        try await service.post("/drawings/formula", markdown: "x", headers: [.accept: "image/png"]).status
          == 406)
    }
  }

  @Test func hostileLabelsStayText() async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.post(
        "/drawings/diagram",
        markdown:
          "graph LR\n  A[\"<script>alert(1)</script>\"] --> B[\"<img onerror=x>\"]\n  click A \"javascript:alert(1)\"\n"
      )
      #expect(!answer.body.contains("<script"))
      #expect(!answer.body.contains("<img"))
      #expect(!answer.body.contains("href"))
    }
  }
}
