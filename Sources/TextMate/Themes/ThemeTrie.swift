/// A theme's rules by the parts of their scopes, so that the rules for a scope are found in as many steps as it
/// has parts.
///
/// The rules of resolution are those of vscode-textmate: the deepest scope wins; of two that are as deep, the
/// one whose parents are longer, compared from the innermost; what a rule leaves open comes from the rule of
/// the shorter scope, and what that leaves open from the enclosing scope.
struct ThemeTrie: Sendable {
  struct Rule: Sendable {
    /// How many parts of the scope it matches.
    var depth: Int
    var parents: [String]
    var settings: ThemeSettings
  }

  private struct Node: Sendable {
    var main: Rule
    var withParents: [Rule]
    var children: [String: Int] = [:]
  }

  private var nodes = [Node(main: Rule(depth: 0, parents: [], settings: ThemeSettings()), withParents: [])]

  /// - Parameter rules: in ``ThemeRule/insertionOrder(_:_:)``, those for the empty scope not among them.
  init(_ rules: some Sequence<ThemeRule>) {
    for rule in rules { insert(rule) }
  }

  private mutating func insert(_ rule: ThemeRule) {
    var node = 0
    var depth = 0
    for part in rule.scope.split(separator: ".", omittingEmptySubsequences: false) {
      let name = String(part)
      depth += 1
      if let child = nodes[node].children[name] {
        node = child
      } else {
        // A new node starts with all that is known of the shorter scope.
        nodes.append(Node(main: nodes[node].main, withParents: nodes[node].withParents))
        nodes[node].children[name] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    guard let parents = rule.parents else {
      nodes[node].main.depth = depth
      nodes[node].main.settings.overwrite(with: rule.settings)
      return
    }
    if let known = nodes[node].withParents.firstIndex(where: { $0.parents == parents }) {
      nodes[node].withParents[known].depth = depth
      nodes[node].withParents[known].settings.overwrite(with: rule.settings)
      return
    }
    var settings = nodes[node].main.settings
    settings.overwrite(with: rule.settings)
    nodes[node].withParents.append(Rule(depth: depth, parents: parents, settings: settings))
  }

  /// What each rule sets, whatever its scope.
  var settings: [ThemeSettings] { nodes.flatMap { [$0.main.settings] + $0.withParents.map(\.settings) } }

  /// The rules for a scope, the most specific first; which one holds depends on the enclosing scopes.
  func rules(for scope: String) -> [Rule] {
    var node = 0
    for part in scope.split(separator: ".", omittingEmptySubsequences: false) {
      guard let child = nodes[node].children[String(part)] else { break }
      node = child
    }
    let found = nodes[node]
    if found.withParents.isEmpty { return [found.main] }
    // The sort must keep the order of equals, which `sort` does.
    return (found.withParents + [found.main]).sorted { Self.specificity($0, $1) < 0 }
  }

  /// Negative where `left` is more specific.
  private static func specificity(_ left: Rule, _ right: Rule) -> Int {
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

extension ThemeTrie.Rule {
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
