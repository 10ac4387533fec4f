/// The source of a compiled rule, and data that is only needed to build scanners.
struct RuleOrigin {
  let raw: RawRule
  /// The context in which includes in `patterns` are resolved.
  let context: RepositoryContext
  /// The patterns `main` and `end` in the pool. They are cached, because the text of a pattern can be long.
  var mainPattern = PooledPattern()
  var endPattern = PooledPattern()
  /// The end or while pattern if it refers to groups of the begin pattern. Each match of the begin pattern
  /// fills it in again.
  let dynamicEnd: PatternSource?
  /// The resolved `patterns`; nil until they are needed.
  var children: [Int32]?
  /// The number of the last scanner for which the rule was visited.
  var lastVisit = 0
  /// Whether the rule was first reached through a capture. The grammars that it includes may then not be
  /// loaded.
  let isInCapture: Bool

  init(raw: RawRule, context: RepositoryContext, isInCapture: Bool) {
    self.raw = raw
    // A rule that only groups other rules sees its own repository.
    self.context =
      if raw.kind == .include, let repository = raw.repository {
        RepositoryContext(file: context.file, rules: repository, outer: context)
      } else {
        context
      }
    self.isInCapture = isInCapture
    let end = Self.end(of: raw)
    dynamicEnd = end?.hasBackReferences == true ? end : nil
  }

  /// The match or begin pattern. Computed on demand, so that the text is stored only once.
  var main: PatternSource? {
    switch raw.kind {
    case .match: raw.match.map { PatternSource($0) }
    case .beginEnd, .beginWhile: raw.begin.map { PatternSource($0) }
    case .include: nil
    }
  }

  var end: PatternSource? { dynamicEnd ?? Self.end(of: raw) }

  /// Returns the end or while pattern. A missing end pattern matches at once.
  private static func end(of raw: RawRule) -> PatternSource? {
    switch raw.kind {
    case .beginEnd: PatternSource(raw.end ?? "")
    case .beginWhile: raw.while.map { PatternSource($0) }
    case .match, .include: nil
    }
  }

  var patterns: [RawRule] {
    switch raw.kind {
    case .match: []
    case .beginEnd, .beginWhile: raw.patterns ?? []
    case .include: raw.patterns ?? raw.include.map { [RawRule(include: $0)] } ?? []
    }
  }
}

extension RawRule {
  /// The kind of compiled rule.
  var kind: Rule.RuleKind {
    if let match, !match.isEmpty { return .match }
    guard begin != nil else { return .include }
    return `while`?.isEmpty == false ? .beginWhile : .beginEnd
  }
}

/// The pattern of a rule in the pool, by ``Anchors``.
struct PooledPattern {
  /// The pattern for all anchors, if it contains neither `\A` nor `\G`.
  private(set) var common: PatternReference?
  /// The patterns by anchors, if it contains one of them. Filled on demand.
  private var anchored: [PatternReference?] = []

  /// Returns the pattern, from the pool on the first call.
  mutating func pattern(_ anchors: Anchors, source: () -> PatternSource?) -> PatternReference? {
    if let common { return common }
    if !anchored.isEmpty, let known = anchored[anchors.rawValue] { return known }
    guard let source = source() else { return nil }
    let pattern = PatternPool.shared.pattern(source.resolvingAnchors(in: source.bytes, anchors))
    if source.hasAnchor {
      if anchored.isEmpty { anchored = Array(repeating: nil, count: Anchors.count) }
      anchored[anchors.rawValue] = pattern
    } else {
      common = pattern
    }
    return pattern
  }
}

/// A grammar that is part of a root grammar. The same file may occur twice: as the root, and included again
/// by another grammar.
struct GrammarInstance {
  let raw: RawGrammar
  /// The rule to which `$self` refers.
  let rootRule: RawRule
  /// The index of the file whose root rule `$base` refers to.
  let base: Int
  let context: RepositoryContext
  let hasNestedRepositories: Bool

  init(raw: RawGrammar, rootRule: RawRule, base: Int, context: RepositoryContext) {
    self.raw = raw
    self.rootRule = rootRule
    self.base = base
    self.context = context
    var pending = raw.patterns + raw.repository.values + raw.injections.map(\.rule)
    var isNested = false
    while let rule = pending.popLast() {
      if rule.repository != nil {
        isNested = true
        break
      }
      pending += rule.patterns ?? []
      for captures in [rule.captures, rule.beginCaptures, rule.endCaptures, rule.whileCaptures] {
        if let captures { pending += captures.values }
      }
    }
    hasNestedRepositories = isNested
  }
}
