/// The output of a program in a terminal: lines of monospaced text with styles. Tabs are the only control
/// characters.
///
/// ```swift
/// let red = OutputStyle(foreground: .palette(1))
/// let text = OutputText(lines: [OutputLine(text: "failed", runs: [OutputRun(length: 6, style: red)])])
/// text.plain  // "failed\n"
/// ```
public struct OutputText: Hashable, Sendable {
  public var lines: [OutputLine]

  public init(lines: [OutputLine] = []) { self.lines = lines }

  /// The text of the lines, each with a line feed.
  public var plain: String {
    var text = ""
    for line in lines {
      text += line.text
      text += "\n"
    }
    return text
  }
}

/// A line of output without its line end.
///
/// ```swift
/// OutputLine(text: "Compiling")  // plain
/// ```
public struct OutputLine: Hashable, Sendable {
  public var text: String
  /// The runs of the line. Empty if the line is plain; otherwise their lengths add up to the text's UTF-8
  /// length.
  public var runs: [OutputRun]

  public init(text: String, runs: [OutputRun] = []) {
    self.text = text
    self.runs = runs
  }
}

/// A part of a line whose bytes all have the same style.
///
/// ```swift
/// OutputRun(length: 6, style: OutputStyle(attributes: .bold))
/// ```
public struct OutputRun: Hashable, Sendable {
  /// The length in UTF-8 bytes.
  public var length: Int
  public var style: OutputStyle

  public init(length: Int, style: OutputStyle) {
    self.length = length
    self.style = style
  }
}

/// A style that a program requests with terminal control sequences (SGR).
///
/// ```swift
/// OutputStyle(foreground: .palette(1), attributes: .bold).wire  // "bold red"
/// ```
public struct OutputStyle: Hashable, Sendable {
  /// Attributes of text other than colours.
  ///
  /// ```swift
  /// let attributes: OutputStyle.OutputAttributes = [.bold, .underline]
  /// ```
  public struct OutputAttributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = OutputAttributes(rawValue: 1)
    public static let faint = OutputAttributes(rawValue: 2)
    public static let italic = OutputAttributes(rawValue: 4)
    public static let underline = OutputAttributes(rawValue: 8)
    public static let strikethrough = OutputAttributes(rawValue: 16)
    public static let inverse = OutputAttributes(rawValue: 32)
  }

  /// A colour that a program chose.
  ///
  /// ```swift
  /// OutputStyle(foreground: .palette(9))  // bright red
  /// ```
  public enum OutputInk: Hashable, Sendable {
    /// One of the 16 colours that the theme defines: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6
    /// cyan, 7 white. 8 to 15 are the bright variants.
    case palette(UInt8)
    /// A colour that does not depend on the theme.
    case exact(Color)
  }

  /// The text colour; nil for the theme's default.
  public var foreground: OutputInk?
  /// The background colour; nil for the theme's default.
  public var background: OutputInk?
  public var attributes: OutputAttributes

  public init(foreground: OutputInk? = nil, background: OutputInk? = nil, attributes: OutputAttributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = OutputStyle()
}

extension OutputStyle {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  private static let attributeNames: [(String, OutputAttributes)] = [
    ("bold", .bold), ("faint", .faint), ("italic", .italic), ("underline", .underline),
    ("strike", .strikethrough), ("inverse", .inverse),
  ]

  /// The wire form: words separated by spaces, such as `bold red on-#202020`; empty for the plain style.
  public var wire: String {
    var words: [String] = []
    for (name, attribute) in Self.attributeNames where attributes.contains(attribute) { words.append(name) }
    if let foreground { words.append(Self.name(foreground)) }
    if let background { words.append("on-" + Self.name(background)) }
    return words.joined(separator: " ")
  }

  private static func name(_ ink: OutputInk) -> String {
    switch ink {
    case .palette(let index): (index & 8 != 0 ? "bright-" : "") + names[Int(index & 7)]
    case .exact(let color): color.hex
    }
  }

  /// Parses the wire form; nil if a word is unknown.
  public init?(wire: String) {
    self.init()
    for word in wire.split(separator: " ") {
      if let known = Self.attributeNames.first(where: { $0.0 == word }) {
        attributes.insert(known.1)
      } else if word.hasPrefix("on-") {
        guard let ink = Self.ink(word.dropFirst(3)) else { return nil }
        background = ink
      } else {
        guard let ink = Self.ink(word) else { return nil }
        foreground = ink
      }
    }
  }

  private static func ink(_ word: Substring) -> OutputInk? {
    if word.hasPrefix("#") { return Color(hex: word).map { .exact($0) } }
    let isBright = word.hasPrefix("bright-")
    guard let index = names.firstIndex(of: String(isBright ? word.dropFirst(7) : word)) else { return nil }
    return .palette(UInt8(index) + (isBright ? 8 : 0))
  }
}
