/// Contrast between colours, as the Web Content Accessibility Guidelines 2 define it.
package enum Contrast {
  /// Returns the relative luminance, from 0 for black to 1 for white. Ignores alpha.
  package static func luminance(_ color: Color) -> Double {
    0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// Returns the contrast ratio, from 1 for equal luminance to 21 for black on white.
  package static func ratio(_ first: Color, _ second: Color) -> Double {
    let one = luminance(first)
    let other = luminance(second)
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func linear(_ channel: UInt8) -> Double { linearChannels[Int(channel)] }

  /// The inverse of the sRGB transfer function for each of the 256 channel values.
  ///
  /// x^2.4 is x^2 times the fifth root of x^2. The root needs no mathematics library.
  private static let linearChannels: [Double] = (0...255).map { channel in
    let value = Double(channel) / 255
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    return base * base * fifthRoot(base * base)
  }

  /// Returns the fifth root of a number in 0...1, by Newton's method from above.
  private static func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    while true {
      let fourth = root * root * root * root
      let next = root - (root * fourth - value) / (5 * fourth)
      guard next < root else { return root }
      root = next
    }
  }

  /// Moves `color` in steps until it has the contrast ratio `wanted` against `surface`. The colour moves
  /// towards white or black, whichever has more contrast with the surface, and no farther than necessary.
  package static func readable(_ color: Color, on surface: Color, ratio wanted: Double) -> Color {
    readable(color, on: [surface], ratio: wanted)
  }

  /// Moves `color` in steps until it has the contrast ratio `wanted` against each surface. The colour moves
  /// towards white or black, whichever has more contrast with the first surface.
  ///
  /// If not even white or black reaches the ratio on the first surface, the result is that end. Another
  /// surface on which that end does not reach the ratio, such as a light surface among dark ones, is ignored.
  package static func readable(_ color: Color, on surfaces: [Color], ratio wanted: Double) -> Color {
    guard let first = surfaces.first else { return color }
    let end = farEnd(from: first)
    guard ratio(end, first) >= wanted else { return end }
    let surfaces = surfaces.filter { ratio(end, $0) >= wanted }
    for step in 0..<20 {
      let candidate = mix(color, end, share: Double(step) / 20)
      if surfaces.allSatisfy({ ratio(candidate, $0) >= wanted }) { return candidate }
    }
    return end
  }

  /// Returns white or black, whichever has more contrast with `surface`.
  package static func farEnd(from surface: Color) -> Color {
    let white = Color(red: 255, green: 255, blue: 255)
    let black = Color(red: 0, green: 0, blue: 0)
    return ratio(surface, white) >= ratio(surface, black) ? white : black
  }

  /// Mixes two colours: `share` of `second`, the rest of `first`.
  package static func mix(_ first: Color, _ second: Color, share: Double) -> Color {
    func channel(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8(max(0, min(255, (Double(one) * (1 - share) + Double(other) * share).rounded())))
    }
    return Color(
      red: channel(first.red, second.red), green: channel(first.green, second.green),
      blue: channel(first.blue, second.blue))
  }
}
