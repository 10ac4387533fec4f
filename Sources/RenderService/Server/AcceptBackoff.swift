internal import CoreMetrics
internal import Logging
internal import NIOCore

/// Stops accepting connections for a second after an error, which usually means that no file descriptors are
/// left. Logs and counts the error.
///
/// The kernel keeps pending connections and reports them repeatedly, so a listener that only retries later
/// (NIO's `AcceptBackoffHandler`) wakes up thousands of times a second. This handler stops listening instead.
/// It belongs to the listener's event loop.
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
