/// Lays out the direct children of one group.
extension GraphLayout {
  mutating func lay(out level: Int, stubs: [Stub]) throws(DiagramError) {
    let own = children[level]
    let direction = directions[level]
    var parts = parts(of: level, stubs)
    for (position, index) in parts.numbers.enumerated() {
      describe(graph.edges[index], direction, in: &parts.flow.edges[position])
    }
    for case .group(let group) in own { try lay(out: group, stubs: parts.childStubs[group] ?? []) }
    measure(own, &parts.flow, parts.loops, direction)
    setPorts(&parts.flow, parts.numbers, stubs, of: level)
    let result = try FlowLayout.layout(parts.flow, flowMetrics(direction))
    keep(result, of: level, parts.numbers, stubs, parts.loops, own)
  }

  /// Returns the size of all flows from a level inwards (``FlowGraph/size``), and the number of edges that lead from a child
  /// to itself.
  func size(of level: Int, stubs: [Stub]) -> Int {
    let parts = parts(of: level, stubs)
    var size = parts.flow.size + parts.loops.count
    for case .group(let group) in children[level] {
      size += self.size(of: group, stubs: parts.childStubs[group] ?? [])
    }
    return size
  }

  /// The flow between the children of a level, before the children have sizes.
  private struct LevelParts {
    var flow = FlowGraph()
    /// The edges of the flow before the stubs, by their numbers in the graph.
    var numbers: [Int] = []
    var loops: [(edge: Int, child: Int)] = []
    /// The stubs inside each group.
    var childStubs: [Int: [Stub]] = [:]
  }

  private func parts(of level: Int, _ stubs: [Stub]) -> LevelParts {
    let own = children[level]
    var places: [Child: Int] = [:]
    for (index, child) in own.enumerated() { places[child] = index }
    var parts = LevelParts()
    parts.flow.nodes = own.map { _ in FlowGraph.FlowNode(width: 0, height: 0) }
    for index in edgesOfLevel[level] {
      let edge = graph.edges[index]
      guard let from = places[Self.child(edge.from, fromPaths[index].first)],
        let to = places[Self.child(edge.to, toPaths[index].first)]
      else { continue }
      if from == to {
        parts.loops.append((index, from))
        continue
      }
      parts.numbers.append(index)
      parts.flow.edges.append(
        FlowGraph.FlowEdge(
          from: from, to: to, length: min(edge.length, 10), label: edge.label.isEmpty ? nil : (0, 0)))
    }
    parts.flow.breakCycles()
    addStubs(stubs, to: &parts.flow, places, level)
    for (position, index) in parts.numbers.enumerated() {
      let isReversed = parts.flow.edges[position].isReversed
      if let group = fromPaths[index].first {
        parts.childStubs[group, default: []].append(Stub(edge: index, isFrom: true, isAtEnd: !isReversed))
      }
      if let group = toPaths[index].first {
        parts.childStubs[group, default: []].append(Stub(edge: index, isFrom: false, isAtEnd: isReversed))
      }
    }
    for stub in stubs {
      if let group = inside(stub, level) { parts.childStubs[group, default: []].append(stub) }
    }
    return parts
  }

  static func child(_ end: Graph.EdgeEnd, _ group: Int?) -> Child {
    if let group { return .group(group) }
    switch end {
    case .node(let node): return .node(node)
    case .group(let group): return .group(group)
    }
  }

  func flowMetrics(_ direction: Graph.Direction) -> FlowMetrics {
    var flow = metrics.flow(direction)
    let ends = graph.edges.contains {
      !endLabel($0, isFrom: true).isEmpty || !endLabel($0, isFrom: false).isEmpty
    }
    if ends {
      if !direction.isHorizontal {
        flow.rankGap = metrics.isCells ? 4 : 76
        flow.markMargin = metrics.isCells ? 1 : 34
      } else {
        let widest =
          graph.edges.map { edge in
            [true, false].reduce(0) { $0 + metrics.width(of: endLabel(edge, isFrom: $1).lines.first ?? []) }
          }.max() ?? 0
        flow.rankGap = max(flow.rankGap, widest + (metrics.isCells ? 6 : 70))
        flow.markMargin = max(flow.markMargin, widest / 2 + (metrics.isCells ? 2 : 34))
      }
    } else if !metrics.isCells, graph.kind == .classes || graph.kind == .entities {
      flow.rankGap = 56
      flow.markMargin = 30
      // Crow's feet are wider than arrows.
      if graph.kind == .entities { flow.portGap = 26 }
    }
    return flow
  }

  /// Returns the text at an end of an edge. In a terminal it includes the cardinality of a relation.
  func endLabel(_ edge: Graph.GraphEdge, isFrom: Bool) -> Label {
    let label = isFrom ? edge.fromLabel : edge.toLabel
    if metrics.isCells, let words = (isFrom ? edge.fromMark : edge.toMark).cardinality {
      return Label(plain: words)
    }
    return label
  }

  /// Sets what an edge needs room for.
  private mutating func describe(
    _ edge: Graph.GraphEdge, _ direction: Graph.Direction, in flow: inout FlowGraph.FlowEdge
  ) {
    if !edge.label.isEmpty {
      let size = metrics.size(of: metrics.wrap(edge.label, to: metrics.edgeLabelWidth))
      let pad = metrics.isCells ? (direction.isHorizontal ? 2 : 0) : 12
      let label = (width: size.width + pad, height: size.height + (metrics.isCells ? 0 : 6))
      flow.label = direction.isHorizontal ? (label.height, label.width) : label
    }
    let labels = (endLabel(edge, isFrom: true), endLabel(edge, isFrom: false))
    if !labels.0.isEmpty || !labels.1.isEmpty {
      let widest = max(
        metrics.width(of: labels.0.lines.first ?? []), metrics.width(of: labels.1.lines.first ?? []))
      flow.portRoom =
        direction.isHorizontal
        ? metrics.lineHeight + (metrics.isCells ? 0 : 8) : widest + (metrics.isCells ? 2 : 14)
    }
    flow.hasFromMark = edge.fromMark != .none || !labels.0.isEmpty
    flow.hasToMark = edge.toMark != .none || !labels.1.isEmpty
    if graph.kind != .entities {
      if labels.0.isEmpty { flow.fromShare = share(edge, edge.fromMark) }
      if labels.1.isEmpty { flow.toShare = share(edge, edge.toMark) }
    }
  }

  mutating func share(_ edge: Graph.GraphEdge, _ mark: Graph.EndMark) -> Int {
    let key = ShareKey(line: edge.line, mark: mark, style: edge.style)
    if let known = shares[key] { return known }
    shares[key] = shares.count + 1
    return shares.count
  }

  func addStubs(_ stubs: [Stub], to flow: inout FlowGraph, _ places: [Child: Int], _ level: Int) {
    for stub in stubs {
      let edge = graph.edges[stub.edge]
      let end = stub.isFrom ? edge.from : edge.to
      let child = places[Self.child(end, inside(stub, level))] ?? 0
      let boundary = flow.nodes.count
      flow.nodes.append(
        FlowGraph.FlowNode(
          width: metrics.unit, height: 0, ports: .center, place: stub.isAtEnd ? .last : .first))
      var piece = FlowGraph.FlowEdge(from: stub.isFrom ? child : boundary, to: stub.isFrom ? boundary : child)
      piece.isReversed = stub.isFrom != stub.isAtEnd
      if stub.isFrom {
        piece.hasFromMark = edge.fromMark != .none
      } else {
        piece.hasToMark = edge.toMark != .none
      }
      flow.edges.append(piece)
    }
  }

  /// Sets the sizes of the nodes of a level.
  mutating func measure(
    _ own: [Child], _ flow: inout FlowGraph, _ loops: [(edge: Int, child: Int)], _ direction: Graph.Direction
  ) {
    let flowMetrics = flowMetrics(direction)
    let needed = neededWidths(flow, flowMetrics)
    for (index, child) in own.enumerated() {
      let ownLoops = loops.filter { $0.child == index }
      switch child {
      case .group(let group):
        let level = levels[group] ?? GroupLayout()
        (flow.nodes[index].width, flow.nodes[index].height) =
          direction.isHorizontal ? (level.height, level.width) : (level.width, level.height)
      case .node(let node):
        nodes[node].turn(isHorizontal: direction.isHorizontal)
        let least = ownLoops.isEmpty ? 0 : metrics.isCells ? (direction.isHorizontal ? 7 : 5) : 48
        if direction.isHorizontal {
          nodes[node].widen(to: least, height: needed[index])
        } else {
          nodes[node].widen(to: needed[index], height: least)
        }
        flow.nodes[index].ports = nodes[node].ports
        (flow.nodes[index].width, flow.nodes[index].height) =
          direction.isHorizontal
          ? (nodes[node].height, nodes[node].width) : (nodes[node].width, nodes[node].height)
      }
      if !ownLoops.isEmpty {
        let label =
          ownLoops.map { loop in
            let size = metrics.size(
              of: metrics.wrap(graph.edges[loop.edge].label, to: metrics.edgeLabelWidth))
            return direction.isHorizontal ? size.height : size.width
          }.max() ?? 0
        flow.nodes[index].loopWidth = label + (metrics.isCells ? (direction.isHorizontal ? 2 : 5) : 44)
      }
    }
  }

  /// Returns the widths that nodes need for the edges at their sides.
  func neededWidths(_ flow: FlowGraph, _ flowMetrics: FlowMetrics) -> [Int] {
    var lower = Array(repeating: [Int: Int](), count: flow.nodes.count)
    var upper = Array(repeating: [Int: Int](), count: flow.nodes.count)
    var outgoing = Array(repeating: 0, count: flow.nodes.count)
    var room = Array(repeating: 0, count: flow.nodes.count)
    for edge in flow.edges { outgoing[edge.upper] += 1 }
    for (index, edge) in flow.edges.enumerated() {
      let upperShare = edge.isReversed ? edge.toShare : edge.fromShare
      let lowerShare = edge.isReversed ? edge.fromShare : edge.toShare
      lower[edge.upper][upperShare == 0 ? -1 - index : upperShare] = 1
      let joins = lowerShare != 0 && (edge.label != nil || outgoing[edge.upper] == 1)
      upper[edge.lower][joins ? lowerShare : -1 - index] = 1
      room[edge.upper] = max(room[edge.upper], edge.portRoom)
      room[edge.lower] = max(room[edge.lower], edge.portRoom)
    }
    return flow.nodes.indices.map { index in
      let count = min(max(lower[index].count, upper[index].count), 40)
      if count <= 1, room[index] == 0 { return 0 }
      return (count - 1) * max(flowMetrics.portGap, room[index]) + 2 * max(flowMetrics.portInset, room[index])
        + flowMetrics.unit
    }
  }

  /// Fixes the ports of edges that start or end inside a group.
  func setPorts(_ flow: inout FlowGraph, _ numbers: [Int], _ stubs: [Stub], of level: Int) {
    func port(_ edge: Int, isFrom: Bool, _ group: Int?) -> Int? {
      guard let group else { return nil }
      return levels[group]?.ports.first { $0.edge == edge && $0.isFrom == isFrom }?.offset
    }
    for (position, index) in numbers.enumerated() {
      flow.edges[position].fromPort = port(index, isFrom: true, fromPaths[index].first)
      flow.edges[position].toPort = port(index, isFrom: false, toPaths[index].first)
    }
    for (number, stub) in stubs.enumerated() {
      let offset = port(stub.edge, isFrom: stub.isFrom, inside(stub, level))
      let position = numbers.count + number
      if stub.isFrom { flow.edges[position].fromPort = offset } else { flow.edges[position].toPort = offset }
    }
  }

  /// Returns the group within `level` that contains the end of a stub; nil if the end is a direct child of
  /// the level.
  func inside(_ stub: Stub, _ level: Int) -> Int? {
    let path = stub.isFrom ? fromPaths[stub.edge] : toPaths[stub.edge]
    guard let position = path.firstIndex(of: level), position + 1 < path.count else { return nil }
    return path[position + 1]
  }
}
