internal import StyledRuns

extension Palette {
  /// Creates the palette of a theme.
  ///
  /// A colour that the theme states for a role is used unchanged: from the section of this project, or else
  /// from the corresponding colour of VS Code's workbench. Only the remaining roles are derived from other
  /// colours, with sufficient contrast.
  ///
  /// - Parameters:
  ///   - colors: The workbench colours by name.
  ///   - roles: The colours in the section of this project, by the names of this type's properties.
  ///   - isDark: Whether the theme is dark.
  ///   - defaults: The theme's default text and background colours.
  ///   - token: Returns the colour of a scope for which the theme has a rule.
  init(
    colors: [String: Color], roles: [String: Color], isDark: Bool, defaults: ThemeSettings,
    token: (String) -> Color?
  ) {
    let usual = isDark ? UsualColors.dark : UsualColors.light
    let background = (roles["background"] ?? defaults.background ?? usual.background)
      .composited(over: usual.backdrop)
    let codeBackground =
      (roles["codeBackground"] ?? defaults.background.map { $0.composited(over: usual.backdrop) }
      ?? background).composited(over: background)
    /// Returns the first of the names that the theme states, composited over the background.
    func stated(_ role: String, _ names: String...) -> Color? {
      (roles[role] ?? names.lazy.compactMap { colors[$0] }.first)?.composited(over: background)
    }
    func ruled(_ scope: String) -> Color? { token(scope)?.composited(over: background) }

    let codeText = (roles["codeText"] ?? defaults.foreground ?? usual.text).composited(over: codeBackground)
    let text = (roles["text"] ?? defaults.foreground ?? usual.text).composited(over: background)
    let accent =
      stated(
        "accent", "focusBorder", "button.background", "textLink.foreground", "activityBarBadge.background")
      ?? usual.accent
    let mutedText = stated("mutedText", "descriptionForeground")
    let link = stated("link", "textLink.foreground") ?? ruled("markup.underline.link")
    let quote = stated("quote") ?? ruled("markup.quote")
    let inlineCode = stated("inlineCode", "textPreformat.foreground") ?? ruled("markup.inline.raw")
    let error = stated("error", "editorError.foreground", "errorForeground")
    let warning = stated("warning", "editorWarning.foreground")
    let success = stated("success", "testing.iconPassed", "gitDecoration.addedResourceForeground")
    let info = stated("info", "editorInfo.foreground")
    let important = stated("important", "charts.purple")
    let inlineCodeBackground =
      stated("inlineCodeBackground", "textPreformat.background")
      ?? Contrast.mix(background, text, share: 0.08)

    self.init(
      background: background, text: text, mutedText: mutedText ?? Contrast.mix(text, background, share: 0.35),
      border: stated("border", "panel.border", "editorGroup.border", "widget.border")
        ?? Contrast.mix(background, text, share: 0.2),
      accent: accent,
      textOnAccent: Self.textOnAccent(accent, colors: colors, roles: roles),
      link: link ?? accent,
      heading: stated("heading") ?? ruled("markup.heading") ?? text,
      quote: quote ?? mutedText ?? Contrast.mix(text, background, share: 0.35),
      codeBackground: codeBackground, codeText: codeText,
      inlineCode: inlineCode ?? text,
      inlineCodeBackground: inlineCodeBackground,
      error: error ?? usual.error, warning: warning ?? usual.warning, success: success ?? usual.success,
      info: info ?? usual.info, important: important ?? usual.important)

    // The minimum contrast of each role that the theme does not state.
    var derived: [PartialKeyPath<Palette>: Double] = [:]
    func derive(_ role: WritableKeyPath<Palette, Color>, unless stated: Color?, ratio: Double = 4.5) {
      if stated == nil { derived[role] = ratio }
    }
    derive(\.error, unless: error)
    derive(\.warning, unless: warning)
    derive(\.success, unless: success)
    derive(\.info, unless: info)
    derive(\.important, unless: important)
    derive(\.mutedText, unless: mutedText)
    derive(\.link, unless: link)
    derive(\.quote, unless: quote ?? mutedText)
    // Text that the theme makes faint is equally faint in inline code, but not fainter.
    derive(\.inlineCode, unless: inlineCode, ratio: min(4.5, Contrast.ratio(text, background)))
    for ink in Self.inks {
      if let ratio = derived[ink.role] { raise(ink, to: ratio) }
    }
  }

  /// Returns the text colour on the accent: the theme's text on buttons if the accent is their background or
  /// the text is readable on the accent, otherwise white or black.
  private static func textOnAccent(
    _ accent: Color, colors: [String: Color], roles: [String: Color]
  ) -> Color {
    if let stated = roles["textOnAccent"] { return stated.composited(over: accent) }
    if let text = colors["button.foreground"]?.composited(over: accent),
      accent == colors["button.background"] || Contrast.ratio(text, accent) >= 4.5
    {
      return text
    }
    return Contrast.farEnd(from: accent)
  }

  /// Returns the palette with its text colours moved until they have the contrast ratio on all their
  /// surfaces.
  func withContrast(_ ratio: Double) -> Palette {
    var palette = self
    for ink in Self.inks { palette.raise(ink, to: ratio) }
    return palette
  }
}

/// The default colours of a dark or light theme that states none.
private struct UsualColors {
  var backdrop: Color
  var background: Color
  var text: Color
  var accent: Color
  var error: Color
  var warning: Color
  var success: Color
  var info: Color
  var important: Color

  static let dark = UsualColors(
    backdrop: 0x000000, background: 0x1E1E1E, text: 0xD4D4D4, accent: 0x4F9CF9, error: 0xF85149,
    warning: 0xD9A634, success: 0x56C271, info: 0x58A6FF, important: 0xAB8CF7)
  /// The text is black, as in vscode-textmate for text without a matching rule.
  static let light = UsualColors(
    backdrop: 0xFFFFFF, background: 0xFFFFFF, text: 0x000000, accent: 0x005FCC, error: 0xC4262E,
    warning: 0x8F5E00, success: 0x1A7F37, info: 0x0A62C4, important: 0x7C4DD4)

  private init(
    backdrop: UInt32, background: UInt32, text: UInt32, accent: UInt32, error: UInt32, warning: UInt32,
    success: UInt32, info: UInt32, important: UInt32
  ) {
    func color(_ bits: UInt32) -> Color {
      Color(red: UInt8(bits >> 16 & 255), green: UInt8(bits >> 8 & 255), blue: UInt8(bits & 255))
    }
    self.backdrop = color(backdrop)
    self.background = color(background)
    self.text = color(text)
    self.accent = color(accent)
    self.error = color(error)
    self.warning = color(warning)
    self.success = color(success)
    self.info = color(info)
    self.important = color(important)
  }
}
