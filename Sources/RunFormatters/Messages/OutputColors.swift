import StyledRuns

/// The colours of a program's output as they can be read in the themes of a page.
///
/// A theme has answers for a terminal's sixteen colours. A colour that the program states exactly suits the terminal that the
/// program was written for: yellow is unreadable on paper. It is moved towards black in light themes and towards white in dark ones,
/// as far as it has to be.
struct OutputColors {
  private let light: [Palette]
  private let dark: [Palette]

  init(_ sheets: [StyleSheet]) {
    light = sheets.filter { !$0.isDark }.map(\.palette)
    dark = sheets.filter(\.isDark).map(\.palette)
  }

  /// A terminal's colour of sixteen in a theme.
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

  /// The background of text that asks for one of the sixteen; white and black are a grey.
  private static func background(_ index: UInt8, in palette: Palette) -> Color {
    let color = [0, 7].contains(index & 7) ? palette.mutedText : color(index, in: palette)
    return Contrast.mix(palette.color(of: .tool), color, share: 0.26)
  }

  /// The share of one of the sixteen colours in text on a background of one of them.
  private static let inkShare = 0.45

  /// Text on a background of one of the sixteen colours: the theme's text, moved until it can be read on all of them when
  /// it is mixed with any of the sixteen, as the stylesheet does it.
  static func textOnColor(in palette: Palette) -> Color {
    let indices = UInt8(0)..<8
    let inks = indices.map { color($0, in: palette) }
    let backgrounds = indices.map { background($0, in: palette) }
    let end = Contrast.farEnd(from: palette.color(of: .tool))
    for step in 0..<20 {
      let text = Contrast.mix(palette.text, end, share: Double(step) / 20)
      // A little more than text needs, as browsers mix and round in their own way.
      let isReadable = inks.allSatisfy { ink in
        let mixed = Contrast.mix(text, ink, share: inkShare)
        return backgrounds.allSatisfy { Contrast.ratio(mixed, $0) >= 4.55 }
      }
      if isReadable { return text }
    }
    return end
  }

  /// The declaration of a colour: `color:#875f00;color:light-dark(#875f00,#ffd700)` where light themes and dark ones differ.
  ///
  /// - Parameters:
  ///   - foreground: the colour that was asked for; nil for the text's own.
  ///   - background: the colour behind the text; nil for that of output.
  func declaration(_ foreground: OutputStyle.Ink?, on background: OutputStyle.Ink?, isFaint: Bool) -> String?
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

  /// The colour in themes that are all light or all dark; nil where there are none.
  private func color(
    _ foreground: OutputStyle.Ink?, on background: OutputStyle.Ink?, isFaint: Bool, in palettes: [Palette]
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
