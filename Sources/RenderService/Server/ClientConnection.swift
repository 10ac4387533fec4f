internal import NIOCore
internal import StyledRuns
internal import Synchronization

/// One client's connection, as the handlers of its channel and its requests both see it.
///
/// Requests of a connection follow each other, so at most one is in work.
final class ClientConnection: Sendable {
  /// The connection whose requests the current task serves; nil in tests without sockets.
  @TaskLocal static var current: ClientConnection?

  private struct State {
    var request: Cancellation?
    var isGone = false
    var fault: APIError?
  }

  /// The address at the other end, without its port: a proxy's where the client is behind one.
  let peer: String
  private let state = Mutex(State())

  init(peer: String) { self.peer = peer }

  /// Begins a request and gives what cancels its rendering: at once where the client is gone already.
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

  /// Cancels the request in work and those that may follow: nobody reads their answers.
  func clientLeft() {
    let request = state.withLock { state in
      state.isGone = true
      return state.request
    }
    request?.cancel()
  }

  /// The error that all requests of the connection are answered with, whatever they ask for.
  var fault: APIError? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }
}

/// Ends a request's body that did not wholly come, with what its client is to be told.
struct LostBody: Error {
  var problem: APIError
}

extension SocketAddress {
  /// The host without the port; a word for sockets that have none.
  var host: String { ipAddress ?? "local" }
}
