/// Ways in which text may be drawn, as a VS Code theme's `fontStyle` names them.
public struct FontStyle: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let italic = FontStyle(rawValue: 1)
  public static let bold = FontStyle(rawValue: 2)
  public static let underline = FontStyle(rawValue: 4)
  public static let strikethrough = FontStyle(rawValue: 8)
}

/// A theme's answer for a scope stack. A nil colour means the theme's own text or background colour.
public struct Style: Hashable, Sendable {
  public var foreground: Color?
  public var background: Color?
  public var fontStyle: FontStyle

  public init(foreground: Color? = nil, background: Color? = nil, fontStyle: FontStyle = []) {
    self.foreground = foreground
    self.background = background
    self.fontStyle = fontStyle
  }

  public static let plain = Style()
}
