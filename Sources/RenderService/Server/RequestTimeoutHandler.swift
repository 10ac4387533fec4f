internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Holds a connection to its times, and answers in our form what never reaches a route: bytes that are no HTTP, and
/// requests that take too long to come.
///
/// Belongs to its connection's event loop.
final class RequestTimeoutHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let times: ConnectionTimes
  private let connection: ClientConnection
  private let answers: ByteTotal
  /// Told of errors that are answered here and reach no route.
  private let onFault: @Sendable (APIError) -> Void
  private let isLive: @Sendable (HTTPRequest) -> Bool
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  /// Ends the connection when no request has come for long enough; nil while one is answered.
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
  /// An empty answer to a parser error is on its way and is replaced by ours.
  private var isReplacing = false

  /// The time for which the answer to a client that has closed its half of the connection is still made. Some clients close theirs
  /// when they have sent their request; most of those that do it have gone away.
  private static let hangUpTime = TimeAmount.seconds(1)
  /// The time for which a client's input is dropped after the last answer, so that it can read that.
  private static let lingerTime = TimeAmount.seconds(2)

  /// - Parameters:
  ///   - answers: counts the bytes that the connection has not taken yet.
  ///   - onFault: is told of errors that are answered here and reach no route.
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
    let error = APIError(.requestTimeout, .requestTimeout, "the request took too long to arrive")
    let isInWork = isReading
    answer(error, context)
    finish(context)
    // Whoever waits for the body learns why it does not come, and counts it; headers that do not come nobody waits for.
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
    guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    // Within a body the request's handler answers, and counts it; otherwise the answer is made here, in its turn.
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
    // Whoever reads events sends nothing more, so the end of what it sends is the end of the reader.
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
        // An answer to a request that has not wholly come yet is the last one: what of the body still comes is as likely to
        // be the rest of 4 MB as the next request.
        if isReading, requests == 1, !isEventStream, !closesAfterAnswer {
          closesAfterAnswer = true
          var head = head
          head.headerFields[.connection] = "close"
          return context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
      }
      context.write(data, promise: promise)
    case .body(let bytes):
      count(bytes.readableBytes, until: promise, context) { context.write(data, promise: $0) }
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

  /// Counts bytes until the connection has taken them.
  private func count(
    _ bytes: Int, until promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext,
    _ write: (EventLoopPromise<Void>) -> Void
  ) {
    let written = promise ?? context.eventLoop.makePromise(of: Void.self)
    let answers = answers
    answers.add(bytes)
    written.futureResult.whenComplete { _ in answers.remove(bytes) }
    write(written)
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
