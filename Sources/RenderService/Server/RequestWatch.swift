internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Holds a connection to its times, and answers in our form what never reaches a route: bytes that are no HTTP, and
/// requests that take too long to come.
///
/// Belongs to its connection's event loop.
final class RequestWatch: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let times: ConnectionTimes
  private let isLive: @Sendable (HTTPRequest) -> Bool
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  /// Ends the connection when no request has come for long enough; nil while one is answered.
  private var idle: Scheduled<Void>?
  private var stall: Scheduled<Void>?
  private var isReading = false
  private var requests = 0
  private var hasBegunAnswer = false
  private var isEventStream = false
  private var closesAfterAnswer = false
  private var isClosing = false
  private var parserError: HTTPParserError?
  /// An empty answer to a parser error is on its way and is replaced by ours.
  private var isReplacing = false

  init(times: ConnectionTimes, isLive: @escaping @Sendable (HTTPRequest) -> Bool) {
    self.times = times
    self.isLive = isLive
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    waitForRequest(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    stall?.cancel()
    idle?.cancel()
    context.fireChannelInactive()
  }

  /// Closes the connection unless a request begins in time.
  private func waitForRequest(_ context: ChannelHandlerContext) {
    idle?.cancel()
    idle = context.eventLoop.assumeIsolated().scheduleTask(in: times.idle) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }

  /// Something came; where it begins a request, its headers have so much time.
  func bytesArrived() {
    guard !isReading, timer == nil, !isClosing else { return }
    schedule(times.header)
  }

  private func schedule(_ time: TimeAmount) {
    timer?.cancel()
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.timeIsUp() }
  }

  private func timeIsUp() {
    timer = nil
    guard let context, !isClosing else { return }
    if hasBegunAnswer || requests > (isReading ? 1 : 0) {
      return context.close(promise: nil)
    }
    answer(
      APIError(.requestTimeout, .requestTimeout, "the request took too long to arrive"), context)
    finish(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isClosing { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      timer?.cancel()
      timer = nil
      idle?.cancel()
      idle = nil
      isReading = true
      requests += 1
      if !isLive(head) { schedule(times.request) }
      if head.headerFields[.expect]?.lowercased() == "100-continue", mayContinue(head) {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
    case .body: break
    case .end:
      timer?.cancel()
      timer = nil
      isReading = false
    }
    context.fireChannelRead(data)
  }

  private func mayContinue(_ head: HTTPRequest) -> Bool {
    guard let length = head.headerFields[.contentLength] else { return true }
    return Int(length).map { $0 <= times.bodyBytes } ?? false
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError { parserError = error }
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Whoever reads events sends nothing more, so the end of what it sends is the end of the reader.
    if case .inputClosed? = event as? ChannelEvent, isEventStream { return context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    stall = nil
    if !context.channel.isWritable {
      stall = context.eventLoop.assumeIsolated().scheduleTask(in: times.stall) { [weak self] in
        self?.context?.close(promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if let error = parserError, head.status == .badRequest, !hasBegunAnswer {
        isReplacing = true
        answer(Self.problem(error), context)
        promise?.succeed()
        return
      }
      if head.status.kind != .informational {
        hasBegunAnswer = true
        isEventStream = head.headerFields[.contentType]?.hasPrefix("text/event-stream") ?? false
        closesAfterAnswer = head.headerFields[.connection] == "close"
      }
      context.write(data, promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      requests -= 1
      hasBegunAnswer = false
      isEventStream = false
      if isReplacing {
        promise?.succeed()
        return finish(context)
      }
      context.write(data, promise: promise)
      if closesAfterAnswer { finish(context) } else if requests == 0 { waitForRequest(context) }
    }
  }

  private func answer(_ error: APIError, _ context: ChannelHandlerContext) {
    let body = ByteBuffer(bytes: error.json)
    var head = HTTPResponse(status: error.status, headerFields: error.headers)
    head.headerFields[.contentLength] = String(body.readableBytes)
    head.headerFields[.connection] = "close"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(body)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Lets the client read the answer before the connection is gone: what still comes is dropped for a while.
  private func finish(_ context: ChannelHandlerContext) {
    isClosing = true
    timer?.cancel()
    context.flush()
    context.close(mode: .output, promise: nil)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }

  private static func problem(_ error: HTTPParserError) -> APIError {
    if error == .headerOverflow {
      return APIError(
        HTTPResponse.Status(code: 431, reasonPhrase: "Request Header Fields Too Large"), .headersTooLarge,
        "the headers are larger than the service takes")
    }
    return .malformed("this is no HTTP/1.1 request")
  }
}
