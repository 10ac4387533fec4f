extension Palette {
  /// A background that text stands on.
  ///
  /// Formatters draw each surface opaque and none over another one, so that the contrast of a text is known for every
  /// place that the text can stand in.
  public enum Surface: CaseIterable, Sendable {
    case page, code, inlineCode
    /// A button, or another thing that is filled with the accent.
    case accent
    /// The words of the user in a conversation.
    case bubble
    /// A call of a tool, and what the tool put out.
    case tool
    /// A footnote that the reader jumped to.
    case target
    /// Text of `<mark>`.
    case mark
    /// Alerts, and notices in a conversation.
    case note, tip, important, warning, caution
    /// Lines of code.
    case markedLine, insertedLine, deletedLine

    static let alerts: [Surface] = [.note, .tip, .important, .warning, .caution]
    /// Surfaces of lines of code: those that a token can stand on.
    package static let lines: [Surface] = [.code, .markedLine, .insertedLine, .deletedLine]
  }

  /// The colour of a surface: one of the theme's, or a tint of one.
  ///
  ///     palette.color(of: .tip)  // the page's background with 8 % of the colour of success
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
    }
  }

  private func alert(_ color: Color) -> Color { Contrast.mix(background, color, share: 0.08) }
  private func line(_ color: Color) -> Color { Contrast.mix(codeBackground, color, share: 0.1) }

  /// A role of text, and the surfaces that text of the role stands on.
  package struct Ink {
    package var role: WritableKeyPath<Palette, Color>
    package var surfaces: [Surface]
  }

  /// All roles of text. Those that surfaces are tints of come first.
  package static var inks: [Ink] {
    let prose = [.page, .bubble, .target] + Surface.alerts
    return [
      Ink(role: \.error, surfaces: [.page, .tool, .caution] + Surface.lines),
      Ink(role: \.warning, surfaces: [.page, .tool, .warning]),
      Ink(role: \.success, surfaces: [.page, .tool, .tip, .insertedLine]),
      Ink(role: \.info, surfaces: [.page, .tool, .note]),
      Ink(role: \.important, surfaces: [.page, .tool, .important]),
      Ink(role: \.text, surfaces: prose + [.code, .tool, .mark]),
      Ink(role: \.mutedText, surfaces: prose + [.tool] + Surface.lines),
      Ink(role: \.link, surfaces: prose + [.tool, .inlineCode]),
      Ink(role: \.heading, surfaces: prose),
      Ink(role: \.quote, surfaces: prose),
      Ink(role: \.codeText, surfaces: Surface.lines),
      Ink(role: \.inlineCode, surfaces: [.inlineCode, .tool]),
      Ink(role: \.textOnAccent, surfaces: [.accent]),
    ]
  }

  /// Moves the colour of a role of text towards black or white until it has the contrast on all surfaces of the role.
  package mutating func raise(_ ink: Ink, to ratio: Double) {
    // A tint moves with its colour, and less than its colour: a few rounds end where both fit.
    for _ in 0..<4 {
      let color = self[keyPath: ink.role]
      self[keyPath: ink.role] = Contrast.readable(
        color, on: ink.surfaces.map { self.color(of: $0) }, ratio: ratio)
      if self[keyPath: ink.role] == color { return }
    }
  }
}
