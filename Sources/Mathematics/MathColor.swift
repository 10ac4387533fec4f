/// A colour that a formula states.
///
/// ```swift
/// MathColor(source: "#f80")?.hex  // #ff8800
/// ```
///
/// Only the three components are kept, not the text.
public struct MathColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// Whether the colour is replaced by that of the surrounding text. This holds for `black` and `white`, so
  /// that formulas are readable on any page.
  public var isText = false

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Parses `#rgb`, `#rrggbb`, `rrggbb` or a name.
  ///
  /// - Parameter isBackground: Whether the colour is a background. For text, a name gives a tone that is
  ///   readable on light and on dark pages, and `black` and `white` give the colour of the surrounding text.
  public init?(source: String, isBackground: Bool = false) {
    var text = source.lowercased()[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    if let named = Self.names[String(text)] {
      self.init(isBackground ? named.exact : named.tone)
      isText = !isBackground && (text == "black" || text == "white")
      return
    }
    if text.first == "#" { text.removeFirst() } else if text.utf8.count != 6 { return nil }
    guard text.utf8.count == 3 || text.utf8.count == 6, text.utf8.allSatisfy({ Self.digit($0) != nil })
    else { return nil }
    var digits = text.utf8.compactMap(Self.digit)
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    self.init(
      red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3], blue: digits[4] << 4 | digits[5])
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// The colour as `#rrggbb`.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [0x23]
    for part in [red, green, blue] {
      text.append(digits[Int(part >> 4)])
      text.append(digits[Int(part & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Black or white, whichever has more contrast to this colour.
  public var inkOnTop: MathColor {
    let brightness = Int(red) * 299 + Int(green) * 587 + Int(blue) * 114
    return brightness > 128_000
      ? MathColor(red: 0, green: 0, blue: 0) : MathColor(red: 255, green: 255, blue: 255)
  }

  private init(_ value: UInt32) {
    self.init(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  /// The colour names of CSS and of common LaTeX packages. `tone` is for text and has a contrast of about 3
  /// to white and to black; `exact` is the colour itself.
  private static let names: [String: (tone: UInt32, exact: UInt32)] = [
    "black": (0x000000, 0x000000), "white": (0xFFFFFF, 0xFFFFFF), "red": (0xE0342F, 0xFF0000),
    "crimson": (0xDC143C, 0xDC143C), "maroon": (0xB8433F, 0x800000), "darkred": (0xC23B36, 0x8B0000),
    "firebrick": (0xC23B36, 0xB22222), "orange": (0xD97706, 0xFFA500), "darkorange": (0xD97706, 0xFF8C00),
    "brown": (0xA5673F, 0xA52A2A), "tomato": (0xE5533D, 0xFF6347), "coral": (0xE0663F, 0xFF7F50),
    "salmon": (0xE0705F, 0xFA8072), "gold": (0xB8860B, 0xFFD700), "goldenrod": (0xB8860B, 0xDAA520),
    "yellow": (0xA98600, 0xFFFF00), "olive": (0x808000, 0x808000), "green": (0x2E9A47, 0x008000),
    "darkgreen": (0x2F8F46, 0x006400), "forestgreen": (0x2F8F46, 0x228B22),
    "limegreen": (0x3A9F3A, 0x32CD32), "lime": (0x3A9F3A, 0x00FF00), "seagreen": (0x2E8B57, 0x2E8B57),
    "teal": (0x178A8A, 0x008080), "cyan": (0x0E91A8, 0x00FFFF), "aqua": (0x0E91A8, 0x00FFFF),
    "turquoise": (0x12959A, 0x40E0D0), "blue": (0x3B78E7, 0x0000FF), "darkblue": (0x4A6FD0, 0x00008B),
    "navy": (0x5470C6, 0x000080), "royalblue": (0x4169E1, 0x4169E1), "dodgerblue": (0x2A82DA, 0x1E90FF),
    "steelblue": (0x4682B4, 0x4682B4), "skyblue": (0x2E8BC0, 0x87CEEB), "indigo": (0x7457C8, 0x4B0082),
    "purple": (0x9B59B6, 0x800080), "violet": (0xA45BD6, 0xEE82EE), "blueviolet": (0x8A4FE0, 0x8A2BE2),
    "magenta": (0xC0399F, 0xFF00FF), "fuchsia": (0xC0399F, 0xFF00FF), "pink": (0xD65A8A, 0xFFC0CB),
    "hotpink": (0xDB4C91, 0xFF69B4), "deeppink": (0xDB3A85, 0xFF1493), "gray": (0x808080, 0x808080),
    "grey": (0x808080, 0x808080), "darkgray": (0x7A7A7A, 0xA9A9A9), "lightgray": (0x8A8A8A, 0xD3D3D3),
    "silver": (0x8A8A8A, 0xC0C0C0), "lightblue": (0x4A90C2, 0xADD8E6), "lightgreen": (0x4C9A4C, 0x90EE90),
  ]
}
