/// Lays out a graph in ranks, by the method of Sugiyama, Tagawa and Toda.
///
/// 1. Edges are split into segments between neighbouring ranks.
/// 2. The ranks are ordered so that few segments cross.
/// 3. Nodes and segments get coordinates.
/// 4. The segments are routed at right angles through the gaps between the ranks.
///
/// All steps are bounded by counts and depend only on the graph, so that the same graph always gives the same
/// drawing.
struct FlowLayout {
  /// A node, or the point at which an edge crosses a rank.
  struct LayoutItem {
    var node = -1
    /// The edge that crosses the rank; -1 for a node.
    var edge = -1
    var rank = 0
    var width = 0
    var height = 0
    var isLabel = false
    /// The item's part of ``FlowLayout/upperSegments``.
    var upperRange = 0..<0
    /// The item's part of ``FlowLayout/lowerSegments``.
    var lowerRange = 0..<0
    /// The left side.
    var x = 0
    /// The index within its rank.
    var index = 0

    /// Whether the item is a node with a visible border. False for the point at which an edge crosses the
    /// outer frame.
    var isFrame = false

    var isNode: Bool { node >= 0 }
  }

  /// The part of an edge between two neighbouring ranks.
  struct Segment {
    var edge: Int
    var upper: Int
    var lower: Int
    /// The distances of the segment's ends from the left sides of their items.
    var upperOffset = 0
    var lowerOffset = 0
    var upperPort = 0
    var lowerPort = 0
    var weight = 1
    /// The places of the segment's ends on their items, out of ``keyUnit``, by which ordering compares segments. An end
    /// without a fixed port is in the middle.
    var upperPlace = keyUnit / 2
    var lowerPlace = keyUnit / 2
    /// The distance of the horizontal part from the end of the upper rank.
    var track = 0
  }

  /// The parts of an item's width that ordering tells apart.
  static let keyUnit = 4096

  let graph: FlowGraph
  let metrics: FlowMetrics
  var items: [LayoutItem] = []
  var segments: [Segment] = []
  /// The segments above the items and below them, item by item, in ascending order for each.
  var upperSegments: [Int] = []
  var lowerSegments: [Int] = []
  /// The segments of each edge, from top to bottom.
  var chains: [[Int]] = []
  var ranks: [[Int]] = []
  /// The height of the gap below each rank.
  var gaps: [Int] = []
  var portCount = 0

  static func layout(_ graph: FlowGraph, _ metrics: FlowMetrics) throws(DiagramError) -> FlowResult {
    var layout = FlowLayout(graph: graph, metrics: metrics)
    try layout.makeItems()
    layout.orderRanks()
    layout.assignPorts()
    layout.placeItems()
    layout.straightenPorts()
    layout.routeSegments()
    return layout.result()
  }

  private init(graph: FlowGraph, metrics: FlowMetrics) {
    self.graph = graph
    self.metrics = metrics
  }

  // MARK: Items

  private mutating func makeItems() throws(DiagramError) {
    let rows = graph.rows()
    ranks = Array(repeating: [], count: rows.count)
    for (index, node) in graph.nodes.enumerated() {
      var item = LayoutItem(
        node: index, rank: rows.ofNodes[index], width: node.width + node.loopWidth,
        height: node.height)
      item.width = max(item.width, metrics.unit)
      item.isFrame = node.place == .anywhere
      items.append(item)
    }
    for (index, edge) in graph.edges.enumerated() {
      var chain: [Int] = []
      var above = edge.upper
      let end = rows.ofNodes[edge.lower]
      var rank = rows.ofNodes[edge.upper] + 1
      while rank <= end {
        var below = edge.lower
        if rank < end {
          below = items.count
          guard below <= DiagramLimits.bends else { throw DiagramError("its connections are too long") }
          var item = LayoutItem(edge: index, rank: rank, width: metrics.unit)
          if rank == rows.ofLabels[index], let label = edge.label {
            (item.width, item.height, item.isLabel) = (label.width, label.height, true)
          }
          items.append(item)
        }
        chain.append(segments.count)
        let inner = (items[above].isNode ? 0 : 1) + (items[below].isNode ? 0 : 1)
        var segment = Segment(edge: index, upper: above, lower: below, weight: [1, 2, 6][inner])
        if let port = edge.upperPort, items[above].isNode { segment.upperPlace = place(of: port, in: above) }
        if let port = edge.lowerPort, items[below].isNode { segment.lowerPlace = place(of: port, in: below) }
        segments.append(segment)
        above = below
        rank += 1
      }
      chains.append(chain)
    }
    collectSegments()
    weighEnds()
  }

  private func place(of port: Int, in item: Int) -> Int {
    min(port * (Self.keyUnit - 1) / max(items[item].width, 1), Self.keyUnit - 1)
  }

  private mutating func collectSegments() {
    upperSegments = segments.indices.sorted { (segments[$0].lower, $0) < (segments[$1].lower, $1) }
    lowerSegments = segments.indices.sorted { (segments[$0].upper, $0) < (segments[$1].upper, $1) }
    var (above, below) = (0, 0)
    for item in items.indices {
      let (aboveStart, belowStart) = (above, below)
      while above < upperSegments.count, segments[upperSegments[above]].lower == item { above += 1 }
      while below < lowerSegments.count, segments[lowerSegments[below]].upper == item { below += 1 }
      items[item].upperRange = aboveStart..<above
      items[item].lowerRange = belowStart..<below
    }
  }

  /// The segments that end at an item.
  func upper(_ item: Int) -> ArraySlice<Int> { upperSegments[items[item].upperRange] }

  /// The segments that begin at an item.
  func lower(_ item: Int) -> ArraySlice<Int> { lowerSegments[items[item].lowerRange] }

  /// Aligns each bend and label with the end of its edge at which fewer edges meet. Edges then fork close to
  /// a node and continue straight.
  private mutating func weighEnds() {
    for chain in chains {
      guard let first = chain.first, let last = chain.last else { continue }
      let above = items[segments[first].upper].lowerRange.count
      let below = items[segments[last].lower].upperRange.count
      if first == last {
        if above == 1, below == 1 { segments[first].weight = 4 }
      } else if above != below {
        segments[above > below ? last : first].weight = 8
        segments[above > below ? first : last].weight = 1
      }
    }
  }

  // MARK: The result

  private func result() -> FlowResult {
    var result = FlowResult()
    let least = items.indices.map { items[$0].x }.min() ?? 0
    var tops: [Int] = []
    var heights: [Int] = []
    var y = 0
    for (index, rank) in ranks.enumerated() {
      tops.append(y)
      heights.append(rank.map { items[$0].height }.max() ?? 0)
      y += heights[index] + (index < gaps.count ? gaps[index] : 0)
    }
    result.height = y
    result.width = (items.map { $0.x + $0.width }.max() ?? 0) - least
    func top(_ item: Int) -> Int {
      tops[items[item].rank] + (heights[items[item].rank] - items[item].height) / 2
    }
    for index in graph.nodes.indices {
      result.nodes.append(
        Rect(
          x: items[index].x - least, y: top(index), width: graph.nodes[index].width,
          height: graph.nodes[index].height))
    }
    for (index, edge) in graph.edges.enumerated() {
      var points: [Point] = []
      var label: Rect?
      for segment in chains[index].map({ segments[$0] }) {
        let upper = items[segment.upper]
        let lower = items[segment.lower]
        let fromX = upper.x + segment.upperOffset - least
        let toX = lower.x + segment.lowerOffset - least
        let gapTop = tops[upper.rank] + heights[upper.rank]
        points.append(
          Point(x: fromX, y: upper.isNode ? top(segment.upper) + upper.height - metrics.unit : gapTop))
        if fromX != toX {
          points.append(Point(x: fromX, y: gapTop + segment.track))
          points.append(Point(x: toX, y: gapTop + segment.track))
        }
        points.append(Point(x: toX, y: lower.isNode ? top(segment.lower) : tops[lower.rank]))
        if lower.isLabel {
          label = Rect(x: lower.x - least, y: top(segment.lower), width: lower.width, height: lower.height)
        }
      }
      points = Self.simplified(points)
      result.edges.append(edge.isReversed ? points.reversed() : points)
      result.labels.append(label)
    }
    return result
  }

  /// Removes points that repeat or lie on a straight line.
  static func simplified(_ points: [Point]) -> [Point] {
    var result: [Point] = []
    for point in points {
      if result.last == point { continue }
      if result.count >= 2 {
        let (a, b) = (result[result.count - 2], result[result.count - 1])
        if a.x == b.x && b.x == point.x || a.y == b.y && b.y == point.y { result.removeLast() }
      }
      result.append(point)
    }
    return result
  }
}
