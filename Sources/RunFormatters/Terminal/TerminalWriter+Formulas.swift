import Mathematics
import StyledRuns

/// Draws formulas with characters.
extension TerminalWriter {
  /// The indentation of display formulas in columns.
  private var formulaIndent: Int { boxCharacters.isPlain ? 4 : textWidth >= 40 ? 2 : 0 }

  private var formulaLayout: FormulaLayout {
    let measure = measure
    return FormulaLayout(
      columns: textWidth - formulaIndent, usesASCII: options.ambiguousWidth == 2
    ) { text in withUTF8(text) { measure.width(of: $0) } }
  }

  /// Appends an inline formula, or its source as code if it cannot be parsed.
  mutating func append(formula source: UnsafeBufferPointer<UInt8>, style: ANSIStyle) {
    guard let formula = try? Formula(tex: String(decoding: source, as: UTF8.self)),
      let drawing = formulaLayout.line(of: formula)
    else {
      text.setStyle(code(style))
      return text.append(source, .code)
    }
    for row in drawing.rows { append(row, style: style) }
  }

  /// Appends a display formula on separate lines.
  mutating func append(displayFormula source: UnsafeBufferPointer<UInt8>, style: ANSIStyle) {
    let isFirst = text.isEmpty
    if !text.startsAfresh { text.appendLineEnd() }
    // Table cells have no room for a drawing.
    let layout = formulaLayout
    guard text.parts.isEmpty, let formula = try? Formula(tex: String(decoding: source, as: UTF8.self)),
      let drawing = layout.drawing(of: formula, lineLength: FormulaLimits.lineLength)
    else { return append(formula: source, style: style) }
    // A line that is too wide is wrapped as text.
    if drawing.columns > layout.columns { return append(drawing.rows[0], style: style) }
    if drawing.rows.count > 1, !isFirst { text.appendLineEnd() }
    append(drawing, style: style)
    if drawing.rows.count > 1 { text.appendLineEnd() }
  }

  /// Writes a code block as a formula. Writes nothing and returns `false` if the block is not a formula,
  /// cannot be parsed, or does not fit into the width.
  mutating func write(formula code: CodeBlock, into out: inout ByteSink) -> Bool {
    guard code.drawing == .formula, let formula = try? Formula(tex: code.text),
      let drawing = formulaLayout.drawing(of: formula)
    else { return false }
    text.removeAll()
    append(drawing, style: base)
    writeText(into: &out)
    return true
  }

  private mutating func append(_ drawing: FormulaDrawing, style: ANSIStyle) {
    for (index, row) in drawing.rows.enumerated() {
      if index > 0 { text.appendLineEnd() }
      if !row.isEmpty, formulaIndent > 0 {
        text.setStyle(style)
        text.append(repeating: 0x20, count: formulaIndent)
      }
      append(row, style: style)
    }
  }

  private mutating func append(_ row: [FormulaDrawing.DrawingPiece], style: ANSIStyle) {
    for piece in row {
      var look = style
      // The background colour of a piece becomes its text colour.
      if let color = piece.background ?? piece.color { look.foreground = ansiColor(color) }
      text.setStyle(look)
      text.append(piece.text, .verbatim)
    }
  }

  /// Returns a colour that a formula states, adjusted to be readable on the theme's background.
  private func ansiColor(_ color: MathColor) -> ANSIColor {
    let stated = Color(red: color.red, green: color.green, blue: color.blue)
    let background = theme.background
    let isDark = Int(background.red) + Int(background.green) + Int(background.blue) < 384
    return ANSIColor(
      Contrast.readable(stated, on: background, ratio: 3), depth: options.colors, isDark: isDark)
  }
}
