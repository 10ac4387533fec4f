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
