internal import StyledRuns

/// Recognises the delimiter row of a table (GFM 4.10), and goes on where it was left if the line comes again, longer.
///
/// `|:--|--:|` gives two columns, `.left` and `.right`.
struct DelimiterRowScan {
  /// The offset of the row in the source.
  private var origin = -1
  /// The index after the last pipe that ended a cell, and the alignments of the cells before it.
  private var index = 0
  private var alignments: [Table.Alignment] = []

  /// Returns the alignments that the line gives its columns as a delimiter row, `:?-+:?` between pipes of
  /// which the outer ones are optional; nil if the line is none, or one of other than so many columns.
  mutating func read(_ line: LineCursor, columns: Int, _ stretches: inout LineStretches) -> [Table.Alignment]?
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

  /// The alignments that an unfinished line gives the columns of a header with pipes, if it may become a delimiter row: columns
  /// that have not come have none.
  static func begun(_ line: UnsafeBufferPointer<UInt8>, under header: UnsafeBufferPointer<UInt8>)
    -> [Table.Alignment]?
  {
    let (pipe, colon, dash) = (UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"))
    guard let base = line.baseAddress, header.contains(pipe), line[0] == pipe || header[0] != pipe,
      line.allSatisfy({ $0 == pipe || $0 == colon || $0 == dash || $0.isBlank })
    else { return nil }
    var scan = RowScan()
    let columns = RowScan.count(header)
    guard scan.count(base, length: line.count, origin: -1) <= columns, columns > 0 else { return nil }
    var alignments: [Table.Alignment] = []
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
