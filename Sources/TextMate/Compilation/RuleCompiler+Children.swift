/// Resolves the includes in a rule's patterns, and omits the rules that VS Code drops.
extension RuleCompiler {
  /// Returns the children of a rule, resolved once.
  ///
  /// - Parameter depth: The depth in the walk of a whole grammar, which is limited.
  func children(of id: Int, depth: Int = 0) -> [Int32] {
    if let known = origins[id].children { return known }
    // In a cycle, the walk finds an empty list here and stops.
    origins[id].children = []
    let origin = origins[id]
    var children: [Int32] = []
    for pattern in origin.patterns {
      guard let (raw, context) = resolve(pattern, origin.context, isInCapture: origin.isInCapture),
        !isEmptied(raw, context, isInCapture: origin.isInCapture, depth: 0)
      else { continue }
      children.append(
        Int32(reach(raw, context: context, isInCapture: origin.isInCapture, depth: depth)))
    }
    origins[id].children = children
    return children
  }

  /// Returns the raw rule that a pattern refers to, and the context in which to compile it.
  private func resolve(
    _ pattern: RawRule, _ context: RepositoryContext, isInCapture: Bool
  ) -> (rule: RawRule, context: RepositoryContext)? {
    guard let include = pattern.include else { return (pattern, context) }
    let parts = IncludeParts(include)
    switch parts {
    case .itself: return rule(named: "$self", context: context)
    case .base: return rule(named: "$base", context: context)
    case .named(let name): return rule(named: name, context: context)
    case .grammar(let scope, let name):
      guard hasGrammar(scope, isInCapture: isInCapture),
        let file = file(scope: scope, base: files[context.file].base)
      else { return nil }
      return rule(named: name ?? "$self", context: files[file].context)
    }
  }

  private func rule(
    named name: String, context: RepositoryContext
  ) -> (rule: RawRule, context: RepositoryContext)? {
    switch name {
    case "$self": return (files[context.file].rootRule, files[context.file].context)
    case "$base":
      let base = files[files[context.file].base]
      return (base.rootRule, base.context)
    default: return context.rule(named: name).map { ($0, context) }
    }
  }

  /// Whether a rule has no patterns left because everything that it includes is missing. VS Code drops such a
  /// rule.
  ///
  /// Only examines raw rules, so that nothing is compiled or loaded for the answer.
  private func isEmptied(
    _ raw: RawRule, _ context: RepositoryContext, isInCapture: Bool, depth: Int
  ) -> Bool {
    guard (raw.match ?? "").isEmpty, depth < Self.deepestWalk else { return false }
    var patterns = raw.patterns ?? []
    var context = context
    if raw.begin == nil {
      if raw.patterns == nil, let include = raw.include { patterns = [RawRule(include: include)] }
      if let repository = raw.repository {
        context = RepositoryContext(file: context.file, rules: repository, outer: context)
      }
    }
    guard !patterns.isEmpty else { return false }
    let key = RuleKey(file: context.file, rule: ObjectIdentifier(raw))
    if let known = emptied[key] { return known }
    // In a cycle, a rule counts as present.
    emptied[key] = false
    let isEmptied = patterns.allSatisfy { isMissing($0, context, isInCapture: isInCapture, depth: depth + 1) }
    emptied[key] = isEmptied
    return isEmptied
  }

  private func isMissing(
    _ pattern: RawRule, _ context: RepositoryContext, isInCapture: Bool, depth: Int
  ) -> Bool {
    guard let include = pattern.include else {
      return isEmptied(pattern, context, isInCapture: isInCapture, depth: depth)
    }
    if case .grammar(let scope, let name) = IncludeParts(include), filesByScope[scope] == nil {
      let isThere = hasGrammar(scope, isInCapture: isInCapture)
      // Assume that a grammar that is not loaded has patterns. Only a broken one has none.
      if !isThere || name == nil { return !isThere }
    }
    guard let (raw, context) = resolve(pattern, context, isInCapture: isInCapture) else { return true }
    return isEmptied(raw, context, isInCapture: isInCapture, depth: depth)
  }
}

/// The parsed value of an `include`.
enum IncludeParts: Equatable {
  case itself
  case base
  case named(String)
  case grammar(ScopeName, name: String?)

  init(_ include: String) {
    if include == "$self" {
      self = .itself
    } else if include == "$base" {
      self = .base
    } else if let sharp = include.utf8.firstIndex(of: UInt8(ascii: "#")) {
      let name = String(include[include.utf8.index(after: sharp)...])
      let scope = String(include[..<sharp])
      self = scope.isEmpty ? .named(name) : .grammar(ScopeName(scope), name: name.isEmpty ? nil : name)
    } else {
      self = .grammar(ScopeName(include), name: nil)
    }
  }
}
