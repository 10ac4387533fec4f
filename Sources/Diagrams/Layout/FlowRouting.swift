/// Routes edge segments through the gaps between the ranks.
extension FlowLayout {
  /// A group of segments that share a port and one horizontal part.
  private struct PortWire {
    var segments: [Int] = []
    var tops: [Int] = []
    var bottoms: [Int] = []
    var low = Int.max
    var high = Int.min
    var track = 0
  }

  /// The maximum number of wires in a gap whose order is improved step by step.
  private static let searchLimit = 120

  mutating func routeSegments() {
    var byRank = Array(repeating: [Int](), count: ranks.count)
    for index in segments.indices { byRank[items[segments[index].upper].rank].append(index) }
    gaps = []
    for rank in ranks.indices.dropLast() {
      gaps.append(route(byRank[rank], below: rank))
    }
  }

  /// Assigns tracks to the wires of a gap.
  ///
  /// - Returns: The height of the gap.
  private mutating func route(_ own: [Int], below rank: Int) -> Int {
    let bent = ordered(wires(own).filter { $0.low != $0.high })
    var placed: [PortWire] = []
    var trackCount = 0
    for var wire in bent {
      for other in placed
      where wire.low < other.high + metrics.edgeGap && other.low < wire.high + metrics.edgeGap {
        wire.track = max(wire.track, other.track + 1)
      }
      trackCount = max(trackCount, wire.track + 1)
      placed.append(wire)
    }
    let (start, end) = margins(own)
    let isLabelGap =
      !ranks[rank].contains { items[$0].isFrame } || !ranks[rank + 1].contains { items[$0].isFrame }
    let needed =
      trackCount == 0 ? start + end : start + (trackCount - 1) * metrics.trackGap + metrics.unit + end
    let gap = max(isLabelGap ? metrics.labelGap : metrics.rankGap, needed, marksHeight(own))
    let spare = metrics.unit == 0 ? (gap - needed) / 2 : 0
    for wire in placed {
      for segment in wire.segments { segments[segment].track = start + spare + wire.track * metrics.trackGap }
    }
    return gap
  }

  private func margins(_ own: [Int]) -> (start: Int, end: Int) {
    var start = metrics.unit == 1 ? 0 : metrics.margin / 2
    var end = start
    for segment in own.map({ segments[$0] }) {
      let edge = graph.edges[segment.edge]
      if items[segment.upper].isFrame {
        let isMarked = edge.isReversed ? edge.hasToMark : edge.hasFromMark
        start = max(start, isMarked ? metrics.markMargin : metrics.margin)
      }
      if items[segment.lower].isFrame {
        let isMarked = edge.isReversed ? edge.hasFromMark : edge.hasToMark
        end = max(end, isMarked ? metrics.markMargin : metrics.margin)
      }
    }
    return (start, end)
  }

  /// Returns the height that straight edges need to show some line between the marks at their ends.
  private func marksHeight(_ own: [Int]) -> Int {
    guard metrics.unit == 1 else { return 0 }
    var height = 0
    for segment in own.map({ segments[$0] }) {
      let edge = graph.edges[segment.edge]
      let upper = items[segment.upper].isFrame && (edge.isReversed ? edge.hasToMark : edge.hasFromMark)
      let lower = items[segment.lower].isFrame && (edge.isReversed ? edge.hasFromMark : edge.hasToMark)
      height = max(height, (upper ? metrics.markMargin : 0) + (lower ? metrics.markMargin : 0) + 1)
    }
    return height
  }

  private func wires(_ own: [Int]) -> [PortWire] {
    var wires: [PortWire] = []
    var byPort: [Int: Int] = [:]
    for index in own {
      let segment = segments[index]
      let number = byPort[segment.upperPort] ?? byPort[segment.lowerPort] ?? wires.count
      if number == wires.count { wires.append(PortWire()) }
      byPort[segment.upperPort] = number
      byPort[segment.lowerPort] = number
      let top = items[segment.upper].x + segment.upperOffset
      let bottom = items[segment.lower].x + segment.lowerOffset
      wires[number].segments.append(index)
      if !wires[number].tops.contains(top) { wires[number].tops.append(top) }
      if !wires[number].bottoms.contains(bottom) { wires[number].bottoms.append(bottom) }
      wires[number].low = min(wires[number].low, top, bottom)
      wires[number].high = max(wires[number].high, top, bottom)
    }
    return wires
  }

  /// Returns the number of crossings if the horizontal part of `first` is above that of `second`. Overlapping
  /// parts count as crossings.
  private func cost(_ first: PortWire, above second: PortWire) -> Int {
    guard first.low <= second.high + metrics.near, second.low <= first.high + metrics.near else { return 0 }
    var cost = 0
    for bottom in first.bottoms {
      if bottom > second.low, bottom < second.high { cost += 1 }
      for top in second.tops where abs(top - bottom) <= metrics.near { cost += 40 }
    }
    for top in second.tops where top > first.low && top < first.high { cost += 1 }
    return cost
  }

  private func ordered(_ wires: [PortWire]) -> [PortWire] {
    // Wires to the right nest with the rightmost start on top; wires to the left nest in the opposite order.
    func middle(_ values: [Int]) -> Int { values.reduce(0, +) / max(values.count, 1) }
    var wires = wires.sorted { left, right in
      let (a, b) = (middle(left.tops), middle(right.tops))
      let isRight = middle(left.bottoms) >= a
      if isRight != (middle(right.bottoms) >= b) {
        return (isRight ? 1 : 0, left.segments[0]) < (isRight ? 0 : 1, right.segments[0])
      }
      return isRight
        ? (-a, left.segments[0]) < (-b, right.segments[0]) : (a, left.segments[0]) < (b, right.segments[0])
    }
    guard wires.count > 1, wires.count <= Self.searchLimit else { return wires }
    for _ in 0..<2 {
      var moved = false
      for start in 0..<wires.count {
        let wire = wires[start]
        // The change of the cost for each position of the wire, from the first position on.
        var best = start
        var change = 0
        var least = 0
        for other in stride(from: start - 1, through: 0, by: -1) {
          change += cost(wire, above: wires[other]) - cost(wires[other], above: wire)
          if change < least { (least, best) = (change, other) }
        }
        change = 0
        for other in start + 1..<max(wires.count, start + 1) {
          change += cost(wires[other], above: wire) - cost(wire, above: wires[other])
          if change < least { (least, best) = (change, other) }
        }
        if best != start {
          wires.remove(at: start)
          wires.insert(wire, at: best)
          moved = true
        }
      }
      if !moved { break }
    }
    return wires
  }
}
