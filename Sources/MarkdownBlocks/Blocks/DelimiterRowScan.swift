internal import StyledRuns

/// Recognises the delimiter row of a table (GFM 4.10), and goes on where it was left if the line comes again, longer.
///
/// `|:--|--:|` gives two columns, `.left` and `.right`.
struct DelimiterRowScan {
  /// The offset of the row in the source; -1 for one that does not stand there.
  private var origin = -1
  /// The index behind the last pipe that ended a cell, and the alignments of the cells before it.
  private var index = 0
  private var alignments: [Table.Alignment] = []

  /// The alignments that the line gives its columns as a delimiter row, `:?-+:?` between pipes of which the outer ones are
  /// optional; nil where the line is none, or one of other than so many columns.
  mutating func read(_ line: LineCursor, columns: Int, _ stretches: inout LineStretches) -> [Table.Alignment]?
  {
    let (pipe, colon, dash) = (UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"))
    let start = line.firstNonspace
    let origin = line.sourceLimit == .max ? line.source + start : -1
    if origin < 0 || origin != self.origin || index > line.end {
      self.origin = origin
      index = line[start] == pipe ? start + 1 : start
      alignments.removeAll(keepingCapacity: true)
    }
    while alignments.count <= columns {
      var next = index
      while line[next].isWideBlank { next += 1 }
      if line[next].isLineEnd { return alignments.count == columns && columns > 0 ? alignments : nil }
      let isLeft = line[next] == colon
      if isLeft { next += 1 }
      guard line[next] == dash else { return nil }
      next = stretches.end(of: .dashes, from: next, in: line) { line[$0] == dash }
      var isRight = line[next] == colon
      if isRight { next += 1 }
      while line[next].isWideBlank {
        // cmark trims cells of spaces and tabs alone, and so another byte hides the colon.
        isRight = isRight && line[next].isBlank
        next += 1
      }
      let alignment: Table.Alignment = isLeft ? (isRight ? .center : .left) : (isRight ? .right : .none)
      if line[next].isLineEnd { return alignments.count + 1 == columns ? alignments + [alignment] : nil }
      guard line[next] == pipe else { return nil }
      alignments.append(alignment)
      index = next + 1
    }
    return nil
  }
}
