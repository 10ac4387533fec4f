internal import StyledRuns

/// Recognises the delimiter row of a table (GFM 4.10).
enum TableScanner {
  /// The alignments that the line at `p` gives its columns as a delimiter row, `:?-+:?` between pipes of which the outer
  /// ones are optional; nil where the line is none.
  ///
  ///     |:--|--:|   // [.left, .right]
  static func delimiterRow(_ p: UnsafePointer<UInt8>) -> [Table.Alignment]? {
    let (pipe, colon, dash) = (UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"))
    var index = p[0] == pipe ? 1 : 0
    var alignments: [Table.Alignment] = []
    while true {
      while p[index].isWideBlank { index += 1 }
      if p[index].isLineEnd { break }
      let isLeft = p[index] == colon
      if isLeft { index += 1 }
      guard p[index] == dash else { return nil }
      while p[index] == dash { index += 1 }
      var isRight = p[index] == colon
      if isRight { index += 1 }
      while p[index].isWideBlank {
        // cmark trims cells of spaces and tabs alone, and so another byte hides the colon.
        isRight = isRight && p[index].isBlank
        index += 1
      }
      alignments.append(isLeft ? (isRight ? .center : .left) : (isRight ? .right : .none))
      if p[index].isLineEnd { break }
      guard p[index] == pipe else { return nil }
      index += 1
    }
    return alignments.isEmpty ? nil : alignments
  }
}
