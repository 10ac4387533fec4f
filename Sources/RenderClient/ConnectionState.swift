internal import Synchronization

/// The state of a stream's connection.
///
/// ```swift
/// for await state in stream.connectionStates() {
///   if case .reconnecting(let failures) = state { print("attempt \(failures + 1)") }
/// }
/// ```
public enum ConnectionState: Hashable, Sendable {
  /// There is no connection and no attempt to make one: before the first attempt and after the end.
  case disconnected
  case connected
  /// The connection was lost or could not be made. `failures` counts the failures since the last success.
  case reconnecting(failures: Int)
}

/// Publishes the state of a connection to observers.
final class ConnectionMonitor: Sendable {
  private struct MonitorState {
    var current = ConnectionState.disconnected
    var watchers: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(MonitorState())

  var current: ConnectionState { state.withLock { $0.current } }

  func change(to new: ConnectionState) {
    let watchers = state.withLock { state -> [AsyncStream<ConnectionState>.Continuation] in
      guard state.current != new else { return [] }
      state.current = new
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield(new) }
  }

  /// Returns the current state and all later ones. A slow observer misses old states.
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
