/// Writes the outlines of shapes as SVG path data.
enum ShapePaths {
  static func path(_ shape: Graph.Shape, _ rect: Rect, role: Scene.SceneRole) -> String {
    let (x, y, w, h) = (rect.x, rect.y, rect.width, rect.height)
    let (right, bottom) = (rect.maxX, rect.maxY)
    switch shape {
    case .rounded: return box(rect, radius: role == .group ? 10 : 12)
    case .stadium: return box(rect, radius: h / 2)
    case .subroutine:
      return box(rect, radius: 4) + "M\(x + 8) \(y)V\(bottom)M\(right - 8) \(y)V\(bottom)"
    case .circle: return EdgeMark.circle(Point(x: x + w / 2, y: y + h / 2), w / 2)
    case .doubleCircle:
      let center = Point(x: x + w / 2, y: y + h / 2)
      return EdgeMark.circle(center, w / 2) + EdgeMark.circle(center, w / 2 - 5)
    case .diamond:
      return "M\(x + w / 2) \(y)L\(right) \(y + h / 2)L\(x + w / 2) \(bottom)L\(x) \(y + h / 2)Z"
    case .hexagon:
      let d = h / 4
      return
        "M\(x + d) \(y)H\(right - d)L\(right) \(y + h / 2)L\(right - d) \(bottom)H\(x + d)L\(x) \(y + h / 2)Z"
    case .parallelogram: return "M\(x + h / 3) \(y)H\(right)L\(right - h / 3) \(bottom)H\(x)Z"
    case .parallelogramAlternative: return "M\(x) \(y)H\(right - h / 3)L\(right) \(bottom)H\(x + h / 3)Z"
    case .trapezoid: return "M\(x + h / 3) \(y)H\(right - h / 3)L\(right) \(bottom)H\(x)Z"
    case .trapezoidAlternative: return "M\(x) \(y)H\(right)L\(right - h / 3) \(bottom)H\(x + h / 3)Z"
    case .asymmetric: return "M\(x) \(y)H\(right)V\(bottom)H\(x)L\(x + h / 4) \(y + h / 2)Z"
    case .cylinder:
      return "M\(x) \(y + 8)a\(Double(w) / 2) 8 0 0 1 \(w) 0V\(bottom - 8)a\(Double(w) / 2) 8 0 0 1 \(-w) 0Z"
        + "M\(x) \(y + 8)a\(Double(w) / 2) 8 0 0 0 \(w) 0"
    case .document:
      return "M\(x) \(y)H\(right)V\(bottom - 5)q\(-w / 4) -10 \(-w / 2) 0T\(x) \(bottom - 5)Z"
    case .note:
      return
        "M\(x) \(y)H\(right - 10)L\(right) \(y + 10)V\(bottom)H\(x)ZM\(right - 10) \(y)V\(y + 10)H\(right)"
    case .table: return box(rect, radius: 5)
    case .rectangle:
      if case .series = role { return box(rect, radius: 4) }
      return box(rect, radius: role == .activation ? 2 : 6)
    case .plain, .start, .end, .bar: return box(rect, radius: 4)
    }
  }

  /// Returns a rectangle with rounded corners.
  static func box(_ rect: Rect, radius: Int) -> String {
    let r = max(min(radius, rect.width / 2, rect.height / 2), 0)
    let arc = "a\(r) \(r) 0 0 1"
    return
      "M\(rect.x + r) \(rect.y)H\(rect.maxX - r)\(arc) \(r) \(r)V\(rect.maxY - r)\(arc) \(-r) \(r)H\(rect.x + r)\(arc) \(-r) \(-r)V\(rect.y + r)\(arc) \(r) \(-r)Z"
  }

  /// Returns a polyline with rounded corners.
  static func rounded(_ points: [Point]) -> String {
    var path = "M\(points[0].x) \(points[0].y)"
    for index in points.indices.dropFirst().dropLast() {
      let (before, corner, after) = (points[index - 1], points[index], points[index + 1])
      let room = min(
        distance(before, corner) / (index == 1 ? 1 : 2),
        distance(corner, after) / (index == points.count - 2 ? 1 : 2))
      let radius = min(room, 7)
      let start = Point(
        x: corner.x + (before.x - corner.x).signum() * radius,
        y: corner.y + (before.y - corner.y).signum() * radius)
      let end = Point(
        x: corner.x + (after.x - corner.x).signum() * radius,
        y: corner.y + (after.y - corner.y).signum() * radius)
      path += "L\(start.x) \(start.y)Q\(corner.x) \(corner.y) \(end.x) \(end.y)"
    }
    return path + "L\(points[points.count - 1].x) \(points[points.count - 1].y)"
  }

  private static func distance(_ a: Point, _ b: Point) -> Int { max(abs(a.x - b.x), abs(a.y - b.y)) }

  static func slice(_ slice: Scene.SceneSlice) -> String {
    let (cx, cy, r) = (slice.center.x, slice.center.y, slice.radius)
    if slice.end - slice.start >= 3600 { return EdgeMark.circle(slice.center, r) }
    let (ax, ay) = Sines.point(on: slice.radius, at: slice.start)
    let (bx, by) = Sines.point(on: slice.radius, at: slice.end)
    let isLarge = slice.end - slice.start > 1800 ? 1 : 0
    return
      "M\(cx) \(cy)L\(tenths(cx * 10 + ax)) \(tenths(cy * 10 + ay))A\(r) \(r) 0 \(isLarge) 1 \(tenths(cx * 10 + bx)) \(tenths(cy * 10 + by))Z"
  }

  private static func tenths(_ value: Int) -> String {
    let digits = "\(abs(value) / 10)" + (value % 10 == 0 ? "" : ".\(abs(value) % 10)")
    return value < 0 ? "-" + digits : digits
  }
}

/// Sines computed without the C library, so that all machines get the same result.
enum Sines {
  /// Returns the point on a circle in tenths of a pixel.
  ///
  /// - Parameter angle: The angle in 1/3600 of a full turn, clockwise from the top.
  static func point(on radius: Int, at angle: Int) -> (x: Int, y: Int) {
    let x = sine(angle)
    let y = -sine(angle + 900)
    return (Int((Double(radius * 10) * x).rounded()), Int((Double(radius * 10) * y).rounded()))
  }

  private static func sine(_ angle: Int) -> Double {
    var turn = angle % 3600
    if turn < 0 { turn += 3600 }
    if turn >= 1800 { return -sine(turn - 1800) }
    if turn > 900 { return sine(1800 - turn) }
    let x = Double(turn) * 3.14159265358979 / 1800
    let s = x * x
    return x * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))))
  }
}
