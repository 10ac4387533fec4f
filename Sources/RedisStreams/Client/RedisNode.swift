internal import NIOCore
internal import Synchronization

/// One server: its shared connection, which is opened on demand, and opened again after a failure.
final class RedisNode: Sendable {
  private enum NodeState {
    case idle
    case connecting(Task<RedisConnection, any Error>)
    case open(RedisConnection)
    /// Attempts fail immediately until this time, so that requests do not wait for a server that is down.
    case failed(RedisError, until: ContinuousClock.Instant)
  }

  let address: RedisAddress
  private let settings: RedisClient.RedisClientSettings
  private let state = Mutex(NodeState.idle)
  /// Whether the last attempt to connect failed. A server that hangs accepts a connection, but answers nothing on it.
  private let hasFailed = Atomic(false)

  init(address: RedisAddress, settings: RedisClient.RedisClientSettings) {
    self.address = address
    self.settings = settings
  }

  private static let pause = Duration.milliseconds(100)

  /// Whether the server is known to be unreachable: the connection is lost, or the last attempt to connect
  /// failed, and no later one has succeeded.
  var isAway: Bool {
    state.withLock { state in
      switch state {
      case .failed: true
      case .open(let connection): !connection.isOpen
      case .idle, .connecting: hasFailed.load(ordering: .relaxed)
      }
    }
  }

  /// Returns the shared connection.
  func connection() async throws(RedisError) -> RedisConnection {
    let attempt = try state.withLock {
      state throws(RedisError) -> Result<RedisConnection, RedisError>.ReplyStep in
      switch state {
      case .open(let connection) where connection.isOpen: return .ready(connection)
      case .connecting(let task): return .wait(task)
      case .failed(let error, let until) where until > .now: throw error
      case .idle, .open, .failed:
        // A connection that broke is a failure, too.
        if case .open = state { hasFailed.store(true, ordering: .relaxed) }
        let task = Task { try await self.connect() as RedisConnection }
        state = .connecting(task)
        return .wait(task)
      }
    }
    switch attempt {
    case .ready(let connection): return connection
    case .wait(let task):
      do {
        return try await task.value
      } catch {
        throw error as? RedisError ?? RedisError(.notConnected, "\(error)")
      }
    }
  }

  private func connect() async throws(RedisError) -> RedisConnection {
    do throws(RedisError) {
      let connection = try await openAnother(name: settings.name)
      hasFailed.store(false, ordering: .relaxed)
      state.withLock { $0 = .open(connection) }
      return connection
    } catch {
      hasFailed.store(true, ordering: .relaxed)
      state.withLock { $0 = .failed(error, until: .now + Self.pause) }
      throw error
    }
  }

  /// Opens a connection that only the caller uses.
  func openAnother(name: String) async throws(RedisError) -> RedisConnection {
    try await RedisConnection.open(address, name: name, settings)
  }

  func close() {
    let state = state.withLock { state in
      defer {
        state = .failed(RedisError(.notConnected, "the client is closed"), until: .now + .seconds(3600))
      }
      return state
    }
    if case .open(let connection) = state { connection.close() }
  }

  /// Closes the connection. The next command opens another connection, possibly to another server.
  func reconnect() {
    let old = state.withLock { state -> RedisConnection? in
      guard case .open(let connection) = state else { return nil }
      state = .idle
      return connection
    }
    old?.close()
  }
}

extension Result where Success == RedisConnection {
  fileprivate enum ReplyStep {
    case ready(RedisConnection)
    case wait(Task<RedisConnection, any Error>)
  }
}
