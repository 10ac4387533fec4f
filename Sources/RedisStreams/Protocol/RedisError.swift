/// The failure of a command.
///
/// ```swift
/// do {
///   reply = try await client.run(command, key: key)
/// } catch where error.isTemporary {
///   retryLater()
/// }
/// ```
package struct RedisError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum RedisErrorKind: Hashable, Sendable {
    /// The command was not sent because there was no connection.
    case notConnected
    /// The connection broke or the time limit expired. The command may have been executed.
    case lost
    /// Redis replied with an error.
    case refused
  }

  package var kind: RedisErrorKind
  /// The first word of an error reply, such as `MOVED` or `OOM`; empty for other errors.
  package var code: String
  package var description: String

  package init(_ kind: RedisErrorKind, _ description: String) {
    self.kind = kind
    self.description = description
    code = kind == .refused ? String(description.prefix { $0 != " " }) : ""
  }

  /// Whether the same command can succeed later without a change: Redis is unreachable, loading, failing over
  /// or full.
  package var isTemporary: Bool {
    switch kind {
    case .notConnected, .lost: true
    case .refused: Self.temporaryCodes.contains(code)
    }
  }

  /// Whether Redis answers, but refuses to write: it is full, cannot save, or has lost its replicas or its role.
  package var refusesWrites: Bool { kind == .refused && Self.readOnlyCodes.contains(code) }

  private static let readOnlyCodes: Set<String> = ["OOM", "MISCONF", "NOREPLICAS", "READONLY"]

  private static let temporaryCodes: Set<String> = [
    "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "OOM", "BUSY", "MISCONF", "NOREPLICAS",
    "MOVED", "ASK",
  ]
}
