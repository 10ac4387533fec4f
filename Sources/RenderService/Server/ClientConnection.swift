internal import NIOCore
internal import StyledRuns
internal import Synchronization

/// The state of a client's connection, shared by the handlers of its channel and its requests.
///
/// At most one of its requests is active: those of an HTTP/1.1 connection are sequential, and each stream of
/// an HTTP/2 connection has a state of its own.
final class ClientConnection: Sendable {
  /// The connection whose request the current task serves; nil in tests without sockets.
  @TaskLocal static var current: ClientConnection?

  private struct ConnectionPhases {
    var request: Cancellation?
    var isGone = false
    var fault: APIError?
  }

  /// The address of the peer without its port. After a proxy, it is the proxy's address.
  let peer: String
  private let state = Mutex(ConnectionPhases())

  init(peer: String) { self.peer = peer }

  /// Starts a request.
  ///
  /// - Returns: The flag that cancels the request's rendering. It is already set if the client has
  ///   disconnected.
  func beginRequest() -> Cancellation {
    let cancellation = Cancellation()
    let isGone = state.withLock { state in
      state.request = cancellation
      return state.isGone
    }
    if isGone { cancellation.cancel() }
    return cancellation
  }

  func endRequest() { state.withLock { $0.request = nil } }

  /// Cancels the active request and all later ones, because the client has disconnected.
  func clientLeft() {
    let request = state.withLock { state in
      state.isGone = true
      return state.request
    }
    request?.cancel()
  }

  /// The error with which all requests of the connection are answered.
  var fault: APIError? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }
}

/// The error for a request whose body did not arrive completely.
struct LostBody: Error {
  var problem: APIError
}

extension SocketAddress {
  /// The host without the port; `local` for sockets without an address.
  var host: String { ipAddress ?? "local" }
}
