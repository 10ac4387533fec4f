/// Computes the column widths of a table.
enum TableWidths {
  struct Extent {
    /// The width of the widest line, in columns.
    var line: Int
    /// The width of the widest word, in columns.
    var word: Int
  }

  /// The width beyond which a word may be broken in order to keep the table.
  private static let longestUnbroken = 14

  /// Returns the widths of columns that fit into `room`.
  ///
  /// If the natural widths do not fit, all columns share one upper limit, and words stay unbroken as far as
  /// possible.
  ///
  /// - Returns: nil if columns would become too narrow to read.
  static func fit(_ extents: [Extent], into room: Int) -> [Int]? {
    let wanted = extents.map(\.line)
    if wanted.reduce(0, +) <= room { return wanted }
    let words = extents.map(\.word)
    let floors = words.reduce(0, +) <= room ? words : words.map { min($0, longestUnbroken) }
    guard floors.reduce(0, +) <= room else { return nil }
    // Find the largest limit for which the sum fits.
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
