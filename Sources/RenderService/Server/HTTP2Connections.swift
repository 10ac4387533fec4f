internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP2
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP2

/// Sets up connections that speak HTTP/2. Each of their streams has a pipeline and a ``ClientConnection`` of
/// its own.
struct HTTP2Connections: Sendable {
  typealias Multiplexer = NIOHTTP2Handler.AsyncStreamMultiplexer<ServiceChannel.ServiceChannelValue>

  /// The HTTP/1.1 setup, whose limits also apply to streams.
  let http1: ServiceChannel

  /// The maximum number of concurrent requests on a connection.
  static let maximumStreams = 100
  /// The maximum size of a request's header fields, as counted by HPACK: 32 additional bytes for each field.
  private static let maximumHeaderBytes = 32 << 10
  /// The watermarks of a stream's output buffer in bytes, as for an HTTP/1.1 connection.
  private static let waitingBytes = (most: 64 << 10, least: 32 << 10)

  private var configuration: NIOHTTP2Handler.Configuration {
    var configuration = NIOHTTP2Handler.Configuration()
    configuration.connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.maximumStreams),
      HTTP2Setting(parameter: .maxHeaderListSize, value: Self.maximumHeaderBytes),
    ]
    configuration.stream.outboundBufferSizeHighWatermark = Self.waitingBytes.most
    configuration.stream.outboundBufferSizeLowWatermark = Self.waitingBytes.least
    return configuration
  }

  /// Adds the handlers to a channel that has negotiated HTTP/2. Belongs to the channel's event loop.
  func setup(_ channel: any Channel, _ connection: ClientConnection) throws -> Multiplexer {
    let pipeline = channel.pipeline.syncOperations
    // The connection manager sends GOAWAY at a shutdown and waits for the end of all streams.
    let management = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: channel.eventLoop,
      configuration: NIOHTTP2ServerConnectionManagementHandler.Configuration(
        maxIdleTime: nil, maxAge: nil, maxGraceTime: nil, keepalive: nil))
    let idle = NIOLoopBound(HTTP2IdleHandler(idle: http1.times.idle), eventLoop: channel.eventLoop)
    let multiplexer = try pipeline.configureAsyncHTTP2Pipeline(
      mode: .server, streamDelegate: management.http2StreamDelegate, configuration: configuration
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        idle.value.opened(stream)
        return try setupStream(stream, of: connection)
      }
    }
    try pipeline.addHandler(management)
    try pipeline.addHandler(idle.value)
    return multiplexer
  }

  private func setupStream(
    _ stream: any Channel, of connection: ClientConnection
  ) throws -> ServiceChannel.ServiceChannelValue {
    let connection = http1.core.opened(stream, on: connection)
    let pipeline = stream.pipeline.syncOperations
    try pipeline.addHandler(HTTP2FramePayloadToHTTPServerCodec())
    try pipeline.addHandler(
      HTTP2RequestHandler(
        times: http1.times, connection: connection, answers: http1.core.answerBytes, isLive: http1.isLive))
    let http = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(wrappingChannelSynchronously: stream)
    return ServiceChannel.ServiceChannelValue(http: http, connection: connection)
  }

  /// Answers the requests of a connection until it is closed.
  func handle(_ multiplexer: Multiplexer, logger: Logger) async {
    do {
      try await withThrowingDiscardingTaskGroup { group in
        for try await stream in multiplexer.inbound {
          // Each stream is answered like an HTTP/1.1 connection with one request.
          group.addTask { await http1.handle(value: stream, logger: logger) }
        }
      }
    } catch {
      logger.trace("an HTTP/2 connection ended", metadata: ["error": "\(error)"])
    }
  }
}
