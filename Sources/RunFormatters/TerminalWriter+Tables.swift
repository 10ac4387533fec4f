import StyledRuns

extension TerminalWriter {
  /// Where the cell of a row stands: its lines, and the piece with which the next of them starts.
  struct CellCursor {
    var line: Int
    var end: Int
    var piece: Int
  }

  mutating func write(_ table: Table, into out: inout ByteSink) {
    let count = table.alignments.count
    guard count > 0 else { return }
    // Only looked at until it is known to be written: what cells say of links is numbered in the order of writing.
    let notes = progress.notes
    composeCells(of: table)
    let extents = extents(columns: count)
    guard let widths = TableWidths.fit(extents, into: availableWidth - 3 * count - 1) else {
      progress.notes = notes
      return writeRecords(table, into: &out)
    }
    let wraps = zip(extents, widths).contains { $0.line > $1 }
    edge(widths, ornaments.topLeft, ornaments.teeDown, ornaments.topRight, into: &out)
    for row in 0...table.rows.count {
      if row == 1 || row > 1 && wraps {
        edge(widths, ornaments.teeRight, ornaments.cross, ornaments.teeLeft, into: &out)
      }
      writeRow(row, of: table, widths, into: &out)
    }
    edge(widths, ornaments.bottomLeft, ornaments.teeUp, ornaments.bottomRight, into: &out)
  }

  /// Fills `text` with a part for each cell, row by row, the header first.
  private mutating func composeCells(of table: Table) {
    text.removeAll()
    let count = table.alignments.count
    composeRow(table.header.cells, count, style: base.with(theme.heading.foreground, .bold))
    for row in table.rows { composeRow(row.cells, count, style: base) }
  }

  private mutating func composeRow(_ row: [Inlines], _ count: Int, style: ANSIStyle) {
    row.withUnsafeBufferPointer { row in
      for column in 0..<count {
        text.beginPart()
        if column < row.count { compose(row[column], style: style) }
        text.endPart()
      }
    }
  }

  /// The widest line and the widest word of each column.
  private func extents(columns: Int) -> [TableWidths.Extent] {
    var extents = Array(repeating: TableWidths.Extent(line: 1, word: 1), count: columns)
    var column = 0
    for index in text.parts.indices {
      let extent = text.extent(of: text.parts[index])
      extents[column].line = max(extents[column].line, extent.line)
      extents[column].word = max(extents[column].word, extent.word)
      column = column + 1 == columns ? 0 : column + 1
    }
    return extents
  }

  private mutating func writeRow(_ row: Int, of table: Table, _ widths: [Int], into out: inout ByteSink) {
    var height = 1
    cells.removeAll()
    text.lines.removeAll()
    for column in widths.indices {
      let part = text.parts[row * widths.count + column]
      let first = text.lines.count
      text.wrap(part, to: widths[column])
      cells.append(CellCursor(line: first, end: text.lines.count, piece: part.piece))
      height = max(height, text.lines.count - first)
    }
    for _ in 0..<height {
      beginLine(into: &out)
      writeFrameEdge(into: &out)
      for column in widths.indices {
        var cell = cells[column]
        let hasLine = cell.line < cell.end
        let free = widths[column] - (hasLine ? text.lines[cell.line].width : 0)
        let left: Int
        switch table.alignments[column] {
        case .none, .left: left = 0
        case .center: left = free / 2
        case .right: left = free
        }
        out.append(repeating: 0x20, count: left + 1)
        if hasLine {
          text.write(text.lines[cell.line], from: &cell.piece, pen: &pen, into: &out)
          pen.set(.plain, into: &out)
          cell.line += 1
          cells[column] = cell
        }
        out.append(repeating: 0x20, count: free - left + 1)
        writeFrameEdge(into: &out)
      }
      endLine(into: &out)
    }
  }

  private mutating func edge(
    _ widths: [Int], _ left: StaticString, _ middle: StaticString, _ right: StaticString,
    into out: inout ByteSink
  ) {
    beginLine(into: &out)
    pen.set(theme.border, into: &out)
    for (column, width) in widths.enumerated() {
      out.append(column == 0 ? left : middle)
      writeHorizontal(width + 2, into: &out)
    }
    out.append(right)
    endLine(into: &out)
  }

  /// A table with more columns than fit, row by row: each cell on lines of its own behind its header.
  private mutating func writeRecords(_ table: Table, into out: inout ByteSink) {
    let columns = min(textWidth, 24)
    for row in table.rows.isEmpty ? [table.header] : table.rows {
      rule(columns: columns, into: &out)
      for (column, cell) in row.cells.enumerated() {
        text.removeAll()
        if !table.rows.isEmpty, column < table.header.cells.count {
          compose(table.header.cells[column], style: base.with(theme.heading.foreground, .bold))
          text.setStyle(theme.muted)
          text.append(trusted: ": ")
        }
        compose(cell, style: base)
        writeText(into: &out)
      }
    }
    rule(columns: columns, into: &out)
  }
}
