/// The path of a mark at the end of an edge, and the point at which the line ends before the mark.
struct EdgeMark {
  var path = ""
  var isFilled = false
  /// Whether the mark covers the line below it.
  var isHollow = false
  var lineEnd: Point

  init(_ mark: Graph.EndMark, at end: Point, from previous: Point) {
    lineEnd = end
    // The unit vector towards the end.
    let dx = (end.x - previous.x).signum()
    let dy = (end.y - previous.y).signum()
    /// Returns a point `back` before the end and `side` to the side of the line.
    func at(_ back: Int, _ side: Int) -> String {
      "\(end.x - dx * back - dy * side) \(end.y - dy * back + dx * side)"
    }
    func shorten(_ length: Int) {
      lineEnd = Point(x: end.x - dx * length, y: end.y - dy * length)
    }
    switch mark {
    case .none: break
    case .arrow:
      path = "M\(at(1, 0))L\(at(11, 5))L\(at(9, 0))L\(at(11, -5))Z"
      isFilled = true
      shorten(8)
    case .openArrow:
      path = "M\(at(10, 5))L\(at(1, 0))L\(at(10, -5))"
      shorten(1)
    case .triangle:
      path = "M\(at(1, 0))L\(at(15, 8))L\(at(15, -8))Z"
      isHollow = true
      shorten(15)
    case .diamond, .filledDiamond:
      path = "M\(at(1, 0))L\(at(10, 6))L\(at(19, 0))L\(at(10, -6))Z"
      isHollow = mark == .diamond
      isFilled = mark == .filledDiamond
      shorten(19)
    case .circle:
      path = Self.circle(Point(x: end.x - dx * 6, y: end.y - dy * 6), 5)
      isFilled = true
      shorten(10)
    case .cross:
      path = "M\(at(13, 5))L\(at(3, -5))M\(at(13, -5))L\(at(3, 5))"
      shorten(8)
    case .one: path = "M\(at(7, 7))L\(at(7, -7))M\(at(12, 7))L\(at(12, -7))"
    case .zeroOrOne:
      path = "M\(at(7, 7))L\(at(7, -7))" + Self.circle(Point(x: end.x - dx * 16, y: end.y - dy * 16), 5)
      isHollow = true
    case .oneOrMore: path = "M\(at(0, 8))L\(at(12, 0))L\(at(0, -8))M\(at(15, 7))L\(at(15, -7))"
    case .zeroOrMore:
      path =
        "M\(at(0, 8))L\(at(12, 0))L\(at(0, -8))"
        + Self.circle(Point(x: end.x - dx * 18, y: end.y - dy * 18), 5)
      isHollow = true
    }
  }

  static func circle(_ center: Point, _ radius: Int) -> String {
    "M\(center.x - radius) \(center.y)a\(radius) \(radius) 0 1 0 \(2 * radius) 0a\(radius) \(radius) 0 1 0 \(-2 * radius) 0Z"
  }
}
