import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import StyledRuns
import Testing

@testable import RenderService

/// The timeouts of a connection, in the time of an event loop that the test advances.
@Suite struct RequestTimeoutTests {
  private let channel = EmbeddedChannel()
  private let connection = ClientConnection(peer: "test")
  private let times = ConnectionTimes(ServiceConfiguration())

  init() throws {
    let handler = RequestTimeoutHandler(
      times: times, connection: connection, answers: ByteTotal(limit: 1000), onFault: { _ in },
      isLive: { $0.path == "/live" })
    try channel.pipeline.syncOperations.addHandler(handler)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
  }

  private func send(_ path: String, isWhole: Bool) throws {
    let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path)
    try channel.writeInbound(HTTPRequestPart.head(head))
    if isWhole { try channel.writeInbound(HTTPRequestPart.end(nil)) }
  }

  /// The status of the first response.
  private func status() throws -> Int? {
    guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
    return head.status.code
  }

  @Test func aConnectionWithoutRequestsEnds() {
    channel.embeddedEventLoop.advanceTime(by: times.idle - .milliseconds(1))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
  }

  @Test func theWriterOfALiveStreamMayPause() throws {
    try send("/live", isWhole: false)
    channel.embeddedEventLoop.advanceTime(by: .hours(24))
    #expect(channel.isActive)
    #expect(try status() == nil)
  }

  @Test func aBodyThatTakesTooLongIsRefused() throws {
    try send("/render", isWhole: false)
    channel.embeddedEventLoop.advanceTime(by: times.request - .milliseconds(1))
    #expect(try status() == nil)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(try status() == 408)
  }

  /// A client that closes its half when it has sent its request may still wait for the answer, for a second.
  @Test func halfAConnectionStillGetsItsAnswer() throws {
    try send("/render", isWhole: true)
    let request = connection.beginRequest()
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
    #expect(channel.isActive)
    #expect(!request.isCancelled)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(request.isCancelled)
  }
}
