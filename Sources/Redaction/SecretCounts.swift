/// The number of redacted secrets, by kind.
///
/// ```swift
/// counts.summary  // "3 secrets redacted (GitHub token 2, password in a URL 1)"
/// ```
public struct SecretCounts: Hashable, Codable, Sendable {
  /// The number of secrets of each kind.
  public private(set) var kinds: [String: Int] = [:]

  public init() {}

  public var total: Int { kinds.values.reduce(0, +) }

  mutating func add(_ kind: String) { kinds[kind, default: 0] += 1 }

  /// Adds the counts of another text.
  public mutating func add(_ other: SecretCounts) {
    kinds.merge(other.kinds, uniquingKeysWith: +)
  }

  /// A message such as `1 secret redacted (GitHub token 1)`; nil if nothing was redacted.
  public var summary: String? {
    if kinds.isEmpty { return nil }
    let sorted = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let list = sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "\(total) secret\(total == 1 ? "" : "s") redacted (\(list))"
  }
}
