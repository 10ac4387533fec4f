internal import MarkdownSource
internal import StyledRuns

/// Recognises the delimiter row of a table (GFM 4.10). A longer version of the same partial line continues
/// the scan.
///
/// `|:--|--:|` gives two columns, `.left` and `.right`.
struct DelimiterRowScan {
  /// The source offset of the row; -1 before the first scan.
  private var origin = -1
  /// The index after the last pipe that ended a cell, and the alignments up to that pipe.
  private var index = 0
  private var alignments: [Table.ColumnAlignment] = []

  /// Returns the column alignments of a delimiter row: cells `:?-+:?` between pipes, of which the outer ones
  /// are optional. Returns nil if the line is not a delimiter row with `columns` columns.
  mutating func read(_ line: LineCursor, columns: Int, _ stretches: inout LineStretches) -> [Table
    .ColumnAlignment]?
  {
    let (pipe, colon, dash) = (UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"))
    let start = line.firstNonspace
    if line.source + start != origin || index > line.end {
      origin = line.source + start
      index = line[start] == pipe ? start + 1 : start
      alignments.removeAll(keepingCapacity: true)
    }
    while alignments.count <= columns {
      var next = index
      // Cells are trimmed of spaces and tabs. In cmark-gfm, the other white-space bytes are part of a pipe before them, but at
      // the start of a line they hide the colon.
      let isTrimmed = index != start || !line[start].isWideBlank
      while line[next].isWideBlank { next += 1 }
      if line[next].isLineEnd { return alignments.count == columns && columns > 0 ? alignments : nil }
      let isLeft = line[next] == colon && isTrimmed
      if line[next] == colon { next += 1 }
      guard line[next] == dash else { return nil }
      next = stretches.end(of: .dashes, from: next, in: line) { line[$0] == dash }
      var isRight = line[next] == colon
      if isRight { next += 1 }
      while line[next].isWideBlank {
        // Such a byte behind a cell hides its colon, too.
        isRight = isRight && line[next].isBlank
        next += 1
      }
      let alignment: Table.ColumnAlignment = isLeft ? (isRight ? .center : .left) : (isRight ? .right : .none)
      if line[next].isLineEnd { return alignments.count + 1 == columns ? alignments + [alignment] : nil }
      guard line[next] == pipe else { return nil }
      alignments.append(alignment)
      index = next + 1
    }
    return nil
  }

  /// Returns the column alignments of a partial line that may become a delimiter row; nil if it cannot.
  /// Columns that have not arrived have no alignment. Lines that are longer than ``OptimisticLine/longestLine`` are not
  /// read, because each update would read them again.
  static func begun(_ line: UnsafeBufferPointer<UInt8>, under header: UnsafeBufferPointer<UInt8>)
    -> [Table.ColumnAlignment]?
  {
    let (pipe, colon, dash) = (UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"))
    guard let base = line.baseAddress, max(line.count, header.count) <= OptimisticLine.longestLine,
      header.contains(pipe), line[0] == pipe || header[0] != pipe,
      line.allSatisfy({ $0 == pipe || $0 == colon || $0 == dash || $0.isBlank })
    else { return nil }
    var scan = RowScan()
    let columns = RowScan.count(header)
    guard scan.count(base, length: line.count, origin: -1) <= columns, columns > 0 else { return nil }
    var alignments: [Table.ColumnAlignment] = []
    for index in 0..<scan.cellCount {
      var cell = scan.cell(index)
      let isLeft = cell.start < cell.end && scan.bytes[cell.start] == colon
      if isLeft { cell.start += 1 }
      let isRight = cell.start < cell.end && scan.bytes[cell.end - 1] == colon
      if isRight { cell.end -= 1 }
      guard (cell.start..<cell.end).allSatisfy({ scan.bytes[$0] == dash }) else { return nil }
      alignments.append(isLeft ? (isRight ? .center : .left) : (isRight ? .right : .none))
    }
    return alignments + Array(repeating: .none, count: columns - alignments.count)
  }
}
