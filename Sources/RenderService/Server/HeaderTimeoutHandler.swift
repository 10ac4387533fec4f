internal import NIOCore

/// Starts the time that headers have, with their first byte: the ``RequestTimeoutHandler`` behind the parser sees them only
/// when they have come.
final class HeaderTimeoutHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let timeouts: RequestTimeoutHandler

  init(timeouts: RequestTimeoutHandler) { self.timeouts = timeouts }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    timeouts.bytesArrived()
    context.fireChannelRead(data)
  }
}
