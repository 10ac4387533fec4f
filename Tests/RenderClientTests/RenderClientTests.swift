import StyledRuns
import Testing

@testable import RenderClient

@Suite("The client")
struct RenderClientTests {
  @Test(arguments: ["localhost:9090", "ftp://host", "http://", "http:///x", "https://a b", "https://h?q", ""])
  func addressesThatCannotBeUsedAreRefused(_ address: String) {
    #expect {
      try RenderClient(server: address, transport: ScriptedTransport([]))
    } throws: { ($0 as? ClientError)?.code == .badAddress }
  }

  @Test func messagesAreSentAsTheyAreWithOptionsInTheQuery() async throws {
    let transport = ScriptedTransport([
      .init(pieces: [
        #"{"format":"text","theme":"a,b","input":"messages","skipped":{"brokenLines":1,"unknownTypes":{"x":2}},"degraded":[],"output":"y"}"#
      ])
    ])
    let client = try RenderClient(server: "https://host", transport: transport)
    let rendered = try await client.render(
      messages: [0x5B, 0xFF],
      options: RenderOptions(
        format: .text, theme: "a,b", extensions: ["+emoji"], smart: true, detect: false, input: "messages",
        expand: "all", width: 40))
    #expect(rendered.input == "messages")
    #expect(rendered.skipped?.unknownTypes == ["x": 2])
    let request = try #require(transport.requests.first)
    #expect(
      request.url
        == "https://host/api/v1/messages/render?format=text&theme=a%2cb&extensions=%2bemoji&input=messages"
        + "&expand=all&width=40&smart=true&detect=false")
    #expect(request.body == [0x5B, 0xFF])
    #expect(request.headers.contains { $0.name == "Accept" && $0.value == "application/json" })
  }

  @Test func requestsCarryOptionsAndKey() async throws {
    let transport = ScriptedTransport([
      .init(pieces: [#"{"format":"html","theme":"paper","degraded":[],"output":"<p>x</p>"}"#])
    ])
    let client = try RenderClient(server: "https://host/base/", key: "secret", transport: transport)
    let rendered = try await client.render("x", options: RenderOptions(format: .html, theme: "paper"))
    #expect(rendered.output == "<p>x</p>")
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://host/base/api/v1/render")
    #expect(request.headers.contains { $0.name == "Authorization" && $0.value == "Bearer secret" })
    let body = String(decoding: request.body, as: UTF8.self)
    #expect(body.contains(#""markdown":"x""#) && body.contains(#""theme":"paper""#))
  }

  @Test func errorsOfTheServiceAreTold() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 422,
        pieces: [
          #"{"error":true,"code":"VALIDATION_ERROR","reason":"the request cannot be used","fields":{"theme":"unknown"}}"#
        ]),
      .init(status: 500, pieces: ["not json"]),
    ])
    let client = try RenderClient(server: "http://h", transport: transport)
    await #expect {
      try await client.render("x")
    } throws: { error in
      guard let error = error as? ClientError else { return false }
      return error.status == 422 && error.serviceCode == "VALIDATION_ERROR"
        && error.fields == ["theme": "unknown"]
        && "\(error)" == "the request cannot be used; theme: unknown"
    }
    await #expect {
      try await client.render("x")
    } throws: { ($0 as? ClientError)?.status == 500 }
  }

  @Test func chunksThatGotNoAnswerAreSentAgainWithTheirNumber() async throws {
    let receipt = #"{"seq":1,"duplicate":false,"bytes":3}"#
    let transport = ScriptedTransport([
      nil, .init(status: 503, headers: ["retry-after": "7"]), .init(pieces: [receipt]),
      .init(pieces: [receipt]),
    ])
    let waits = Waits()
    let stream = try RenderClient(server: "http://h", transport: transport, policy: waits.policy()).stream(
      id: "s")
    try await stream.append("abc")
    try await stream.append("def")
    #expect(transport.requests.map(\.url).map { $0.suffix(6) } == ["?seq=1", "?seq=1", "?seq=1", "?seq=2"])
    #expect(waits.all == [.seconds(2), .seconds(7)])
  }

  @Test func refusedChunksAreNotSentAgain() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 409, pieces: [#"{"error":true,"code":"STREAM_FINISHED","reason":"the stream is finished"}"#])
    ])
    let stream = try RenderClient(server: "http://h", transport: transport).stream(id: "s")
    await #expect {
      try await stream.append("abc")
    } throws: { ($0 as? ClientError)?.serviceCode == "STREAM_FINISHED" }
    #expect(transport.requests.count == 1)
  }
}
