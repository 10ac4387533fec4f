/// Recognises the delimiter row of a table, and cuts a row into cells (GFM 4.10).
enum TableScanner {
  typealias Bytes = UnsafePointer<UInt8>

  /// Whether the line at `p` is a delimiter row: `:?-+:?` between optional outer pipes.
  static func isDelimiterRow(_ p: Bytes) -> Bool {
    var index = p[0] == UInt8(ascii: "|") ? 1 : 0
    var markers = 0
    while true {
      while p[index].isWideBlank { index += 1 }
      if p[index].isLineEnd { return markers > 0 }
      if p[index] == UInt8(ascii: ":") { index += 1 }
      guard p[index] == UInt8(ascii: "-") else { return false }
      while p[index] == UInt8(ascii: "-") { index += 1 }
      if p[index] == UInt8(ascii: ":") { index += 1 }
      while p[index].isWideBlank { index += 1 }
      markers += 1
      if p[index].isLineEnd { return true }
      guard p[index] == UInt8(ascii: "|") else { return false }
      index += 1
    }
  }

  /// The bound of a row's cells; a line with more is no row.
  static let maximumCells = 65_535

  /// Hands the trimmed bounds of each cell of the line `start ..< end` to `body`, and tells how many there are;
  /// 0 where the line is no row.
  ///
  /// A pipe after a backslash never divides cells, whatever stands before the backslash.
  @inline(__always)
  static func cells(_ p: Bytes, from start: Int, to end: Int, _ body: (Int, Int) -> Void) -> Int {
    let pipe = UInt8(ascii: "|")
    var offset = start
    var count = 0
    if p[offset] == pipe {
      offset += 1
      while p[offset].isWideBlank { offset += 1 }
    }
    while offset < end {
      var stop = offset
      while stop < end, p[stop] != pipe || (stop > offset && p[stop - 1] == UInt8(ascii: "\\")) { stop += 1 }
      let hasPipe = stop < end
      var from = offset
      var to = stop
      while from < to, p[from].isBlank { from += 1 }
      while to > from, p[to - 1].isBlank { to -= 1 }
      count += 1
      if count > maximumCells { return 0 }
      body(from, to)
      offset = stop
      if hasPipe {
        offset += 1
        while p[offset].isWideBlank { offset += 1 }
      }
    }
    return count
  }
}
