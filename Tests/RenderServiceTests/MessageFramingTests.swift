import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import RenderService

/// HTTP/1 framing of messages and connections, byte by byte. Each exchange is answered and counted, and ends.
@Suite struct MessageFramingTests {
  struct Exchange: Sendable, CustomTestStringConvertible {
    var name: String
    var request: String
    /// The start of each answer. `codes` has the error codes of the answers with one.
    var answers: [String]
    var codes: [String] = []
    /// Whether the client closes its half after sending.
    var ends = false

    var testDescription: String { name }
  }

  private static let post = "POST /api/v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: text/markdown\r\n"
  private static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"
  private static let bad = ["HTTP/1.1 400 "]
  private static let malformed = ["MALFORMED_REQUEST"]

  static let exchanges: [Exchange] = [
    Exchange(
      name: "a body cut short", request: post + "Content-Length: 100\r\n\r\nabc", answers: bad,
      codes: malformed,
      ends: true),
    Exchange(
      name: "a chunk's size that is no number", request: chunked + "zz\r\nabc\r\n", answers: bad,
      codes: malformed),
    Exchange(
      name: "a trailer that is none", request: chunked + "3\r\nabc\r\n0\r\nX T y\r\n\r\n", answers: bad,
      codes: malformed),
    Exchange(
      name: "trailers without end",
      request: chunked + "3\r\nabc\r\n0\r\nX: \(String(repeating: "y", count: 40_000))\r\n\r\n",
      answers: ["HTTP/1.1 431 "], codes: ["HEADERS_TOO_LARGE"]),
    Exchange(
      name: "an unknown transfer coding", request: post + "Transfer-Encoding: x\r\n\r\nabc",
      answers: ["HTTP/1.1 501 "], codes: ["NOT_IMPLEMENTED"]),
    Exchange(
      name: "an unknown transfer coding before a known one",
      request: post + "Transfer-Encoding: x, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      answers: ["HTTP/1.1 501 "],
      codes: ["NOT_IMPLEMENTED"]),
    Exchange(
      name: "trailers", request: chunked + "3\r\nabc\r\n0\r\nX: y\r\n\r\nGET /nothing HTTP/1.0\r\n\r\n",
      answers: ["HTTP/1.1 200 ", "HTTP/1.0 404 "], codes: ["NOT_FOUND"]),
    Exchange(
      name: "a 404 with an unfinished body",
      request: "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
      answers: ["HTTP/1.1 404 "],
      codes: ["NOT_FOUND"]),
    Exchange(
      name: "no host", request: "GET /health HTTP/1.1\r\n\r\n", answers: bad, codes: malformed),
    Exchange(
      name: "two hosts", request: "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", answers: bad,
      codes: malformed),
    Exchange(
      name: "a host that is none", request: "GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n", answers: bad,
      codes: malformed),
    Exchange(
      name: "two hosts, of HTTP/1.0", request: "GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
      answers: ["HTTP/1.0 400 "], codes: malformed),
    Exchange(
      name: "HTTP/1.0 without a host", request: "GET /health HTTP/1.0\r\n\r\n", answers: ["HTTP/1.0 200 "]),
    Exchange(
      name: "HTTP/1.0 that stays open",
      request: "GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\nGET /health HTTP/1.0\r\n\r\n",
      answers: ["HTTP/1.0 200 ", "HTTP/1.0 200 "]),
    Exchange(
      name: "events for HTTP/1.0, which has no chunks",
      request:
        "POST /api/v1/streams/live HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nhi",
      answers: ["HTTP/1.0 200 "]),
    Exchange(
      name: "HTTP/1.0 that asks first",
      request:
        "POST /nothing HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
      answers: ["HTTP/1.0 404 "], codes: ["NOT_FOUND"]),
    Exchange(
      name: "an absolute address",
      request: "GET http://elsewhere/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      answers: ["HTTP/1.1 200 "]),
    Exchange(
      name: "a wish to close in capitals",
      request: "GET /health HTTP/1.1\r\nHost: x\r\nConnection: Close, TE\r\n\r\n", answers: ["HTTP/1.1 200 "]),
    Exchange(
      name: "nonsense behind a request", request: "GET /health HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n",
      answers: ["HTTP/1.1 200 ", "HTTP/1.1 400 "], codes: malformed),
  ]

  @Test(.timeLimit(.minutes(2)), arguments: exchanges)
  func everyExchangeEndsWithItsResponse(_ exchange: Exchange) async throws {
    try await ServiceUnderTest.run(.live) { service in
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send(exchange.request)
      if exchange.ends { connection.endSending() }
      // Without end: until the service closes the connection.
      let text = await connection.read()
      let starts = text.ranges(of: #/HTTP/1\.[01] \d{3} /#).map(\.lowerBound)
      let answers = zip(starts, starts.dropFirst() + [text.endIndex]).map { text[$0..<$1] }
      #expect(answers.count == exchange.answers.count)
      for (answer, expected) in zip(answers, exchange.answers) { #expect(answer.hasPrefix(expected)) }
      #expect(answers.last?.lowercased().contains("connection: close") == true)
      for code in exchange.codes { #expect(text.contains("\"code\":\"\(code)\"")) }
      if exchange.request.contains("HTTP/1.0") { #expect(!answers.last!.contains("chunked")) }
      // Counted as the client's fault, and each once.
      let faults = exchange.answers.filter { !$0.contains(" 2") }
      let metrics = try await service.metrics(
        containing: faults.map { "status=\"\($0.dropFirst(9).prefix(3))\"} 1\n" })
      #expect(!metrics.contains("status=\"5") || exchange.codes == ["NOT_IMPLEMENTED"])
    }
  }

  /// A body that comes too slowly is counted as that.
  @Test(.timeLimit(.minutes(1)))
  func aSlowBodyIsATimeout() async throws {
    try await ServiceUnderTest.run(.live) {
      $0.times.request = .milliseconds(50)
    } _: { service in
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send(Self.post + "Content-Length: 100\r\n\r\nabc")
      #expect(await connection.read().hasPrefix("HTTP/1.1 408 "))
      let metrics = try await service.metrics(
        containing: ["route=\"/api/v1/render\",status=\"408\"} 1\n"])
      #expect(!metrics.contains("status=\"500\""))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func slowHeadersAreATimeout() async throws {
    try await ServiceUnderTest.run(.live) {
      $0.times.header = .milliseconds(50)
    } _: { service in
      let connection = try RawConnection(port: try #require(service.client.port))
      connection.send("GET /hea")
      #expect(await connection.read().hasPrefix("HTTP/1.1 408 "))
      _ = try await service.metrics(containing: ["route=\"none\",status=\"408\"} 1\n"])
    }
  }

  @Test(arguments: [
    ("/a%2Cb", "/a,b"), ("/a%2cb?x=%2C", "/a,b?x=%2C"), ("/a%2Fb%3F%23%25%00%C3", nil), ("/a%zz%4", nil),
    ("/%68ealth", "/health"), ("/plain?%2C", nil),
  ])
  func pathsAreDecoded(_ path: String, _ decoded: String?) {
    let result = RenderServer.Responder.decoded(path)
    #expect((result ?? path) == (decoded ?? path))
  }
}
