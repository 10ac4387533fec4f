/// A theme's rules by their scopes, what shorter scopes say already worked into those of longer ones.
///
/// The rules of resolution are those of vscode-textmate: the deepest scope wins; of two that are as deep, the
/// one whose parents are longer, compared from the innermost; what a rule leaves open comes from the rule of
/// the shorter scope, and what that leaves open from the enclosing scope.
struct ThemeRules: Sendable {
  /// A selector worked out: what holds for a scope where its parents do.
  struct Resolved: Sendable {
    /// How many parts of the scope it matches.
    var depth: Int
    var parents: [String]
    var settings: ThemeSettings
  }

  /// What is known of a scope that some rule names.
  private struct Entry: Sendable {
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

  private var entries: [Substring: Entry] = [:]

  /// - Parameter rules: those for the empty scope are passed over. O(rules).
  init(_ rules: some Sequence<ThemeRule>) {
    var groups: [String: [ThemeRule]] = [:]
    for rule in rules where !rule.scope.isEmpty { groups[rule.scope, default: []].append(rule) }
    entries.reserveCapacity(groups.count)
    // The start of a scope is shorter than the scope: so it is complete when the scope begins with it.
    for (scope, group) in groups.sorted(by: { $0.key.utf8.count < $1.key.utf8.count }) {
      var entry = known(of: scope[...]) ?? Entry()
      let depth = 1 + scope.utf8.count { $0 == UInt8(ascii: ".") }
      for rule in group.count == 1 ? group : group.sorted(by: ThemeRule.insertionOrder) {
        entry.insert(rule, depth: depth)
      }
      entries[scope[...]] = entry
    }
  }

  /// The entry of the longest start of a scope that ends where a part does.
  private func known(of scope: Substring) -> Entry? {
    var start = scope
    while true {
      if let entry = entries[start] { return entry }
      guard let dot = start.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
      start = start[..<dot]
    }
  }

  /// What each rule sets, whatever its scope.
  var settings: [ThemeSettings] {
    entries.values.flatMap { [$0.main.settings] + $0.withParents.map(\.settings) }
  }

  /// The rules for a scope, the most specific first; which one holds depends on the enclosing scopes.
  func rules(for scope: String) -> [Resolved] {
    guard let found = known(of: scope[...]) else { return [] }
    if found.withParents.isEmpty { return [found.main] }
    // The sort must keep the order of equals, which `sort` does.
    return (found.withParents + [found.main]).sorted { Self.specificity($0, $1) < 0 }
  }

  /// Negative where `left` is more specific.
  private static func specificity(_ left: Resolved, _ right: Resolved) -> Int {
    if left.depth != right.depth { return right.depth - left.depth }
    var leftIndex = 0
    var rightIndex = 0
    while true {
      // A `>` makes no selector more specific.
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
  /// Whether the enclosing scopes, innermost first, are what the selector asks for.
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
    guard scope.utf8.starts(with: pattern.utf8) else { return false }
    return scope.utf8.count == pattern.utf8.count
      || scope.utf8.dropFirst(pattern.utf8.count).first == UInt8(ascii: ".")
  }
}
