/// Compiles each grammar of a source once and shares it. Thread-safe.
///
/// ```swift
/// let registry = GrammarRegistry(source: GrammarLibrary(folders: ["grammars"]))
/// let swift = registry.grammar(scope: "source.swift")
/// ```
public final class GrammarRegistry: Sendable {
  public let source: any GrammarSource
  private let lock = Lock()
  /// Protected by `lock`.
  nonisolated(unsafe) private var grammars: [ScopeName: Grammar?] = [:]

  public init(source: any GrammarSource) {
    self.source = source
  }

  /// Returns the grammar with a scope; nil if the source has none. The first call loads the grammar's file.
  /// Included grammars are loaded when a text needs them.
  public func grammar(scope: ScopeName) -> Grammar? {
    if let known = lock.withLock({ grammars[scope] }) { return known }
    // Load outside of the lock, so that other grammars need not wait. If two threads load the same grammar,
    // the first result is kept.
    let made = source.rawGrammar(scope: scope).map { Grammar($0, source: source) }
    return lock.withLock {
      if let known = grammars[scope] { return known }
      grammars[scope] = .some(made)
      return made
    }
  }

  /// Whether `grammar(scope:)` has been called for this scope, so that another call returns at once.
  public func isLoaded(scope: ScopeName) -> Bool { lock.withLock { grammars[scope] != nil } }
}
