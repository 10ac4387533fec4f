/// A grid of cells for lines, frames and texts. Lines that meet are joined.
struct TerminalCanvas {
  private struct CanvasCell {
    /// The strength of the line to each side, two bits each: up, right, down, left.
    var lines: UInt8 = 0
    var isDotted = false
    var isRound = true
    var character: Character?
    /// Whether the cell is the second half of a wide character.
    var isCovered = false
    var role = TerminalDrawing.DrawingRole.text
    var color: DiagramColor?
    var isBold = false
    var isItalic = false
  }

  enum Strength: UInt8 { case light = 1, heavy, double }
  enum Side: UInt8 { case up = 0, right = 2, down = 4, left = 6 }

  let width: Int
  let height: Int
  private let isASCII: Bool
  private let measure: (String) -> Int
  private var cells: [CanvasCell]

  init(width: Int, height: Int, isASCII: Bool, measure: @escaping (String) -> Int) {
    self.width = max(width, 0)
    self.height = max(height, 0)
    self.isASCII = isASCII
    self.measure = measure
    cells = Array(repeating: CanvasCell(), count: self.width * self.height)
  }

  private func index(_ x: Int, _ y: Int) -> Int? {
    x >= 0 && y >= 0 && x < width && y < height ? y * width + x : nil
  }

  // MARK: Painting

  mutating func line(
    _ x: Int, _ y: Int, _ side: Side, _ strength: Strength, _ role: TerminalDrawing.DrawingRole,
    _ color: DiagramColor?,
    isDotted: Bool = false, isRound: Bool = true
  ) {
    guard let index = index(x, y) else { return }
    let old = cells[index].lines >> side.rawValue & 3
    cells[index].lines &= ~(3 << side.rawValue)
    cells[index].lines |= max(old, strength.rawValue) << side.rawValue
    cells[index].isDotted = isDotted
    cells[index].isRound = isRound
    cells[index].role = role
    cells[index].color = color
  }

  /// Paints a line between two cells in one row or column, both included.
  mutating func segment(
    _ from: Point, _ to: Point, _ strength: Strength, _ role: TerminalDrawing.DrawingRole,
    _ color: DiagramColor? = nil,
    isDotted: Bool = false, isRound: Bool = true
  ) {
    if from.y == to.y {
      for x in stride(from: min(from.x, to.x), to: max(from.x, to.x), by: 1) {
        line(x, from.y, .right, strength, role, color, isDotted: isDotted, isRound: isRound)
        line(x + 1, from.y, .left, strength, role, color, isDotted: isDotted, isRound: isRound)
      }
    } else {
      for y in stride(from: min(from.y, to.y), to: max(from.y, to.y), by: 1) {
        line(from.x, y, .down, strength, role, color, isDotted: isDotted, isRound: isRound)
        line(from.x, y + 1, .up, strength, role, color, isDotted: isDotted, isRound: isRound)
      }
    }
  }

  /// Clears all cells of a rectangle.
  mutating func clear(_ rect: Rect) {
    for y in rect.y..<max(rect.maxY, rect.y) {
      for x in rect.x..<max(rect.maxX, rect.x) { if let index = index(x, y) { cells[index] = CanvasCell() } }
    }
  }

  mutating func put(
    _ character: Character, _ x: Int, _ y: Int, _ role: TerminalDrawing.DrawingRole,
    _ color: DiagramColor? = nil,
    isBold: Bool = false,
    isItalic: Bool = false
  ) {
    guard let index = index(x, y) else { return }
    cells[index].character = character
    cells[index].isCovered = false
    cells[index].role = role
    cells[index].color = color
    cells[index].isBold = isBold
    cells[index].isItalic = isItalic
  }

  /// Writes a line of text, starting at a cell.
  mutating func write(
    _ line: Label.Line, _ x: Int, _ y: Int, _ role: TerminalDrawing.DrawingRole, _ color: DiagramColor? = nil
  ) {
    var x = x
    for span in line {
      for character in span.text {
        let size = measure(String(character))
        if size <= 0 { continue }
        guard x + size <= width else { return }
        put(character, x, y, role, color, isBold: span.isBold, isItalic: span.isItalic)
        if size == 2, let next = index(x + 1, y) {
          cells[next] = CanvasCell()
          cells[next].isCovered = true
        }
        x += size
      }
    }
  }

  // MARK: The rows

  func drawing() -> TerminalDrawing {
    var rows: [[TerminalDrawing.Run]] = []
    var widest = 0
    for y in 0..<height {
      var end = width
      while end > 0, isBlank(cells[y * width + end - 1]) { end -= 1 }
      widest = max(widest, end)
      var row: [TerminalDrawing.Run] = []
      for x in 0..<end {
        let cell = cells[y * width + x]
        if cell.isCovered { continue }
        let character = shown(cell)
        if let last = row.indices.last {
          let isSame =
            row[last].role == cell.role && row[last].color == cell.color && row[last].isBold == cell.isBold
            && row[last].isItalic == cell.isItalic
          if isSame || character == " " {
            row[last].text.append(character)
            continue
          }
        }
        row.append(
          TerminalDrawing.Run(
            text: String(character), role: cell.role, color: cell.color, isBold: cell.isBold,
            isItalic: cell.isItalic))
      }
      rows.append(row)
    }
    return TerminalDrawing(rows: rows, width: widest)
  }

  private func isBlank(_ cell: CanvasCell) -> Bool {
    !cell.isCovered && cell.lines == 0 && (cell.character == nil || cell.character == " ")
  }

  private func shown(_ cell: CanvasCell) -> Character {
    if let character = cell.character { return character }
    if cell.lines == 0 { return " " }
    return isASCII
      ? BoxGlyphs.ascii(cell.lines, isDotted: cell.isDotted)
      : BoxGlyphs.unicode(cell.lines, isDotted: cell.isDotted, isRound: cell.isRound)
  }
}
