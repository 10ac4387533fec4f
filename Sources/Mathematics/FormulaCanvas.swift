/// Writes boxes into rows of text.
struct FormulaCanvas {
  /// The colours inside a box.
  private struct BoxColors {
    /// The first column of the box.
    var left: Int
    var color: MathColor?
    var background: MathColor?
  }

  private(set) var rows: [[FormulaDrawing.DrawingPiece]]
  /// The number of columns that are written in each row. Spaces are written only if something follows them.
  private var widths: [Int]
  /// The colours of the boxes around the current one, from outside to inside.
  private var colors = [BoxColors(left: 0)]
  /// The marks of the boxes around the current one, from outside to inside.
  private var marks: [String] = []

  init(height: Int) {
    rows = Array(repeating: [], count: height)
    widths = Array(repeating: 0, count: height)
  }

  /// Writes a box whose upper left corner is at `row` and `column`.
  mutating func write(_ box: FormulaBox, row: Int, column: Int) {
    switch box.content {
    case .empty: break
    case .text(let text): write(text, columns: box.columns, row: row, column: column)
    case .row(let parts, let ascent):
      var column = column
      for (gap, part) in parts {
        column += gap
        write(part, row: row + ascent - part.baseline, column: column)
        column += part.columns
      }
    case .column(let parts):
      var row = row
      for (left, part) in parts {
        write(part, row: row, column: column + left)
        row += part.height
      }
    case .colored(let color, let background, let inner):
      let outer = colors[colors.count - 1]
      colors.append(
        BoxColors(left: column, color: color ?? outer.color, background: background ?? outer.background))
      write(inner, row: row, column: column)
      colors.removeLast()
    case .marked(let mark, let inner):
      marks.append(mark)
      write(inner, row: row, column: column)
      marks.removeLast()
    }
  }

  private mutating func write(_ text: String, columns: Int, row: Int, column: Int) {
    // Spaces in front of the text have the colours of the innermost box that contains them.
    for index in colors.indices {
      let end = index + 1 < colors.count ? colors[index + 1].left : column
      let count = end - widths[row]
      if count > 0 { append(.spaces(count), columns: count, colors[index], row: row) }
    }
    append(marked(text), columns: columns, colors[colors.count - 1], row: row)
  }

  private mutating func append(_ text: String, columns: Int, _ colors: BoxColors, row: Int) {
    widths[row] += columns
    if let last = rows[row].indices.last, rows[row][last].color == colors.color,
      rows[row][last].background == colors.background
    {
      rows[row][last].text += text
      rows[row][last].columns += columns
    } else {
      rows[row].append(
        FormulaDrawing.DrawingPiece(
          text: text, columns: columns, color: colors.color, background: colors.background))
    }
  }

  private func marked(_ text: String) -> String {
    marks.reversed().reduce(text) { text, mark in
      text.reduce(into: "") { marked, character in
        marked.append(character)
        if character != " " { marked += mark }
      }
    }
  }
}
