/// A graph for the layered layout, in ranks from top to bottom. ``GraphLayout`` translates labels, shapes and
/// directions.
struct FlowGraph {
  struct FlowNode {
    var width: Int
    var height: Int
    /// The positions at the node's upper and lower side at which edges may end.
    var ports = Ports.spread
    /// The space to the right of the node for self-loops.
    var loopWidth = 0
    var place = RankConstraint.anywhere

    enum Ports { case spread, center }
    enum RankConstraint { case anywhere, first, last }
  }

  struct FlowEdge {
    var from: Int
    var to: Int
    /// The minimum number of ranks that the edge crosses.
    var length = 1
    /// The size of the label; nil if the edge has no label.
    var label: (width: Int, height: Int)?
    /// The distance of the edge's end from the left side of the node; nil if the layout chooses the distance.
    var fromPort: Int?
    var toPort: Int?
    /// Edges with the same number may share a port of a node; an edge with 0 shares with none.
    var fromShare = 0
    var toShare = 0
    /// The width of the texts at the edge's ends. Ports keep this distance.
    var portRoom = 0
    /// Whether the ends have marks, which need space.
    var hasFromMark = false
    var hasToMark = false
    /// Whether the edge was reversed to break a cycle.
    var isReversed = false

    var upper: Int { isReversed ? to : from }
    var lower: Int { isReversed ? from : to }
    var upperPort: Int? { isReversed ? toPort : fromPort }
    var lowerPort: Int? { isReversed ? fromPort : toPort }
  }

  /// The ranks of a layout, with those that labels have between the ranks of nodes.
  struct FlowRows {
    /// The rank of each node.
    var ofNodes: [Int]
    /// The rank of each edge's label; -1 for an edge without one.
    var ofLabels: [Int]
    var count: Int
  }

  var nodes: [FlowNode] = []
  var edges: [FlowEdge] = []

  /// Returns the ranks of nodes and labels. If an edge has a label, labels get ranks of their own.
  func rows() -> FlowRows {
    let nodeRanks = ranks()
    let last = nodeRanks.max() ?? 0
    var hasLabelRank = Array(repeating: false, count: last + 2)
    var labelRanks = Array(repeating: -1, count: edges.count)
    for (index, edge) in edges.enumerated() where edge.label != nil {
      let rank = edge.isReversed ? nodeRanks[edge.lower] - 1 : nodeRanks[edge.upper]
      labelRanks[index] = rank
      hasLabelRank[rank] = true
    }
    var positions: [Int] = []
    var count = 0
    for rank in 0...last {
      positions.append(count)
      count += hasLabelRank[rank] ? 2 : 1
    }
    return FlowRows(
      ofNodes: nodeRanks.map { positions[$0] }, ofLabels: labelRanks.map { $0 < 0 ? -1 : positions[$0] + 1 },
      count: count)
  }

  /// The number of nodes, and of the segments of edges between neighbouring ranks. The time of a layout depends on it.
  var size: Int {
    let rows = rows()
    return edges.reduce(nodes.count) { $0 + rows.ofNodes[$1.lower] - rows.ofNodes[$1.upper] }
  }
}

/// The distances of a layered layout: along the flow (`rank`) and across it.
struct FlowMetrics {
  /// 1 if coordinates are cells, 0 if they are points between pixels.
  var unit: Int
  var nodeGap: Int
  /// The distance between two edges, and between an edge and a node, across the flow.
  var edgeGap: Int
  /// The minimum distance between two ranks.
  var rankGap: Int
  /// The minimum distance between a rank of nodes and a rank of labels.
  var labelGap: Int
  /// The distance between parallel edge segments between two ranks.
  var trackGap: Int
  /// The distance of a horizontal segment from a node, without and with a mark at the node.
  var margin: Int
  var markMargin: Int
  var portGap: Int
  /// The distance of a port from the corner of a node.
  var portInset: Int
  /// The distance below which two edges could be mistaken for one.
  var near: Int
}

/// The positions that a layered layout computed.
struct FlowResult {
  var width = 0
  var height = 0
  /// The rectangles of the nodes, without the space for self-loops.
  var nodes: [Rect] = []
  /// The bends of each edge, from its start to its end.
  var edges: [[Point]] = []
  var labels: [Rect?] = []
}
