internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL
internal import NIOTLS

/// Sets up connections with TLS. The client selects HTTP/2 or HTTP/1.1 during the handshake (ALPN); without
/// ALPN it gets HTTP/1.1. Each connection uses the certificate that is current at its start.
struct TLSChannel: ServerChildChannel {
  /// A connection in the negotiated protocol.
  enum Negotiated: Sendable {
    case http1(ServiceChannel.ServiceChannelValue)
    case http2(HTTP2Connections.Multiplexer)
  }

  struct TLSChannelValue: ServerChildChannelValue {
    let channel: any Channel
    let negotiated: EventLoopFuture<Negotiated>
  }

  private typealias Negotiation = NIOTypedApplicationProtocolNegotiationHandler<Negotiated>

  let http1: ServiceChannel
  let http2: HTTP2Connections
  let certificate: ServerCertificate

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<TLSChannelValue> {
    channel.eventLoop.makeCompletedFuture {
      let connection = http1.core.connected(channel)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(NIOSSLServerHandler(context: certificate.current))
      let negotiation = Negotiation { result, channel in
        if case .negotiated("h2") = result {
          return channel.eventLoop.makeCompletedFuture { .http2(try http2.setup(channel, connection)) }
        }
        return http1.setup(channel, connection, logger: logger).map { .http1($0) }
      }
      try pipeline.addHandler(negotiation)
      // The header timeout applies to the handshake, so that an idle client occupies a connection only
      // briefly.
      let timer = channel.eventLoop.scheduleTask(in: http1.times.header) { channel.close(promise: nil) }
      negotiation.protocolNegotiationResult.whenComplete { _ in timer.cancel() }
      return TLSChannelValue(channel: channel, negotiated: negotiation.protocolNegotiationResult)
    }
  }

  func handle(value: TLSChannelValue, logger: Logger) async {
    do {
      switch try await value.negotiated.get() {
      case .http1(let value): await http1.handle(value: value, logger: logger)
      case .http2(let multiplexer): await http2.handle(multiplexer, logger: logger)
      }
    } catch {
      logger.debug("a TLS handshake failed", metadata: ["error": "\(error)"])
    }
  }
}
