internal import StyledRuns

/// The palette of 256 colours without its first 16, which differ between terminals.
enum IndexedPalette {
  /// Returns the index of the most similar entry. O(size of the palette).
  ///
  /// The distance is measured in OKLab, with a higher weight for differences of hue than of lightness and
  /// chroma. The palette has too few dark colours: a dark green that becomes olive or grey looks like another
  /// colour, but one that becomes slightly lighter does not.
  static func nearest(to color: Color) -> UInt8 {
    let wanted = OKLab(color)
    var nearest = 0
    var least = Double.infinity
    for (index, entry) in entries.enumerated() {
      let distance = wanted.distance(to: entry)
      if distance < least { (nearest, least) = (index, distance) }
    }
    return UInt8(16 + nearest)
  }

  /// Returns the colour at an index from 16 on: a cube of 6 levels a channel, then 24 greys.
  static func color(at index: UInt8) -> Color {
    guard index < 232 else {
      let level = 8 + 10 * (index - 232)
      return Color(red: level, green: level, blue: level)
    }
    func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
    let place = index - 16
    return Color(red: level(place / 36), green: level(place / 6 % 6), blue: level(place % 6))
  }

  private static let entries = (UInt8(16)...255).map { OKLab(color(at: $0)) }
}
