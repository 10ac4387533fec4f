internal import StyledRuns

extension Palette {
  /// The palette of a theme: each role from our own section, else from the colour that VS Code's workbench uses
  /// for the like, else derived from the others so that it can be read.
  ///
  /// - Parameters:
  ///   - colors: the workbench's colours by name.
  ///   - roles: our own section, by the names of this type's properties.
  ///   - token: the colour of a scope, where the theme has a rule for it.
  init(
    colors: [String: Color], roles: [String: Color], isDark: Bool, defaults: ThemeSettings,
    token: (String) -> Color?
  ) {
    let black = Color(red: 0, green: 0, blue: 0)
    let white = Color(red: 255, green: 255, blue: 255)
    let backdrop = isDark ? black : white
    func first(_ role: String, _ names: [String]) -> Color? {
      roles[role] ?? names.lazy.compactMap { colors[$0] }.first
    }

    let editor = defaults.background ?? (isDark ? Color(red: 30, green: 30, blue: 30) : white)
    let background = (roles["background"] ?? editor).composited(over: backdrop)
    let codeBackground =
      (roles["codeBackground"] ?? defaults.background.map { $0.composited(over: backdrop) } ?? background)
      .composited(over: background)
    // The end of the scale that is far from the background: what is hard to read is moved towards it.
    let far = Contrast.ratio(background, white) > Contrast.ratio(background, black) ? white : black
    func opaque(_ color: Color) -> Color { color.composited(over: background) }
    func readable(_ color: Color, _ ratio: Double, on surface: Color) -> Color {
      Contrast.adjusted(color.composited(over: surface), against: surface, ratio: ratio, towards: far)
    }

    let usualText = isDark ? Color(red: 212, green: 212, blue: 212) : Color(red: 31, green: 31, blue: 31)
    let codeText = (roles["codeText"] ?? defaults.foreground ?? usualText).composited(over: codeBackground)
    let text = roles["text"].map(opaque) ?? readable(defaults.foreground ?? usualText, 7, on: background)
    let accent =
      first(
        "accent", ["focusBorder", "button.background", "textLink.foreground", "activityBarBadge.background"]
      )
      .map(opaque) ?? (isDark ? Color(red: 79, green: 156, blue: 249) : Color(red: 0, green: 95, blue: 204))
    let bestOnAccent =
      Contrast.ratio(accent, white) >= Contrast.ratio(accent, black) ? white : black
    let muted =
      first("mutedText", ["descriptionForeground"]) ?? Contrast.mix(text, background, share: 0.35)
    let inlineBackground =
      first("inlineCodeBackground", ["textPreformat.background"]).map(opaque)
      ?? Contrast.mix(background, text, share: 0.08)

    func signal(_ role: String, _ names: [String], dark: UInt32, light: UInt32) -> Color {
      let usual = isDark ? dark : light
      let fallback = Color(
        red: UInt8(usual >> 16 & 255), green: UInt8(usual >> 8 & 255), blue: UInt8(usual & 255))
      return roles[role].map(opaque)
        ?? readable(names.lazy.compactMap { colors[$0] }.first ?? fallback, 4.5, on: background)
    }

    self.init(
      background: background, text: text,
      mutedText: roles["mutedText"].map(opaque) ?? readable(muted, 4.5, on: background),
      border: first("border", ["panel.border", "editorGroup.border", "widget.border"]).map(opaque)
        ?? Contrast.mix(background, text, share: 0.2),
      accent: accent,
      textOnAccent: roles["textOnAccent"].map { $0.composited(over: accent) }
        ?? colors["button.foreground"].map { $0.composited(over: accent) }
        .flatMap { Contrast.ratio($0, accent) >= 4.5 ? $0 : nil } ?? bestOnAccent,
      link: roles["link"].map(opaque)
        ?? readable(
          colors["textLink.foreground"] ?? token("markup.underline.link") ?? accent, 4.5, on: background),
      heading: roles["heading"].map(opaque)
        ?? readable(token("markup.heading") ?? text, 4.5, on: background),
      quote: roles["quote"].map(opaque) ?? readable(token("markup.quote") ?? muted, 4.5, on: background),
      codeBackground: codeBackground, codeText: codeText,
      inlineCode: roles["inlineCode"].map(opaque)
        ?? readable(
          colors["textPreformat.foreground"] ?? token("markup.inline.raw") ?? text, 4.5,
          on: inlineBackground),
      inlineCodeBackground: inlineBackground,
      error: signal(
        "error", ["editorError.foreground", "errorForeground"], dark: 0xF85149, light: 0xC4262E),
      warning: signal("warning", ["editorWarning.foreground"], dark: 0xD9A634, light: 0x8F5E00),
      success: signal(
        "success", ["testing.iconPassed", "gitDecoration.addedResourceForeground"], dark: 0x56C271,
        light: 0x1A7F37),
      info: signal("info", ["editorInfo.foreground"], dark: 0x58A6FF, light: 0x0A62C4))
  }
}
