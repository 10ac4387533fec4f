internal import Synchronization

/// How a stream's connection is.
public enum ConnectionState: Hashable, Sendable {
  /// No connection is there, and none is being made: before the first, and after the end.
  case disconnected
  case connected
  /// The connection was lost, or could not be made; `failures` counts since the last success.
  case reconnecting(failures: Int)
}

/// Tells those who watch how a connection is.
final class ConnectionMonitor: Sendable {
  private struct State {
    var current = ConnectionState.disconnected
    var watchers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  var current: ConnectionState { state.withLock { $0.current } }

  func change(to new: ConnectionState) {
    let watchers = state.withLock { state -> [AsyncStream<ConnectionState>.Continuation] in
      guard state.current != new else { return [] }
      state.current = new
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield(new) }
  }

  /// The state now and each one after it. A watcher that does not keep up misses old ones.
  func states() -> AsyncStream<ConnectionState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let number = state.withLock { state in
        state.next += 1
        state.watchers[state.next] = continuation
        return state.next
      }
      continuation.yield(current)
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { $0.watchers[number] = nil }
      }
    }
  }
}
