import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

@testable import RenderService

/// Limits for each key or address, and the detection of client addresses behind proxies.
@Suite struct ClientLimitTests {
  private func usage(_ change: (inout ServiceConfiguration.ClientLimits) -> Void) -> ClientUsage {
    var limits = ServiceConfiguration.ClientLimits()
    change(&limits)
    return ClientUsage(id: .at("192.0.2.1"), limits: limits)
  }

  /// A second's worth at once, then one each part of a second.
  @Test func requestsAreBoundedInASecond() throws {
    let client = usage { $0.requests = 2 }
    let start = ContinuousClock.now + .seconds(10)
    for _ in 0..<2 { try client.takeRequest(at: start) }
    let error = #expect(throws: APIError.self) { try client.takeRequest(at: start) }
    #expect(error?.status == .tooManyRequests)
    #expect(error?.retryAfter == 1)
    try client.takeRequest(at: start + .milliseconds(501))
    #expect(throws: APIError.self) { try client.takeRequest(at: start + .milliseconds(502)) }
    for _ in 0..<2 { try client.takeRequest(at: start + .seconds(100)) }
    #expect(throws: APIError.self) { try client.takeRequest(at: start + .seconds(100)) }
  }

  @Test func withoutALimitAnyNumberMayCome() throws {
    let client = usage { $0.requests = 0 }
    for _ in 0..<10_000 { try client.takeRequest() }
  }

  @Test func aLeaseGivesItsStreamBack() throws {
    let client = usage { $0.streams = 1 }
    var lease: StreamLease? = try client.leaseStream()
    #expect(throws: APIError.tooManyClientStreams(limit: 1)) { try client.leaseStream() }
    withExtendedLifetime(lease) {}
    lease = nil
    lease = try client.leaseStream()
  }

  @Test func bytesAreBounded() throws {
    let client = usage { $0.bytes = 10 }
    let total = ByteTotal(limit: 100)
    var held: HeldBytes? = HeldBytes(in: total, of: client)
    try held?.add(10)
    #expect(throws: APIError.clientHoldsTooMuch) { try HeldBytes(in: total, of: client).add(1) }
    try HeldBytes(in: total, of: nil).add(90)
    #expect(throws: APIError.tooManyBytes) { try HeldBytes(in: total, of: nil).add(91) }
    #expect(total.count == 10)
    held = nil
    #expect(total.count == 0)
    try HeldBytes(in: total, of: client).add(10)
  }

  /// Text of streams counts among the bytes of their client, until the stream has ended.
  @Test func textOfStreamsIsBounded() async throws {
    try await ServiceUnderTest.run {
      $0.clients.bytes = 1000
    } _: { service in
      let path = try await service.stream()
      let text = String(repeating: "x", count: 400)
      var statuses: [Int] = []
      for _ in 0..<3 { statuses.append(try await service.post(path + "/chunks", markdown: text).status) }
      // While text is added, its body counts as well.
      #expect(statuses == [202, 429, 429])
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      _ = try await service.events(path)
      let next = try await service.stream()
      let answer = try await service.post(next + "/chunks", markdown: text)
      #expect(answer.status == 202)
    }
  }

  @Test func clientsThatUseNothingAreForgotten() throws {
    let ledger = ClientLedger(limits: ServiceConfiguration.ClientLimits())
    let lease = try ledger.usage(of: .at("192.0.2.1")).leaseStream()
    let start = ContinuousClock.now
    for number in 0..<1023 { _ = ledger.usage(of: .at("10.0.\(number / 256).\(number % 256)"), at: start) }
    #expect(ledger.count == 1024)
    _ = ledger.usage(of: .at("192.0.2.2"), at: start + .seconds(60))
    // The one with a stream, and the new one.
    #expect(ledger.count == 2)
    withExtendedLifetime(lease) {}
  }

  /// Whoever has an IPv6 address has 2^64 of them.
  @Test func addressesOfOneNetworkAreOneClient() {
    #expect(ClientID.at("2001:db8::1") == .at("2001:db8::ffff:1"))
    #expect(ClientID.at("2001:db8::1") != .at("2001:db8:0:1::1"))
    #expect(ClientID.at("192.0.2.1") != .at("192.0.2.2"))
    #expect(ClientID.at("192.0.2.1") == .at("::ffff:192.0.2.1"))
  }

  @Test func oneKeyCannotTakeAllStreams() async throws {
    try await ServiceUnderTest.run {
      $0.keys = ["first", "second"]
      $0.clients.streams = 2
    } _: { service in
      let first = AccessTests.bearer("first")
      let path = try await service.stream(headers: first)
      _ = try await service.stream(headers: first)
      for way in ["/streams", "/streams/live"] {
        let refused = try await service.send(
          .post, "/api/v1" + way, "", type: way == "/streams" ? nil : "text/markdown", headers: first)
        #expect(refused.status == 429)
        #expect(refused.code == "TOO_MANY_STREAMS")
        #expect(refused.headers[.retryAfter] == "5")
      }
      _ = try await service.stream(headers: AccessTests.bearer("second"))
      // One that has ended does not count.
      _ = try await service.send(.post, "/api/v1" + path + "/finish", headers: first)
      _ = try await service.get(path + "/events", headers: first)
      _ = try await service.stream(headers: first)
    }
  }

  @Test func requestsOfAKeyAreBounded() async throws {
    try await ServiceUnderTest.run {
      $0.keys = ["first", "second"]
      $0.clients.requests = 1
    } _: { service in
      let refused = try await limited(service, AccessTests.bearer("first"))
      #expect(refused.code == "SLOW_DOWN")
      #expect(refused.headers[.retryAfter] == "1")
      #expect(try await service.get("/themes", headers: AccessTests.bearer("second")).status == 200)
      // Whoever tries keys is bounded as well, and health is not.
      #expect(try await limited(service, AccessTests.bearer("wrong")).status == 429)
      #expect(try await service.get("/health").status == 200)
    }
  }

  /// The first refusal for too many requests. More than one may pass in a slow second.
  private func limited(_ service: ServiceUnderTest, _ headers: HTTPFields) async throws
    -> ServiceUnderTest.Answer
  {
    while true {
      let answer = try await service.get("/themes", headers: headers)
      if answer.status == 429 { return answer }
    }
  }

  @Test func connectionsOfAnAddressAreBounded() async throws {
    try await ServiceUnderTest.run(.live) {
      $0.clients.connections = 3
    } _: { service in
      let port = try #require(service.client.port)
      // The test's own client has one or two.
      var connections: [RawConnection] = []
      var answer = ""
      while !answer.hasPrefix("HTTP/1.1 429 "), connections.count < 10 {
        let connection = try RawConnection(port: port)
        connection.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = await connection.read { $0.contains("}") }
        connections.append(connection)
      }
      #expect(connections.count <= 4)
      #expect(answer.contains("Retry-After: 5"))
      #expect(answer.contains("Connection: close"))
      connections = []
      var status = 0
      while status != 200 { status = try await service.get("/health").status }
    }
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
    ("192.0.2.7", "192.0.2.8", false), ("192.0.2.128/25", "192.0.2.127", false),
    ("192.0.2.128/25", "192.0.2.200", true), ("0.0.0.0/0", "8.8.8.8", true), ("::1", "::1", true),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false),
    ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("10.0.0.0/8", "no address", false),
  ])
  func addressRangesContainTheirAddresses(_ range: String, _ address: String, _ holds: Bool) throws {
    #expect(try #require(AddressRange(range)).contains(address) == holds)
  }

  @Test(arguments: ["", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.0/8/8", "x"])
  func whatIsNoRangeIsNone(_ text: String) { #expect(AddressRange(text) == nil) }

  @Test(arguments: [
    ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
    // What a client writes into the header itself stands before what the proxy added.
    ("127.0.0.1", ["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
    ("127.0.0.1", ["1.1.1.1", "203.0.113.9, 127.0.0.2"], "203.0.113.9"),
    ("127.0.0.1", ["[2001:db8::1]"], "2001:db8::1"), ("127.0.0.1", [], "127.0.0.1"),
    ("127.0.0.1", ["unknown"], "127.0.0.1"), ("198.51.100.1", ["203.0.113.9"], "198.51.100.1"),
  ])
  func proxiesNameTheirClients(_ peer: String, _ values: [String], _ client: String) throws {
    var configuration = ServiceConfiguration()
    configuration.addressHeader = "X-Forwarded-For"
    var headers: HTTPFields = [:]
    headers[values: try #require(HTTPField.Name("X-Forwarded-For"))] = values
    #expect(ClientAddress(configuration).client(of: headers, from: peer) == client)
    configuration.addressHeader = nil
    #expect(ClientAddress(configuration).client(of: headers, from: peer) == peer)
  }
}
