internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP2
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP2

/// Enforces the timeouts of one HTTP/2 stream, which carries one request and its response. It belongs to its
/// connection's event loop.
///
/// ``RequestTimeoutHandler`` does the same for HTTP/1.1. Over HTTP/2, the end of a request never ends the
/// connection: a stream whose client sends or receives too slowly is reset, and the other streams continue.
final class HTTP2RequestHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let times: ConnectionTimes
  private let connection: ClientConnection
  private let answers: ByteTotal
  private let isLive: @Sendable (HTTPRequest) -> Bool
  private var context: ChannelHandlerContext?
  /// The timer that ends the request if its body does not arrive in time.
  private var timer: Scheduled<Void>?
  /// The timer that resets the stream if its client does not read the response.
  private var stall: Scheduled<Void>?
  private var isReading = true
  private var hasBegunAnswer = false
  private var hasEndedAnswer = false

  /// The fields that describe an HTTP/1.1 connection. HTTP/2 forbids them (RFC 9113, 8.2.2).
  private static let connectionFields = ["Connection", "Keep-Alive", "Transfer-Encoding"].compactMap {
    HTTPField.Name($0)
  }
  private static let host = HTTPField.Name("Host")!

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - answers: Counts the bytes that the stream has not sent yet.
  ///   - isLive: Whether the body of a request has no timeout.
  init(
    times: ConnectionTimes, connection: ClientConnection, answers: ByteTotal,
    isLive: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    self.times = times
    self.connection = connection
    self.answers = answers
    self.isLive = isLive
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    stall?.cancel()
    connection.clientLeft()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(var head):
      if head.authority == nil { head.authority = head.headerFields[Self.host] }
      if !isLive(head) { startTimer(context) }
      if times.allowsContinue(head) {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
      return context.fireChannelRead(wrapInboundOut(.head(head)))
    case .body: break
    case .end:
      isReading = false
      timer?.cancel()
    }
    context.fireChannelRead(data)
  }

  private func startTimer(_ context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: times.request) { [weak self] in
      guard let self, let context = self.context else { return }
      if hasBegunAnswer { return reset(context, .cancel) }
      let error = APIError(.requestTimeout, .requestTimeout, "the request took too long to arrive")
      // The reader of the body receives the error and counts it. Its own response is dropped.
      context.fireErrorCaught(LostBody(problem: error))
      answer(error, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is NIOHTTP2Errors.StreamClosed {
      return context.fireErrorCaught(LostBody(problem: .clientClosed))
    }
    // The request violates HTTP, for example because its fields cannot be decoded.
    context.fireErrorCaught(LostBody(problem: .malformed("this is no HTTP/2 request: \(error)")))
    if !hasEndedAnswer { reset(context, .protocolError) }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    if !context.channel.isWritable { startStall(context) }
    context.fireChannelWritabilityChanged()
  }

  private func startStall(_ context: ChannelHandlerContext) {
    stall = context.eventLoop.assumeIsolated().scheduleTask(in: times.stall) { [weak self] in
      guard let self, let context = self.context else { return }
      reset(context, .cancel)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if hasEndedAnswer {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if head.status.kind != .informational { hasBegunAnswer = true }
      for name in Self.connectionFields { head.headerFields[name] = nil }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body(let bytes):
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      answers.add(bytes.readableBytes, until: written.futureResult)
      context.write(data, promise: written)
    case .end:
      hasEndedAnswer = true
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      stall?.cancel()
      startStall(context)
      written.futureResult.assumeIsolated().whenSuccess { [weak self] in self?.answerIsSent() }
      context.write(data, promise: written)
    }
  }

  /// Handles the end of a response. A client that is still sending its request is told to stop, without an
  /// error (RFC 9113, 8.1).
  private func answerIsSent() {
    stall?.cancel()
    guard let context, isReading else { return }
    reset(context, .noError)
  }

  private func reset(_ context: ChannelHandlerContext, _ code: NIOHTTP2.HTTP2ErrorCode) {
    context.triggerUserOutboundEvent(NIOHTTP2FramePayloadToHTTPEvent.reset(code: code), promise: nil)
    context.close(promise: nil)
  }

  private func answer(_ error: APIError, _ context: ChannelHandlerContext) {
    for part in error.responseParts { write(context: context, data: wrapOutboundOut(part), promise: nil) }
    context.flush()
  }
}
