/// Chooses the ports at which edges leave and enter nodes.
extension FlowLayout {
  mutating func assignPorts() {
    for item in items.indices {
      assignPorts(of: item, isLower: false)
      assignPorts(of: item, isLower: true)
    }
  }

  /// Returns the width that a node needs for the ports on one of its sides.
  static func width(ofPorts count: Int, room: Int, _ metrics: FlowMetrics) -> Int {
    count == 0 ? 0 : (count - 1) * max(metrics.portGap, room) + 2 * metrics.portInset + metrics.unit + room
  }

  private mutating func assignPorts(of item: Int, isLower: Bool) {
    let own = isLower ? lower(item) : upper(item)
    guard let first = own.first else { return }
    guard items[item].isNode else {
      portCount += 1
      set(first, isLower: isLower, offset: (items[item].width - metrics.unit) / 2, port: portCount)
      return
    }
    let node = graph.nodes[items[item].node]
    let center = (node.width - metrics.unit) / 2
    var free: [Int] = []
    for segment in own {
      let edge = graph.edges[segments[segment].edge]
      if let fixed = isLower ? edge.upperPort : edge.lowerPort {
        portCount += 1
        set(segment, isLower: isLower, offset: fixed, port: portCount)
      } else {
        free.append(segment)
      }
    }
    guard !free.isEmpty else { return }
    var groups = shared(free, isLower: isLower)
    groups.sort { ($0.place, $0.segments[0]) < ($1.place, $1.segments[0]) }
    let room = free.map { graph.edges[segments[$0].edge].portRoom }.max() ?? 0
    var step = max(metrics.portGap, room)
    if groups.count > 1 {
      step = max(min(step, (node.width - metrics.unit - 2 * metrics.portInset) / (groups.count - 1)), 0)
    }
    for (index, group) in groups.enumerated() {
      portCount += 1
      let offset =
        groups.count == 1
        ? center : (node.width - metrics.unit - (groups.count - 1) * step) / 2 + index * step
      for segment in group.segments { set(segment, isLower: isLower, offset: offset, port: portCount) }
    }
  }

  private mutating func set(_ segment: Int, isLower: Bool, offset: Int, port: Int) {
    if isLower {
      (segments[segment].upperOffset, segments[segment].upperPort) = (offset, port)
    } else {
      (segments[segment].lowerOffset, segments[segment].lowerPort) = (offset, port)
    }
  }

  /// Groups the segments at a side of a node that can share a port.
  ///
  /// Edges from one node fork. Edges to one node join only if each comes from a port of its own, so that no
  /// line leads a reader to a wrong source.
  private func shared(_ own: [Int], isLower: Bool) -> [(place: Int, segments: [Int])] {
    var groups: [(share: Int, isJoin: Bool, place: Int, segments: [Int])] = []
    for segment in own {
      let edge = graph.edges[segments[segment].edge]
      let isStart = isLower != edge.isReversed
      let share = isStart ? edge.fromShare : edge.toShare
      let key = isLower ? lowerKey(segment) : upperKey(segment)
      let other = isLower ? segments[segment].lower : segments[segment].upper
      var mayShare = share != 0
      if !isLower {
        // A wire that joins edges below must not fork above.
        mayShare = mayShare && (!items[other].isNode || items[other].lowerRange.count == 1)
      }
      if mayShare, let index = groups.firstIndex(where: { $0.share == share && $0.isJoin == !isLower }) {
        groups[index].segments.append(segment)
        groups[index].place += key
      } else {
        groups.append((mayShare ? share : -1, !isLower, key, [segment]))
      }
    }
    return groups.map { ($0.place / $0.segments.count, $0.segments) }
  }

  /// Moves ports that no other edge shares if that makes an edge straight.
  mutating func straightenPorts() {
    for index in segments.indices {
      let segment = segments[index]
      let from = items[segment.upper].x + segment.upperOffset
      let to = items[segment.lower].x + segment.lowerOffset
      guard from != to, abs(from - to) <= metrics.portGap * 2 else { continue }
      if mayMove(index, isLower: false, to: segment.lowerOffset + from - to) {
        segments[index].lowerOffset += from - to
      } else if mayMove(index, isLower: true, to: segment.upperOffset + to - from) {
        segments[index].upperOffset += to - from
      }
    }
  }

  private func mayMove(_ index: Int, isLower: Bool, to offset: Int) -> Bool {
    let segment = segments[index]
    let end = isLower ? segment.upper : segment.lower
    let item = items[end]
    let edge = graph.edges[segment.edge]
    guard item.isNode, graph.nodes[item.node].ports == .spread,
      (isLower ? edge.upperPort : edge.lowerPort) == nil
    else { return false }
    let inset = metrics.portInset
    guard offset >= inset, offset <= graph.nodes[item.node].width - metrics.unit - inset else { return false }
    let old = isLower ? segment.upperOffset : segment.lowerOffset
    for other in isLower ? lower(end) : upper(end) where other != index {
      let place = isLower ? segments[other].upperOffset : segments[other].lowerOffset
      if place == old || abs(place - offset) < metrics.portGap || (place < old) != (place < offset) {
        return false
      }
    }
    return true
  }
}
