internal import CoreMetrics
internal import Logging
internal import NIOCore

/// Stops accepting connections for a second where one could not be accepted, for want of file descriptors as a rule; logs
/// and counts that.
///
/// The kernel keeps what waits and says again and again that it does, so a listener that only tries later (NIO's
/// `AcceptBackoffHandler`) is woken thousands of times a second. This one does not listen meanwhile. Belongs to the
/// listener's event loop.
final class AcceptBackoff: ChannelInboundHandler {
  typealias InboundIn = Channel

  private static let pause = TimeAmount.seconds(1)
  private let logger: Logger
  private let metrics: ServiceMetrics
  private var isPaused = false

  init(logger: Logger, metrics: ServiceMetrics) {
    self.logger = logger
    self.metrics = metrics
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    defer { context.fireErrorCaught(error) }
    guard error is IOError, !isPaused else { return }
    isPaused = true
    metrics.acceptFailures.increment()
    logger.warning(
      "cannot accept a connection; trying again in a second",
      metadata: ["error": "\(error)", "maximumFiles": "\(ProcessFigures.maximumFiles)"])
    let channel = context.channel
    setAccepting(false, channel)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      self.isPaused = false
      self.setAccepting(true, channel)
    }
  }

  private func setAccepting(_ isAccepting: Bool, _ channel: any Channel) {
    _ = channel.setOption(ChannelOptions.autoRead, value: isAccepting)
  }
}
