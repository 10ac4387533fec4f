/// Provides grammars to a registry: an index of folders, or a dictionary in a test.
///
/// Called from any thread, at most once for each scope and root grammar.
///
/// ```swift
/// struct OneGrammar: GrammarSource {
///   let grammar: RawGrammar
///
///   func rawGrammar(scope: ScopeName) -> RawGrammar? {
///     scope.rawValue == grammar.scopeName ? grammar : nil
///   }
/// }
/// ```
public protocol GrammarSource: Sendable {
  /// Returns the grammar with a root scope; nil if there is none or it cannot be read.
  func rawGrammar(scope: ScopeName) -> RawGrammar?

  /// Whether `rawGrammar(scope:)` would return a grammar. Avoids loading the grammar if possible.
  func hasGrammar(scope: ScopeName) -> Bool

  /// Returns the grammars to inject into the grammar with a scope, in the order of their contribution.
  func injections(for scope: ScopeName) -> [ScopeName]
}

extension GrammarSource {
  public func hasGrammar(scope: ScopeName) -> Bool { rawGrammar(scope: scope) != nil }
  public func injections(for scope: ScopeName) -> [ScopeName] { [] }
}
