internal import NIOCore

/// Starts the header timeout with the first byte of a request. The ``RequestTimeoutHandler`` after the parser
/// only sees complete headers.
final class HeaderTimeoutHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let timeouts: RequestTimeoutHandler

  init(timeouts: RequestTimeoutHandler) { self.timeouts = timeouts }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    timeouts.bytesArrived()
    context.fireChannelRead(data)
  }
}
