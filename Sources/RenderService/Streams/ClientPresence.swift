/// Tells whether clients are connected to one end of a stream, and when one last used it.
struct ClientPresence: Sendable {
  private var connections = 0
  private(set) var lastUse = ContinuousClock.Instant.now

  var isConnected: Bool { connections > 0 }

  /// Keeps the stream for its idle time from now on.
  mutating func use() { lastUse = .now }

  /// Counts a connection that was opened, or one that was closed.
  mutating func setConnected(_ isConnected: Bool) {
    connections += isConnected ? 1 : -1
    use()
  }
}
