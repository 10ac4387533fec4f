extension Palette {
  /// A background on which text is drawn.
  ///
  /// ```swift
  /// palette.color(of: .code)  // palette.codeBackground
  /// ```
  ///
  /// Formatters draw surfaces opaque and never on top of each other, so that the contrast of text is known
  /// wherever the text can be.
  public enum Surface: CaseIterable, Sendable {
    case page, code, inlineCode
    /// A button or another element that is filled with the accent colour.
    case accent
    /// The user's messages in a conversation.
    case bubble
    /// A tool call and its output.
    case tool
    /// A footnote that the reader has jumped to.
    case target
    /// The background of `<mark>`.
    case mark
    /// Alerts, and notices in a conversation.
    case note, tip, important, warning, caution
    /// Highlighted, inserted and deleted lines of code.
    case markedLine, insertedLine, deletedLine
    /// Changed words in lines of a diff.
    case insertedWord, deletedWord

    static let alerts: [Surface] = [.note, .tip, .important, .warning, .caution]
    /// The surfaces behind lines of code, and so behind tokens.
    package static let lines: [Surface] = [.code, .markedLine, .insertedLine, .deletedLine]
    /// The surfaces behind changed words. Colours of tokens are moved where they cannot be read on them.
    package static let words: [Surface] = [.insertedWord, .deletedWord]
  }

  /// Returns the colour of a surface: a colour of the theme, or a tint of one.
  ///
  /// ```swift
  /// palette.color(of: .tip)  // the page's background with 8 % of the colour of success
  /// ```
  public func color(of surface: Surface) -> Color {
    switch surface {
    case .page: background
    case .code: codeBackground
    case .inlineCode: inlineCodeBackground
    case .accent: accent
    case .bubble: Contrast.mix(background, accent, share: 0.17)
    case .tool: Contrast.mix(background, codeBackground, share: 0.65)
    case .target: Contrast.mix(background, accent, share: 0.14)
    case .mark: Contrast.mix(background, warning, share: 0.3)
    case .note: alert(info)
    case .tip: alert(success)
    case .important: alert(important)
    case .warning: alert(warning)
    case .caution: alert(error)
    case .markedLine: line(accent)
    case .insertedLine: line(success)
    case .deletedLine: line(error)
    case .insertedWord: word(success)
    case .deletedWord: word(error)
    }
  }

  private func alert(_ color: Color) -> Color { Contrast.mix(background, color, share: 0.08) }
  private func line(_ color: Color) -> Color { Contrast.mix(codeBackground, color, share: 0.1) }
  private func word(_ color: Color) -> Color { Contrast.mix(codeBackground, color, share: 0.28) }

  /// A kind of text and the surfaces behind it.
  package struct PaletteInk {
    package var role: WritableKeyPath<Palette, Color>
    package var surfaces: [Surface]
  }

  /// All kinds of text. Those that also tint a surface come first.
  package static var inks: [PaletteInk] {
    let prose = [.page, .bubble, .target] + Surface.alerts
    return [
      PaletteInk(role: \.error, surfaces: [.page, .tool, .caution] + Surface.lines),
      PaletteInk(role: \.warning, surfaces: [.page, .tool, .warning]),
      PaletteInk(role: \.success, surfaces: [.page, .tool, .tip, .insertedLine]),
      PaletteInk(role: \.info, surfaces: [.page, .tool, .note]),
      PaletteInk(role: \.important, surfaces: [.page, .tool, .important]),
      PaletteInk(role: \.text, surfaces: prose + [.code, .tool, .mark]),
      PaletteInk(role: \.mutedText, surfaces: prose + [.tool] + Surface.lines),
      PaletteInk(role: \.link, surfaces: prose + [.tool, .inlineCode]),
      PaletteInk(role: \.heading, surfaces: prose),
      PaletteInk(role: \.quote, surfaces: prose),
      PaletteInk(role: \.codeText, surfaces: Surface.lines),
      PaletteInk(role: \.inlineCode, surfaces: [.inlineCode, .tool]),
      PaletteInk(role: \.textOnAccent, surfaces: [.accent]),
    ]
  }

  /// Moves a text colour towards black or white until it has the contrast ratio on all its surfaces.
  package mutating func raise(_ ink: PaletteInk, to ratio: Double) {
    // A tint changes with its colour, but less. A few rounds converge.
    for _ in 0..<4 {
      let color = self[keyPath: ink.role]
      self[keyPath: ink.role] = Contrast.readable(
        color, on: ink.surfaces.map { self.color(of: $0) }, ratio: ratio)
      if self[keyPath: ink.role] == color { return }
    }
  }
}
