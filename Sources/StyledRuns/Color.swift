/// An sRGB colour with 8 bits a channel.
///
/// ```swift
/// let accent = Color(hex: "#0a84ff")
/// accent?.composited(over: Color(red: 0, green: 0, blue: 0)).hex  // "#0a84ff"
/// ```
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  /// The opacity: 0 is transparent, 255 is opaque.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, the forms that VS Code themes use; nil for anything
  /// else.
  public init?(hex: String) { self.init(hex: hex[...]) }

  /// Parses a substring. See `init(hex:)`.
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
    /// Returns the channel that starts `shift` bits from the right in the eight-digit form.
    func channel(_ shift: UInt32) -> UInt8 {
      digits > 4 ? UInt8(truncatingIfNeeded: bits >> shift) : UInt8(bits >> (shift / 2) & 0xF) * 17
    }
    switch digits {
    case 3, 6: self.init(red: channel(16), green: channel(8), blue: channel(0))
    case 4, 8: self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
    default: return nil
    }
  }

  /// The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque. Lower case.
  public var hex: String {
    var bytes = [UInt8(ascii: "#")]
    appendDigits(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the digits of ``hex`` in ASCII, without `#`.
  package func appendDigits(to bytes: inout [UInt8]) {
    for shift in stride(from: UInt32(28), through: alpha == 255 ? 8 : 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: word >> shift & 0xF)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  /// The channels in one number.
  var word: UInt32 { UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha) }

  public func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// Blends the colour over an opaque background.
  ///
  /// - Returns: An opaque colour.
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
