internal import Diagrams
import StyledRuns

/// Writes diagrams with box-drawing characters.
extension TerminalWriter {
  /// Whether the block may be drawn. Its lines are not final while it is open, because a drawing may replace
  /// them.
  func waitsForDrawing(_ code: CodeBlock) -> Bool {
    switch code.header.labelledForm {
    case .formula: true
    case .diagram: options.diagrams == .draw && !code.header.isUndrawn
    case .diff, nil: false
    }
  }

  /// Whether the block is a diagram to draw. If drawing fails, the block is written as code with the reason.
  func draws(_ code: CodeBlock) -> Bool {
    options.diagrams == .draw && code.drawing == .diagram && progress.codeLines == nil
  }

  /// Writes a diagram; returns a note with the reason if it does not fit into the available width.
  ///
  /// - Precondition: ``draws(_:)``
  mutating func writeDiagram(_ code: CodeBlock, into out: inout ByteSink) -> String? {
    let drawing: TerminalDrawing
    do throws(DiagramError) {
      guard let fitting = try code.readDiagram().terminalDrawing(drawingOptions) else {
        return "not drawn: the terminal is too narrow"
      }
      drawing = fitting
    } catch {
      return error.note
    }
    for row in drawing.rows where !out.isStopped {
      guard !row.isEmpty else {
        emptyLine(into: &out)
        continue
      }
      beginLine(into: &out)
      for run in row {
        pen.set(style(of: run), into: &out)
        // A drawing never contains control characters. This check guarantees it.
        for byte in run.text.utf8 where byte >= 0x20 && byte != 0x7F { out.append(byte) }
      }
      endLine(into: &out)
    }
    return nil
  }

  private var drawingOptions: TerminalDrawingOptions {
    let ambiguousWidth = options.ambiguousWidth
    return TerminalDrawingOptions(
      width: min(availableWidth, 4000), isASCII: boxCharacters.horizontal.utf8CodeUnitCount == 1
    ) { text in
      DisplayWidth.columns(of: text.utf8, ambiguousWidth: ambiguousWidth)
    }
  }

  /// Returns the style of a run of a drawing. Without a theme, text has no style.
  private func style(of run: TerminalDrawing.Run) -> ANSIStyle {
    var style = theme.style(of: run.role)
    if let color = run.color, style.foreground != .standard || run.role == .text {
      style.foreground = theme.readable(color)
    }
    if run.isBold { style.attributes.insert(.bold) }
    if run.isItalic { style.attributes.insert(.italic) }
    return style
  }
}

extension ANSITheme {
  /// Returns the style of a role in a diagram.
  fileprivate func style(of role: TerminalDrawing.DrawingRole) -> ANSIStyle {
    var style = ANSIStyle.plain
    switch role {
    case .text: break
    case .strong: style.attributes.insert(.bold)
    case .muted: style = muted
    case .border: style.foreground = accent
    case .group, .edge: style = muted
    case .note: style.foreground = warning
    case .series(let number):
      style.foreground = [accent, success, warning, important, error, info][number % 6]
    case .critical: style.foreground = error
    case .done: style = muted
    }
    return style
  }

  /// Returns an author's colour, adjusted until it is readable on the terminal's background.
  fileprivate func readable(_ color: DiagramColor) -> ANSIColor {
    let color = Color(red: color.red, green: color.green, blue: color.blue)
    return ANSIColor(Contrast.readable(color, on: background, ratio: 4.5), depth: depth, isDark: isDark)
  }
}
