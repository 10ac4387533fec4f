/// What a tokenizer has done so far: the same for the same text on any machine, and so what a benchmark can hold it
/// to.
public struct TokenizerCounters: Hashable, Sendable {
  /// Lines tokenized.
  public var lines = 0
  /// Searches for a next rule, those inside captures included.
  public var searches = 0
  /// Matches that the regex library was asked for; the rest was settled by the tables and by matchers of our own.
  public var libraryMatches = 0

  public init() {}
}
