internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Sets up connections for HTTP/1.1, with timeout handlers before and after the parser.
struct ServiceChannel: HTTPChannelHandler {
  /// A channel and the state of its connection.
  struct ServiceChannelValue: ServerChildChannelValue {
    let http: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    let connection: ClientConnection

    var channel: any Channel { http.channel }
  }

  let responder: HTTPChannelHandler.Responder
  let times: ConnectionTimes
  let core: ServiceCore
  /// Whether the body of a request has no timeout.
  let isLive: @Sendable (HTTPRequest) -> Bool

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<ServiceChannelValue> {
    setup(channel, core.connected(channel), logger: logger)
  }

  /// Adds the handlers to a channel whose connection has been counted.
  func setup(
    _ channel: any Channel, _ connection: ClientConnection, logger: Logger
  ) -> EventLoopFuture<ServiceChannelValue> {
    channel.eventLoop.makeCompletedFuture {
      let timeouts = RequestTimeoutHandler(
        times: times, connection: connection, answers: core.answerBytes,
        onFault: { core.faultWithoutRoute($0, connection) }, isLive: isLive)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HeaderTimeoutHandler(timeouts: timeouts))
      var limits = NIOHTTPDecoderLimitConfiguration()
      limits.maxHeaderFieldSize = 16 << 10
      limits.maxHeaderListSize = 32 << 10
      limits.maxHeaderFieldCount = 100
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
        withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
      try pipeline.addHandler(HTTP1Rules())
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(timeouts)
      try pipeline.addHandler(
        // RequestTimeoutHandler closes idle connections. This handler would treat a live stream with a
        // pausing writer as idle.
        HTTPConnectionStateHandler(idleTimeout: nil, logger: logger))
      let http = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
        wrappingChannelSynchronously: channel,
        configuration: NIOAsyncChannel.Configuration(isOutboundHalfClosureEnabled: true))
      return ServiceChannelValue(http: http, connection: connection)
    }
  }

  func handle(value: ServiceChannelValue, logger: Logger) async {
    await ClientConnection.$current.withValue(value.connection) {
      await handleHTTP(asyncChannel: value.http, logger: logger)
    }
  }
}
