/// The presence of clients at one end of a stream: the number of connections, and the time of the last use.
struct ClientPresence: Sendable {
  private var connections = 0
  private(set) var lastUse = ContinuousClock.Instant.now

  var isConnected: Bool { connections > 0 }

  /// Restarts the idle time of the stream.
  mutating func use() { lastUse = .now }

  /// Counts a connection that was opened or closed.
  mutating func setConnected(_ isConnected: Bool) {
    connections += isConnected ? 1 : -1
    use()
  }
}
