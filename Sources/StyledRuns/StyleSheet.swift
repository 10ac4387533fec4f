/// A theme's styles for one document: everything that a formatter needs to draw it, and nothing more.
///
/// The theme computes a style sheet from a document's scope table. One document with several style sheets is
/// shown in several themes without being rendered again.
///
/// ```swift
/// let style = sheet[line.runs[0].scopes]
/// let color = style.foreground ?? sheet.palette.codeText
/// ```
public struct StyleSheet: Hashable, Sendable {
  /// The theme's identifier (`obsidian`).
  public var id: String
  /// The theme's name (`Obsidian`).
  public var name: String
  public var isDark: Bool
  public var palette: Palette
  /// The styles: `styles[id.rawValue]` is the style of a scope stack. Entry 0 (the empty stack) is plain.
  public var styles: [Style]

  public init(id: String, name: String, isDark: Bool, palette: Palette, styles: [Style]) {
    self.id = id
    self.name = name
    self.isDark = isDark
    self.palette = palette
    self.styles = styles
  }

  /// The style of a scope stack; plain for a stack that is not in the sheet.
  public subscript(scopes: ScopeStackID) -> Style {
    let index = Int(scopes.rawValue)
    return index < styles.count ? styles[index] : .plain
  }
}

/// A theme's colours for everything except tokens.
///
/// ```swift
/// sheet.palette.link.hex  // "#0a84ff"
/// ```
public struct Palette: Hashable, Sendable {
  public var background: Color
  public var text: Color
  /// Secondary text, such as line numbers, captions and thinking.
  public var mutedText: Color
  /// Rules, table lines and frames.
  public var border: Color
  public var accent: Color
  public var textOnAccent: Color
  public var link: Color
  public var heading: Color
  public var quote: Color
  public var codeBackground: Color
  public var codeText: Color
  public var inlineCode: Color
  public var inlineCodeBackground: Color
  public var error: Color
  public var warning: Color
  public var success: Color
  public var info: Color
  /// Alerts of the kind `IMPORTANT`, and magenta in the output of programs.
  public var important: Color

  public init(
    background: Color, text: Color, mutedText: Color, border: Color, accent: Color,
    textOnAccent: Color, link: Color, heading: Color, quote: Color, codeBackground: Color,
    codeText: Color, inlineCode: Color, inlineCodeBackground: Color, error: Color, warning: Color,
    success: Color, info: Color, important: Color
  ) {
    self.background = background
    self.text = text
    self.mutedText = mutedText
    self.border = border
    self.accent = accent
    self.textOnAccent = textOnAccent
    self.link = link
    self.heading = heading
    self.quote = quote
    self.codeBackground = codeBackground
    self.codeText = codeText
    self.inlineCode = inlineCode
    self.inlineCodeBackground = inlineCodeBackground
    self.error = error
    self.warning = warning
    self.success = success
    self.info = info
    self.important = important
  }
}
