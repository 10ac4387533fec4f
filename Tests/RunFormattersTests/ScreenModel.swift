/// A small terminal: what it shows, and what has scrolled out of it.
struct ScreenModel {
  private(set) var columns: Int
  private(set) var rows: Int
  /// Rows that scrolled out, then those of the screen; `isContinued` where the next row is the same line.
  private var lines: [(text: [Character], isContinued: Bool)] = [([], false)]
  /// The first row of the screen, and the cursor's place in all rows.
  private var top = 0
  private var row = 0
  private var column = 0
  private(set) var problems: [String] = []
  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// All lines with what broke them undone, without empty ones at the end.
  var text: [String] {
    var text: [String] = []
    var isOpen = false
    for line in lines {
      if isOpen { text[text.count - 1] += String(line.text) } else { text.append(String(line.text)) }
      isOpen = line.isContinued
    }
    while text.last?.isEmpty == true { text.removeLast() }
    return text
  }

  mutating func receive(_ bytes: [UInt8]) {
    var characters = String(decoding: bytes, as: UTF8.self)[...]
    while let character = characters.popFirst() {
      switch character {
      case "\u{1B}": sequence(&characters)
      case "\r": column = 0
      case "\n", "\r\n":
        column = 0
        down()
      default: put(character)
      }
    }
  }

  /// Another size: lines are broken anew, as terminals do, and the cursor stays at the end.
  mutating func resize(columns: Int, rows: Int) {
    let whole = text
    self.columns = columns
    self.rows = rows
    lines = []
    for line in whole {
      var rest = Array(line)[...]
      repeat {
        let part = rest.prefix(columns)
        rest = rest.dropFirst(columns)
        lines.append((Array(part), !rest.isEmpty))
      } while !rest.isEmpty
    }
    lines.append(([], false))
    row = lines.count - 1
    column = 0
    top = max(0, lines.count - rows)
  }

  private mutating func put(_ character: Character) {
    if column == columns {
      lines[row].isContinued = true
      column = 0
      down()
    }
    while lines[row].text.count <= column { lines[row].text.append(" ") }
    lines[row].text[column] = character
    column += 1
  }

  private mutating func down() {
    row += 1
    if row == lines.count { lines.append(([], false)) }
    if row - top == rows { top += 1 }
  }

  private mutating func sequence(_ characters: inout Substring) {
    guard characters.popFirst() == "[" else { return problems.append("no control sequence") }
    var parameters = ""
    while let next = characters.popFirst() {
      if next.isNumber || next == ";" || next == "?" {
        parameters.append(next)
        continue
      }
      switch (next, parameters) {
      case ("A", _): row = max(top, row - (Int(parameters) ?? 1))
      case ("B", _):
        row = min(top + rows - 1, row + (Int(parameters) ?? 1))
        while lines.count <= row { lines.append(([], false)) }
      case ("G", _): column = min(columns, Int(parameters) ?? 1) - 1
      case ("L", _):
        if column != 0 {
          problems.append("lines are inserted away from the first column, where terminals differ")
        }
        for _ in 0..<(Int(parameters) ?? 1) {
          lines.insert(([], false), at: row)
          // What is pushed off the screen is lost.
          if lines.count > top + rows {
            if lines.last?.text.isEmpty == false { problems.append("a line was pushed off the screen") }
            lines.removeLast()
          }
        }
        column = 0
      case ("M", _):
        if column != 0 {
          problems.append("lines are deleted away from the first column, where terminals differ")
        }
        for _ in 0..<(Int(parameters) ?? 1) where row < lines.count { lines.remove(at: row) }
        while lines.count <= row { lines.append(([], false)) }
        column = 0
      case ("@", _):
        let count = Int(parameters) ?? 1
        while lines[row].text.count < column { lines[row].text.append(" ") }
        lines[row].text.insert(contentsOf: Array(repeating: " ", count: count), at: column)
        if lines[row].text.count > columns { problems.append("cells were pushed off the screen") }
        lines[row].text = Array(lines[row].text.prefix(columns))
      case ("P", _):
        let end = min(lines[row].text.count, column + (Int(parameters) ?? 1))
        if column < end { lines[row].text.removeSubrange(column..<end) }
      case ("K", ""):
        lines[row].text.removeSubrange(min(column, lines[row].text.count)...)
        lines[row].isContinued = false
      case ("J", ""):
        lines[row].text.removeSubrange(min(column, lines[row].text.count)...)
        lines[row].isContinued = false
        for index in (row + 1)..<max(row + 1, lines.count) { lines[index] = ([], false) }
      case ("h", "?2026"), ("l", "?2026"), ("m", _): break
      default: problems.append("ESC [ \(parameters)\(next)")
      }
      return
    }
  }
}
