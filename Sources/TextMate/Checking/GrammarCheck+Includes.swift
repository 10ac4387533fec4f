extension GrammarCheck {
  /// Follows all includes from the root. Reports includes without a target and rules that are never included.
  mutating func checkReachability() {
    let itself = Scope(repositories: [(grammar.repository, RulePath([]))])
    for (index, rule) in grammar.patterns.enumerated() {
      follow(rule, in: itself, at: RulePath(["patterns", "\(index)"]))
    }
    for (selector, rule) in grammar.injections {
      follow(rule, in: itself, at: RulePath(["injections", selector]))
    }
    let unreached = grammar.repository.filter { !reached.contains(ObjectIdentifier($0.value)) }
    if !unreached.isEmpty {
      // Rules that only other grammars include are used, and so are the rules that they include.
      for name in namesUsedByNeighbours() {
        guard let rule = unreached[name] else { continue }
        follow(rule, in: itself, at: RulePath(["repository", name]))
      }
      for (name, rule) in unreached.sorted(by: { $0.key < $1.key })
      where !reached.contains(ObjectIdentifier(rule)) {
        report(.warning, "no include leads to this rule", at: RulePath(["repository", name]))
        follow(rule, in: itself, at: RulePath(["repository", name]))
      }
    }
  }

  /// The repositories that an include can refer to, outermost first.
  struct Scope {
    var repositories: [(rules: [String: RawRule], owner: RulePath)]

    func step(to name: String) -> IncludeStep? {
      for depth in repositories.indices.reversed() {
        let (rules, owner) = repositories[depth]
        guard let rule = rules[name] else { continue }
        return IncludeStep(
          rule: rule, scope: Scope(repositories: Array(repositories[...depth])),
          path: owner.appending("repository", name))
      }
      return nil
    }
  }

  /// A rule to visit, the scope of its includes, and its location.
  struct IncludeStep {
    var rule: RawRule
    var scope: Scope
    var path: RulePath
  }

  /// Visits a rule and all rules that it contains or includes. Uses an explicit stack and a set of visited
  /// rules, because includes form cycles.
  private mutating func follow(_ start: RawRule, in scope: Scope, at path: RulePath) {
    var open = [IncludeStep(rule: start, scope: scope, path: path)]
    while let step = open.popLast() {
      guard reached.insert(ObjectIdentifier(step.rule)).inserted else { continue }
      let rule = step.rule
      let isMatcher = rule.match?.isEmpty == false || rule.begin != nil
      var scope = step.scope
      if !isMatcher, let repository = rule.repository { scope.repositories.append((repository, step.path)) }
      for (member, captures) in [
        ("captures", rule.captures), ("beginCaptures", rule.beginCaptures), ("endCaptures", rule.endCaptures),
        ("whileCaptures", rule.whileCaptures),
      ] {
        for (group, capture) in captures ?? [:] {
          open.append(IncludeStep(rule: capture, scope: scope, path: step.path.appending(member, "\(group)")))
        }
      }
      for (index, pattern) in (rule.patterns ?? []).enumerated() {
        open.append(
          IncludeStep(rule: pattern, scope: scope, path: step.path.appending("patterns", "\(index)")))
      }
      if !isMatcher, let include = rule.include,
        let target = resolve(include, in: scope, at: step.path.appending("include"))
      {
        open.append(target)
      }
    }
  }

  /// Returns the rule of this grammar that an include refers to; nil if the include refers to another grammar
  /// or has no target.
  private mutating func resolve(_ include: String, in scope: Scope, at path: RulePath) -> IncludeStep? {
    switch IncludeParts(include) {
    case .itself, .base:
      return nil
    case .named(let name):
      if let step = scope.step(to: name) { return step }
      report(.error, "no rule is named '\(name)'\(hint(name, in: scope))", at: path)
      return nil
    case .grammar(let other, let name):
      if other.rawValue == grammar.scopeName {
        guard let name else { return nil }
        let itself = Scope(repositories: [(grammar.repository, RulePath([]))])
        if let step = itself.step(to: name) { return step }
        report(.error, "no rule is named '\(name)'\(hint(name, in: itself))", at: path)
        return nil
      }
      guard source.hasGrammar(scope: other) else {
        report(.warning, "no grammar has the scope '\(other)'", at: path)
        return nil
      }
      if let name, source.rawGrammar(scope: other)?.repository[name] == nil {
        report(.error, "the grammar '\(other)' has no rule '\(name)'", at: path)
      }
      return nil
    }
  }

  private func hint(_ name: String, in scope: Scope) -> String {
    let close = CloseMatches.find(name, in: scope.repositories.flatMap(\.rules.keys), limit: 1)
    return close.first.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the names of this grammar's rules that other grammars include.
  private func namesUsedByNeighbours() -> [String] {
    var names: Set<String> = []
    var seen: Set<ObjectIdentifier> = []
    for neighbour in neighbours() where neighbour.scopeName != grammar.scopeName {
      var open = neighbour.patterns + neighbour.repository.values + neighbour.injections.map(\.rule)
      while let rule = open.popLast() {
        guard seen.insert(ObjectIdentifier(rule)).inserted else { continue }
        if let include = rule.include, case .grammar(let scope, let name?) = IncludeParts(include),
          scope.rawValue == grammar.scopeName
        {
          names.insert(name)
        }
        open += rule.patterns ?? []
        open += (rule.repository ?? [:]).values
        for captures in [rule.captures, rule.beginCaptures, rule.endCaptures, rule.whileCaptures] {
          open += (captures ?? [:]).values
        }
      }
    }
    return names.sorted()
  }
}
