/// Determines which grammars VS Code loads for a root grammar.
///
/// Before it compiles a grammar, VS Code collects the included grammars. It follows includes in patterns, but
/// not those in captures: a grammar that only captures include is not loaded. An include in patterns
/// therefore always has its grammar; for an include in a capture, this type answers. The search stops as soon
/// as the answer is known.
struct GrammarDependencies {
  private let root: RawGrammar
  private var found: Set<ScopeName>
  private var queue: [GrammarReference]
  private var seen: Set<GrammarReference> = []

  private struct GrammarReference: Hashable {
    var scope: ScopeName
    /// The rule; nil for the whole grammar.
    var rule: String?
  }

  /// The rules still to visit in a grammar, and the repositories that apply to them.
  private struct PendingRule {
    var rule: RawRule
    var grammar: RawGrammar
    var repositories: [[String: RawRule]]
  }

  init(root: RawGrammar) {
    self.root = root
    let scope = ScopeName(root.scopeName)
    found = [scope]
    queue = [GrammarReference(scope: scope)]
  }

  /// Whether VS Code would load a grammar.
  ///
  /// - Parameters:
  ///   - scope: The scope of the grammar.
  ///   - raw: Loads a grammar.
  ///   - injections: Returns the grammars that are injected into a grammar.
  mutating func contain(
    _ scope: ScopeName, raw: (ScopeName) -> RawGrammar?, injections: (ScopeName) -> [ScopeName]
  ) -> Bool {
    while !found.contains(scope), !queue.isEmpty {
      // Visit the references of a round in the order of the queue, and each rule once a round.
      let round = queue
      queue = []
      var visited: Set<ObjectIdentifier> = []
      for reference in round {
        let isRoot = reference.scope.rawValue == root.scopeName
        guard let grammar = isRoot ? root : raw(reference.scope) else { continue }
        var pending: [PendingRule] = []
        if let name = reference.rule {
          add(named: name, of: grammar, in: [grammar.repository], to: &pending)
        } else {
          add(all: grammar, to: &pending)
        }
        walk(&pending, visited: &visited)
        for injected in injections(reference.scope) { add(GrammarReference(scope: injected)) }
      }
    }
    return found.contains(scope)
  }

  private mutating func walk(_ pending: inout [PendingRule], visited: inout Set<ObjectIdentifier>) {
    while let place = pending.popLast() {
      guard visited.insert(ObjectIdentifier(place.rule)).inserted else { continue }
      var repositories = place.repositories
      if let nested = place.rule.repository { repositories.append(nested) }
      for rule in place.rule.patterns ?? [] {
        pending.append(PendingRule(rule: rule, grammar: place.grammar, repositories: repositories))
      }
      guard let include = place.rule.include else { continue }
      switch IncludeParts(include) {
      case .itself: add(all: place.grammar, to: &pending)
      case .base: add(all: root, to: &pending)
      case .named(let name): add(named: name, of: place.grammar, in: repositories, to: &pending)
      case .grammar(let scope, let name):
        let known: RawGrammar? =
          if scope.rawValue == place.grammar.scopeName {
            place.grammar
          } else if scope.rawValue == root.scopeName {
            root
          } else {
            nil
          }
        if let known, let name {
          add(named: name, of: known, in: repositories, to: &pending)
        } else if let known {
          add(all: known, to: &pending)
        } else {
          add(GrammarReference(scope: scope, rule: name))
        }
      }
    }
  }

  private func add(all grammar: RawGrammar, to pending: inout [PendingRule]) {
    for rule in grammar.patterns + grammar.injections.map(\.rule) {
      pending.append(PendingRule(rule: rule, grammar: grammar, repositories: [grammar.repository]))
    }
  }

  private func add(
    named name: String, of grammar: RawGrammar, in repositories: [[String: RawRule]],
    to pending: inout [PendingRule]
  ) {
    guard let rule = repositories.lazy.reversed().compactMap({ $0[name] }).first else { return }
    pending.append(PendingRule(rule: rule, grammar: grammar, repositories: repositories))
  }

  private mutating func add(_ reference: GrammarReference) {
    guard !seen.contains(GrammarReference(scope: reference.scope)), seen.insert(reference).inserted else {
      return
    }
    found.insert(reference.scope)
    queue.append(reference)
  }
}
