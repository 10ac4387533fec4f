internal import StyledRuns

extension Theme {
  /// Parses a theme in VS Code's JSON or as a TextMate property list.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file. Includes are relative to it.
  ///   - id: The identifier; nil to use the name of the file.
  ///   - isDark: Whether an extension's manifest says that the theme is dark; nil to decide from the theme
  ///     itself.
  /// - Throws: ``LoadError`` if the file is not a theme.
  public init(
    _ bytes: [UInt8], path: String? = nil, id: String? = nil, isDark: Bool? = nil
  ) throws(LoadError) {
    let file = try ThemeFile.read(bytes, path: path)
    let stem = path.map { FilePath.stem(FilePath.lastComponent($0)) }
    let rules = ThemeRules(file.rules)
    var defaults = ThemeSettings(
      foreground: file.colors["editor.foreground"], background: file.colors["editor.background"])
    for rule in file.rules.filter(\.scope.isEmpty).sorted(by: ThemeRule.insertionOrder) {
      defaults.overwrite(with: rule.settings)
    }
    let dark =
      Self.isDark(type: file.type) ?? isDark ?? Self.isDark(by: defaults, file.rules)
    self.init(
      id: id ?? stem ?? file.name ?? "theme", name: file.name ?? id ?? stem ?? "theme", isDark: dark,
      palette: Palette(
        colors: file.colors, roles: file.roles, isDark: dark, defaults: defaults,
        token: { Self.settings(of: $0, in: rules).foreground }),
      defaults: defaults, rules: rules, issues: file.issues)
  }

  /// Reads the theme in the file at `path`.
  ///
  /// - Throws: ``LoadError`` if the file cannot be read or is not a theme.
  public init(path: String, id: String? = nil, isDark: Bool? = nil) throws(LoadError) {
    try self.init(FileBytes.read(path), path: path, id: id, isDark: isDark)
  }

  /// Whether a theme with this `type` member is dark; nil if the member does not decide it.
  private static func isDark(type: String?) -> Bool? {
    switch type {
    case "dark", "hc", "hcDark", "hc-black": true
    case "light", "hcLight", "hc-light": false
    default: nil
    }
  }

  /// Whether a theme without a type is dark, according to its background, else its text colour, else the
  /// background on which most token colours are readable. A theme without colours is dark.
  private static func isDark(by defaults: ThemeSettings, _ rules: [ThemeRule]) -> Bool {
    if let background = defaults.background { return Contrast.luminance(background) < midLuminance }
    if let text = defaults.foreground { return Contrast.luminance(text) >= midLuminance }
    let colors = Set(rules.compactMap(\.settings.foreground))
    let bright = colors.count { Contrast.luminance($0) >= midLuminance }
    return colors.isEmpty || bright * 2 > colors.count
  }

  /// The luminance with equal contrast to white and to black.
  private static let midLuminance = 0.18

  private static func settings(of scope: String, in rules: ThemeRules) -> ThemeSettings {
    rules.rules(for: scope).first { $0.parents.isEmpty }?.settings ?? ThemeSettings()
  }
}
