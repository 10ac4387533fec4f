/// Composes delimiters, tables and frames.
extension FormulaComposer {
  /// Returns a horizontal line.
  func horizontal(_ columns: Int) -> FormulaBox {
    FormulaBox(String(repeating: layout.usesASCII ? "-" : "─", count: columns), columns: columns)
  }

  // MARK: Delimiters

  mutating func compose(_ fence: MathDelimiters) -> FormulaBox {
    var parts: [FormulaBox] = []
    for part in fence.parts { parts.append(compose(part.items)) }
    let isTable = fence.parts.count == 1 && fence.parts[0].isStack
    let ascent = parts.reduce(0) { max($0, $1.ascent) }
    let descent = parts.reduce(0) { max($0, $1.descent) }
    let padding = isTable && ascent + descent > 0 ? 1 : 0
    var joined: [FormulaBox.RowPart] = []
    joined.append((0, delimiter(fence.opening, ascent: ascent, descent: descent)))
    for (index, part) in parts.enumerated() {
      if index > 0 {
        let middle = delimiter(fence.middles[index - 1], ascent: ascent, descent: descent)
        joined.append((isScript ? 0 : 1, middle))
      }
      joined.append((index > 0 ? isScript ? 0 : 1 : fence.opening.isEmpty ? 0 : padding, part))
    }
    joined.append(
      (fence.closing.isEmpty ? 0 : padding, delimiter(fence.closing, ascent: ascent, descent: descent)))
    return .joined(joined)
  }

  func enclosed(_ box: FormulaBox, _ opening: String, _ closing: String) -> FormulaBox {
    .joined([
      (0, delimiter(opening, ascent: box.ascent, descent: box.descent)), (0, box),
      (0, delimiter(closing, ascent: box.ascent, descent: box.descent)),
    ])
  }

  /// The pieces of a tall delimiter: top, extension, middle and bottom.
  private static let tall: [String: (String, String, String?, String)] = [
    "(": ("⎛", "⎜", nil, "⎝"), ")": ("⎞", "⎟", nil, "⎠"), "[": ("⎡", "⎢", nil, "⎣"),
    "]": ("⎤", "⎥", nil, "⎦"), "{": ("⎧", "⎪", "⎨", "⎩"), "}": ("⎫", "⎪", "⎬", "⎭"),
    "|": ("│", "│", nil, "│"), "∣": ("│", "│", nil, "│"), "‖": ("║", "║", nil, "║"),
    "∥": ("║", "║", nil, "║"), "⌊": ("⎢", "⎢", nil, "⎣"), "⌋": ("⎥", "⎥", nil, "⎦"),
    "⌈": ("⎡", "⎢", nil, "⎢"), "⌉": ("⎤", "⎥", nil, "⎥"), "⟦": ("⟦", "⟦", nil, "⟦"),
    "⟧": ("⟧", "⟧", nil, "⟧"), "↑": ("↑", "│", nil, "│"), "↓": ("│", "│", nil, "↓"),
    "↕": ("↑", "│", nil, "↓"),
  ]

  private static let tallASCII: [String: (String, String, String?, String)] = [
    "(": ("/", "|", nil, "\\"), ")": ("\\", "|", nil, "/"), "[": ("[", "[", nil, "["),
    "]": ("]", "]", nil, "]"), "{": ("/", "|", "<", "\\"), "}": ("\\", "|", ">", "/"),
  ]

  /// Returns a delimiter that spans several rows.
  func delimiter(_ sign: String, ascent: Int, descent: Int) -> FormulaBox {
    let height = ascent + descent + 1
    guard !sign.isEmpty else { return .empty }
    guard height > 1 else { return text(sign) }
    if sign == "⟨" || sign == "⟩" || sign == "<" || sign == ">" {
      return angle(opens: sign == "⟨" || sign == "<", height, ascent)
    }
    if sign == "/" || sign == "\\" { return slanted(isUp: sign == "/", height, ascent) }
    let pieces =
      layout.usesASCII
      ? Self.tallASCII[sign] ?? ("|", "|", nil, "|") : Self.tall[sign] ?? (sign, sign, nil, sign)
    var rows: [FormulaBox] = []
    for row in 0..<height {
      switch row {
      case 0: rows.append(text(pieces.0))
      case height - 1: rows.append(text(pieces.3))
      case ascent where pieces.2 != nil: rows.append(text(pieces.2 ?? ""))
      default: rows.append(text(pieces.1))
      }
    }
    return .stacked(rows, baseline: ascent)
  }

  private func angle(opens: Bool, _ height: Int, _ ascent: Int) -> FormulaBox {
    let (up, down) = layout.usesASCII ? ("/", "\\") : ("╱", "╲")
    let half = height / 2
    let width = (height + 1) / 2
    var rows: [FormulaBox] = []
    for row in 0..<height {
      let isUpper = row < (height + 1) / 2
      let distance = isUpper ? width - 1 - row : row - half
      let sign = isUpper == opens ? up : down
      let column = opens ? distance : width - 1 - distance
      rows.append(.joined([(column, text(sign)), (width - 1 - column, .empty)]))
    }
    return .stacked(rows, baseline: ascent, .left)
  }

  private func slanted(isUp: Bool, _ height: Int, _ ascent: Int) -> FormulaBox {
    let sign = layout.usesASCII ? isUp ? "/" : "\\" : isUp ? "╱" : "╲"
    var rows: [FormulaBox] = []
    for row in 0..<height {
      let column = isUp ? height - 1 - row : row
      rows.append(.joined([(column, text(sign)), (height - 1 - column, .empty)]))
    }
    return .stacked(rows, baseline: ascent, .left)
  }

  // MARK: Tables

  mutating func compose(_ table: MathTable) -> FormulaBox {
    form == .line ? composeLine(table) : composeTall(table, boxes(ofCellsOf: table))
  }

  /// Returns a table in one row of text, with semicolons between the table's rows.
  private mutating func composeLine(_ table: MathTable) -> FormulaBox {
    var parts: [FormulaBox.RowPart] = []
    for (index, row) in table.rows.enumerated() {
      if index > 0 { parts.append((0, text(table.kind == .substack ? "," : ";"))) }
      for (column, cell) in row.enumerated() {
        let isApart = column > 0 && table.kind != .aligned && table.kind != .smallMatrix
        let gap = index == 0 && column == 0 ? 0 : isApart ? 2 : 1
        let box = compose(cell.items)
        parts.append((box.columns == 0 ? 0 : isScript ? 0 : gap, box))
      }
      if let tag = table.tags[index] { parts.append((2, text(tag))) }
    }
    return .joined(parts)
  }

  /// Composes the items of each cell of a table, each alone.
  mutating func boxes(ofCellsOf table: MathTable) -> [[[FormulaBox]]] {
    let outer = fractionDepth
    if table.isDisplayStyle { fractionDepth = 0 }
    defer { fractionDepth = outer }
    return table.rows.map { row in row.map { cell in boxes(of: cell.items) } }
  }

  /// Returns a table in several rows of text.
  ///
  /// - Parameter items: The boxes of the items of each cell.
  mutating func composeTall(_ table: MathTable, _ items: [[[FormulaBox]]]) -> FormulaBox {
    let cells = zip(table.rows, items).map { row, items in
      row.indices.map { column in
        // After an alignment point, a sign joins its neighbours on both sides.
        let isContinued = table.kind == .aligned && column % 2 == 1 && row[column].startsWithSign
        return self.row(
          isContinued ? [.empty] + items[column] : items[column],
          of: isContinued ? [.row([])] + row[column].items : row[column].items)
      }
    }
    var widths = Array(repeating: 0, count: table.columnCount)
    for row in cells {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.columns) }
    }
    let isTall = cells.contains { $0.contains { $0.height > 1 } }
    let isSpaced =
      table.kind != .substack && (isTall || table.kind == .cases || table.kind == .matrix)
      && (isTall || cells.count == 2)
    var lines: [FormulaBox] = []

    for (index, row) in cells.enumerated() {
      if let rule = table.horizontals[index] {
        lines.append(ruleLine(rule, widths, table))
      } else if index > 0, isSpaced {
        lines.append(spacer(widths, table))
      }
      lines.append(line(row, widths, table, tag: table.tags[index]))
    }
    if let rule = table.horizontals[cells.count] { lines.append(ruleLine(rule, widths, table)) }
    var box = FormulaBox.stacked(lines, baseline: 0, .left)
    if lines.count == 1 {
      box.baseline = lines[0].baseline
    } else {
      box.baseline = (box.height - 1) / 2
    }
    return box
  }

  private func columnGap(before column: Int, _ table: MathTable) -> Int {
    if table.verticals[column] != nil { return column == 0 ? 0 : 1 }
    if column == 0 { return 0 }
    switch table.kind {
    case .aligned: return column % 2 == 1 ? 1 : 4
    case .cases: return 3
    default: return 2
    }
  }

  private func line(_ row: [FormulaBox], _ widths: [Int], _ table: MathTable, tag: String?)
    -> FormulaBox
  {
    var parts: [FormulaBox.RowPart] = []
    let ascent = row.reduce(0) { max($0, $1.ascent) }
    let descent = row.reduce(0) { max($0, $1.descent) }
    for column in widths.indices {
      let cell = column < row.count ? row[column] : .empty
      let alignment: FormulaBox.RowAlignment =
        switch table.alignment(of: column) {
        case .left: .left
        case .center: .center
        case .right: .right
        }
      var gap = columnGap(before: column, table)
      if table.verticals[column] != nil {
        parts.append((gap, rule(ascent: ascent, descent: descent)))
        gap = 1
      }
      parts.append((gap, cell.aligned(in: widths[column], alignment)))
    }
    if table.verticals[widths.count] != nil {
      parts.append((1, rule(ascent: ascent, descent: descent)))
    }
    if let tag { parts.append((4, text(tag))) }
    return .joined(parts)
  }

  private func rule(ascent: Int, descent: Int) -> FormulaBox {
    let sign = text(layout.usesASCII ? "|" : "│")
    return .stacked(Array(repeating: sign, count: ascent + descent + 1), baseline: ascent)
  }

  /// Returns an empty row between two table rows, with the vertical rules of the table.
  private func spacer(_ widths: [Int], _ table: MathTable) -> FormulaBox {
    line([], widths, table, tag: nil)
  }

  private func ruleLine(_ rule: MathTable.TableRule, _ widths: [Int], _ table: MathTable) -> FormulaBox {
    var columns = line([], widths, table, tag: nil).columns
    columns = max(columns, 1)
    let sign = layout.usesASCII ? "-" : rule == .solid ? "─" : "╌"
    return text(String(repeating: sign, count: columns))
  }

  // MARK: Frames

  mutating func compose(_ enclosure: MathEnclosure, _ node: MathNode) -> FormulaBox {
    let isFramed =
      enclosure == .box && form == .drawing && !isScript && levels < FormulaLimits.drawnLevels
    levels += isFramed ? 1 : 0
    let content = compose(node.items)
    levels -= isFramed ? 1 : 0
    switch enclosure {
    case .box: return isFramed ? framed(content) : .joined([(0, text("[")), (0, content), (0, text("]"))])
    case .up, .down, .cross, .strike:
      let mark = enclosure == .strike ? "\u{336}" : "\u{338}"
      if content.height == 1 { return content.marked(mark) }
      return .joined([(0, text("[")), (0, content), (0, text("]"))])
    }
  }

  private func framed(_ content: FormulaBox) -> FormulaBox {
    let corners = layout.usesASCII ? ("+", "+", "+", "+", "|") : ("┌", "┐", "└", "┘", "│")
    let line = horizontal(content.columns + 2)
    let top = FormulaBox.joined([(0, text(corners.0)), (0, line), (0, text(corners.1))])
    let bottom = FormulaBox.joined([(0, text(corners.2)), (0, line), (0, text(corners.3))])
    let side = FormulaBox.stacked(
      Array(repeating: text(corners.4), count: content.height), baseline: 0)
    var edge = side
    edge.baseline = content.baseline
    let middle = FormulaBox.joined([(0, edge), (1, content), (1, edge)])
    return .stacked([top, middle, bottom], baseline: 1)
  }
}
