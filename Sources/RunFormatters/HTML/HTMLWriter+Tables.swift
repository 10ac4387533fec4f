import StyledRuns

extension HTMLWriter {
  /// Writes a table inside a scrollable element, so that a wide table does not widen the page.
  mutating func write(_ table: Table, into out: inout ByteSink) {
    writeStart(table, TextDirection(of: table), into: &out)
    if !table.rows.isEmpty {
      for row in table.rows where !out.isStopped { write(row, of: table, into: &out) }
      out.append("</tbody>\n")
    }
    out.append("</table></div>\n")
  }

  /// Writes a table up to its first row.
  mutating func writeStart(_ table: Table, _ direction: TextDirection?, into out: inout ByteSink) {
    out.append("<div class=\"ils-table\"")
    Self.write(direction, into: &out)
    out.append("><table>\n<thead>\n<tr>\n")
    for column in table.header.cells.indices {
      out.append("<th scope=\"col\"")
      finishCell(table.header.cells[column], alignment(table, column), into: &out)
      out.append("</th>\n")
    }
    out.append("</tr>\n</thead>\n")
    if !table.rows.isEmpty { out.append("<tbody>\n") }
  }

  mutating func write(_ row: Table.TableRow, of table: Table, into out: inout ByteSink) {
    out.append("<tr>\n")
    for column in row.cells.indices {
      out.append("<td")
      finishCell(row.cells[column], alignment(table, column), into: &out)
      out.append("</td>\n")
    }
    out.append("</tr>\n")
  }

  private func alignment(_ table: Table, _ column: Int) -> Table.ColumnAlignment {
    column < table.alignments.count ? table.alignments[column] : .none
  }

  private mutating func finishCell(
    _ cell: Inlines, _ alignment: Table.ColumnAlignment, into out: inout ByteSink
  ) {
    let isInline = options.styling == .inline
    switch alignment {
    case .none: break
    case .left: out.append(isInline ? " style=\"text-align:left\"" : " class=\"ils-left\"")
    case .center: out.append(isInline ? " style=\"text-align:center\"" : " class=\"ils-center\"")
    case .right: out.append(isInline ? " style=\"text-align:right\"" : " class=\"ils-right\"")
    }
    out.append(" dir=\"auto\">")
    write(cell, in: .flow, into: &out)
  }
}
