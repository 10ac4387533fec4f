import Foundation
import HTTPTypes
import RunFormatters
import StyledRuns
import Testing

@testable import RenderService

/// The option `redact` of requests and streams.
@Suite struct RedactionRouteTests {
  // The tokens are put together here, so that no scanner takes them for real ones.
  private static let token = "ghp" + "_q7Wm2ZkR9tYp4LsX1vBn8DfG3hJc6Ae5UoTi"
  private static let hidden = "q7Wm2ZkR9tYp4LsX1vBn8DfG3h"
  private static let mark = "[redacted: GitHub token \u{2026}UoTi]"
  private static let markdown =
    "Use \(token) at http://a:s3cr8tW0rd@b.example\n\n```sh\nexport T=\(token)\n```\n"
  private static let counts = ["GitHub token": 2, "password in a URL": 1]

  private static let messages = [
    #"{"type":"system","subtype":"init","session_id":"s","model":"m","cwd":"/home/\#(token)"}"#,
    #"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"It is \#(token)."},{"type":"tool_use","id":"t","name":"\#(token)","input":{"key":"\#(token)"}}]}}"#,
    #"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"\#(token)"},{"type":"image","source":{"type":"url","url":"https://a.example/?k=\#(token)"}}]}]}}"#,
  ].joined(separator: "\n")

  private func expectClean(_ answer: ServiceUnderTest.Answer, _ counts: [String: Int] = counts) {
    #expect(answer.status == 200)
    #expect(!answer.body.contains(Self.hidden))
    #expect(answer.body.contains("UoTi"))
    let header = counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    #expect(answer.headers[HTTPField.Name("X-Redacted")!] == header)
  }

  @Test(arguments: ServiceUnderTest.Way.allCases)
  func everyFormatOfADocumentIsRedacted(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      for format in ["html", "ansi", "text", "ir"] {
        expectClean(try await service.post("/render?redact=true&format=\(format)", markdown: Self.markdown))
      }
      expectClean(try await service.post("/render?redact=true&optimistic=true", markdown: Self.markdown))
      expectClean(
        try await service.send(
          .post, "/api/v1/highlight?redact=true&language=sh", "export T=\(Self.token)\n", type: "text/plain"),
        ["GitHub token": 1])
      let plain = try await service.post("/render", markdown: Self.markdown)
      #expect(plain.body.contains(Self.hidden))
      #expect(plain.headers[HTTPField.Name("X-Redacted")!] == nil)
    }
  }

  @Test func anAnswerInJSONCounts() async throws {
    try await ServiceUnderTest.run { service in
      let text = String(decoding: try JSONEncoder().encode(Self.markdown), as: UTF8.self)
      let answer = try await service.post("/render", json: #"{"markdown":\#(text),"redact":true}"#)
      #expect(answer.json["redacted"] as? [String: Int] == Self.counts)
      #expect(!answer.body.contains(Self.hidden))
      let none = try await service.post("/render", json: #"{"markdown":"x","redact":true}"#)
      #expect(none.json["redacted"] as? [String: Int] == [:])
      let off = try await service.post("/render", json: #"{"markdown":"x"}"#)
      #expect(off.json["redacted"] == nil)
    }
  }

  /// Texts, inputs, results, names of tools and folders, and addresses of images. A name counts once.
  @Test(arguments: ServiceUnderTest.Way.allCases)
  func everyFormatOfMessagesIsRedacted(_ way: ServiceUnderTest.Way) async throws {
    try await ServiceUnderTest.run(way) { service in
      for format in ["html", "ansi", "text", "ir", "markdown"] {
        let answer = try await service.send(
          .post, "/api/v1/messages/render?redact=true&expand=all&format=\(format)", Self.messages,
          type: "application/x-ndjson")
        expectClean(answer, ["GitHub token": 6])
      }
    }
  }

  @Test(arguments: [("markdown", markdown, counts), ("auto", messages, ["GitHub token": 6])])
  func streamsAreRedactedAtAnyCut(_ input: String, _ text: String, _ counts: [String: Int]) async throws {
    try await ServiceUnderTest.run { service in
      for length in [1, 7, 50] {
        let path = try await service.stream(#"{"input":"\#(input)","redact":true}"#)
        var rest = text[...]
        while !rest.isEmpty {
          _ = try await service.send(
            .post, "/api/v1" + path + "/chunks", String(rest.prefix(length)), type: "application/octet-stream"
          )
          rest = rest.dropFirst(length)
        }
        let open = try await service.get(path + "?format=html")
        #expect(!open.body.contains(Self.hidden))
        _ = try await service.send(.post, "/api/v1" + path + "/finish")
        let events = try await service.events(path)
        #expect(events.last?.kind == "done")
        #expect(!events.contains { $0.data.contains(Self.hidden) })
        let content = try ConversationStreamTests.content(events)
        let statistics = try #require(events.last { $0.kind == "stats" })
        #expect(try Self.redacted(statistics) == counts)
        #expect(try Self.redacted(try #require(events.last)) == counts)
        #expect(try await service.get(path).json["redacted"] as? [String: Int] == counts)
        let whole = try await service.get(path + "?format=ir")
        expectClean(whole, counts)
        #expect(Self.ir(content) == whole.body)
        for format in ["markdown", "html", "text"] {
          expectClean(try await service.get(path + "?format=\(format)"), counts)
        }
        let patches = try await service.get(path + "/events?as=html")
        #expect(!patches.body.contains(Self.hidden))
      }
    }
  }

  @Test(arguments: [("markdown", markdown), ("auto", messages)])
  func liveStreamsAreRedacted(_ input: String, _ text: String) async throws {
    try await ServiceUnderTest.run { service in
      let answer = try await service.send(
        .post, "/api/v1/streams/live?redact=true&input=\(input)", text, type: "text/plain")
      #expect(answer.status == 200)
      #expect(!answer.body.contains(Self.hidden))
      #expect(answer.body.contains("redacted: GitHub token"))
      let done = try #require(Event.all(in: answer.body).last { $0.kind == "done" })
      #expect(try Self.redacted(done)?["GitHub token"] == (input == "markdown" ? 2 : 6))
    }
  }

  private static func ir(_ content: StreamContent) -> String {
    switch content {
    case .document(let document): String(decoding: IRFormatter().format(document), as: UTF8.self)
    case .conversation(let conversation): String(decoding: IRFormatter().format(conversation), as: UTF8.self)
    }
  }

  private static func redacted(_ event: Event) throws -> [String: Int]? {
    struct Statistics: Decodable { var redacted: [String: Int]? }
    return try JSONDecoder().decode(Statistics.self, from: Data(event.data.utf8)).redacted
  }
}
