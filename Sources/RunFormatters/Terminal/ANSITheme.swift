import StyledRuns

/// A style sheet, converted to the colours that a terminal supports.
struct ANSITheme {
  var muted = ANSIStyle.plain
  var border = ANSIStyle.plain
  var link = ANSIColor.standard
  var heading = ANSIStyle.plain
  /// The colour of headings from level 3 to 5, which have no rule below them.
  var deepHeading = ANSIColor.standard
  var quote = ANSIColor.standard
  var inlineCode = ANSIColor.standard
  var inlineCodeBackground = ANSIColor.standard
  var accent = ANSIColor.standard
  var error = ANSIColor.standard
  var warning = ANSIColor.standard
  var success = ANSIColor.standard
  var info = ANSIColor.standard
  var important = ANSIColor.standard
  /// The background of images.
  var background = Color(red: 0, green: 0, blue: 0)
  /// The background of inserted lines in a diff.
  var insertedBackground = ANSIColor.standard
  var deletedBackground = ANSIColor.standard
  /// The number of colours, and whether the background is dark.
  private(set) var depth = ANSIFormatter.Colors.none
  private(set) var isDark = true
  /// The styles of tokens by scope stack.
  private var tokens: [ANSIStyle] = []

  init(_ sheet: StyleSheet?, colors depth: ANSIFormatter.Colors) {
    if let sheet { background = sheet.palette.background }
    guard let sheet, depth != .none else { return }
    (self.depth, isDark) = (depth, sheet.isDark)
    let palette = sheet.palette
    func color(_ color: Color) -> ANSIColor {
      ANSIColor(color.composited(over: palette.background), depth: depth, isDark: sheet.isDark)
    }
    // The user chooses the 16 colours. Muted or slightly emphasized text therefore uses the colours that are
    // readable on every background.
    let isBasic = depth == .basic
    muted.foreground = isBasic ? .basic(8) : color(palette.mutedText)
    // The border's colour is designed for pages, whose lines are thicker than those of a terminal.
    var line = palette.mutedText
    line.alpha = 90
    border.foreground =
      isBasic ? .basic(8) : color(line.composited(over: palette.border.composited(over: palette.background)))
    link = color(palette.link)
    heading.foreground = isBasic ? .standard : color(palette.heading)
    // With few colours, quoted text looks like other text.
    quote = isBasic ? .standard : color(palette.quote)
    inlineCode = color(palette.inlineCode)
    if !isBasic { inlineCodeBackground = color(palette.inlineCodeBackground) }
    if isBasic, inlineCode == .standard || inlineCode == .basic(8) { inlineCode = .basic(6) }
    // The accent is designed as a background. Here it is the colour of names.
    accent = color(Contrast.readable(palette.accent, on: palette.background, ratio: 4.5))
    deepHeading = isBasic ? .standard : accent
    important = color(palette.important)
    error = color(palette.error)
    warning = color(palette.warning)
    success = color(palette.success)
    info = color(palette.info)
    if depth != .basic {
      func tint(_ color: Color) -> ANSIColor {
        var tint = color
        tint.alpha = 38
        return ANSIColor(tint.composited(over: palette.background), depth: depth, isDark: sheet.isDark)
      }
      insertedBackground = tint(palette.success)
      deletedBackground = tint(palette.error)
    }
    tokens = sheet.styles.map { style in
      var token = ANSIStyle.plain
      if let foreground = style.foreground, foreground != palette.codeText {
        token.foreground = color(foreground)
      }
      if let background = style.background, background != palette.codeBackground, !isBasic {
        token.background = color(background)
      }
      // The user's 16 colours have no background that every text can be read on.
      if isBasic, style.background != nil { token.attributes.insert(.underline) }
      if style.fontStyle.contains(.bold) { token.attributes.insert(.bold) }
      if style.fontStyle.contains(.italic) { token.attributes.insert(.italic) }
      if style.fontStyle.contains(.underline) { token.attributes.insert(.underline) }
      if style.fontStyle.contains(.strikethrough) { token.attributes.insert(.strikethrough) }
      return token
    }
  }

  @inline(__always)
  func token(_ scopes: ScopeStackID) -> ANSIStyle {
    let index = Int(scopes.rawValue)
    return index < tokens.count ? tokens[index] : .plain
  }

  func color(of alert: Alert) -> ANSIColor {
    switch alert {
    case .note: info
    case .tip: success
    case .important: important
    case .warning: warning
    case .caution: error
    }
  }
}
