internal import Hummingbird
internal import Logging
internal import StyledRuns

/// The context of a request: everything that middleware and routes know about it.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The logger, with the request's identifier and trace.
  var logger: Logger
  let connection: ClientConnection
  /// The owner of the request's key.
  var owner = Owner.everybody
  /// The usage that the request counts for.
  var client: ClientUsage

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    logger = source.logger
    connection = ClientConnection.current ?? ClientConnection(peer: "local")
    client = .unlimited
  }
}

extension ClientUsage {
  /// The usage of a request before its client is known.
  fileprivate static let unlimited = ClientUsage(
    id: .network([]),
    limits: ServiceConfiguration.ClientLimits(
      streams: .max, requests: 0, connections: .max, bytes: .max))
}
