/// A theme's rules by scope. The settings for a shorter scope are already merged into those for the longer
/// scopes below it.
///
/// Rules are resolved as in vscode-textmate. The deepest scope wins; at the same depth, the longer parents
/// win, compared from the innermost one. A setting that is nil comes from the rule for the shorter scope,
/// then from the enclosing scope.
struct ThemeRules: Sendable {
  /// The settings for a scope under certain parents, with inherited settings filled in.
  struct Resolved: Sendable {
    /// The number of parts of the scope that the selector matches.
    var depth: Int
    var parents: [String]
    var settings: ThemeSettings
  }

  /// The settings for a scope that a rule names.
  private struct OrderedRule: Sendable {
    var main = Resolved(depth: 0, parents: [], settings: ThemeSettings())
    var withParents: [Resolved] = []

    mutating func insert(_ rule: ThemeRule, depth: Int) {
      guard let parents = rule.parents else {
        main.depth = depth
        main.settings.overwrite(with: rule.settings)
        return
      }
      if let known = withParents.firstIndex(where: { $0.parents == parents }) {
        withParents[known].depth = depth
        withParents[known].settings.overwrite(with: rule.settings)
        return
      }
      var settings = main.settings
      settings.overwrite(with: rule.settings)
      withParents.append(Resolved(depth: depth, parents: parents, settings: settings))
    }
  }

  private var entries: [Substring: OrderedRule] = [:]
  /// The rules of a compiled theme; nil if they are in `entries`.
  private var compiled: CompiledThemeRules?

  /// Resolves rules. Those for the empty scope are skipped. O(rules).
  init(_ rules: some Sequence<ThemeRule>) {
    var groups: [String: [ThemeRule]] = [:]
    for rule in rules where !rule.scope.isEmpty { groups[rule.scope, default: []].append(rule) }
    entries.reserveCapacity(groups.count)
    // A prefix is shorter than the scope, so its entry is complete when a longer scope inherits from it.
    for (scope, group) in groups.sorted(by: { $0.key.utf8.count < $1.key.utf8.count }) {
      var entry = known(of: scope[...]) ?? OrderedRule()
      let depth = 1 + scope.utf8.count { $0 == UInt8(ascii: ".") }
      for rule in group.count == 1 ? group : group.sorted(by: ThemeRule.insertionOrder) {
        entry.insert(rule, depth: depth)
      }
      entries[scope[...]] = entry
    }
  }

  /// Creates the rules of a compiled theme, which are decoded when they are needed.
  init(_ compiled: CompiledThemeRules) { self.compiled = compiled }

  /// The rules for a record, ordered by scope.
  var sorted: [(scope: String, rules: [Resolved])] {
    entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (String($0.key), [$0.value.main] + $0.value.withParents) }
  }

  /// Returns the entry for the longest prefix of a scope, cut at a dot.
  private func known(of scope: Substring) -> OrderedRule? {
    var start = scope
    while true {
      if let compiled {
        if let rules = compiled.rules(for: start) {
          return OrderedRule(main: rules[0], withParents: Array(rules.dropFirst()))
        }
      } else if let entry = entries[start] {
        return entry
      }
      guard let dot = start.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      start = start[..<dot]
    }
  }

  /// The settings of every rule.
  var settings: [ThemeSettings] {
    if let compiled { return compiled.all.map(\.settings) }
    return entries.values.flatMap { [$0.main.settings] + $0.withParents.map(\.settings) }
  }

  /// Returns the rules for a scope, the most specific first. The enclosing scopes decide which of them
  /// applies.
  func rules(for scope: String) -> [Resolved] {
    guard let found = known(of: scope[...]) else { return [] }
    if found.withParents.isEmpty { return [found.main] }
    // Requires a stable sort, which `sort` is.
    return (found.withParents + [found.main]).sorted { Self.specificity($0, $1) < 0 }
  }

  /// Compares two rules; negative if `left` is more specific.
  private static func specificity(_ left: Resolved, _ right: Resolved) -> Int {
    if left.depth != right.depth { return right.depth - left.depth }
    var leftIndex = 0
    var rightIndex = 0
    while true {
      // A `>` does not make a selector more specific.
      if leftIndex < left.parents.count, left.parents[leftIndex] == ">" { leftIndex += 1 }
      if rightIndex < right.parents.count, right.parents[rightIndex] == ">" { rightIndex += 1 }
      guard leftIndex < left.parents.count, rightIndex < right.parents.count else { break }
      let difference = right.parents[rightIndex].utf16.count - left.parents[leftIndex].utf16.count
      if difference != 0 { return difference }
      leftIndex += 1
      rightIndex += 1
    }
    return right.parents.count - left.parents.count
  }
}

extension ThemeRules.Resolved {
  /// Whether the selector's parents match the enclosing scopes (innermost first).
  func holds(within enclosing: some Sequence<String>) -> Bool {
    if parents.isEmpty { return true }
    var scopes = enclosing.makeIterator()
    var index = 0
    while index < parents.count {
      var pattern = parents[index]
      var mustFollow = false
      if pattern == ">" {
        index += 1
        if index == parents.count { return false }
        pattern = parents[index]
        mustFollow = true
      }
      while true {
        guard let scope = scopes.next() else { return false }
        if Self.covers(pattern, scope) { break }
        if mustFollow { return false }
      }
      index += 1
    }
    return true
  }

  private static func covers(_ pattern: String, _ scope: String) -> Bool {
    let length = pattern.utf8.count
    guard scope.utf8.count >= length, scope.utf8.starts(with: pattern.utf8) else { return false }
    return scope.utf8.count == length || scope.utf8.dropFirst(length).first == UInt8(ascii: ".")
  }
}
