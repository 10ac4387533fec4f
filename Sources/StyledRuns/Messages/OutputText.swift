/// What a program wrote to a terminal: lines of monospaced text with the looks that it asked for.
///
/// It holds no control characters but tabs.
public struct OutputText: Hashable, Sendable {
  public var lines: [OutputLine]

  public init(lines: [OutputLine] = []) { self.lines = lines }

  /// The lines as text, each ended by a line feed.
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
public struct OutputLine: Hashable, Sendable {
  public var text: String
  /// Empty where the line is plain; otherwise the lengths add up to the text's UTF-8 length.
  public var runs: [OutputRun]

  public init(text: String, runs: [OutputRun] = []) {
    self.text = text
    self.runs = runs
  }
}

/// A stretch of output with one look.
public struct OutputRun: Hashable, Sendable {
  /// UTF-8 bytes.
  public var length: Int
  public var style: OutputStyle

  public init(length: Int, style: OutputStyle) {
    self.length = length
    self.style = style
  }
}

/// A look that a program can ask a terminal for.
public struct OutputStyle: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Attributes(rawValue: 1)
    public static let faint = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let strikethrough = Attributes(rawValue: 16)
    public static let inverse = Attributes(rawValue: 32)
  }

  public enum Ink: Hashable, Sendable {
    /// One of the sixteen that a theme has answers for: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta,
    /// 6 cyan, 7 white; 8 more is bright.
    case palette(UInt8)
    case exact(Color)
  }

  /// Nil: the text's own.
  public var foreground: Ink?
  public var background: Ink?
  public var attributes: Attributes

  public init(foreground: Ink? = nil, background: Ink? = nil, attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  public static let plain = OutputStyle()
}

extension OutputStyle {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  private static let attributeNames: [(String, Attributes)] = [
    ("bold", .bold), ("faint", .faint), ("italic", .italic), ("underline", .underline),
    ("strike", .strikethrough), ("inverse", .inverse),
  ]

  /// The wire form: words with a space between, `bold red on-#202020`; empty for plain.
  public var wire: String {
    var words: [String] = []
    for (name, attribute) in Self.attributeNames where attributes.contains(attribute) { words.append(name) }
    if let foreground { words.append(Self.name(foreground)) }
    if let background { words.append("on-" + Self.name(background)) }
    return words.joined(separator: " ")
  }

  private static func name(_ ink: Ink) -> String {
    switch ink {
    case .palette(let index): (index & 8 != 0 ? "bright-" : "") + names[Int(index & 7)]
    case .exact(let color): color.hex
    }
  }

  /// Nil where a word is not known.
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

  private static func ink(_ word: Substring) -> Ink? {
    if word.hasPrefix("#") { return Color(hex: word).map { .exact($0) } }
    let isBright = word.hasPrefix("bright-")
    guard let index = names.firstIndex(of: String(isBright ? word.dropFirst(7) : word)) else { return nil }
    return .palette(UInt8(index) + (isBright ? 8 : 0))
  }
}
