/// The failure of a command.
///
/// ```swift
/// catch where error.isTemporary { tryAgainLater() }
/// ```
package struct RedisError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// There was no connection. The command was not sent.
    case notConnected
    /// The connection broke or the time limit passed. The command may have been executed.
    case lost
    /// Redis answered with an error.
    case refused
  }

  package var kind: Kind
  /// The first word of an error that Redis answered, such as `MOVED` or `OOM`; empty for other errors.
  package var code: String
  package var description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
    code = kind == .refused ? String(description.prefix { $0 != " " }) : ""
  }

  /// Whether the same command can succeed later without a change: Redis is away, loading, failing over or full.
  package var isTemporary: Bool {
    switch kind {
    case .notConnected, .lost: true
    case .refused: Self.temporaryCodes.contains(code)
    }
  }

  private static let temporaryCodes: Set<String> = [
    "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "OOM", "BUSY", "MISCONF", "NOREPLICAS",
    "MOVED", "ASK",
  ]
}
