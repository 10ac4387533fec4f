import StyledRuns

extension TerminalWriter {
  /// The progress in a cell of the current row: its next line, and the first piece of that line.
  struct CellCursor {
    var line: Int
    var end: Int
    var piece: Int
    var isRightToLeft = false
  }

  /// The maximum width of a table in columns. Every row is that wide, so without a limit the output of an
  /// unlimited width would grow with the square of the table.
  private static let widestTable = 400
  /// The maximum number of characters of a header in a record, which repeats the header before each cell.
  private static let longestRecordLabel = 60

  mutating func write(_ table: Table, into out: inout ByteSink) {
    let count = table.alignments.count
    guard count > 0 else { return }
    if options.tableLayout == .cards { return writeRecords(table, into: &out) }
    // Restore the notes if the table is not written, because links in cells are numbered in the order of
    // writing.
    let notes = progress.notes
    var widths = composeCells(of: table)
    let room = min(availableWidth, Self.widestTable) - 3 * count - 1
    if options.tableLayout == .wide {
      // Every row is as wide as the widest.
      composeSimpleRows(of: table)
      widths = widths.map { min($0, Self.widestTable) }
    } else if widths.reduce(0, +) > room {
      composeSimpleRows(of: table)
      let extents = zip(widths, words(columns: count)).map { TableWidths.Extent(line: $0, word: $1) }
      guard let fitting = TableWidths.fit(extents, into: room) else {
        progress.notes = notes
        return writeRecords(table, into: &out)
      }
      widths = fitting
    }
    prepareFrameEdge()
    edge(widths, boxCharacters.topLeft, boxCharacters.teeDown, boxCharacters.topRight, into: &out)
    for row in 0...table.rows.count where !out.isStopped {
      if row == 1 || row > 1 && options.rowRules {
        edge(widths, boxCharacters.teeRight, boxCharacters.cross, boxCharacters.teeLeft, into: &out)
      }
      writeRow(row, of: table, widths, into: &out)
    }
    edge(widths, boxCharacters.bottomLeft, boxCharacters.teeUp, boxCharacters.bottomRight, into: &out)
  }

  private func cells(of row: Int, in table: Table) -> [Inlines] {
    row == 0 ? table.header.cells : table.rows[row - 1].cells
  }

  private func style(ofRow row: Int) -> ANSIStyle {
    row == 0 ? base.with(theme.heading.foreground, .bold) : base
  }

  /// Measures all rows, and composes a part of `text` for each cell of the rows that contain more than simple
  /// words.
  ///
  /// - Returns: The width of the widest line in each column.
  private mutating func composeCells(of table: Table) -> [Int] {
    text.removeAll()
    rowParts.removeAll()
    var widest = Array(repeating: 1, count: table.alignments.count)
    widest.withUnsafeMutableBufferPointer { widest in
      for row in 0...table.rows.count {
        let cells = cells(of: row, in: table)
        if Self.measureSimple(cells, &widest, hasFileLinks: options.fileLinks != nil) {
          rowParts.append(-1)
          continue
        }
        let first = text.parts.count
        rowParts.append(first)
        composeRow(cells, widest.count, style: style(ofRow: row))
        for column in widest.indices {
          widest[column] = max(widest[column], text.extent(of: text.parts[first + column]).line)
        }
      }
    }
    return widest
  }

  /// Composes the rows that were only measured, so that their words can be wrapped.
  private mutating func composeSimpleRows(of table: Table) {
    for row in rowParts.indices where rowParts[row] < 0 {
      rowParts[row] = text.parts.count
      composeRow(cells(of: row, in: table), table.alignments.count, style: style(ofRow: row))
    }
  }

  private mutating func composeRow(_ row: [Inlines], _ count: Int, style: ANSIStyle) {
    row.withUnsafeBufferPointer { row in
      for column in 0..<count {
        text.beginPart()
        if column < row.count { compose(row[column], style: style) }
        if let part = text.parts.last, options.fileLinks != nil {
          text.finish()
          linkFiles(fromByte: part.start, fromPiece: part.piece)
        }
        text.endPart()
      }
    }
  }

  /// Measures a row whose cells are printable ASCII words with single spaces, as most are.
  ///
  /// - Returns: `false` if a cell contains something else.
  @inline(__always)
  private static func measureSimple(
    _ row: [Inlines], _ widest: inout UnsafeMutableBufferPointer<Int>, hasFileLinks: Bool
  ) -> Bool {
    row.withUnsafeBufferPointer { row in
      for column in 0..<min(row.count, widest.count) where !row[column].runs.isEmpty {
        guard row[column].spans.isEmpty, row[column].runs.count == 1, row[column].runs[0].kind == .text else {
          return false
        }
        let columns = withUTF8(row[column].text) { text in
          CleanText.end(of: text, from: 0, afterSpace: true) == text.count && text.last != 0x20
            && !(hasFileLinks && text.contains(UInt8(ascii: ":"))) ? text.count : -1
        }
        if columns < 0 { return false }
        if columns > widest[column] { widest[column] = columns }
      }
      return true
    }
  }

  /// Returns the width of the widest word in each column.
  private func words(columns: Int) -> [Int] {
    var widest = Array(repeating: 1, count: columns)
    for index in text.parts.indices {
      widest[index % columns] = max(widest[index % columns], text.extent(of: text.parts[index]).word)
    }
    return widest
  }

  /// Writes a row that was only measured.
  private mutating func writeSimpleRow(
    _ row: Int, of table: Table, _ widths: [Int], into out: inout ByteSink
  ) {
    let style = style(ofRow: row)
    beginLine(into: &out)
    writePreparedFrameEdge(into: &out)
    cells(of: row, in: table).withUnsafeBufferPointer { cells in
      for column in widths.indices {
        guard column < cells.count else {
          out.append(spaces: widths[column] + 2)
          writePreparedFrameEdge(into: &out)
          continue
        }
        withUTF8(cells[column].text) { cell in
          let free = widths[column] - cell.count
          let left = table.alignments[column].indentation(free: free)
          out.append(spaces: left + 1)
          if let start = cell.baseAddress, cell.count > 0 {
            pen.set(style, into: &out)
            out.append(start, count: cell.count)
            pen.set(.plain, into: &out)
          }
          out.append(spaces: free - left + 1)
        }
        writePreparedFrameEdge(into: &out)
      }
    }
    endLine(into: &out)
  }

  private mutating func writeRow(_ row: Int, of table: Table, _ widths: [Int], into out: inout ByteSink) {
    let first = rowParts[row]
    if first < 0 { return writeSimpleRow(row, of: table, widths, into: &out) }
    var height = 1
    cells.removeAll()
    text.lines.removeAll()
    for column in widths.indices {
      let part = text.parts[first + column]
      let firstLine = text.lines.count
      text.wrap(part, to: widths[column])
      cells.append(
        CellCursor(
          line: firstLine, end: text.lines.count, piece: part.piece,
          isRightToLeft: isRightToLeft(part.start..<part.end)))
      height = max(height, text.lines.count - firstLine)
    }
    for _ in 0..<height {
      beginLine(into: &out)
      writeFrameEdge(into: &out)
      for column in widths.indices {
        var cell = cells[column]
        let hasLine = cell.line < cell.end
        let free = widths[column] - (hasLine ? text.lines[cell.line].width : 0)
        let left = table.alignments[column].indentation(free: free)
        out.append(repeating: 0x20, count: left + 1)
        if hasLine {
          writeLine(
            text.lines[cell.line], from: &cell.piece, isRightToLeft: cell.isRightToLeft, into: &out)
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

  /// Writes a table with too many columns as records: each nonempty cell on lines of its own, after its
  /// header.
  private mutating func writeRecords(_ table: Table, into out: inout ByteSink) {
    let columns = min(textWidth, 24)
    let labels = table.rows.isEmpty ? [] : table.header.cells.map(Self.recordLabel)
    for row in table.rows.isEmpty ? [table.header] : table.rows where !out.isStopped {
      rule(columns: columns, into: &out)
      for (column, cell) in row.cells.enumerated() where !cell.runs.isEmpty {
        text.removeAll()
        if column < labels.count {
          compose(labels[column], style: base.with(theme.heading.foreground, .bold))
          text.setStyle(theme.muted)
          text.append(trusted: ": ")
        }
        compose(cell, style: base)
        writeText(into: &out)
      }
    }
    rule(columns: columns, into: &out)
  }

  private static func recordLabel(_ header: Inlines) -> Inlines {
    guard header.text.utf8.count > longestRecordLabel, header.text.count > longestRecordLabel else {
      return header
    }
    return Inlines(plain: header.text.prefix(longestRecordLabel) + "\u{2026}")
  }
}

extension Table.ColumnAlignment {
  /// Returns the number of free columns before the content of a cell.
  fileprivate func indentation(free: Int) -> Int {
    switch self {
    case .none, .left: 0
    case .center: free / 2
    case .right: free
    }
  }
}
