/// Assembles the scene from the groups.
extension GraphLayout {
  func scene() -> Scene {
    var scene = Scene()
    let root = graph.groups.count
    var groupRects = Array(repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: root + 1)
    var nodeRects = Array(repeating: Rect(x: 0, y: 0, width: 0, height: 0), count: graph.nodes.count)
    var pieces = Array(
      repeating: [(points: [Point], part: EdgeThird, depth: Int)](), count: graph.edges.count)
    var labels: [(edge: Int, rect: Rect, depth: Int)] = []
    var loops: [(edge: Int, rect: Rect, isHorizontal: Bool)] = []
    var stack = [(level: root, origin: Point(x: 0, y: 0), depth: 0)]
    var order: [Int] = []
    while let (level, origin, depth) = stack.popLast() {
      guard let kept = levels[level] else { continue }
      groupRects[level] = Rect(x: origin.x, y: origin.y, width: kept.width, height: kept.height)
      order.append(level)
      for (index, child) in kept.children.enumerated() {
        let rect = kept.rects[index].offset(by: origin)
        switch child {
        case .node(let node): nodeRects[node] = rect
        case .group(let group): stack.append((group, Point(x: rect.x, y: rect.y), depth + 1))
        }
      }
      for piece in kept.pieces {
        let points = piece.points.map { Point(x: $0.x + origin.x, y: $0.y + origin.y) }
        pieces[piece.edge].append((points, piece.part, depth))
      }
      labels += kept.labels.map { ($0.edge, $0.rect.offset(by: origin), depth) }
      loops += kept.loops.map {
        ($0.edge, kept.rects[$0.child].offset(by: origin), directions[level].isHorizontal)
      }
    }
    scene.width = groupRects[root].width
    scene.height = groupRects[root].height
    let paths = pieces.map { Self.joined($0) }
    for group in order where group < root { drawFrame(of: group, in: groupRects[group], into: &scene) }
    for (index, path) in paths.enumerated() where path.count > 1 {
      draw(graph.edges[index], along: clipped(path, graph.edges[index], nodeRects), into: &scene)
    }
    for loop in loops { drawLoop(loop.edge, at: loop.rect, isHorizontal: loop.isHorizontal, into: &scene) }
    for (index, node) in nodes.enumerated() { node.draw(in: nodeRects[index], into: &scene) }
    for group in order where group < root { drawTitle(of: group, in: groupRects[group], paths, into: &scene) }
    for label in labels.sorted(by: { $0.edge < $1.edge }) {
      let edge = graph.edges[label.edge]
      scene.add(
        Scene.Text(
          lines: metrics.wrap(edge.label, to: metrics.edgeLabelWidth), rect: label.rect, role: .edgeLabel,
          color: edge.style.text, isOpaque: true, depth: label.depth))
    }
    for (index, path) in paths.enumerated() where path.count > 1 {
      drawEndLabels(of: graph.edges[index], path, into: &scene)
    }
    return scene
  }

  static func joined(_ pieces: [(points: [Point], part: EdgeThird, depth: Int)]) -> [Point] {
    let sorted = pieces.sorted { left, right in
      if left.part != right.part { return left.part.rawValue < right.part.rawValue }
      return left.part == .start ? left.depth > right.depth : left.depth < right.depth
    }
    return FlowLayout.simplified(sorted.flatMap(\.points))
  }

  /// Shortens a path to the outlines of its nodes. Before, it ends at their rectangles.
  func clipped(_ path: [Point], _ edge: Graph.GraphEdge, _ rects: [Rect]) -> [Point] {
    guard !metrics.isCells else { return path }
    var path = path
    func clip(_ end: Graph.EdgeEnd, at index: Int, next: Int) {
      guard case .node(let node) = end else { return }
      let rect = rects[node]
      let shape = graph.nodes[node].shape
      let isVertical = path[index].x == path[next].x
      if isVertical {
        let isStart = path[index].y <= rect.y
        let inset = NodeDrawing.inset(
          shape, rect, isVertical: true, isStart: isStart, offset: path[index].x - rect.x - rect.width / 2)
        path[index].y += isStart ? inset : -inset
      } else {
        let isStart = path[index].x <= rect.x
        let inset = NodeDrawing.inset(
          shape, rect, isVertical: false, isStart: isStart, offset: path[index].y - rect.y - rect.height / 2)
        path[index].x += isStart ? inset : -inset
      }
    }
    clip(edge.from, at: 0, next: 1)
    clip(edge.to, at: path.count - 1, next: path.count - 2)
    return path
  }
}
