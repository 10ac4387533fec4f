import Mathematics
import StyledRuns

/// Formulas, drawn with characters.
extension TerminalWriter {
  /// The columns by which display formulas are indented.
  private var formulaIndent: Int { boxCharacters.isPlain ? 4 : textWidth >= 40 ? 2 : 0 }

  private var formulaLayout: FormulaLayout {
    let measure = measure
    return FormulaLayout(
      columns: textWidth - formulaIndent, usesASCII: options.ambiguousWidth == 2
    ) { text in withUTF8(text) { measure.width(of: $0) } }
  }

  /// Appends a formula within a line, or its source as code if it cannot be read.
  mutating func append(formula source: UnsafeBufferPointer<UInt8>, style: ANSIStyle) {
    guard let formula = try? Formula(tex: String(decoding: source, as: UTF8.self)),
      let drawing = formulaLayout.line(of: formula)
    else {
      text.setStyle(code(style))
      return text.append(source, .code)
    }
    for row in drawing.rows { append(row, style: style) }
  }

  /// Appends a display formula on lines of its own.
  mutating func append(displayFormula source: UnsafeBufferPointer<UInt8>, style: ANSIStyle) {
    let isFirst = text.isEmpty
    if !text.startsAfresh { text.appendLineEnd() }
    // In a cell of a table there is no room for a drawing.
    guard text.parts.isEmpty, let formula = try? Formula(tex: String(decoding: source, as: UTF8.self)),
      let drawing = formulaLayout.drawing(of: formula)
    else { return append(formula: source, style: style) }
    if drawing.rows.count > 1, !isFirst { text.appendLineEnd() }
    append(drawing, style: style)
    if drawing.rows.count > 1 { text.appendLineEnd() }
  }

  /// Writes a block of code as the formula that it is; false, and nothing is written, if it is none, cannot be read, or is
  /// wider than there is room.
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

  private mutating func append(_ row: [FormulaDrawing.Piece], style: ANSIStyle) {
    for piece in row {
      var look = style
      // What is on a colour of its own is written in that colour.
      if let color = piece.background ?? piece.color { look.foreground = ansiColor(color) }
      text.setStyle(look)
      text.append(piece.text, .verbatim)
    }
  }

  /// A colour that a formula states, made readable on the theme's background.
  private func ansiColor(_ color: MathColor) -> ANSIColor {
    let stated = Color(red: color.red, green: color.green, blue: color.blue)
    let background = theme.background
    let isDark = Int(background.red) + Int(background.green) + Int(background.blue) < 384
    return ANSIColor(
      Contrast.readable(stated, on: background, ratio: 3), depth: options.colors, isDark: isDark)
  }
}
