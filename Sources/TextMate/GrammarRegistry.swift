/// The grammars of a source, each compiled once and shared between all who ask.
public final class GrammarRegistry: Sendable {
  public let source: any GrammarSource
  private let lock = Lock()
  /// Only touched while `lock` is held.
  nonisolated(unsafe) private var grammars: [ScopeName: Grammar?] = [:]

  public init(source: any GrammarSource) {
    self.source = source
  }

  /// The grammar of a scope; nil where the source has none. The first call reads the grammar's file; what the
  /// grammar includes is read when text needs it.
  public func grammar(scope: ScopeName) -> Grammar? {
    if let known = lock.withLock({ grammars[scope] }) { return known }
    // Not under the lock: another grammar must not wait for this file. Whoever comes second takes the first's.
    let made = source.rawGrammar(scope: scope).map { Grammar($0, source: source) }
    return lock.withLock {
      if let known = grammars[scope] { return known }
      grammars[scope] = .some(made)
      return made
    }
  }

  /// Whether `grammar(scope:)` has been asked for this scope before, and so answers at once.
  public func isLoaded(scope: ScopeName) -> Bool { lock.withLock { grammars[scope] != nil } }
}
