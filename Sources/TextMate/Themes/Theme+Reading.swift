internal import StyledRuns

extension Theme {
  /// Reads a theme: VS Code's JSON or TextMate's property list.
  ///
  /// - Parameters:
  ///   - path: the file that the bytes are from, which includes are relative to.
  ///   - id: nil for the name of the file.
  ///   - isDark: what an extension says; nil where the theme itself must tell.
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

  /// Reads the theme at `path`.
  public init(path: String, id: String? = nil, isDark: Bool? = nil) throws(LoadError) {
    try self.init(FileBytes.read(path), path: path, id: id, isDark: isDark)
  }

  /// Whether a theme with that `type` member is dark; nil where the member does not tell.
  private static func isDark(type: String?) -> Bool? {
    switch type {
    case "dark", "hc", "hcDark", "hc-black": true
    case "light", "hcLight", "hc-light": false
    default: nil
    }
  }

  /// Whether a theme that does not say it is dark: by its background, else by its text, else by what most of its token
  /// colours can be read on. A theme without colours counts as dark.
  private static func isDark(by defaults: ThemeSettings, _ rules: [ThemeRule]) -> Bool {
    if let background = defaults.background { return Contrast.luminance(background) < midLuminance }
    if let text = defaults.foreground { return Contrast.luminance(text) >= midLuminance }
    let colors = Set(rules.compactMap(\.settings.foreground))
    let bright = colors.count { Contrast.luminance($0) >= midLuminance }
    return colors.isEmpty || bright * 2 > colors.count
  }

  /// The luminance that stands out from white as much as from black.
  private static let midLuminance = 0.18

  private static func settings(of scope: String, in rules: ThemeRules) -> ThemeSettings {
    rules.rules(for: scope).first { $0.parents.isEmpty }?.settings ?? ThemeSettings()
  }
}
