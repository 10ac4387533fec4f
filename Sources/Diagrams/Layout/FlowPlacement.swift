/// Places the items of each rank across the flow.
extension FlowLayout {
  private static let rounds = 5

  /// Returns the minimum distance between the left sides of two neighbours.
  func separation(_ left: Int, _ right: Int) -> Int {
    let gap = items[left].isFrame && items[right].isFrame ? metrics.nodeGap : metrics.edgeGap
    return items[left].width + gap
  }

  mutating func placeItems() {
    for rank in ranks {
      var x = 0
      for (index, item) in rank.enumerated() {
        if index > 0 { x += separation(rank[index - 1], item) }
        items[item].x = x
      }
    }
    var best = items.map(\.x)
    var least = Int.max
    for round in 0..<Self.rounds {
      for rank in ranks { align(rank, above: true, below: round == Self.rounds - 1) }
      for rank in ranks.reversed() { align(rank, above: round > 1, below: true) }
      let cost = length()
      if cost < least { (least, best) = (cost, items.map(\.x)) }
    }
    for index in items.indices { items[index].x = best[index] }
    for _ in 0..<2 {
      straightenChains()
      moveToNeighbours()
    }
    alignBends()
  }

  /// Returns the sum of the horizontal distances of all edges.
  private func length() -> Int {
    segments.reduce(0) { sum, segment in
      sum + segment.weight
        * abs(items[segment.upper].x + segment.upperOffset - items[segment.lower].x - segment.lowerOffset)
    }
  }

  private struct Wish: Comparable {
    var x: Int
    var weight: Int

    static func < (left: Wish, right: Wish) -> Bool { (left.x, left.weight) < (right.x, right.weight) }
  }

  /// Replaces `wishes` with those of an item.
  private func find(_ wishes: inout [Wish], of item: Int, above: Bool, below: Bool) {
    wishes.removeAll(keepingCapacity: true)
    if above {
      for index in upper(item) {
        let segment = segments[index]
        wishes.append(
          Wish(x: items[segment.upper].x + segment.upperOffset - segment.lowerOffset, weight: segment.weight))
      }
    }
    if below {
      for index in lower(item) {
        let segment = segments[index]
        wishes.append(
          Wish(x: items[segment.lower].x + segment.lowerOffset - segment.upperOffset, weight: segment.weight))
      }
    }
  }

  /// Returns the weighted median of sorted wishes; with two medians, the middle between them.
  private static func median(_ wishes: ArraySlice<Wish>) -> Int {
    let total = wishes.reduce(0) { $0 + $1.weight }
    var sum = 0
    for index in wishes.indices {
      let wish = wishes[index]
      sum += wish.weight
      if 2 * sum == total, index + 1 < wishes.endIndex {
        let other = wishes[index + 1].x
        return wish.x + (other - wish.x) / 2
      }
      if 2 * sum > total { return wish.x }
    }
    return wishes.last?.x ?? 0
  }

  /// Merges the sorted wishes from `start` and those from `middle` to the end.
  private static func merge(
    _ wishes: inout [Wish], from start: Int, at middle: Int, buffer: inout [Wish]
  ) {
    guard wishes[middle] < wishes[middle - 1] else { return }
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: wishes[middle...])
    var (left, right, out) = (middle, buffer.count, wishes.count)
    while right > 0 {
      out -= 1
      if left > start, buffer[right - 1] < wishes[left - 1] {
        left -= 1
        wishes[out] = wishes[left]
      } else {
        right -= 1
        wishes[out] = buffer[right]
      }
    }
  }

  /// A group of items that touch each other and move together.
  private struct Cluster {
    /// The index of its first item in the rank.
    var first: Int
    /// The index of its first wish. Its wishes, sorted, end where those of the next cluster begin.
    var start: Int
    var x: Int
  }

  /// Moves a rank as close to its neighbours as its order allows.
  ///
  /// This is an isotonic regression: items that would overlap are pooled, and the pool is placed at the
  /// median of its items' wishes.
  private mutating func align(_ rank: [Int], above: Bool, below: Bool) {
    var clusters: [Cluster] = []
    var offsets: [Int] = []
    var pooled: [Wish] = []
    var own: [Wish] = []
    for (index, item) in rank.enumerated() {
      let x = items[item].x
      let offset = index == 0 ? 0 : offsets[index - 1] + separation(rank[index - 1], item)
      offsets.append(offset)
      find(&own, of: item, above: above, below: below)
      if own.isEmpty {
        find(&own, of: item, above: true, below: true)
        for wish in own.indices { own[wish].x = x }
      }
      if own.isEmpty { own.append(Wish(x: x, weight: 1)) }
      for wish in own.indices { own[wish].x -= offset }
      own.sort()
      var cluster = Cluster(first: index, start: pooled.count, x: Self.median(own[...]))
      pooled += own
      while let last = clusters.last, last.x > cluster.x {
        clusters.removeLast()
        Self.merge(&pooled, from: last.start, at: cluster.start, buffer: &own)
        cluster = Cluster(first: last.first, start: last.start, x: Self.median(pooled[last.start...]))
      }
      clusters.append(cluster)
    }
    for (number, cluster) in clusters.enumerated() {
      let end = number + 1 < clusters.count ? clusters[number + 1].first : rank.count
      for index in cluster.first..<end { items[rank[index]].x = cluster.x + offsets[index] }
    }
  }

  /// Returns the range in which an item can move between its neighbours in the rank.
  private func freedom(of item: Int) -> (low: Int, high: Int) {
    let rank = ranks[items[item].rank]
    let index = items[item].index
    let low = index > 0 ? items[rank[index - 1]].x + separation(rank[index - 1], item) : Int.min / 4
    let high =
      index + 1 < rank.count ? items[rank[index + 1]].x - separation(item, rank[index + 1]) : Int.max / 4
    return (low, high)
  }

  /// Gives all bends of an edge the same position if the neighbours leave room.
  private mutating func straightenChains() {
    for chain in chains where chain.count > 2 {
      var low = Int.min / 4
      var high = Int.max / 4
      let bends = chain.dropLast().map { segments[$0].lower }
      for item in bends {
        let (least, most) = freedom(of: item)
        let center = (items[item].width - metrics.unit) / 2
        low = max(low, least + center)
        high = min(high, most + center)
      }
      guard low <= high, let first = chain.first, let last = chain.last else { continue }
      var wishes = [
        Wish(x: items[segments[first].upper].x + segments[first].upperOffset, weight: 2),
        Wish(x: items[segments[last].lower].x + segments[last].lowerOffset, weight: 2),
      ]
      wishes += bends.map { Wish(x: items[$0].x + (items[$0].width - metrics.unit) / 2, weight: 1) }
      // The ends decide. Any position between them gives the same edge length.
      wishes.sort()
      let x = min(max(Self.median(wishes[...]), low), high)
      for item in bends { items[item].x = x - (items[item].width - metrics.unit) / 2 }
    }
  }

  /// Moves bends and labels that are almost aligned with an end of their segment into line with it.
  private mutating func alignBends() {
    for rank in ranks.reversed() {
      for item in rank where !items[item].isNode {
        guard let above = upper(item).first, let below = lower(item).first else { continue }
        let center = (items[item].width - metrics.unit) / 2
        let places = [
          items[segments[below].lower].x + segments[below].lowerOffset,
          items[segments[above].upper].x + segments[above].upperOffset,
        ]
        let now = items[item].x + center
        guard !places.contains(now) else { continue }
        let (low, high) = freedom(of: item)
        if let place = places.first(where: {
          abs($0 - now) <= metrics.portGap * 2 && (low...max(low, high)).contains($0 - center)
        }) {
          items[item].x = place - center
        }
      }
    }
  }

  /// Centres nodes between their neighbours if there is room.
  private mutating func moveToNeighbours() {
    var wishes: [Wish] = []
    for rank in ranks {
      for item in rank where items[item].isNode {
        find(&wishes, of: item, above: true, below: true)
        guard !wishes.isEmpty else { continue }
        let (low, high) = freedom(of: item)
        let old = items[item].x
        func cost(_ x: Int) -> Int { wishes.reduce(0) { $0 + $1.weight * abs($1.x - x) } }
        wishes.sort()
        let x = min(max(Self.median(wishes[...]), low), high)
        if low <= high, cost(x) < cost(old) { items[item].x = x }
      }
    }
  }
}
