internal import StyledRuns

/// The styles of the scope stacks that a theme was asked for, so that a theme resolves each stack once for all
/// documents. Thread-safe.
///
/// The memory is bounded, because the names of scopes can contain parts of a text.
final class StyleMemory: Sendable {
  /// The number of stacks at which the memory begins anew.
  static let capacity = 4096
  /// The maximum length of a remembered name in UTF-8 bytes.
  private static let longestName = 128

  private struct KnownStyle {
    /// The style from which those of inner scopes are computed.
    var style: Style
    /// The style as it appears on the background of code.
    var drawn: Style
  }

  private let lock = Lock()
  // Protected by `lock`.
  nonisolated(unsafe) private var content = MemoryContent()

  /// The number of remembered stacks.
  var count: Int { lock.withLock { content.known.count } }

  /// Whether the memory may keep the stacks of a table.
  func fits(_ table: ScopeTable) -> Bool {
    table.count <= Self.capacity && table.entries.allSatisfy { $0.name.utf8.count <= Self.longestName }
  }

  /// Returns the styles of all stacks of a table, in order, as they appear on the background of code.
  ///
  /// - Parameter theme: The theme, always the same one.
  func styles(of table: ScopeTable, in theme: Theme) -> [Style] {
    lock.withLock { content.styles(of: table, in: theme) }
  }

  private struct MemoryContent {
    private var scopes = ScopeTable()
    /// The styles of the stacks of ``scopes``.
    private(set) var known: [KnownStyle] = []
    private var rules: [String: [ThemeRules.Resolved]] = [:]

    mutating func styles(of table: ScopeTable, in theme: Theme) -> [Style] {
      if known.isEmpty || known.count > 1 && known.count + table.count > StyleMemory.capacity {
        self = MemoryContent()
        known = [KnownStyle(style: theme.plain, drawn: theme.drawn(theme.plain))]
      }
      var places: [ScopeStackID] = [.empty]
      places.reserveCapacity(table.count)
      var styles = [known[0].drawn]
      styles.reserveCapacity(table.count)
      for entry in table.entries {
        let parent = Int(entry.parent.rawValue) < places.count ? places[Int(entry.parent.rawValue)] : .empty
        let place = scopes.push(entry.name, onto: parent)
        if Int(place.rawValue) == known.count {
          let style = theme.apply(
            rules(for: entry.name, in: theme), of: entry.name, to: known[Int(parent.rawValue)].style,
            within: EnclosingNames(table, from: entry.parent))
          known.append(KnownStyle(style: style, drawn: theme.drawn(style)))
        }
        places.append(place)
        styles.append(known[Int(place.rawValue)].drawn)
      }
      return styles
    }

    private mutating func rules(for name: String, in theme: Theme) -> [ThemeRules.Resolved] {
      if let found = rules[name] { return found }
      let found = theme.rules.rules(for: name)
      rules[name] = found
      return found
    }
  }
}
