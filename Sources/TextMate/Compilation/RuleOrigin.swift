/// Where a compiled rule comes from, and what is only looked at when a scanner is built.
struct RuleOrigin {
  let raw: RawRule
  /// For the includes among `patterns`.
  let context: RepositoryContext
  /// `main` and `end` in the pool: looked up once, since a pattern's text can be long.
  var mainPattern = PooledPattern()
  var endPattern = PooledPattern()
  /// The end or while pattern where it refers to groups of the begin pattern: it is filled in again and again.
  let dynamicEnd: PatternSource?
  /// What `patterns` came to; nil until somebody asked.
  var children: [Int32]?
  /// Whether the rule was first reached through a capture, so that what it includes may not be loaded.
  let isInCapture: Bool

  init(raw: RawRule, context: RepositoryContext, isInCapture: Bool) {
    self.raw = raw
    // Named rules of its own are seen from a rule that only groups others.
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

  /// The match or begin pattern. Made when it is asked for: the grammar's text is kept once.
  var main: PatternSource? {
    switch raw.kind {
    case .match: raw.match.map { PatternSource($0) }
    case .beginEnd, .beginWhile: raw.begin.map { PatternSource($0) }
    case .include: nil
    }
  }

  var end: PatternSource? { dynamicEnd ?? Self.end(of: raw) }

  /// The end or while pattern; no end pattern ends at once.
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
  /// What it is compiled to.
  var kind: Rule.Kind {
    if let match, !match.isEmpty { return .match }
    guard begin != nil else { return .include }
    return `while`?.isEmpty == false ? .beginWhile : .beginEnd
  }
}

/// A rule's pattern in the pool, by ``Anchors``.
struct PooledPattern {
  /// Where neither `\A` nor `\G` occurs: for all anchors.
  private var common: PatternReference?
  /// Where one does: those that were asked for.
  private var anchored: [PatternReference?] = []

  /// Looks the pattern up the first time.
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

/// A grammar among those that make up a root grammar. The same file may occur twice: as the root, and included
/// again by a grammar that the root includes.
struct GrammarInstance {
  let raw: RawGrammar
  /// What `$self` stands for.
  let rootRule: RawRule
  /// The file whose root rule `$base` stands for.
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
