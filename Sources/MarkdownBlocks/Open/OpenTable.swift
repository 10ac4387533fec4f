/// A table that can receive rows: the number of final rows, and the cells of the row that is not final.
struct OpenTable {
  /// The row of a partial line, as shown in the document.
  struct OpenRow {
    /// The cells, as ranges of the leaf text.
    var spans: [TextSpan] = []
    /// The number of cells before the first one with footnote references, which must be renumbered in each
    /// update.
    var cellsWithoutFootnotes = 0
    /// The last cell, which may still grow.
    var last: OpenLeaf?

    /// Returns the number of leading cells that are unchanged, because a pipe follows each of them.
    func unchangedCells(
      of record: TableRowRecord, _ cells: borrowing RawBuffer<TextSpan>, _ pass: borrowing UpdatePass
    ) -> Int {
      guard pass.changedLabels.isEmpty else { return 0 }
      let limit = min(spans.count - 1, Int(record.cellCount), cellsWithoutFootnotes)
      var count = 0
      while count < limit {
        let span = cells[Int(record.firstCell) + count]
        guard span.start == spans[count].start, span.end == spans[count].end, span.end <= pass.changedFrom
        else { break }
        count += 1
      }
      return count
    }
  }

  /// The number of final rows, including the header.
  var finalRows = 0
  /// The row after the final ones; nil if the document has none.
  var row: OpenRow?
}
