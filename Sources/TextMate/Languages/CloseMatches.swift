/// Suggests existing names for a misspelled one.
///
/// ```swift
/// CloseMatches.find("pyhton", in: ["python", "swift"])  // ["python"]
/// ```
public enum CloseMatches {
  /// Finds candidates that differ from `name` by a few letters or start with it, best first.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - candidates: The existing names.
  ///   - limit: The maximum number of results.
  public static func find(_ name: String, in candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().utf8.prefix(64))
    guard !wanted.isEmpty else { return [] }
    let tolerance = min(max(wanted.count / 3, 1), 3)
    var scored: [(distance: Int, candidate: String)] = []
    for candidate in Set(candidates) {
      let letters = Array(candidate.lowercased().utf8.prefix(64))
      var distance = editDistance(wanted, letters)
      // A candidate without a common letter is not a match, however short it is.
      if distance >= max(wanted.count, letters.count) { continue }
      if wanted.count >= 3, letters.starts(with: wanted) { distance = min(distance, 1) }
      if distance <= tolerance { scored.append((distance, candidate)) }
    }
    scored.sort { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
    return scored.prefix(limit).map(\.candidate)
  }

  /// Returns the number of letters to insert, delete, replace or swap with a neighbour (optimal string
  /// alignment).
  static func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      for column in 0..<second.count {
        let change = first[row] == second[column] ? 0 : 1
        var best = min(last[column] + change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }
}
