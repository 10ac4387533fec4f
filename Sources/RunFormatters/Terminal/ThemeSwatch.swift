public import StyledRuns

/// A line of text in a theme's colours on the background of its code, to choose themes by.
public struct ThemeSwatch: Sendable {
  public var background: Color
  public var isDark: Bool

  public init(background: Color, isDark: Bool) {
    self.background = background
    self.isDark = isDark
  }

  /// The parts one after the other, with a space at both ends.
  ///
  /// Empty where a terminal has at most sixteen colours: those are its own, and the same with each theme.
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
