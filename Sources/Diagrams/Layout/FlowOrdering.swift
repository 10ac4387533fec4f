/// Orders the items of each rank so that few edges cross.
extension FlowLayout {
  /// The number of passes over all ranks.
  private static let sweeps = 12
  /// The number of passes that exchange neighbouring items.
  private static let exchanges = 4

  mutating func orderRanks() {
    startOrder()
    var best = ranks
    var least = crossings()
    var sweep = 0
    // Two sweeps that move nothing, one down and one up, would do so again.
    var still = 0
    while sweep < Self.sweeps, least > 0, still < 2 {
      let isDown = sweep % 2 == 0
      var moved = false
      for rank in isDown ? Array(ranks.indices.dropFirst()) : ranks.indices.dropLast().reversed() {
        if sort(rank, isDown: isDown) { moved = true }
      }
      still = moved ? 0 : still + 1
      if moved {
        let count = crossings()
        if count < least { (least, best) = (count, ranks) }
      }
      sweep += 1
    }
    use(best)
    if least > 0 { exchangeNeighbours() }
  }

  private mutating func use(_ order: [[Int]]) {
    ranks = order
    for rank in ranks { for (index, item) in rank.enumerated() { items[item].index = index } }
  }

  /// Orders the items by a depth-first search, which draws trees without crossings.
  private mutating func startOrder() {
    var visited = Array(repeating: false, count: items.count)
    var order = Array(repeating: [Int](), count: ranks.count)
    let roots = graph.nodes.indices.sorted { (items[$0].rank, $0) < (items[$1].rank, $1) }
    var stack: [Int] = []
    for root in roots where !visited[root] {
      stack.append(root)
      while let item = stack.popLast() {
        if visited[item] { continue }
        visited[item] = true
        order[items[item].rank].append(item)
        for segment in lower(item).reversed() where !visited[segments[segment].lower] {
          stack.append(segments[segment].lower)
        }
      }
    }
    use(order)
  }

  /// Returns the position of a segment's end within its rank, for counting crossings.
  func upperKey(_ segment: Int) -> Int {
    items[segments[segment].upper].index * Self.keyUnit + segments[segment].upperPlace
  }

  func lowerKey(_ segment: Int) -> Int {
    items[segments[segment].lower].index * Self.keyUnit + segments[segment].lowerPlace
  }

  /// Sorts a rank by the means of its neighbours' positions.
  ///
  /// - Returns: Whether an item moved.
  private mutating func sort(_ rank: Int, isDown: Bool) -> Bool {
    var places: [Int] = []
    var moving: [(item: Int, value: Int, index: Int)] = []
    for (index, item) in ranks[rank].enumerated() {
      let neighbours = isDown ? upper(item) : lower(item)
      guard !neighbours.isEmpty else { continue }
      let sum = neighbours.reduce(0) { $0 + (isDown ? upperKey($1) : lowerKey($1)) }
      places.append(index)
      moving.append((item, sum * 16 / neighbours.count, index))
    }
    moving.sort { ($0.value, $0.index) < ($1.value, $1.index) }
    var isMoved = false
    for (place, moved) in zip(places, moving) where moved.index != place {
      ranks[rank][place] = moved.item
      items[moved.item].index = place
      isMoved = true
    }
    return isMoved
  }

  /// Returns the number of crossings between all neighbouring ranks.
  private func crossings() -> Int {
    var total = 0
    // Both ends of a segment in one number, which compares by the upper end first.
    var ends: [Int] = []
    var buffer: [Int] = []
    for rank in ranks.dropLast() {
      ends.removeAll(keepingCapacity: true)
      for item in rank {
        for segment in lower(item) { ends.append(upperKey(segment) << 32 | lowerKey(segment)) }
      }
      ends.sort()
      for index in ends.indices { ends[index] &= 1 << 32 - 1 }
      total += Self.inversions(&ends, &buffer)
    }
    return total
  }

  /// Sorts the values; returns the number of inversions.
  static func inversions(_ values: inout [Int], _ buffer: inout [Int]) -> Int {
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: values)
    var total = 0
    var width = 1
    while width < values.count {
      var start = 0
      while start < values.count {
        let middle = min(start + width, values.count)
        let end = min(start + 2 * width, values.count)
        var (left, right, out) = (start, middle, start)
        while out < end {
          if left < middle, right >= end || values[left] <= values[right] {
            buffer[out] = values[left]
            left += 1
          } else {
            buffer[out] = values[right]
            right += 1
            total += middle - left
          }
          out += 1
        }
        start = end
      }
      swap(&values, &buffer)
      width *= 2
    }
    return total
  }

  private mutating func exchangeNeighbours() {
    for _ in 0..<Self.exchanges {
      var improved = false
      for rank in ranks.indices where ranks[rank].count > 1 {
        // Exchanges within a rank do not change the positions in the adjacent ranks.
        var ends = ranks[rank].map { item in
          (above: upper(item).map { upperKey($0) }.sorted(), below: lower(item).map { lowerKey($0) }.sorted())
        }
        for index in 0..<ranks[rank].count - 1 {
          let (left, right) = (ends[index], ends[index + 1])
          let exchanged = Self.crossings(right.above, left.above) + Self.crossings(right.below, left.below)
          guard exchanged < Self.crossings(left.above, right.above) + Self.crossings(left.below, right.below)
          else { continue }
          ranks[rank].swapAt(index, index + 1)
          ends.swapAt(index, index + 1)
          for place in index...index + 1 { items[ranks[rank][place]].index = place }
          improved = true
        }
      }
      if !improved { return }
    }
  }

  /// Returns the number of crossings between two items' edges to one rank.
  ///
  /// - Parameters:
  ///   - left: The sorted ends of the left item's edges.
  ///   - right: The sorted ends of the right item's edges.
  private static func crossings(_ left: [Int], _ right: [Int]) -> Int {
    var (total, below) = (0, 0)
    for key in left {
      while below < right.count, right[below] < key { below += 1 }
      total += below
    }
    return total
  }
}
