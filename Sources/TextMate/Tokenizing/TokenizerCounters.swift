/// Counts of the work that a tokenizer has done. They are the same for the same text on every machine, so
/// benchmarks compare them.
///
/// ```swift
/// print(tokenizer.counters.searches)
/// ```
public struct TokenizerCounters: Hashable, Sendable {
  /// The number of lines that were tokenized.
  public var lines = 0
  /// The number of searches for a next rule, including those inside captures.
  public var searches = 0
  /// The number of matches attempted with the regex library. The tables and the backtracking matcher handled
  /// the others.
  public var libraryMatches = 0

  public init() {}
}
