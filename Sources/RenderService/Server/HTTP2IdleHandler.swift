internal import NIOCore
internal import NIOHTTP2

/// Closes an HTTP/2 connection without streams after the idle timeout, or at a shutdown. It belongs to its
/// connection's event loop.
///
/// GOAWAY is sent first, so that a client that starts a request at this moment repeats it elsewhere. A client
/// that does not react is disconnected shortly afterwards.
final class HTTP2IdleHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  /// The time for which a client can react to GOAWAY.
  private static let farewellTime = TimeAmount.seconds(2)
  private let idle: TimeAmount
  private var streams = 0
  private var isEnding = false
  private var timer: Scheduled<Void>?
  private var context: ChannelHandlerContext?

  init(idle: TimeAmount) { self.idle = idle }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    waitForStream()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  /// Tracks a stream until its end.
  func opened(_ stream: any Channel) {
    streams += 1
    timer?.cancel()
    stream.closeFuture.assumeIsolated().whenComplete { _ in
      self.streams -= 1
      if self.streams == 0 { self.waitForStream() }
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isEnding = true
      if streams == 0 { waitForStream() }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func waitForStream() {
    if isEnding { return schedule(Self.farewellTime) { $0.close(promise: nil) } }
    // The event makes the connection manager send GOAWAY, and returns to this handler.
    schedule(idle) { $0.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
  }

  private func schedule(_ time: TimeAmount, _ action: @escaping (ChannelHandlerContext) -> Void) {
    timer?.cancel()
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      if let context = self?.context { action(context) }
    }
  }
}
