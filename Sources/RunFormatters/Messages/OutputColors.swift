import StyledRuns

/// Chooses colours for the output of programs that are readable in a page's themes.
///
/// A theme defines the 16 colours of a terminal. A colour that a program states exactly suits only the
/// terminal that the program was written for: yellow is unreadable on white. Such a colour is moved towards
/// black in light themes and towards white in dark themes, as far as necessary.
struct OutputColors {
  private let light: [Palette]
  private let dark: [Palette]

  init(_ sheets: [StyleSheet]) {
    light = sheets.filter { !$0.isDark }.map(\.palette)
    dark = sheets.filter(\.isDark).map(\.palette)
  }

  /// Returns the theme's colour for one of the 16 terminal colours.
  static func color(_ index: UInt8, in palette: Palette) -> Color {
    switch index & 7 {
    case 0: palette.mutedText
    case 1: palette.error
    case 2: palette.success
    case 3: palette.warning
    case 4: palette.link
    case 5: palette.important
    case 6: palette.info
    default: palette.text
    }
  }

  /// Returns the background for one of the 16 terminal colours. White and black become grey.
  private static func background(_ index: UInt8, in palette: Palette) -> Color {
    let color = [0, 7].contains(index & 7) ? palette.mutedText : color(index, in: palette)
    return Contrast.mix(palette.color(of: .tool), color, share: 0.26)
  }

  /// The share of a terminal colour in text on a background of a terminal colour.
  private static let inkShare = 0.45

  /// Returns the text colour on a background of one of the 16 terminal colours. It is the theme's text
  /// colour, moved until it is readable on all of these backgrounds after the stylesheet has mixed it with
  /// any of the 16 colours.
  static func textOnColor(in palette: Palette) -> Color {
    let indices = UInt8(0)..<8
    let inks = indices.map { color($0, in: palette) }
    let backgrounds = indices.map { background($0, in: palette) }
    let end = Contrast.farEnd(from: palette.color(of: .tool))
    for step in 0..<20 {
      let text = Contrast.mix(palette.text, end, share: Double(step) / 20)
      // Slightly more contrast than necessary, because browsers mix and round differently.
      let isReadable = inks.allSatisfy { ink in
        let mixed = Contrast.mix(text, ink, share: inkShare)
        return backgrounds.allSatisfy { Contrast.ratio(mixed, $0) >= 4.55 }
      }
      if isReadable { return text }
    }
    return end
  }

  /// Returns the CSS declaration of a colour, such as `color:#875f00;color:light-dark(#875f00,#ffd700)` if
  /// light and dark themes differ.
  ///
  /// - Parameters:
  ///   - foreground: The requested text colour; nil for the default.
  ///   - background: The requested background; nil for the background of output.
  func declaration(_ foreground: OutputStyle.OutputInk?, on background: OutputStyle.OutputInk?, isFaint: Bool)
    -> String?
  {
    let (inLight, inDark) = (
      color(foreground, on: background, isFaint: isFaint, in: light),
      color(foreground, on: background, isFaint: isFaint, in: dark)
    )
    switch (inLight, inDark) {
    case (let one?, let other?) where one != other:
      return "color:\(one.hex);color:light-dark(\(one.hex),\(other.hex))"
    case (let color?, _), (nil, let color?): return "color:\(color.hex)"
    case (nil, nil):
      guard case .exact(let color)? = foreground else { return nil }
      return "color:\(color.hex)"
    }
  }

  /// Returns the colour for a group of light or dark themes; nil if the group is empty.
  private func color(
    _ foreground: OutputStyle.OutputInk?, on background: OutputStyle.OutputInk?, isFaint: Bool,
    in palettes: [Palette]
  ) -> Color? {
    guard let first = palettes.first else { return nil }
    let surfaces: [Color] =
      switch background {
      case .exact(let color)?: [color]
      case .palette(let index)?: palettes.map { Self.background(index, in: $0) }
      case nil: palettes.map { $0.color(of: .tool) }
      }
    var color: Color =
      switch foreground {
      case .exact(let color)?: color
      case .palette(let index)?: Self.color(index, in: first)
      case nil: first.text
      }
    if isFaint { color = Contrast.mix(color, surfaces[0], share: 0.3) }
    return Contrast.readable(color, on: surfaces, ratio: 4.5)
  }
}
