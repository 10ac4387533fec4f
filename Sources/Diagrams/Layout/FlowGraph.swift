/// A graph to be laid out in ranks from top to bottom. Labels, shapes and directions are known to ``GraphLayout`` only.
struct FlowGraph {
  struct Node {
    var width: Int
    var height: Int
    /// Where the edges may end at the node's upper and lower side.
    var ports = Ports.spread
    /// The room to the right of the node for edges that lead to itself.
    var loopWidth = 0
    var place = Place.anywhere

    enum Ports { case spread, center }
    enum Place { case anywhere, first, last }
  }

  struct Edge {
    var from: Int
    var to: Int
    /// The least number of ranks that the edge passes.
    var length = 1
    /// The size of the label; nil without one.
    var label: (width: Int, height: Int)?
    /// The distance of the end from the left side of the node; nil if the layout may choose.
    var fromPort: Int?
    var toPort: Int?
    /// Edges with the same number may leave a node at one port; 0 shares with none.
    var fromShare = 0
    var toShare = 0
    /// The width of a text beside the ends, for which ports keep a distance.
    var portRoom = 0
    /// Whether the ends have a mark, for which there must be room.
    var hasFromMark = false
    var hasToMark = false
    /// Whether the edge leads upwards, to break a cycle.
    var isReversed = false

    var upper: Int { isReversed ? to : from }
    var lower: Int { isReversed ? from : to }
    var upperPort: Int? { isReversed ? toPort : fromPort }
    var lowerPort: Int? { isReversed ? fromPort : toPort }
  }

  var nodes: [Node] = []
  var edges: [Edge] = []
}

/// The distances that a layered layout keeps, along (`rank`) and across the flow.
struct FlowMetrics {
  /// 1 if coordinates are cells, 0 if they are points between pixels.
  var unit: Int
  var nodeGap: Int
  /// The distance between two edges, and between an edge and a node, across the flow.
  var edgeGap: Int
  /// The least distance between two ranks.
  var rankGap: Int
  /// The least distance between a rank of nodes and one of labels.
  var labelGap: Int
  /// The distance between parallel pieces of edges between two ranks.
  var trackGap: Int
  /// The distance of such a piece from a node, without and with a mark at the node.
  var margin: Int
  var markMargin: Int
  var portGap: Int
  /// The distance of a port from the corner of a node.
  var portInset: Int
  /// Edges that are closer than this may seem to be one.
  var near: Int
}

/// Where a layered layout put everything.
struct FlowResult {
  var width = 0
  var height = 0
  /// The nodes, without the room for loops.
  var nodes: [Rect] = []
  /// The bends of each edge, from its start to its end.
  var edges: [[Point]] = []
  var labels: [Rect?] = []
}
