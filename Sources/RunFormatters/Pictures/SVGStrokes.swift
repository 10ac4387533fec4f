/// Collects the lines of frames, joins those that continue each other, and writes one path for each colour
/// and weight. Separate lines would show lighter points at their ends.
struct SVGStrokes {
  private struct StrokeKey: Hashable {
    var color: ANSIColor
    var weight: Int
  }

  private struct StrokePath {
    var start: Int
    var end: Int
    var key: StrokeKey
  }

  /// The finished paths, in the order of the keys.
  private var paths: [StrokeKey: String] = [:]
  private var order: [StrokeKey] = []
  /// The line that the next cell of the row may continue; nil if there is none.
  private var horizontal: (y: Int, stroke: StrokePath)?
  /// The lines that the next row may continue, by column.
  private var vertical: [Int: StrokePath] = [:]

  /// Adds the lines of a character.
  mutating func add(_ arms: BoxDrawing.Arms, row: Int, column: Int, _ color: ANSIColor) {
    let (x, y) = (PictureLayout.center(ofColumn: column), PictureLayout.center(ofRow: row))
    let (left, right) = (PictureLayout.x(column), PictureLayout.x(column + 1))
    let (top, bottom) = (PictureLayout.y(row), PictureLayout.y(row + 1))
    guard !arms.isRound else {
      let radius = PictureLayout.arc
      let isDown = arms.down > 0
      let isRight = arms.right > 0
      addVertical(
        isDown ? y + radius : top, isDown ? bottom : y - radius, column, StrokeKey(color: color, weight: 1))
      addHorizontal(
        isRight ? x + radius : left, isRight ? right : x - radius, y, StrokeKey(color: color, weight: 1))
      let size = SVGNumber.text(radius)
      append(
        "M\(SVGNumber.text(x)) \(SVGNumber.text(isDown ? y + radius : y - radius))A\(size) \(size) 0 0 \(isDown == isRight ? 1 : 0) "
          + "\(SVGNumber.text(isRight ? x + radius : x - radius)) \(SVGNumber.text(y))",
        StrokeKey(color: color, weight: 1))
      return
    }
    // Two lines of the same weight that meet in the middle are one line.
    if arms.left > 0 {
      addHorizontal(left, arms.left == arms.right ? right : x, y, StrokeKey(color: color, weight: arms.left))
    }
    if arms.right > 0, arms.left != arms.right {
      addHorizontal(x, right, y, StrokeKey(color: color, weight: arms.right))
    }
    if arms.up > 0 {
      addVertical(top, arms.up == arms.down ? bottom : y, column, StrokeKey(color: color, weight: arms.up))
    }
    if arms.down > 0, arms.up != arms.down {
      addVertical(y, bottom, column, StrokeKey(color: color, weight: arms.down))
    }
  }

  private mutating func addHorizontal(_ start: Int, _ end: Int, _ y: Int, _ key: StrokeKey) {
    if let open = horizontal, open.y == y, open.stroke.end == start, open.stroke.key == key {
      horizontal?.stroke.end = end
      return
    }
    endHorizontal()
    horizontal = (y, StrokePath(start: start, end: end, key: key))
  }

  private mutating func addVertical(_ start: Int, _ end: Int, _ column: Int, _ key: StrokeKey) {
    if let open = vertical[column] {
      if open.end == start, open.key == key {
        vertical[column]?.end = end
        return
      }
      write(open, column)
    }
    vertical[column] = StrokePath(start: start, end: end, key: key)
  }

  private mutating func endHorizontal() {
    guard let (y, stroke) = horizontal else { return }
    horizontal = nil
    append("M\(SVGNumber.text(stroke.start)) \(SVGNumber.text(y))H\(SVGNumber.text(stroke.end))", stroke.key)
  }

  private mutating func write(_ stroke: StrokePath, _ column: Int) {
    let x = PictureLayout.center(ofColumn: column)
    append("M\(SVGNumber.text(x)) \(SVGNumber.text(stroke.start))V\(SVGNumber.text(stroke.end))", stroke.key)
  }

  private mutating func append(_ path: String, _ key: StrokeKey) {
    if paths[key] == nil { order.append(key) }
    paths[key, default: ""] += path
  }

  /// Appends all lines.
  mutating func finish(color: (ANSIColor) -> String, into out: inout ByteSink) {
    endHorizontal()
    for column in vertical.keys.sorted() { if let open = vertical[column] { write(open, column) } }
    vertical = [:]
    for key in order {
      out.append(
        text:
          "<path fill=\"none\" stroke=\"\(color(key.color))\" stroke-width=\"\(key.weight == 2 ? 2 : 1)\" d=\"\(paths[key] ?? "")\"/>\n"
      )
    }
  }
}

/// Formats coordinates, which are integers in tenths of a pixel.
enum SVGNumber {
  static func text(_ tenths: Int) -> String {
    tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}
