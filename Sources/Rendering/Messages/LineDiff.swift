/// Computes the difference between two texts, line by line.
enum LineDiff {
  enum DiffOperation { case kept, deleted, inserted }

  /// The maximum number of steps; beyond it the texts count as entirely different. A count instead of a time
  /// limit makes the result the same on every machine.
  private static let maximumSteps = 1_000_000

  /// Returns the lines of both texts in display order, with the fewest possible changes and deletions before
  /// insertions. O(lines * changes), after Myers.
  static func lines(from old: [Substring], to new: [Substring]) -> [(change: DiffOperation, text: Substring)]
  {
    var prefix = 0
    while prefix < min(old.count, new.count), old[prefix] == new[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(old.count, new.count) - prefix,
      old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
    {
      suffix += 1
    }
    var result: [(DiffOperation, Substring)] = old[..<prefix].map { (.kept, $0) }
    result += middle(Array(old[prefix..<(old.count - suffix)]), Array(new[prefix..<(new.count - suffix)]))
    result += old[(old.count - suffix)...].map { (.kept, $0) }
    return result
  }

  private static func middle(_ old: [Substring], _ new: [Substring]) -> [(DiffOperation, Substring)] {
    let all = old.map { (DiffOperation.deleted, $0) } + new.map { (DiffOperation.inserted, $0) }
    guard !old.isEmpty, !new.isEmpty else { return all }
    // Compare lines as integers.
    var numbers: [Substring: Int] = [:]
    func number(_ line: Substring) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let left = old.map(number)
    let right = new.map(number)
    guard let matches = matches(left, right) else { return all }
    var result: [(DiffOperation, Substring)] = []
    var (x, y) = (0, 0)
    for match in matches + [(old.count, new.count)] {
      while x < match.0 {
        result.append((.deleted, old[x]))
        x += 1
      }
      while y < match.1 {
        result.append((.inserted, new[y]))
        y += 1
      }
      if x < old.count, y < new.count { result.append((.kept, old[x])) }
      x += 1
      y += 1
    }
    return result
  }

  /// Returns the pairs of equal lines; nil if the search exceeds its limit.
  private static func matches(_ left: [Int], _ right: [Int]) -> [(Int, Int)]? {
    let most = left.count + right.count
    var furthest = [Int](repeating: 0, count: 2 * most + 2)
    var trace: [[Int]] = []
    var steps = 0
    for distance in 0...most {
      steps += 2 * distance + 1
      if steps > maximumSteps { return nil }
      trace.append(Array(furthest[(most - distance)...(most + distance)]))
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let isDown =
          diagonal == -distance
          || diagonal != distance && furthest[most + diagonal - 1] < furthest[most + diagonal + 1]
        var x = isDown ? furthest[most + diagonal + 1] : furthest[most + diagonal - 1] + 1
        var y = x - diagonal
        while x < left.count, y < right.count, left[x] == right[y] {
          x += 1
          y += 1
          steps += 1
        }
        furthest[most + diagonal] = x
        if x >= left.count, y >= right.count { return walkBack(trace, left.count, right.count) }
      }
    }
    return nil
  }

  /// Follows the trace back to the matched pairs. `trace[d]` holds the furthest position on each diagonal
  /// from -d to d before step `d`.
  private static func walkBack(_ trace: [[Int]], _ width: Int, _ height: Int) -> [(Int, Int)] {
    var matches: [(Int, Int)] = []
    var (x, y) = (width, height)
    for distance in trace.indices.reversed() {
      let before = trace[distance]
      func value(_ diagonal: Int) -> Int {
        before.indices.contains(diagonal + distance) ? before[diagonal + distance] : 0
      }
      let diagonal = x - y
      let isDown =
        diagonal == -distance || diagonal != distance && value(diagonal - 1) < value(diagonal + 1)
      let previousDiagonal = isDown ? diagonal + 1 : diagonal - 1
      let previousX = distance == 0 ? 0 : value(previousDiagonal)
      let previousY = distance == 0 ? 0 : previousX - previousDiagonal
      while x > previousX, y > previousY {
        x -= 1
        y -= 1
        matches.append((x, y))
      }
      (x, y) = (previousX, previousY)
    }
    return matches.reversed()
  }
}
