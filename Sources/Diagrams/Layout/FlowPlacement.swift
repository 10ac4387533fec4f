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

  private struct Wish {
    var x: Int
    var weight: Int
  }

  private func wishes(of item: Int, above: Bool, below: Bool) -> [Wish] {
    var wishes: [Wish] = []
    if above {
      for segment in items[item].upper.map({ segments[$0] }) {
        wishes.append(
          Wish(x: items[segment.upper].x + segment.upperOffset - segment.lowerOffset, weight: segment.weight))
      }
    }
    if below {
      for segment in items[item].lower.map({ segments[$0] }) {
        wishes.append(
          Wish(x: items[segment.lower].x + segment.lowerOffset - segment.upperOffset, weight: segment.weight))
      }
    }
    return wishes
  }

  /// Returns the weighted median; with two medians, the middle between them.
  private static func median(_ wishes: inout [Wish]) -> Int {
    wishes.sort { ($0.x, $0.weight) < ($1.x, $1.weight) }
    let total = wishes.reduce(0) { $0 + $1.weight }
    var sum = 0
    for (index, wish) in wishes.enumerated() {
      sum += wish.weight
      if 2 * sum == total, index + 1 < wishes.count {
        let other = wishes[index + 1].x
        return wish.x + (other - wish.x) / 2
      }
      if 2 * sum > total { return wish.x }
    }
    return wishes.last?.x ?? 0
  }

  /// A group of items that touch each other and move together.
  private struct Cluster {
    var first: Int
    var wishes: [Wish]
    var x: Int
  }

  /// Moves a rank as close to its neighbours as its order allows.
  ///
  /// This is an isotonic regression: items that would overlap are pooled, and the pool is placed at the
  /// median of its items' wishes.
  private mutating func align(_ rank: [Int], above: Bool, below: Bool) {
    var clusters: [Cluster] = []
    var offsets: [Int] = []
    for (index, item) in rank.enumerated() {
      offsets.append(index == 0 ? 0 : offsets[index - 1] + separation(rank[index - 1], item))
      var wishes = wishes(of: item, above: above, below: below)
      if wishes.isEmpty {
        wishes = self.wishes(of: item, above: true, below: true).map {
          Wish(x: items[item].x, weight: $0.weight)
        }
      }
      if wishes.isEmpty { wishes = [Wish(x: items[item].x, weight: 1)] }
      for wish in wishes.indices { wishes[wish].x -= offsets[index] }
      var cluster = Cluster(first: index, wishes: wishes, x: 0)
      cluster.x = Self.median(&cluster.wishes)
      while let last = clusters.last, last.x > cluster.x {
        clusters.removeLast()
        cluster.first = last.first
        cluster.wishes += last.wishes
        cluster.x = Self.median(&cluster.wishes)
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
      let x = min(max(Self.median(&wishes), low), high)
      for item in bends { items[item].x = x - (items[item].width - metrics.unit) / 2 }
    }
  }

  /// Moves bends and labels that are almost aligned with an end of their segment into line with it.
  private mutating func alignBends() {
    for rank in ranks.reversed() {
      for item in rank where !items[item].isNode {
        guard let above = items[item].upper.first, let below = items[item].lower.first else { continue }
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
    for rank in ranks {
      for item in rank where items[item].isNode {
        var wishes = wishes(of: item, above: true, below: true)
        guard !wishes.isEmpty else { continue }
        let (low, high) = freedom(of: item)
        let old = items[item].x
        func cost(_ x: Int) -> Int { wishes.reduce(0) { $0 + $1.weight * abs($1.x - x) } }
        let x = min(max(Self.median(&wishes), low), high)
        if low <= high, cost(x) < cost(old) { items[item].x = x }
      }
    }
  }
}
