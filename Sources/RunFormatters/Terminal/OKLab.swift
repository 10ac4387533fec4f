internal import StyledRuns
internal import CLibrary

/// A colour in Björn Ottosson's OKLab space, in which equal distances look approximately equal.
struct OKLab: Hashable {
  /// The lightness, from 0 (black) to 1 (white).
  var lightness: Double
  /// The position between green and red.
  var a: Double
  /// The position between blue and yellow.
  var b: Double

  init(_ color: Color) {
    /// Returns the inverse of sRGB's transfer function (IEC 61966-2-1).
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear(color.red), linear(color.green), linear(color.blue))
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
  }

  var chroma: Double { (a * a + b * b).squareRoot() }

  /// Returns the squared difference between two colours. Differences of hue have the weight ``hueWeight``.
  func distance(to other: OKLab) -> Double {
    let lightness = self.lightness - other.lightness
    let chroma = self.chroma - other.chroma
    let (a, b) = (self.a - other.a, self.b - other.b)
    // A difference in a and b that is not a difference of chroma is a difference of hue.
    let hue = max(a * a + b * b - chroma * chroma, 0)
    return lightness * lightness + chroma * chroma + Self.hueWeight * hue
  }

  private static let hueWeight = 2.5
}
