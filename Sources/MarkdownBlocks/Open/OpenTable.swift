internal import StyledRuns

/// A table that may still get rows: how many of its rows are final, and the cells of the row that is not.
struct OpenTable {
  /// The row that is made from an unfinished line, as the document shows it.
  struct Row {
    /// The cells, as stretches of the leaf text.
    var spans: [TextSpan] = []
    /// The number of cells before the first one that refers to footnotes, whose numbers must be counted each time.
    var cellsWithoutFootnotes = 0
    /// The last cell, which may grow.
    var last: OpenLeaf?

    /// Returns the number of cells, from the first one on, that stay as they are: after each of them stands a
    /// pipe.
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

  /// The number of rows that are final, the header included.
  var finalRows = 0
  /// The row after the final ones, where the document shows one.
  var row: Row?
}
