internal import StyledRuns

/// One selector of a theme and what it sets; what is nil is left to the enclosing scope.
struct ThemeRule: Sendable {
  /// The scope that the selector ends with; empty for the theme's defaults.
  var scope: String
  /// The scopes before it, innermost first, with `>` between those that must follow directly; nil for none.
  var parents: [String]?
  /// The place of the rule's entry in the theme.
  var index: Int
  var settings: ThemeSettings
}

/// What a theme's rule sets.
struct ThemeSettings: Hashable, Sendable {
  var foreground: Color?
  var background: Color?
  /// The empty set is a reset, nil is not.
  var fontStyle: FontStyle?

  /// `other`'s settings where it has some.
  mutating func overwrite(with other: ThemeSettings) {
    foreground = other.foreground ?? foreground
    background = other.background ?? background
    fontStyle = other.fontStyle ?? fontStyle
  }
}

extension ThemeRule {
  /// The order in which VS Code takes in the rules of a scope: later ones overwrite earlier ones.
  static func insertionOrder(_ left: ThemeRule, _ right: ThemeRule) -> Bool {
    if left.scope != right.scope { return precedes(left.scope, right.scope) }
    let order = compare(left.parents, right.parents)
    return order == 0 ? left.index < right.index : order < 0
  }

  /// By bytes, not by Unicode's equivalences.
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
