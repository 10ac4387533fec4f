/// Lays out a graph with groups. Each group is laid out alone and is then one large node of the surrounding
/// group.
///
/// An edge that leaves a group is routed to the frame inside the group, and from the frame on in the
/// surrounding group. So no edge crosses a node, and groups never overlap.
struct GraphLayout {
  /// A direct child of a group or of the graph.
  enum Child: Hashable {
    case node(Int)
    case group(Int)
  }

  /// The part of an edge inside the group that the edge leaves.
  struct Stub {
    var edge: Int
    /// Whether the edge starts inside the group.
    var isFrom: Bool
    /// Whether the edge crosses the frame at the end of the flow.
    var isAtEnd: Bool
  }

  /// The layout of one group, in coordinates of its own.
  struct GroupLayout {
    var children: [Child] = []
    var rects: [Rect] = []
    /// The parts of edges inside the group, keyed by edge.
    var pieces: [(edge: Int, points: [Point], part: EdgeThird)] = []
    var labels: [(edge: Int, rect: Rect)] = []
    var loops: [(edge: Int, child: Int)] = []
    var width = 0
    var height = 0
    /// The positions across the flow at which edges cross the frame.
    var ports: [(edge: Int, isFrom: Bool, offset: Int)] = []
  }

  /// The part of an edge. Parts are joined in this order.
  enum EdgeThird: Int { case start, middle, end }

  let graph: Graph
  let metrics: DrawingMetrics
  var nodes: [NodeDrawing] = []
  var levels: [Int: GroupLayout] = [:]
  /// The children of each group. The last element holds the children of the graph.
  var children: [[Child]] = []
  /// The groups around each end of an edge, outermost first, without the groups that contain both ends.
  var fromPaths: [[Int]] = []
  var toPaths: [[Int]] = []
  var edgesOfLevel: [[Int]] = []
  var directions: [Graph.Direction] = []
  var titles: [[Label.Line]] = []
  var shares: [ShareKey: Int] = [:]

  struct ShareKey: Hashable {
    var line: Graph.EdgeStyle
    var mark: Graph.EndMark
    var style: DrawingStyle
  }

  static func scene(of graph: Graph, direction: Graph.Direction? = nil, _ metrics: DrawingMetrics)
    throws(DiagramError) -> Scene
  {
    var layout = GraphLayout(graph, direction: direction ?? graph.direction, metrics)
    layout.wrapLabels()
    try layout.lay(out: graph.groups.count, stubs: [])
    return layout.scene()
  }

  init(_ graph: Graph, direction: Graph.Direction, _ metrics: DrawingMetrics) {
    self.graph = graph
    self.metrics = metrics
    collectChildren()
    collectPaths()
    findDirections(direction)
  }

  private mutating func wrapLabels() {
    nodes = graph.nodes.map { NodeDrawing($0, metrics) }
    titles = graph.groups.map { metrics.wrap($0.label, to: metrics.labelWidth * 2) }
    if metrics.isCells {
      titles = graph.groups.map { group in
        let line = group.label.lines.first ?? []
        return line.isEmpty ? [] : [group.label.lines.count == 1 ? line : [Label.Span(group.label.text)]]
      }
    }
  }

  mutating func collectChildren() {
    let root = graph.groups.count
    children = Array(repeating: [], count: root + 1)
    // A group is placed in the order of its first node.
    var added = Array(repeating: false, count: root)
    func chain(_ group: Int?) -> [Int] {
      var result: [Int] = []
      var next = group
      while let current = next {
        result.append(current)
        next = graph.groups[current].parent
      }
      return result
    }
    for (index, node) in graph.nodes.enumerated() {
      for group in chain(node.group).reversed() where !added[group] {
        added[group] = true
        children[graph.groups[group].parent ?? root].append(.group(group))
      }
      children[node.group ?? root].append(.node(index))
    }
    for group in graph.groups.indices where !added[group] {
      children[graph.groups[group].parent ?? root].append(.group(group))
    }
  }

  mutating func collectPaths() {
    let root = graph.groups.count
    edgesOfLevel = Array(repeating: [], count: root + 1)
    func path(_ end: Graph.EdgeEnd) -> [Int] {
      var next: Int?
      switch end {
      case .node(let node): next = graph.nodes[node].group
      case .group(let group): next = graph.groups[group].parent
      }
      var result: [Int] = []
      while let current = next {
        result.append(current)
        next = graph.groups[current].parent
      }
      return result.reversed()
    }
    for (index, edge) in graph.edges.enumerated() {
      let from = path(edge.from)
      let to = path(edge.to)
      var shared = 0
      while shared < from.count, shared < to.count, from[shared] == to[shared] { shared += 1 }
      edgesOfLevel[shared == 0 ? root : from[shared - 1]].append(index)
      fromPaths.append(Array(from.dropFirst(shared)))
      toPaths.append(Array(to.dropFirst(shared)))
    }
  }

  /// Assigns directions: a group whose frame is crossed by edges has the direction of the surrounding group.
  mutating func findDirections(_ direction: Graph.Direction) {
    let root = graph.groups.count
    var crossed = Array(repeating: false, count: root + 1)
    for path in fromPaths + toPaths { for group in path { crossed[group] = true } }
    directions = Array(repeating: direction, count: root + 1)
    // Parents come before their children.
    for (index, group) in graph.groups.enumerated() {
      let outer = directions[group.parent ?? root]
      directions[index] = crossed[index] ? outer : group.direction ?? outer
    }
  }
}
