public import StyledRuns

/// A line of sample text in a theme's colours, on the background of its code.
///
/// ```swift
/// let swatch = ThemeSwatch(background: palette.codeBackground, isDark: true)
/// let line = swatch.line([("let", palette.accent), (" x", palette.codeText)], colors: .trueColor)
/// ```
public struct ThemeSwatch: Sendable {
  public var background: Color
  public var isDark: Bool

  public init(background: Color, isDark: Bool) {
    self.background = background
    self.isDark = isDark
  }

  /// Returns the parts with a space on both ends.
  ///
  /// - Returns: An empty line if the terminal has at most 16 colours, because those do not depend on the
  ///   theme.
  public func line(_ parts: [(text: String, color: Color)], colors: ANSIFormatter.Colors) -> [UInt8] {
    guard colors == .trueColor || colors == .indexed else { return [] }
    var out = ByteSink(capacity: 256)
    var state = ANSIPen()
    var style = ANSIStyle.plain
    style.background = ANSIColor(background, depth: colors, isDark: isDark)
    state.set(style, into: &out)
    out.append(" ")
    for part in parts {
      style.foreground = ANSIColor(
        part.color.composited(over: background), depth: colors, isDark: isDark)
      state.set(style, into: &out)
      out.append(text: part.text)
    }
    out.append(" ")
    state.set(.plain, into: &out)
    return out.bytes
  }
}
