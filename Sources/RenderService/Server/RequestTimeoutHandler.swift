internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Enforces the timeouts of a connection, and answers requests that never reach a route: invalid HTTP, and
/// requests that arrive too slowly. Belongs to its connection's event loop.
final class RequestTimeoutHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let times: ConnectionTimes
  private let connection: ClientConnection
  private let answers: ByteTotal
  /// Called with errors that are answered here and reach no route.
  private let onFault: @Sendable (APIError) -> Void
  private let isLive: @Sendable (HTTPRequest) -> Bool
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  /// Closes the connection if no request arrives for long enough; nil while a request is being answered.
  private var idle: Scheduled<Void>?
  private var stall: Scheduled<Void>?
  private var hangUp: Scheduled<Void>?
  private var isReading = false
  private var requests = 0
  private var hasBegunAnswer = false
  private var isEventStream = false
  private var closesAfterAnswer = false
  private var isClosing = false
  private var parserError: HTTPParserError?
  /// Whether an empty response to a parser error is being written. Our own response replaces it.
  private var isReplacing = false

  /// The time for which a request is still answered after the client closed its half of the connection. Some
  /// clients close it after sending the request, but most that do so have gone away.
  private static let hangUpTime = TimeAmount.seconds(1)
  /// The time for which input is dropped after the last response, so that the client can read the response.
  private static let lingerTime = TimeAmount.seconds(2)

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - answers: Counts the bytes that the connection has not sent yet.
  ///   - onFault: Called with errors that are answered here and reach no route.
  ///   - isLive: Whether the body of a request has no timeout.
  init(
    times: ConnectionTimes, connection: ClientConnection, answers: ByteTotal,
    onFault: @escaping @Sendable (APIError) -> Void, isLive: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    self.times = times
    self.connection = connection
    self.answers = answers
    self.onFault = onFault
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
    hangUp?.cancel()
    connection.clientLeft()
    context.fireChannelInactive()
  }

  /// Closes the connection unless a request starts in time.
  private func waitForRequest(_ context: ChannelHandlerContext) {
    idle?.cancel()
    idle = context.eventLoop.assumeIsolated().scheduleTask(in: times.idle) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }

  /// Records that bytes arrived. If they start a request, its header timeout starts.
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
    let error = APIError(.requestTimeout, .requestTimeout, "the request took too long to arrive")
    let isInWork = isReading
    answer(error, context)
    finish(context)
    // The reader of the body receives the error and counts it. For missing headers there is no reader.
    if isInWork { context.fireErrorCaught(LostBody(problem: error)) } else { onFault(error) }
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
      if times.allowsContinue(head) {
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

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    // Inside a body, the request's handler answers and counts the error. Otherwise it is answered here, in
    // order.
    if isReading, !isClosing {
      isReading = false
      timer?.cancel()
      context.fireErrorCaught(LostBody(problem: Self.problem(error, inBody: true)))
    } else {
      parserError = error
      context.fireErrorCaught(error)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A reader of events sends nothing more, so closing its half ends the reader.
    if case .inputClosed? = event as? ChannelEvent {
      if isEventStream { return context.close(promise: nil) }
      let connection = connection
      hangUp = context.eventLoop.scheduleTask(in: Self.hangUpTime) { connection.clientLeft() }
    }
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
    if isClosing {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if let error = parserError, head.status == .badRequest, !hasBegunAnswer {
        isReplacing = true
        let problem = Self.problem(error, inBody: false)
        answer(problem, context)
        onFault(problem)
        promise?.succeed()
        return
      }
      if head.status.kind != .informational {
        hasBegunAnswer = true
        isEventStream = head.headerFields[.contentType]?.hasPrefix("text/event-stream") ?? false
        closesAfterAnswer = head.headerFields[.connection] == "close"
        // The response to a request that has not arrived completely is the last one, because the following
        // bytes are as likely the rest of a large body as the next request.
        if isReading, requests == 1, !isEventStream, !closesAfterAnswer {
          closesAfterAnswer = true
          var head = head
          head.headerFields[.connection] = "close"
          return context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
      }
      context.write(data, promise: promise)
    case .body(let bytes):
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      answers.add(bytes.readableBytes, until: written.futureResult)
      context.write(data, promise: written)
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
    for part in error.responseParts { context.write(wrapOutboundOut(part), promise: nil) }
    context.flush()
  }

  /// Lets the client read the response before the connection is closed. Input is dropped for a while.
  private func finish(_ context: ChannelHandlerContext) {
    isClosing = true
    timer?.cancel()
    context.flush()
    context.close(mode: .output, promise: nil)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingerTime) { [weak self] in
      self?.context?.close(promise: nil)
    }
  }

  private static func problem(_ error: HTTPParserError, inBody: Bool) -> APIError {
    if error == .headerOverflow {
      var problem = APIError(
        HTTPResponse.Status(code: 431, reasonPhrase: "Request Header Fields Too Large"), .headersTooLarge,
        "the headers are larger than the service takes")
      problem.closesConnection = true
      return problem
    }
    if error == .invalidEOFState { return .endedTooSoon }
    var problem =
      inBody
      ? APIError.malformed("the body is not framed as HTTP/1.1 says: \(error)")
      : APIError.malformed("this is no HTTP/1.1 request")
    problem.closesConnection = true
    return problem
  }
}
