extension FlowGraph {
  /// Reverses edges until the graph has no cycle.
  ///
  /// A depth-first search starts at nodes without incoming edges, then follows the order in the source. Edges
  /// that lead back to a node on the search path are reversed.
  mutating func breakCycles() {
    var outgoing = Array(repeating: [Int](), count: nodes.count)
    var incoming = Array(repeating: 0, count: nodes.count)
    for (index, edge) in edges.enumerated() {
      outgoing[edge.from].append(index)
      incoming[edge.to] += 1
    }
    var state = Array(repeating: VisitState.new, count: nodes.count)
    var stack: [(node: Int, next: Int)] = []
    let roots = nodes.indices.filter { incoming[$0] == 0 } + nodes.indices.filter { incoming[$0] > 0 }
    for root in roots where state[root] == .new {
      state[root] = .open
      stack.append((root, 0))
      while let top = stack.last {
        guard top.next < outgoing[top.node].count else {
          state[top.node] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let edge = outgoing[top.node][top.next]
        let target = edges[edge].to
        switch state[target] {
        case .open: edges[edge].isReversed = true
        case .new:
          state[target] = .open
          stack.append((target, 0))
        case .done: break
        }
      }
    }
  }

  private enum VisitState { case new, open, done }

  /// Assigns each node a rank: as near to the start as its edges allow, then as near to its neighbours as
  /// possible.
  func ranks() -> [Int] {
    var outgoing = Array(repeating: [Int](), count: nodes.count)
    var incoming = Array(repeating: [Int](), count: nodes.count)
    for (index, edge) in edges.enumerated() {
      outgoing[edge.upper].append(index)
      incoming[edge.lower].append(index)
    }
    var missing = incoming.map(\.count)
    var order = nodes.indices.filter { missing[$0] == 0 }
    var ranks = Array(repeating: 0, count: nodes.count)
    var next = 0
    while next < order.count {
      let node = order[next]
      next += 1
      for edge in outgoing[node] {
        let lower = edges[edge].lower
        ranks[lower] = max(ranks[lower], ranks[node] + edges[edge].length)
        missing[lower] -= 1
        if missing[lower] == 0 { order.append(lower) }
      }
    }
    // A node with more edges below than above moves down as far as its edges allow.
    for node in order.reversed() where outgoing[node].count > incoming[node].count {
      let lowest = outgoing[node].map { ranks[edges[$0].lower] - edges[$0].length }.min() ?? ranks[node]
      ranks[node] = max(ranks[node], lowest)
    }
    for node in order where incoming[node].count > outgoing[node].count && !outgoing[node].isEmpty {
      let highest = incoming[node].map { ranks[edges[$0].upper] + edges[$0].length }.max() ?? ranks[node]
      ranks[node] = min(ranks[node], highest)
    }
    pinBoundaries(&ranks)
    return ranks
  }

  private func pinBoundaries(_ ranks: inout [Int]) {
    let inner = nodes.indices.filter { nodes[$0].place == .anywhere }
    let low = inner.map { ranks[$0] }.min() ?? 0
    let high = inner.map { ranks[$0] }.max() ?? 0
    for index in nodes.indices {
      switch nodes[index].place {
      case .anywhere: break
      case .first: ranks[index] = low - 1
      case .last: ranks[index] = high + 1
      }
    }
    let least = ranks.min() ?? 0
    for index in ranks.indices { ranks[index] -= least }
  }
}
