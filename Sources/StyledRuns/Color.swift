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
  public init?(hex: some StringProtocol) {
    var digits: [UInt8] = []
    for (index, byte) in hex.utf8.enumerated() {
      if index == 0 {
        guard byte == UInt8(ascii: "#") else { return nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits.append(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digits.append(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
      if digits.count > 8 { return nil }
    }
    switch digits.count {
    case 3, 4:
      let channels = digits.map { $0 * 17 }
      self.init(
        red: channels[0], green: channels[1], blue: channels[2],
        alpha: channels.count == 4 ? channels[3] : 255)
    case 6, 8:
      func channel(_ index: Int) -> UInt8 { digits[2 * index] * 16 + digits[2 * index + 1] }
      self.init(
        red: channel(0), green: channel(1), blue: channel(2),
        alpha: digits.count == 8 ? channel(3) : 255)
    default:
      return nil
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
