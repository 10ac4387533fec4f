import StyledRuns

extension TerminalWriter {
  mutating func write(_ table: Table, into out: inout ByteSink) {
    let count = table.alignments.count
    guard count > 0 else { return }
    let available = width - prefixWidth
    let room = available - 3 * count - 1
    while cells.count < count { cells.append(TerminalText(measure: measure)) }
    let extents = extents(of: table)
    guard let widths = TableWidths.fit(extents, into: room) else {
      return writeRecords(table, into: &out)
    }
    let wraps = zip(extents, widths).contains { $0.line > $1 }
    edge(widths, ornaments.topLeft, ornaments.teeDown, ornaments.topRight, into: &out)
    write(table.header, of: table, widths, style: base.with(theme.heading.foreground, .bold), into: &out)
    for (index, row) in table.rows.enumerated() {
      if index == 0 || wraps {
        edge(widths, ornaments.teeRight, ornaments.cross, ornaments.teeLeft, into: &out)
      }
      write(row, of: table, widths, style: base, into: &out)
    }
    edge(widths, ornaments.bottomLeft, ornaments.teeUp, ornaments.bottomRight, into: &out)
  }

  /// The widest line and the widest word of each column.
  private mutating func extents(of table: Table) -> [TableWidths.Extent] {
    var extents = Array(repeating: TableWidths.Extent(line: 1, word: 1), count: table.alignments.count)
    var scratch = text
    // Only looked at: what the cells say of links is numbered when they are written.
    let known = notes
    for index in -1..<table.rows.count {
      let row = index < 0 ? table.header : table.rows[index]
      for (column, cell) in row.cells.prefix(extents.count).enumerated() {
        scratch.removeAll()
        compose(cell, style: base, into: &scratch)
        let extent = scratch.extent()
        extents[column].line = max(extents[column].line, extent.line)
        extents[column].word = max(extents[column].word, extent.word)
      }
    }
    notes = known
    return extents
  }

  private mutating func write(
    _ row: Table.Row, of table: Table, _ widths: [Int], style: ANSIStyle, into out: inout ByteSink
  ) {
    var height = 1
    var pieces = Array(repeating: 0, count: widths.count)
    for column in widths.indices {
      var cell = cells[column]
      cells[column] = TerminalText(measure: measure)
      cell.removeAll()
      if column < row.cells.count { compose(row.cells[column], style: style, into: &cell) }
      cell.finish()
      cell.wrap(to: widths[column])
      height = max(height, cell.lines.count)
      cells[column] = cell
    }
    for index in 0..<height {
      beginLine(into: &out)
      pen.set(theme.border, into: &out)
      out.append(ornaments.vertical)
      for (column, width) in widths.enumerated() {
        let line = index < cells[column].lines.count ? cells[column].lines[index] : nil
        let free = width - (line?.width ?? 0)
        let left: Int
        switch table.alignments[column] {
        case .none, .left: left = 0
        case .center: left = free / 2
        case .right: left = free
        }
        pen.set(.plain, into: &out)
        out.append(repeating: 0x20, count: left + 1)
        if let line { cells[column].write(line, from: &pieces[column], pen: &pen, into: &out) }
        pen.set(.plain, into: &out)
        out.append(repeating: 0x20, count: free - left + 1)
        pen.set(theme.border, into: &out)
        out.append(ornaments.vertical)
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
      out.append(horizontals(width + 2))
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

/// How wide the columns of a table are drawn.
enum TableWidths {
  struct Extent {
    /// Columns of the widest line.
    var line: Int
    /// Columns of the widest word.
    var word: Int
  }

  /// Words that are wider may be broken before a table is given up.
  private static let longestUnbroken = 14

  /// The widths that fit into `room` columns: as wide as wanted where that fits, else each column at most as
  /// wide as the narrowest common limit asks, and words unbroken as far as possible. Nil where columns would
  /// become too narrow to read.
  static func fit(_ extents: [Extent], into room: Int) -> [Int]? {
    let wanted = extents.map(\.line)
    if wanted.reduce(0, +) <= room { return wanted }
    let words = extents.map(\.word)
    let floors = words.reduce(0, +) <= room ? words : words.map { min($0, longestUnbroken) }
    guard floors.reduce(0, +) <= room else { return nil }
    // The largest limit for which the sum fits.
    var low = 0
    var high = room
    while low < high {
      let middle = (low + high + 1) / 2
      let sum = zip(wanted, floors).reduce(0) { $0 + max($1.1, min($1.0, middle)) }
      if sum <= room { low = middle } else { high = middle - 1 }
    }
    var widths = zip(wanted, floors).map { max($1, min($0, low)) }
    var left = room - widths.reduce(0, +)
    for index in widths.indices where left > 0 && widths[index] < wanted[index] {
      widths[index] += 1
      left -= 1
    }
    return widths
  }
}
