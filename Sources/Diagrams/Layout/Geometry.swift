/// A point in a drawing: pixels in SVG, columns and rows in a terminal.
struct Point: Hashable, Sendable {
  var x: Int
  var y: Int
}

/// A rectangle in a drawing. In a terminal it covers whole cells, starting at its corner.
struct Rect: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var maxX: Int { x + width }
  var maxY: Int { y + height }

  func offset(by point: Point) -> Rect { Rect(x: x + point.x, y: y + point.y, width: width, height: height) }

  func intersects(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}

/// Transforms coordinates between the layered layout, whose flow leads downwards, and the diagram's
/// direction.
struct FlowTransform {
  var direction: Graph.Direction
  /// The size of the layout along the flow.
  var length: Int
  /// 1 if coordinates are cells, 0 if they are points between pixels.
  var unit: Int

  func point(_ point: Point) -> Point {
    let y = direction.isMirrored ? length - unit - point.y : point.y
    return direction.isHorizontal ? Point(x: y, y: point.x) : Point(x: point.x, y: y)
  }

  func rect(_ rect: Rect) -> Rect {
    let y = direction.isMirrored ? length - rect.y - rect.height : rect.y
    return direction.isHorizontal
      ? Rect(x: y, y: rect.x, width: rect.height, height: rect.width)
      : Rect(x: rect.x, y: y, width: rect.width, height: rect.height)
  }
}
