/// Where a registry finds grammars: an index of folders, or a dictionary in a test.
///
/// Asked from any thread, at most once for each scope and root grammar.
public protocol GrammarSource: Sendable {
  /// The grammar whose root scope is `scope`; nil where there is none or it cannot be read.
  func rawGrammar(scope: ScopeName) -> RawGrammar?

  /// Whether `rawGrammar(scope:)` would find a grammar; answered without reading it where possible.
  func hasGrammar(scope: ScopeName) -> Bool

  /// The grammars to be injected into the grammar of `scope`, in the order in which they were contributed.
  func injections(for scope: ScopeName) -> [ScopeName]
}

extension GrammarSource {
  public func hasGrammar(scope: ScopeName) -> Bool { rawGrammar(scope: scope) != nil }
  public func injections(for scope: ScopeName) -> [ScopeName] { [] }
}
