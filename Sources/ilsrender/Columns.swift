/// Rows of text set in columns.
enum Columns {
  /// The same for a terminal of so many columns: the last cell of a row goes on below itself, broken between words.
  static func aligned(_ rows: [[String]], width: Int) -> String {
    let indents = rows.map { $0.dropLast().map(\.count) }
    let columns = indents.map(\.count).max() ?? 0
    let start = (0..<columns).reduce(0) { sum, column in
      sum + (indents.compactMap { $0.indices.contains(column) ? $0[column] : nil }.max() ?? 0) + 2
    }
    let room = max(width - start, 16)
    return aligned(
      rows.flatMap { row -> [[String]] in
        let lines = wrapped(row.last ?? "", to: room)
        return lines.enumerated().map { index, line in
          (index == 0 ? row.dropLast() : row.dropLast().map { _ in "" }) + [line]
        }
      })
  }

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

  /// Each row on a line, its cells padded to the widest of their column; no space at the end of a line.
  static func aligned(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    var text = ""
    for row in rows {
      var line = ""
      for (index, cell) in row.enumerated() {
        line += cell + String(repeating: " ", count: widths[index] - cell.count + 2)
      }
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }
}
