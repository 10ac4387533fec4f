/// Aligns rows of text in columns.
enum Columns {
  /// Returns one line per row. Each cell is padded to the width of its column; lines have no trailing spaces.
  static func aligned(_ rows: [[String]]) -> String {
    let widths = widths(of: rows)
    var text = ""
    for row in rows {
      var line = padded(row, to: widths)
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }

  /// Returns the rows for a terminal of this width. The last cell of a row is wrapped between words and
  /// continues below itself.
  static func aligned(_ rows: [[String]], width: Int) -> String {
    let start = widths(of: rows.map { $0.dropLast() }).reduce(0) { $0 + $1 + gap }
    let room = max(width - start, 16)
    return aligned(
      rows.flatMap { row in
        wrapped(row.last ?? "", to: room).enumerated().map { index, line in
          (index == 0 ? row.dropLast() : row.dropLast().map { _ in "" }) + [line]
        }
      })
  }

  /// Returns the width of each column.
  static func widths(of rows: [[String]]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return widths
  }

  /// Pads all cells of a row, the last one included.
  static func padded(_ row: [String], to widths: [Int]) -> String {
    zip(row, widths).reduce("") { line, next in
      line + next.0 + String(repeating: " ", count: next.1 - next.0.count + gap)
    }
  }

  /// The number of spaces between two cells.
  private static let gap = 2

  /// Wraps a text between words to lines of at most `room` characters. A longer word gets its own line. There
  /// is at least one line.
  private static func wrapped(_ text: String, to room: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= room {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
