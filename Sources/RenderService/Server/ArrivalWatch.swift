internal import NIOCore

/// Sees a connection's bytes before they are parsed, so that headers which come one byte a second have an end.
final class ArrivalWatch: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let requests: RequestWatch

  init(requests: RequestWatch) { self.requests = requests }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    requests.bytesArrived()
    context.fireChannelRead(data)
  }
}
