/// The font style of text, with the names of `fontStyle` in VS Code themes.
///
/// ```swift
/// let style: FontStyle = [.bold, .italic]
/// ```
public struct FontStyle: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let italic = FontStyle(rawValue: 1)
  public static let bold = FontStyle(rawValue: 2)
  public static let underline = FontStyle(rawValue: 4)
  public static let strikethrough = FontStyle(rawValue: 8)
}

/// A theme's style for a scope stack. A nil colour stands for the theme's default text or background colour.
///
/// ```swift
/// Style(foreground: Color(hex: "#c678dd"), fontStyle: .italic)
/// ```
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

  /// Hashes the colours as two words, because hashing each channel takes several times as long.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(foreground?.word ?? 0) << 32 | UInt64(background?.word ?? 0))
    hasher.combine(fontStyle.rawValue)
  }
}
