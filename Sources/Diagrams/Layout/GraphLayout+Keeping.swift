/// Stores the layout of a group in the coordinates of the drawing.
extension GraphLayout {
  mutating func keep(
    _ result: FlowResult, of level: Int, _ numbers: [Int], _ stubs: [Stub],
    _ loops: [(edge: Int, child: Int)], _ own: [Child]
  ) {
    var kept = GroupLayout(children: own, loops: loops)
    let direction = directions[level]
    let transform = FlowTransform(direction: direction, length: result.height, unit: metrics.unit)
    let size =
      direction.isHorizontal
      ? (width: result.height, height: result.width) : (width: result.width, height: result.height)
    var origin = Point(x: 0, y: 0)
    (kept.width, kept.height) = size
    if level < graph.groups.count {
      let title = metrics.size(of: titles[level])
      let isBare = titles[level].isEmpty
      let side = metrics.isCells ? 2 : 18
      let top = metrics.isCells ? 1 : isBare ? 18 : title.height + 20
      let bottom = metrics.isCells ? 1 : 18
      let width = max(
        size.width, isBare ? 0 : title.width + (metrics.isCells ? 4 : 8), metrics.isCells ? 4 : 40)
      origin = Point(x: side + (width - size.width) / 2, y: top)
      kept.width = width + 2 * side
      kept.height = max(size.height, metrics.lineHeight) + top + bottom
    }
    func moved(_ point: Point) -> Point {
      let real = transform.point(point)
      return Point(x: real.x + origin.x, y: real.y + origin.y)
    }
    kept.rects = own.indices.map { transform.rect(result.nodes[$0]).offset(by: origin) }
    for (position, index) in numbers.enumerated() {
      kept.pieces.append((index, result.edges[position].map(moved), .middle))
      if let label = result.labels[position] {
        kept.labels.append((index, transform.rect(label).offset(by: origin)))
      }
    }
    for (number, stub) in stubs.enumerated() {
      var points = result.edges[numbers.count + number].map(moved)
      guard !points.isEmpty else { continue }
      let last = stub.isFrom ? points.count - 1 : 0
      let border = frame(of: kept, direction, isAtEnd: stub.isAtEnd, points[last])
      points[last] = border
      if points.count == 1 { points.append(border) }
      kept.pieces.append((stub.edge, points, stub.isFrom ? .start : .end))
      kept.ports.append((stub.edge, stub.isFrom, direction.isHorizontal ? border.y : border.x))
    }
    levels[level] = kept
  }

  /// Returns the point at which an edge crosses the frame of a group.
  func frame(of level: GroupLayout, _ direction: Graph.Direction, isAtEnd: Bool, _ point: Point) -> Point {
    let isFar = isAtEnd != direction.isMirrored
    return direction.isHorizontal
      ? Point(x: isFar ? level.width - metrics.unit : 0, y: point.y)
      : Point(x: point.x, y: isFar ? level.height - metrics.unit : 0)
  }
}
