internal import Diagrams
import StyledRuns

/// Diagrams as box drawings.
extension TerminalWriter {
  /// Whether a drawing may take the place of the lines, so that they are not final.
  func waitsForDrawing(_ code: CodeBlock) -> Bool {
    switch code.header.drawing {
    case .formula: true
    case .diagram: options.diagrams == .draw
    case nil: false
    }
  }

  /// Writes a diagram; `false` where the block is none, or cannot be drawn in the width.
  mutating func writeDiagram(_ code: CodeBlock, into out: inout ByteSink) -> Bool {
    guard options.diagrams == .draw, code.drawing == .diagram, progress.codeLines == nil,
      let diagram = try? code.readDiagram(), let drawing = diagram.terminalDrawing(drawingOptions)
    else { return false }
    for row in drawing.rows where !out.isStopped {
      guard !row.isEmpty else {
        emptyLine(into: &out)
        continue
      }
      beginLine(into: &out)
      for run in row {
        pen.set(style(of: run), into: &out)
        // The drawing holds no control character; this makes sure of it.
        for byte in run.text.utf8 where byte >= 0x20 && byte != 0x7F { out.append(byte) }
      }
      endLine(into: &out)
    }
    return true
  }

  /// The reason why a diagram is shown as code.
  func diagramNote(of code: CodeBlock) -> String? {
    guard options.diagrams == .draw, code.drawing == .diagram else { return nil }
    do throws(DiagramError) {
      return try code.readDiagram().terminalDrawing(drawingOptions) == nil
        ? "not drawn: the terminal is too narrow" : nil
    } catch {
      return error.note
    }
  }

  private var drawingOptions: TerminalDrawing.Options {
    let ambiguousWidth = options.ambiguousWidth
    return TerminalDrawing.Options(
      width: min(availableWidth, 4000), isASCII: boxCharacters.horizontal.utf8CodeUnitCount == 1
    ) { text in
      DisplayWidth.columns(of: text.utf8, ambiguousWidth: ambiguousWidth)
    }
  }

  /// The style of a piece of a drawing. Without a theme, text is plain.
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
  /// The style of a part of a diagram.
  fileprivate func style(of role: TerminalDrawing.Role) -> ANSIStyle {
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

  /// A colour that an author chose, changed until it can be read on the terminal's background.
  fileprivate func readable(_ color: DiagramColor) -> ANSIColor {
    let color = Color(red: color.red, green: color.green, blue: color.blue)
    return ANSIColor(Contrast.readable(color, on: background, ratio: 4.5), depth: depth, isDark: isDark)
  }
}
