@testable import Diagrams

/// A graph with random nodes, edges and groups.
struct RandomGraph {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func number(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(limit, 1)
  }

  private static let shapes: [Graph.Shape] = [
    .rectangle, .rounded, .stadium, .diamond, .circle, .hexagon, .cylinder, .subroutine,
  ]

  mutating func graph(nodes: Int, edges: Int, groups: Int = 0) -> Graph {
    var graph = Graph()
    graph.direction = [.down, .up, .left, .right][number(4)]
    for index in 0..<groups {
      graph.groups.append(
        Graph.GraphGroup(
          id: "g\(index)", label: Label(plain: "Group \(index)"),
          parent: index > 0 && number(2) == 0 ? number(index) : nil))
    }
    for index in 0..<nodes {
      var node = Graph.GraphNode(
        id: "n\(index)", label: Label(plain: String(repeating: "x", count: 1 + number(18))))
      node.shape = Self.shapes[number(Self.shapes.count)]
      if groups > 0, number(3) > 0 { node.group = number(groups) }
      graph.nodes.append(node)
    }
    while graph.edges.count < edges {
      let (from, to) = (number(nodes), number(nodes))
      guard from != to else { continue }
      var edge = Graph.GraphEdge(from: .node(from), to: .node(to))
      if number(4) == 0 { edge.label = Label(plain: String(repeating: "y", count: 1 + number(12))) }
      if number(6) == 0 { edge.toMark = .none }
      if number(8) == 0 { edge.fromMark = .arrow }
      if number(8) == 0 { edge.line = .dotted }
      edge.length = number(10) == 0 ? 2 : 1
      graph.edges.append(edge)
    }
    return graph
  }
}
