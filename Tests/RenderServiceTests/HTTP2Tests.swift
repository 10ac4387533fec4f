import AsyncHTTPClient
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL
import Rendering
import StyledRuns
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Timeouts, limits, streaming and the end of connections over TLS with HTTP/2. Requests and errors are tested over HTTP/2
/// wherever tests take every ``ServiceUnderTest/Way``.
@Suite(.timeLimit(.minutes(2))) struct HTTP2Tests {
  /// A service with TLS, and a client of a test's own that can send and receive piece by piece.
  private func run(
    _ change: (inout ServiceConfiguration) -> Void = { _ in },
    version: HTTPClient.Configuration.HTTPVersion = .automatic,
    _ body: @Sendable (ServiceUnderTest, HTTPClient) async throws -> Void
  ) async throws {
    var configuration = HTTPClient.Configuration(certificateVerification: .none)
    configuration.httpVersion = version
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    do {
      try await ServiceUnderTest.run(.http2, change) { service in try await body(service, client) }
      try await client.shutdown()
    } catch {
      try await client.shutdown()
      throw error
    }
  }

  private func request(
    _ method: HTTPMethod, _ path: String, of service: ServiceUnderTest, _ body: HTTPClientRequest.Body? = nil
  ) throws -> HTTPClientRequest {
    var request = HTTPClientRequest(
      url: "https://localhost:\(try #require(service.client.port))/api/v1\(path)")
    request.method = method
    request.body = body
    if body != nil { request.headers.add(name: "Content-Type", value: "text/markdown") }
    return request
  }

  /// A body that a test writes to while it is sent.
  private func openBody() -> (HTTPClientRequest.Body, AsyncStream<ByteBuffer>.Continuation) {
    let (pieces, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
    return (.stream(pieces, length: .unknown), continuation)
  }

  private func text(of answer: HTTPClientResponse) async throws -> String {
    String(buffer: try await answer.body.collect(upTo: 10_000))
  }

  @Test(arguments: [true, false]) func theClientChoosesTheVersion(isNew: Bool) async throws {
    try await run(version: isNew ? .automatic : .http1Only) { service, client in
      let asked = try request(.POST, "/render?format=text", of: service, .bytes(ByteBuffer(string: "# Hi")))
      let answer = try await client.execute(asked, timeout: .seconds(60))
      #expect(answer.version == (isNew ? .http2 : .http1_1))
      let rendered = try await text(of: answer)
      #expect(rendered == "Hi\n==\n")
    }
  }

  /// The writer of a live stream pauses for longer than a request may take, and its events arrive meanwhile.
  @Test func aLiveStreamGoesBothWays() async throws {
    try await run {
      $0.times.request = .milliseconds(20)
    } _: { service, client in
      let (body, pieces) = openBody()
      pieces.yield(ByteBuffer(string: "One"))
      let answer = try await client.execute(
        request(.POST, "/streams/live", of: service, body), timeout: .seconds(60))
      #expect(answer.version == .http2)
      var text = ""
      for try await part in answer.body {
        text += String(buffer: part)
        if text.contains("One"), !text.contains("two") {
          try await Task.sleep(for: .milliseconds(100))
          pieces.yield(ByteBuffer(string: " two"))
        }
        if text.contains("two") { pieces.finish() }
      }
      #expect(text.contains("event: done"))
    }
  }

  /// One stream is reset. The connection and its other streams go on.
  @Test func aBodyThatTakesTooLongIsRefused() async throws {
    try await run {
      $0.times.request = .milliseconds(100)
    } _: { service, client in
      let path = try await service.stream()
      let reader = try await client.execute(
        request(.GET, path + "/events", of: service), timeout: .seconds(60))
      let connections = service.connections
      let (body, pieces) = openBody()
      pieces.yield(ByteBuffer(string: "One"))
      let answer = try await client.execute(
        request(.POST, "/render", of: service, body), timeout: .seconds(60))
      #expect(answer.status == .requestTimeout)
      let problem = try await text(of: answer)
      #expect(problem.contains("REQUEST_TIMEOUT"))
      _ = try await service.metrics(containing: ["status=\"408\"} 1\n"])
      let metrics = try await service.metrics()
      #expect(!metrics.contains("status=\"500\""))
      pieces.finish()
      _ = try await service.send(.post, "/api/v1" + path + "/finish")
      let events = String(buffer: try await reader.body.collect(upTo: 10_000))
      #expect(events.contains("event: done"))
      #expect(service.connections == connections)
    }
  }

  /// The answer arrives although the client has not sent its whole body, and the client is told to stop sending.
  @Test func aBodyThatIsTooLargeIsRefused() async throws {
    try await run {
      $0.limits.bodyBytes = 1000
    } _: { service, client in
      let (body, pieces) = openBody()
      pieces.yield(ByteBuffer(repeating: 0x61, count: 2000))
      let answer = try await client.execute(
        request(.POST, "/render", of: service, body), timeout: .seconds(60))
      #expect(answer.status == .payloadTooLarge)
      let problem = try await text(of: answer)
      #expect(problem.contains("PAYLOAD_TOO_LARGE"))
      pieces.finish()
      #expect(service.server.core.bodyBytes.count == 0)
    }
  }

  @Test func hangingUpStopsARendering() async throws {
    try await run { service, client in
      let core = service.server.core
      let gate = Gate()
      for _ in 0..<2 { #expect(core.pool.submit { gate.wait() }) }
      let asked = try request(.POST, "/render", of: service, .bytes(ByteBuffer(string: "hi")))
      let task = Task { try await client.execute(asked, timeout: .seconds(60)) }
      try await waitWhile(core.renders.count == 0)
      task.cancel()
      try await waitWhile(core.renders.count > 0)
      try await waitWhile(core.bodyBytes.count > 0)
      gate.open()
      _ = try await service.metrics(containing: ["status=\"499\"} 1\n"])
    }
  }

  /// As over HTTP/1.1, the next event or heartbeat notices that the reader is gone.
  @Test func aReaderThatLeavesIsNotCounted() async throws {
    try await run { service, client in
      let path = try await service.stream()
      let asked = try request(.GET, path + "/events", of: service)
      let task = Task {
        for try await _ in try await client.execute(asked, timeout: .seconds(60)).body {}
      }
      try await waitWhile(service.server.core.readers == 0)
      task.cancel()
      while service.server.core.readers > 0 {
        #expect(try await service.post(path + "/chunks", markdown: "More. ").status == 202)
      }
    }
  }

  /// A client that takes nothing of its answer loses its stream. Nothing is flushed here, as if flow control held it back.
  @Test func anAnswerThatNobodyTakesEnds() throws {
    let channel = EmbeddedChannel()
    let (times, answers) = (ConnectionTimes(ServiceConfiguration()), ByteTotal(limit: 1000))
    let connection = ClientConnection(peer: "test")
    try channel.pipeline.syncOperations.addHandler(
      HTTP2RequestHandler(times: times, connection: connection, answers: answers, isLive: { _ in false }))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    let head = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/render")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    let request = connection.beginRequest()
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    channel.write(HTTPResponsePart.body(ByteBuffer(string: "answer")), promise: nil)
    channel.write(HTTPResponsePart.end(nil), promise: nil)
    #expect(answers.count == 6)
    channel.embeddedEventLoop.advanceTime(by: times.stall - .milliseconds(1))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
    #expect(request.isCancelled)
  }

  /// GOAWAY goes first, which the management of the connection sends for this event. Two seconds later the connection is
  /// closed.
  @Test func aConnectionWithoutRequestsEnds() throws {
    final class Farewell: ChannelInboundHandler {
      typealias InboundIn = Never
      var count = 0
      func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { count += 1 }
      }
    }
    let channel = EmbeddedChannel()
    let loop = channel.embeddedEventLoop
    let (idle, farewell) = (HTTP2IdleHandler(idle: .seconds(75)), Farewell())
    try channel.pipeline.syncOperations.addHandlers([idle, farewell])
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    loop.advanceTime(by: .seconds(74))
    let stream = EmbeddedChannel(handlers: [], loop: loop)
    try stream.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    idle.opened(stream)
    loop.advanceTime(by: .hours(1))
    #expect(farewell.count == 0)
    try stream.close().wait()
    loop.advanceTime(by: .seconds(74))
    #expect(farewell.count == 0)
    loop.advanceTime(by: .seconds(1))
    #expect(farewell.count == 1)
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
  }

  /// A connection without a handshake occupies its place only briefly, and is counted while it does.
  @Test func aHandshakeThatDoesNotComeEnds() async throws {
    try await run {
      $0.times.header = .seconds(2)
    } _: { service, _ in
      let connection = try RawConnection(port: try #require(service.client.port))
      try await waitWhile(service.connections == 0)
      #expect(await connection.read().isEmpty)
      try await waitWhile(service.connections > 0)
    }
  }

  /// Each request that is being answered counts among the connections of its client.
  @Test func theRequestsOfAConnectionAreBounded() async throws {
    try await run {
      $0.clients.connections = 2
    } _: { service, client in
      let path = try await service.startedStream()
      let reader = try request(.GET, path + "/events", of: service)
      // A connection and one request.
      let first = try await client.execute(reader, timeout: .seconds(60))
      #expect(first.status == .ok)
      let second = try await client.execute(reader, timeout: .seconds(60))
      #expect(second.status == .tooManyRequests)
      _ = try await second.body.collect(upTo: 1000)
      await service.server.registry.drain()
      _ = try await first.body.collect(upTo: 1000)
    }
  }

  /// What was acknowledged reaches readers at a shutdown, and idle connections end with GOAWAY: the service under test
  /// stops before its clients close their connections.
  @Test func aShutdownEndsReadersAndConnections() async throws {
    try await run {
      $0.times.flush = .seconds(3600)
    } _: { service, client in
      let path = try await service.stream()
      let reader = try await client.execute(
        request(.GET, path + "/events", of: service), timeout: .seconds(60))
      for text in ["One", " two", " three"] {
        #expect(try await service.post(path + "/chunks", markdown: text).status == 202)
      }
      await service.server.registry.drain()
      let events = String(buffer: try await reader.body.collect(upTo: 10_000))
      #expect(events.contains("three"))
      #expect(events.hasSuffix("retry: 2000\n\n"))
    }
  }
}

extension ServiceUnderTest {
  /// The number of open connections.
  fileprivate var connections: Int { server.core.connections.load(ordering: .relaxed) }
}
