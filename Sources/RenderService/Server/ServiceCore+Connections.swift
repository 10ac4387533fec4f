internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import Synchronization

extension ServiceCore {
  /// The time for which an excess connection stays open to receive an error response.
  private static let refusalTime = TimeAmount.seconds(5)

  /// Counts a connection until it is closed. If its address has too many, its requests are answered with 429.
  func connected(_ channel: any Channel) -> ClientConnection {
    let peer = channel.remoteAddress?.host ?? "local"
    let connection = ClientConnection(peer: peer)
    connections.add(1, ordering: .relaxed)
    // After a proxy, many clients share an address. Their requests identify them.
    let client = addresses.isProxy(peer) ? nil : clients.usage(of: .at(peer))
    if client?.addConnection() == false {
      connection.fault = .tooManyConnections
      channel.eventLoop.scheduleTask(in: Self.refusalTime) { channel.close(promise: nil) }
    }
    channel.closeFuture.whenComplete { _ in
      self.connections.subtract(1, ordering: .relaxed)
      client?.removeConnection()
    }
    return connection
  }

  /// Counts a stream of an HTTP/2 connection as one of its client's connections until it is closed, because a
  /// stream uses the same resources as an HTTP/1.1 connection.
  func opened(_ stream: any Channel, on connection: ClientConnection) -> ClientConnection {
    let own = ClientConnection(peer: connection.peer)
    own.fault = connection.fault
    let client = addresses.isProxy(own.peer) ? nil : clients.usage(of: .at(own.peer))
    if client?.addConnection() == false { own.fault = .tooManyConnections }
    stream.closeFuture.whenComplete { _ in client?.removeConnection() }
    return own
  }

  /// Counts and logs an error that was answered before a request arrived completely.
  func faultWithoutRoute(_ error: APIError, _ connection: ClientConnection) {
    metrics.answered(method: nil, route: "none", status: error.status, after: .zero)
    logger.info(
      "request",
      metadata: [
        "route": "none", "status": "\(error.status.code)", "code": "\(error.code.rawValue)",
        "client": "\(connection.peer)",
      ])
  }
}
