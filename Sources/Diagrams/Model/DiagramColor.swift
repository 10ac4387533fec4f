/// An opaque sRGB colour that the author of a diagram chose.
///
/// ```swift
/// DiagramColor(css: "#f9f")?.hex  // "#ff99ff"
/// ```
///
/// Only the value is kept, never the text, so that a style in a diagram can contain nothing but a colour.
public struct DiagramColor: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads a name, `#rgb`, `#rrggbb`, `rgb(...)` or `hsl(...)`; nil for anything else. Alpha is ignored.
  public init?(css source: some StringProtocol) {
    let text = LabelReader.trimmed(source).lowercased()
    guard text.utf8.count <= 40 else { return nil }
    if text.hasPrefix("#") {
      self.init(digits: text.dropFirst())
    } else if text.hasPrefix("rgb") {
      guard let values = Self.numbers(text), values.count >= 3 else { return nil }
      self.init(red: Self.byte(values[0]), green: Self.byte(values[1]), blue: Self.byte(values[2]))
    } else if text.hasPrefix("hsl") {
      guard let values = Self.numbers(text), values.count >= 3 else { return nil }
      self.init(hue: values[0], saturation: values[1] / 100, lightness: values[2] / 100)
    } else {
      guard let digits = NamedColors.digits(of: text) else { return nil }
      self.init(digits: digits[...])
    }
  }

  private init?(digits: Substring) {
    guard let value = UInt32(digits, radix: 16), digits.first != "+", digits.first != "-" else { return nil }
    switch digits.utf8.count {
    case 3, 4:
      let rgb = digits.utf8.count == 4 ? value >> 4 : value
      self.init(
        red: UInt8(rgb >> 8 & 15) * 17, green: UInt8(rgb >> 4 & 15) * 17, blue: UInt8(rgb & 15) * 17)
    case 6, 8:
      let rgb = digits.utf8.count == 8 ? value >> 8 : value
      self.init(
        red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255))
    default: return nil
    }
  }

  /// Creates a colour from a hue in degrees, and a saturation and lightness between 0 and 1.
  init(hue: Double, saturation: Double, lightness: Double) {
    guard hue.isFinite else {
      self.init(red: 0, green: 0, blue: 0)
      return
    }
    let s = min(max(saturation, 0), 1)
    let l = min(max(lightness, 0), 1)
    func channel(_ offset: Double) -> UInt8 {
      var k = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      if k < 0 { k += 12 }
      let a = s * min(l, 1 - l)
      return Self.byte((l - a * max(-1, min(k - 3, 9 - k, 1))) * 255)
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4))
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255).rounded()) }

  private static func numbers(_ text: String) -> [Double]? {
    guard let open = text.firstIndex(of: "("), text.last == ")" else { return nil }
    let inner = text[text.index(after: open)...].dropLast()
    var values: [Double] = []
    for part in inner.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "/" }) {
      var part = part
      if part.last == "%" { part.removeLast() }
      if part.hasSuffix("deg") { part.removeLast(3) }
      guard let value = Double(part), value.isFinite else { return nil }
      values.append(value)
    }
    return values
  }

  /// The colour as `#rrggbb`.
  public var hex: String {
    var text = "#"
    for value in [red, green, blue] {
      let digits = String(value, radix: 16)
      text += digits.utf8.count == 1 ? "0" + digits : digits
    }
    return text
  }

  /// A readable text colour on this colour: almost black, or white.
  var textColor: DiagramColor {
    let isLight = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue) > 140_000
    return isLight
      ? DiagramColor(red: 0x1A, green: 0x1A, blue: 0x1A) : DiagramColor(red: 255, green: 255, blue: 255)
  }
}
