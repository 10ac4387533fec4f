import Foundation
import HTTPTypes
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

@testable import RenderService

/// `POST /messages/render`.
@Suite struct MessageRouteTests {
  private static func conversation(_ fixture: MessageFixture, _ service: ServiceUnderTest) throws
    -> Conversation
  {
    let renderer = Renderer(highlighter: service.server.core.catalog.highlighter)
    let (content, _) = renderer.render(try fixture.bytes(), as: .messages(fixture.format))
    guard case .conversation(let conversation) = content.canonical() else { throw NoConversation() }
    return conversation
  }

  struct NoConversation: Error {}

  /// The service returns the same output as the filter for the same messages.
  @Test(arguments: MessageFixture.allCases, ServiceUnderTest.Way.allCases)
  func everyFormatIsFoundAndRendered(
    _ fixture: MessageFixture, _ way: ServiceUnderTest.Way
  ) async throws {
    try await ServiceUnderTest.run(way) { service in
      let expected = try Self.conversation(fixture, service)
      let text = try fixture.text()
      func post(_ query: String) async throws -> ServiceUnderTest.Answer {
        let answer = try await service.send(
          .post, "/api/v1/messages/render" + query, text, type: fixture.contentType)
        #expect(answer.status == 200)
        return answer
      }
      let markdown = try await post("?format=markdown")
      #expect(markdown.headers[.contentType] == "text/markdown; charset=utf-8")
      #expect(Array(markdown.body.utf8) == ConversationMarkdownFormatter().format(expected))
      let plain = try await post("?format=text&input=\(fixture.format.rawValue)&expand=all")
      #expect(Array(plain.body.utf8) == ConversationTextFormatter(expansion: .all).format(expected))
      let ansi = try await post("?format=ansi&width=60")
      #expect(ansi.body.contains("\u{1B}["))
      let ir = try await post("?format=ir")
      #expect(Array(ir.body.utf8) == IRFormatter().format(expected))
      let page = try await post("?standalone=true&theme=paper,obsidian")
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
      #expect(page.body.contains("ils-chat"))
      #expect(page.body.contains("data-theme=\"obsidian\""))
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.contains(HTMLFormatter().conversationSecurityPolicy))
      // Our own form is a format as the others.
      let own = try await service.send(
        .post, "/api/v1/messages/render?format=markdown", ir.body, type: "application/json")
      #expect(own.body == markdown.body)
    }
  }

  @Test(arguments: ServiceUnderTest.Way.allCases)
  func anAnswerInJSONSaysWhatWasSkippedAndDegraded(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      let lines = """
        {"type":"system","subtype":"init","session_id":"s","model":"m"}
        {"type":"telemetry","session_id":"s"}
        not json
        {"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"```nolanguage\\nx\\n```"}]}}
        """
      let answer = try await service.send(
        .post, "/api/v1/messages/render", lines, type: "text/plain", headers: [.accept: "application/json"])
      #expect(answer.status == 200)
      #expect(answer.json["format"] as? String == "html")
      #expect(answer.json["input"] as? String == "stream-json")
      let skipped = try #require(answer.json["skipped"] as? [String: Any])
      #expect(skipped["brokenLines"] as? Int == 1)
      #expect(skipped["unknownTypes"] as? [String: Int] == ["telemetry": 1])
      let degraded = try #require(answer.json["degraded"] as? [[String: Any]])
      #expect(degraded.count == 1)
      #expect(degraded.first?["part"] as? String == "0.0")
      #expect(degraded.first?["reason"] as? String == "unknownLanguage")
      let raw = try await service.send(
        .post, "/api/v1/messages/render?format=text", lines, type: "text/plain")
      #expect(raw.headers[.xSkipped] == "brokenLines=1, unknownTypes=1")
      #expect(raw.headers[.xDegraded] == "unknownLanguage=1")
    }
  }

  @Test(
    arguments: [
      ("# Only markdown", "text/plain", 422, "input"),
      (#"{"a": 1}"#, "application/json", 422, "input"),
      (#"{"type":"conversation","version":9,"messages":[]}"#, "application/json", 422, "body"),
      (#"{"type":"conversation","messages":7}"#, "application/json", 422, "body"),
    ], ServiceUnderTest.Way.allCases)
  func whatIsNoConversationIsRefused(
    _ wrong: (body: String, type: String, status: Int, field: String), _ way: ServiceUnderTest.Way
  ) async throws {
    try await ServiceUnderTest.run(way) { service in
      let answer = try await service.send(.post, "/api/v1/messages/render", wrong.body, type: wrong.type)
      #expect(answer.status == wrong.status)
      #expect(answer.code == "VALIDATION_ERROR")
      #expect(answer.fields.keys.sorted() == [wrong.field])
    }
  }

  @Test func whatCannotBeUsedIsSaid() async throws {
    try await ServiceUnderTest.run { service in
      let path = "/api/v1/messages/render"
      let body = "data: [DONE]\n\n"
      let wrong = try await service.send(
        .post, path + "?input=yaml&expand=some&format=pdf&theme=papr&bare=true", body, type: "text/plain")
      #expect(wrong.status == 422)
      #expect(wrong.fields.keys.sorted() == ["bare", "expand", "format", "input", "theme"])
      let type = try await service.send(.post, path, body, type: "image/png")
      #expect(type.status == 415)
      #expect(type.code == "UNSUPPORTED_MEDIA_TYPE")
      let accept = try await service.send(
        .post, path + "?format=text", body, type: "text/plain", headers: [.accept: "image/png"])
      #expect(accept.status == 406)
      #expect(accept.code == "NOT_ACCEPTABLE")
      // Broken input is never fatal where its format was named.
      let broken = try await service.send(.post, path + "?input=stream-json", "}{", type: "text/plain")
      #expect(broken.status == 200)
      #expect(broken.headers[.xSkipped] == "brokenLines=1")
    }
  }

  @Test func aBodyIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.bodyBytes = 100
    } _: { service in
      let answer = try await service.send(
        .post, "/api/v1/messages/render", String(repeating: "{", count: 101), type: "text/plain")
      #expect(answer.status == 413)
      #expect(answer.code == "PAYLOAD_TOO_LARGE")
    }
  }

  /// Whatever a client says our own form holds: it is refused or rendered, and nothing breaks.
  @Test func aConversationInOurOwnFormIsNotBelieved() async throws {
    try await ServiceUnderTest.run { service in
      let whole = IRFormatter().format(try Self.conversation(.session, service))
      let numbers = [
        "-1", "4294967295", "9223372036854775807", "1e300", "0", "7", "null", "\"\u{1B}[2J\"", "[]",
      ]
      var generator = SeededGenerator(seed: 3)
      var statuses: Set<Int> = []
      for round in 0..<24 {
        let text = Self.changed(whole, with: numbers, times: 1 + round % 4, &generator)
        for format in ["html", "ansi", "text", "markdown", "ir"] {
          let answer = try await service.send(
            .post, "/api/v1/messages/render?input=ir&format=\(format)", text, type: "application/json")
          statuses.insert(answer.status)
        }
      }
      #expect(statuses == [200, 422])
    }
  }

  /// The text with some of its numbers, or strings, something else.
  private static func changed(
    _ bytes: [UInt8], with words: [String], times: Int, _ generator: inout SeededGenerator
  ) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    for _ in 0..<times {
      let numbers = text.ranges(of: /[0-9]+/)
      guard let range = numbers.randomElement(using: &generator),
        let word = words.randomElement(using: &generator)
      else { continue }
      text.replaceSubrange(range, with: word)
    }
    return text
  }
}
