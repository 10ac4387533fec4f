/// Paints a scene, whose coordinates are cells, on a canvas.
struct ScenePainter {
  private var canvas: TerminalCanvas
  private let isASCII: Bool
  private let measure: (String) -> Int

  /// The maximum number of cells of a drawing.
  private static let cellLimit = 1 << 20

  static func paint(_ scene: Scene, _ options: TerminalDrawingOptions) -> TerminalDrawing? {
    guard scene.width <= options.width, scene.width * scene.height <= cellLimit else { return nil }
    var painter = ScenePainter(scene, options)
    painter.paint(scene)
    return painter.canvas.drawing()
  }

  private init(_ scene: Scene, _ options: TerminalDrawingOptions) {
    isASCII = options.isASCII
    measure = options.measure
    canvas = TerminalCanvas(
      width: scene.width, height: scene.height, isASCII: options.isASCII, measure: options.measure)
  }

  /// Paints the scene. Lines are painted before frames, so that marks remain on top and nodes cover the lines
  /// below them.
  private mutating func paint(_ scene: Scene) {
    for item in scene.items {
      switch item {
      case .box(let box): paint(box)
      case .line(let line): paint(line)
      case .text(let text): paint(text)
      case .slice: break
      }
    }
    for case .line(let line) in scene.items { paintMarks(of: line) }
  }

  private func role(_ role: Scene.SceneRole) -> TerminalDrawing.DrawingRole {
    switch role {
    case .node: .border
    case .group, .frame: .group
    case .edge, .activation: .edge
    case .note: .note
    case .text: .text
    case .muted, .lifeline, .axis: .muted
    case .title: .strong
    case .edgeLabel: .text
    case .today, .critical: .critical
    case .series(let number): .series(number)
    case .done: .done
    case .active: .series(0)
    }
  }

  private mutating func paint(_ box: Scene.SceneBox) {
    let rect = box.rect
    let role = role(box.role)
    let color = box.style.stroke ?? box.style.fill
    switch box.shape {
    case .start: return canvas.put(isASCII ? "*" : "●", rect.x, rect.y, .strong, color)
    case .end: return canvas.put(isASCII ? "@" : "◉", rect.x, rect.y, .strong, color)
    case .diamond where rect.width == 1: return canvas.put(isASCII ? "*" : "◆", rect.x, rect.y, role, color)
    case .bar:
      let end = Point(x: rect.maxX - 1, y: rect.maxY - 1)
      return canvas.segment(Point(x: rect.x, y: rect.y), end, .heavy, .strong, color)
    default: break
    }
    guard rect.width > 1, rect.height > 1 else { return fill(rect, role, color) }
    if box.role == .note { canvas.clear(rect) }
    let strength: TerminalCanvas.Strength =
      box.shape == .doubleCircle ? .double : box.role == .activation ? .heavy : .light
    let isRound = [.rounded, .stadium, .circle, .cylinder].contains(box.shape) && box.shape != .doubleCircle
    frame(rect, strength, role, color, isDotted: box.isDashed || box.style.isDashed == true, isRound: isRound)
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    let middle = rect.y + rect.height / 2
    switch box.shape {
    case .subroutine:
      for x in [rect.x + 1, right - 1] {
        canvas.segment(Point(x: x, y: rect.y), Point(x: x, y: bottom), .light, role, color)
      }
    case .cylinder:
      canvas.segment(Point(x: rect.x, y: rect.y + 1), Point(x: right, y: rect.y + 1), .light, role, color)
    case .diamond, .hexagon:
      corners(rect, isASCII ? "/\\/\\" : "╱╲╱╲", role, color)
      if box.shape == .diamond {
        canvas.put("<", rect.x, middle, role, color)
        canvas.put(">", right, middle, role, color)
      }
    case .stadium, .circle:
      if box.shape == .stadium, rect.height == 3 {
        canvas.put("(", rect.x, middle, role, color)
        canvas.put(")", right, middle, role, color)
      }
    case .parallelogram: corners(rect, isASCII ? "/+/+" : "╱┐╱└", role, color, only: [0, 2])
    case .parallelogramAlternative: corners(rect, isASCII ? "+\\+\\" : "┌╲┘╲", role, color, only: [1, 3])
    case .trapezoid: corners(rect, isASCII ? "/\\++" : "╱╲┘└", role, color, only: [0, 1])
    case .trapezoidAlternative: corners(rect, isASCII ? "++/\\" : "┌┐╱╲", role, color, only: [2, 3])
    case .asymmetric: canvas.put(">", rect.x, middle, role, color)
    case .note: canvas.put(isASCII ? "\\" : "╲", right, rect.y, role, color)
    default: break
    }
  }

  /// Writes the corner characters clockwise, starting at the upper left.
  private mutating func corners(
    _ rect: Rect, _ marks: String, _ role: TerminalDrawing.DrawingRole, _ color: DiagramColor?,
    only: Set<Int> = [0, 1, 2, 3]
  ) {
    let marks = Array(marks)
    let places = [
      (rect.x, rect.y), (rect.maxX - 1, rect.y), (rect.maxX - 1, rect.maxY - 1), (rect.x, rect.maxY - 1),
    ]
    for index in 0..<4 where only.contains(index) {
      canvas.put(marks[index], places[index].0, places[index].1, role, color)
    }
  }

  private mutating func frame(
    _ rect: Rect, _ strength: TerminalCanvas.Strength, _ role: TerminalDrawing.DrawingRole,
    _ color: DiagramColor?,
    isDotted: Bool, isRound: Bool
  ) {
    let (right, bottom) = (rect.maxX - 1, rect.maxY - 1)
    let corners = [
      Point(x: rect.x, y: rect.y), Point(x: right, y: rect.y), Point(x: right, y: bottom),
      Point(x: rect.x, y: bottom),
    ]
    for index in 0..<4 {
      canvas.segment(
        corners[index], corners[(index + 1) % 4], strength, role, color, isDotted: isDotted, isRound: isRound)
    }
  }

  private mutating func fill(_ rect: Rect, _ role: TerminalDrawing.DrawingRole, _ color: DiagramColor?) {
    let mark: Character =
      isASCII ? (role == .critical ? "#" : role == .done ? "-" : "=") : role == .done ? "▒" : "█"
    for y in rect.y..<max(rect.maxY, rect.y) {
      for x in rect.x..<max(rect.maxX, rect.x) { canvas.put(mark, x, y, role, color) }
    }
  }

  private mutating func paint(_ line: Scene.SceneLine) {
    let strength: TerminalCanvas.Strength = line.kind == .thick || line.role == .activation ? .heavy : .light
    var points = line.points
    guard points.count > 1 else { return }
    // A mark is painted outside the frame, so that the line does not join the frame.
    if line.fromMark != .none { points[0] = Self.step(points[0], points[1]) }
    let last = points.count - 1
    if line.toMark != .none { points[last] = Self.step(points[last], points[last - 1]) }
    for (from, to) in zip(points, points.dropFirst()) {
      canvas.segment(from, to, strength, role(line.role), line.style.stroke, isDotted: line.kind == .dotted)
    }
  }

  /// Returns the next cell on the way to `target`.
  private static func step(_ point: Point, _ target: Point) -> Point {
    Point(x: point.x + (target.x - point.x).signum(), y: point.y + (target.y - point.y).signum())
  }

  private mutating func paintMarks(of line: Scene.SceneLine) {
    guard line.points.count > 1 else { return }
    let count = line.points.count
    paint(line.fromMark, at: line.points[0], from: line.points[1], line)
    paint(line.toMark, at: line.points[count - 1], from: line.points[count - 2], line)
  }

  private mutating func paint(
    _ mark: Graph.EndMark, at end: Point, from previous: Point, _ line: Scene.SceneLine
  ) {
    guard mark != .none else { return }
    let place = Self.step(end, previous)
    let direction = end.x > previous.x ? 1 : end.x < previous.x ? 3 : end.y > previous.y ? 2 : 0
    let glyphs: [Character]
    switch (mark, isASCII) {
    case (.arrow, false), (.triangle, false):
      glyphs = mark == .arrow ? ["▲", "▶", "▼", "◀"] : ["△", "▷", "▽", "◁"]
    case (.openArrow, false): glyphs = ["↑", "→", "↓", "←"]
    case (.arrow, true), (.openArrow, true), (.triangle, true): glyphs = ["^", ">", "v", "<"]
    case (.circle, _): glyphs = Array(repeating: isASCII ? "o" : "●", count: 4)
    case (.cross, _): glyphs = Array(repeating: isASCII ? "x" : "✕", count: 4)
    case (.diamond, _): glyphs = Array(repeating: isASCII ? "o" : "◇", count: 4)
    case (.filledDiamond, _): glyphs = Array(repeating: isASCII ? "*" : "◆", count: 4)
    default: return
    }
    canvas.put(glyphs[direction], place.x, place.y, role(line.role), line.style.stroke)
  }

  private mutating func paint(_ text: Scene.Text) {
    var y = text.rect.y + (text.rect.height - text.lines.count) / 2
    let role: TerminalDrawing.DrawingRole = role(text.role)
    for line in text.lines {
      let width = line.reduce(0) { $0 + measure($1.text) }
      let x: Int
      switch text.alignment {
      case .start: x = text.rect.x
      case .middle: x = text.rect.x + (text.rect.width - width) / 2
      case .end: x = text.rect.maxX - width
      }
      if text.isOpaque { canvas.clear(Rect(x: x, y: y, width: width, height: 1)) }
      canvas.write(line, x, y, role, text.color)
      y += 1
    }
  }
}
