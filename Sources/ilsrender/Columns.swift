/// Rows of text set in columns.
enum Columns {
  /// Each row on a line, its cells padded to the widest of their column; no space at the end of a line.
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

  /// The same for a terminal of so many columns: the last cell of a row goes on below itself, broken between words.
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

  /// How wide each column is.
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

  /// A row with the space behind its last cell, too.
  static func padded(_ row: [String], to widths: [Int]) -> String {
    zip(row, widths).reduce("") { line, next in
      line + next.0 + String(repeating: " ", count: next.1 - next.0.count + gap)
    }
  }

  /// Columns between two cells.
  private static let gap = 2

  /// Lines of at most `room` characters, where words allow it; one at least.
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
