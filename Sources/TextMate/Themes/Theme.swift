public import StyledRuns

/// A colour theme of VS Code or TextMate. It decides how text in a scope stack is drawn.
///
/// ```swift
/// let theme = try Theme(path: "themes/obsidian.json")
/// let sheet = theme.styleSheet(for: document.scopes)
/// ```
public struct Theme: Sendable {
  /// The name of the theme's file (`obsidian`), or the identifier in its extension's manifest.
  public let id: String
  public let name: String
  public let isDark: Bool
  /// The colours of everything except tokens, all opaque.
  public let palette: Palette
  /// Malformed members, which were skipped.
  public let issues: [LoadIssue]
  /// The colours of text without a matching rule, as in the file.
  let defaults: ThemeSettings
  let rules: ThemeRules
  /// The minimum contrast of token colours; nil to use the colours unchanged.
  let contrast: Double?
  let memory = StyleMemory()

  init(
    id: String, name: String, isDark: Bool, palette: Palette, defaults: ThemeSettings, rules: ThemeRules,
    issues: [LoadIssue], contrast: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.isDark = isDark
    self.palette = palette
    self.defaults = defaults
    self.rules = rules
    self.issues = issues
    self.contrast = contrast
  }

  /// Returns the theme with a minimum contrast of text and tokens. A colour with too little contrast is moved
  /// towards white or black as far as necessary.
  ///
  /// ```swift
  /// let readable = try Theme(path: "faint.json").withContrast(4.5)
  /// ```
  ///
  /// - Parameter ratio: The contrast from 1 to 21, as the Web Content Accessibility Guidelines define it: 4.5
  ///   is their minimum for text, 7 their enhanced contrast. If neither white nor black reaches it, the
  ///   better one is used.
  public func withContrast(_ ratio: Double) -> Theme {
    Theme(
      id: id, name: name, isDark: isDark, palette: palette.withContrast(ratio), defaults: defaults,
      rules: rules, issues: issues, contrast: ratio)
  }

  /// The style of text outside of all scopes.
  public var plain: Style { Style(fontStyle: defaults.fontStyle ?? []) }

  /// Returns the style of a scope stack, computed from the style of its parent.
  ///
  /// - Parameters:
  ///   - name: The innermost name of the stack.
  ///   - style: The style of the stack without `name`, or ``plain``.
  ///   - enclosing: The other names, innermost first.
  public func style(pushing name: String, onto style: Style, within enclosing: some Sequence<String>) -> Style
  {
    apply(rules.rules(for: name), of: name, to: style, within: enclosing)
  }

  /// Returns the style of a scope stack, outermost name first.
  public func style(for stack: [String]) -> Style {
    var style = plain
    for (depth, name) in stack.enumerated() {
      style = self.style(pushing: name, onto: style, within: stack[..<depth].reversed())
    }
    return style
  }

  /// - Parameter rules: The rules that ``rules`` has for the innermost name.
  func apply(
    _ rules: [ThemeRules.Resolved], of name: String, to style: Style, within enclosing: some Sequence<String>
  ) -> Style {
    var style = style
    if let surface = Self.surface(ofWord: name) { style.background = palette.color(of: surface) }
    guard let rule = rules.first(where: { $0.holds(within: enclosing) }) else { return style }
    if let foreground = rule.settings.foreground { style.foreground = foreground }
    if let background = rule.settings.background { style.background = background }
    if let fontStyle = rule.settings.fontStyle { style.fontStyle = fontStyle }
    return style
  }

  /// Computes the styles for all scopes of a document. Colours are opaque, and nil if they equal the
  /// theme's default.
  public func styleSheet(for scopes: ScopeTable) -> StyleSheet {
    var sheet = StyleSheet(id: id, name: name, isDark: isDark, palette: palette, styles: [])
    extend(&sheet, for: scopes)
    return sheet
  }

  /// Appends the styles of the scope stacks that were added to the table after the sheet was computed.
  public func extend(_ sheet: inout StyleSheet, for scopes: ScopeTable) {
    let known = sheet.styles.count
    guard known < scopes.count else { return }
    sheet.styles +=
      memory.fits(scopes)
      ? memory.styles(of: scopes, in: self)[known...] : styles(of: scopes, from: known)[...]
  }

  /// Returns the styles of the stacks of a table from `start` on, as they appear on the background of code. The cost is that
  /// of these stacks and of those that enclose them.
  private func styles(of table: ScopeTable, from start: Int) -> [Style] {
    var known: [Int: Style] = [0: plain]
    var rulesByName: [String: [ThemeRules.Resolved]] = [:]
    var enclosing: [Int] = []
    return (start..<table.count).map { stack in
      var place = stack
      while known[place] == nil {
        enclosing.append(place)
        let parent = Int(table.entries[place - 1].parent.rawValue)
        place = parent < place ? parent : 0
      }
      while let next = enclosing.popLast() {
        let entry = table.entries[next - 1]
        let found = rulesByName[entry.name] ?? rules.rules(for: entry.name)
        rulesByName[entry.name] = found
        known[next] = apply(
          found, of: entry.name, to: known[place] ?? plain, within: EnclosingNames(table, from: entry.parent))
        place = next
      }
      return drawn(known[stack] ?? plain)
    }
  }

  /// The surface behind changed words with this innermost scope; nil for other scopes.
  private static func surface(ofWord name: String) -> Palette.Surface? {
    switch name {
    case ScopeTable.insertedWord: .insertedWord
    case ScopeTable.deletedWord: .deletedWord
    default: nil
    }
  }

  /// Computes a sheet with every combination of colours and font styles in the theme's rules, for a
  /// stylesheet that serves all documents. Its entries belong to no scope table.
  public func completeStyleSheet() -> StyleSheet {
    let settings = rules.settings
    let foregrounds = Set(settings.compactMap(\.foreground)).sorted { $0.hex < $1.hex }
    let backgrounds: [Color?] = [nil] + Set(settings.compactMap(\.background)).sorted { $0.hex < $1.hex }
    let words: [Color?] = Palette.Surface.words.map { palette.color(of: $0) }
    var styles = [drawn(plain)]
    for background in backgrounds + words {
      for foreground in [plain.foreground] + foregrounds {
        styles.append(drawn(Style(foreground: foreground, background: background)))
      }
    }
    let everyFontStyle: [FontStyle] = [.italic, .bold, .underline, .strikethrough]
    for bits in 1..<(1 << everyFontStyle.count) {
      let chosen = everyFontStyle.indices.filter { bits & 1 << $0 != 0 }.map { everyFontStyle[$0] }
      styles.append(drawn(Style(fontStyle: FontStyle(chosen))))
    }
    return StyleSheet(id: id, name: name, isDark: isDark, palette: palette, styles: styles)
  }

  /// The minimum contrast of changed words.
  private static let wordContrast = 4.5

  /// Returns the style as it appears on the background of code.
  func drawn(_ style: Style) -> Style {
    let surface = palette.codeBackground
    let background =
      style.background == defaults.background ? nil : style.background?.composited(over: surface)
    let own = background == surface ? nil : background
    var foreground = style.foreground?.composited(over: own ?? surface)
    // Themes choose their colours for code and for lines, but not for changed words.
    let isWord = own.map { own in Palette.Surface.words.contains { palette.color(of: $0) == own } } ?? false
    if let contrast = contrast ?? (isWord ? Self.wordContrast : nil) {
      // The default text colour was moved for its own background and may need more contrast on another one.
      if own != nil, foreground == nil { foreground = palette.codeText }
      let surfaces = own.map { [$0] } ?? Palette.Surface.lines.map { palette.color(of: $0) }
      foreground = foreground.map { Contrast.readable($0, on: surfaces, ratio: contrast) }
    }
    return Style(
      foreground: foreground == palette.codeText ? nil : foreground, background: own,
      fontStyle: style.fontStyle)
  }
}

/// The names of a scope stack, innermost first.
struct EnclosingNames: Sequence, IteratorProtocol {
  private let scopes: ScopeTable
  private var current: ScopeStackID

  init(_ scopes: ScopeTable, from stack: ScopeStackID) {
    self.scopes = scopes
    current = stack
  }

  mutating func next() -> String? {
    guard current.rawValue > 0, Int(current.rawValue) <= scopes.entries.count else { return nil }
    let entry = scopes.entries[Int(current.rawValue) - 1]
    current = entry.parent
    return entry.name
  }
}
