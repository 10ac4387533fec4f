internal import Hummingbird
internal import Logging
internal import StyledRuns

/// What is known of a request besides what it says.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// With the request's id and trace.
  var logger: Logger
  let connection: ClientConnection
  /// Whose key it showed.
  var owner = Owner.everybody
  /// With what else of the same client it is counted.
  var client: ClientUsage

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    logger = source.logger
    connection = ClientConnection.current ?? ClientConnection(peer: "local")
    client = .unlimited
  }
}

extension ClientUsage {
  /// The usage of a request before it is known whose it is.
  fileprivate static let unlimited = ClientUsage(
    id: .network([]),
    limits: ServiceConfiguration.ClientLimits(
      streams: .max, requests: 0, connections: .max, bytes: .max))
}
