/// Where a compiled rule comes from, and what is only looked at when a scanner is built.
struct RuleOrigin {
  let raw: RawRule
  /// For the includes among `patterns`.
  var context: RepositoryContext
  /// The match or begin pattern.
  var main: PatternSource?
  /// The end or while pattern.
  var end: PatternSource?
  /// `main` and `end` in the pool, by ``Anchors``: looked up once, since a pattern's text can be long.
  var mainPatterns = [PatternReference?](repeating: nil, count: Anchors.count)
  var endPatterns = [PatternReference?](repeating: nil, count: Anchors.count)
  var patterns: [RawRule] = []
  /// What `patterns` came to; nil until somebody asked.
  var children: [Int]?

  /// Whether the rule was first reached through a capture, so that what it includes may not be loaded.
  let isInCapture: Bool

  init(raw: RawRule, context: RepositoryContext, isInCapture: Bool) {
    self.raw = raw
    self.context = context
    self.isInCapture = isInCapture
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
