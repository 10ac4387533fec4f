import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import RenderService

/// Limits for the size of one answer, and of all answers that clients have not read yet.
@Suite struct AnswerLimitTests {
  private static let text = String(repeating: "word ", count: 1000)

  @Test(arguments: ["html", "ansi", "text", "ir"])
  func anAnswerIsBounded(_ format: String) async throws {
    try await ServiceUnderTest.run {
      $0.limits.answerBytes = 4000
    } _: { service in
      let path = "/render?format=\(format)"
      let answer = try await service.post(path, markdown: Self.text)
      #expect(answer.status == 422)
      #expect(answer.code == "ANSWER_TOO_LARGE")
      #expect(try await service.post(path, markdown: "short").status == 200)
      let json = try await service.post(path, json: #"{"markdown":"\#(Self.text)"}"#)
      #expect(json.code == "ANSWER_TOO_LARGE")
    }
  }

  /// Within the bound without what JSON adds, beyond it with that.
  @Test func whatJSONAddsCounts() async throws {
    let text = String(repeating: "\\\"", count: 500)
    try await ServiceUnderTest.run {
      $0.limits.answerBytes = 800
    } _: { service in
      let json = #"{"markdown":"\#(text)","format":"text"}"#
      let raw = try await service.post("/render", json: json, headers: [.accept: "text/plain"])
      #expect(raw.status == 200)
      #expect(try await service.post("/render", json: json).code == "ANSWER_TOO_LARGE")
    }
  }

  @Test func conversationsAndStreamsAreBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.answerBytes = 4000
    } _: { service in
      let body = #"[{"role":"user","content":"\#(Self.text)"}]"#
      #expect(try await service.post("/messages/render", json: body).code == "ANSWER_TOO_LARGE")
      let path = try await service.stream()
      _ = try await service.post(path + "/chunks", markdown: Self.text)
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      #expect(try await service.get(path + "?format=html").code == "ANSWER_TOO_LARGE")
    }
  }

  /// The documents of a batch share what one answer may be.
  @Test func aBatchIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.limits.answerBytes = 12_000
    } _: { service in
      let document = #"{"markdown":"\#(Self.text)","format":"text"}"#
      let body = "{\"documents\":[\(document),\(document),\(document)]}"
      let answer = try await service.post("/render/batch", json: body)
      let results = try #require(answer.json["results"] as? [[String: Any]])
      #expect(results.map { $0["code"] as? String } == [nil, nil, "ANSWER_TOO_LARGE"])
    }
  }

  /// A request of 80 KB whose answer has about 9 MB: each row of the table is as wide as its widest one. What it sends fits
  /// into the kernel's buffers, so that sending waits for nobody.
  private static let request: String = {
    let table =
      "| \(String(repeating: "x", count: 900)) |\n|---|\n" + String(repeating: "|a|\n", count: 20_000)
    return "POST /api/v1/render?format=ansi&width=1000 HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\n"
      + "Connection: close\r\nContent-Length: \(table.utf8.count)\r\n\r\n" + table
  }()

  /// An answer that nobody reads counts, keeps others from being made where the bound is reached, and stops counting when
  /// it is read.
  @Test func answersThatNobodyReadsAreBounded() async throws {
    let limit = 64 << 20
    try await ServiceUnderTest.run(.live) {
      $0.limits.answersBytes = limit
    } _: { service in
      let core = service.server.core
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send(Self.request)
      try await waitWhile(core.answerBytes.count == 0)
      let others = HeldBytes(in: core.answerBytes, of: nil)
      try others.add(limit - core.answerBytes.count)
      #expect(throws: APIError.tooManyBytes) { try others.add(64 << 20) }
      let refused = try await service.post("/render", markdown: "x")
      #expect(refused.status == 503)
      #expect(refused.code == "OVERLOADED")
      others.remove(64 << 20)
      withExtendedLifetime(others) {}
      #expect(await connection.read().utf8.count > 8 << 20)
    }
  }

  /// Nothing of an answer counts any more when it was read, nor when the client went away without reading.
  @Test(arguments: [true, false])
  func bytesOfAnswersAreReleased(isRead: Bool) async throws {
    try await ServiceUnderTest.run(.live) { service in
      let core = service.server.core
      var connection: RawConnection? = try RawConnection(port: try #require(service.client.port))
      connection?.send(Self.request)
      try await waitWhile(core.answerBytes.count == 0)
      if isRead { _ = await connection?.read() }
      connection = nil
      try await waitWhile(core.answerBytes.count > 0)
      let next = try await service.post("/render", markdown: "x")
      #expect(next.status == 200)
    }
  }
}
