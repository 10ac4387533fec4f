@testable import Diagrams

/// What must hold for the drawing of any graph.
enum DiagramChecks {
  /// The rectangles of the nodes and groups, and the lines of the edges, in the order of the graph. The graph has no loops
  /// and no invisible edges.
  static func problems(of scene: Scene, _ graph: Graph, _ metrics: DrawingMetrics) -> [String] {
    var nodes: [Rect] = []
    var groups: [Rect] = []
    var lines: [[Point]] = []
    for item in scene.items {
      switch item {
      case .box(let box):
        if box.role == .node || box.role == .note { nodes.append(box.rect) }
        if box.role == .group { groups.append(box.rect) }
      case .line(let line) where line.role == .edge: lines.append(line.points)
      default: break
      }
    }
    guard nodes.count == graph.nodes.count, lines.count == graph.edges.count,
      groups.count == graph.groups.count
    else {
      return ["\(nodes.count) nodes and \(lines.count) edges are drawn"]
    }
    var problems: [String] = []
    for (index, rect) in nodes.enumerated() {
      if rect.x < 0 || rect.y < 0 || rect.maxX > scene.width || rect.maxY > scene.height {
        problems.append("node \(index) is outside")
      }
      for other in nodes.indices where other > index && rect.intersects(nodes[other]) {
        problems.append("nodes \(index) and \(other) overlap")
      }
    }
    for (index, line) in lines.enumerated() {
      problems += Self.problems(of: line, graph.edges[index], nodes, metrics).map { "edge \(index): \($0)" }
    }
    return problems
  }

  private static func problems(
    of line: [Point], _ edge: Graph.GraphEdge, _ nodes: [Rect], _ metrics: DrawingMetrics
  ) -> [String] {
    var problems: [String] = []
    guard line.count > 1 else { return ["has no length"] }
    for (end, point) in [(edge.from, line[0]), (edge.to, line[line.count - 1])] {
      guard case .node(let node) = end else { continue }
      let rect = nodes[node]
      let isInside =
        point.x >= rect.x && point.x <= rect.maxX - metrics.unit && point.y >= rect.y
        && point.y <= rect.maxY - metrics.unit
      let isOnSide =
        point.x == rect.x || point.x == rect.maxX - metrics.unit || point.y == rect.y
        || point.y == rect.maxY - metrics.unit
      // In pixels an edge ends at the outline, which may lie within the rectangle.
      if !isInside || metrics.isCells && !isOnSide { problems.append("does not end at its node") }
    }
    for (from, to) in zip(line, line.dropFirst()) {
      if from.x != to.x, from.y != to.y { problems.append("is not at right angles") }
      let piece = Rect(
        x: min(from.x, to.x), y: min(from.y, to.y), width: abs(from.x - to.x) + metrics.unit,
        height: abs(from.y - to.y) + metrics.unit)
      for (index, node) in nodes.enumerated() where .node(index) != edge.from && .node(index) != edge.to {
        let crosses =
          metrics.isCells
          ? piece.intersects(node)
          : piece.x < node.maxX && piece.x + piece.width > node.x && piece.y < node.maxY
            && piece.y + piece.height > node.y
        if crosses { problems.append("crosses node \(index)") }
      }
    }
    return problems
  }
}
