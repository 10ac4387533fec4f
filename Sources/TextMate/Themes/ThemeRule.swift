internal import StyledRuns

/// One selector of a theme and its settings. A setting that is nil is inherited from the enclosing scope.
struct ThemeRule: Sendable {
  /// The last scope of the selector; empty for the theme's defaults.
  var scope: String
  /// The scopes before the last one, innermost first. A `>` stands between scopes that must be adjacent. Nil
  /// if there are none.
  var parents: [String]?
  /// The index of the rule's entry in the theme.
  var index: Int
  var settings: ThemeSettings
}

/// The settings of a theme's rule.
struct ThemeSettings: Hashable, Sendable {
  var foreground: Color?
  var background: Color?
  /// The font style. An empty set resets the style, nil inherits it.
  var fontStyle: FontStyle?

  /// Replaces the settings that `other` has.
  mutating func overwrite(with other: ThemeSettings) {
    foreground = other.foreground ?? foreground
    background = other.background ?? background
    fontStyle = other.fontStyle ?? fontStyle
  }
}

extension ThemeRule {
  /// Returns the order in which VS Code applies the rules of a scope: later rules overwrite earlier ones.
  static func insertionOrder(_ left: ThemeRule, _ right: ThemeRule) -> Bool {
    if left.scope != right.scope { return precedes(left.scope, right.scope) }
    let order = compare(left.parents, right.parents)
    return order == 0 ? left.index < right.index : order < 0
  }

  /// Compares bytes, without Unicode equivalence.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func compare(_ left: [String]?, _ right: [String]?) -> Int {
    switch (left, right) {
    case (nil, nil): return 0
    case (nil, _): return -1
    case (_, nil): return 1
    case (let left?, let right?):
      if left.count != right.count { return left.count - right.count }
      for (one, other) in zip(left, right) where one != other { return precedes(one, other) ? -1 : 1 }
      return 0
    }
  }
}
