/// An sRGB colour with 8 bits a channel; `alpha` 255 is opaque.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` (the forms a VS Code theme may hold); nil for anything else.
  public init?(hex: String) { self.init(hex: hex[...]) }

  /// Reads the same forms from a part of a text.
  public init?(hex: Substring) {
    var bits: UInt32 = 0
    var digits = 0
    for (index, byte) in hex.utf8.enumerated() {
      if index == 0 {
        guard byte == UInt8(ascii: "#") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: return nil
      }
      digits += 1
      if digits > 8 { return nil }
      bits = bits << 4 | UInt32(digit)
    }
    /// The channel that ends `shift` bits from the right.
    func channel(_ shift: UInt32) -> UInt8 {
      digits > 4 ? UInt8(truncatingIfNeeded: bits >> shift) : UInt8(bits >> (shift / 2) & 0xF) * 17
    }
    switch digits {
    case 3, 6: self.init(red: channel(16), green: channel(8), blue: channel(0))
    case 4, 8: self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
    default: return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` when not opaque; lower case.
  public var hex: String {
    var text = "#"
    for channel in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
      let digits = String(channel, radix: 16)
      if digits.utf8.count == 1 { text += "0" }
      text += digits
    }
    return text
  }

  /// This colour painted over an opaque `background`.
  public func composited(over background: Color) -> Color {
    guard alpha < 255 else { return self }
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      let share = UInt32(alpha)
      return UInt8((UInt32(top) * share + UInt32(bottom) * (255 - share) + 127) / 255)
    }
    return Color(
      red: mix(red, background.red), green: mix(green, background.green),
      blue: mix(blue, background.blue))
  }
}
