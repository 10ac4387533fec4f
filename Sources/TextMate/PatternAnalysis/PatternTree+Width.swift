/// Computes the lengths of the texts that parts of a pattern match.
extension PatternTree {
  private static let widthLimit = 1 << 20

  /// Returns the minimum number of bytes that `index` matches, up to `widthLimit`.
  func minWidth(of index: Index, callDepth: Int = 0) -> Int {
    let node = self[index]
    switch node.kind {
    case .literal: return Int(node.b)
    case .set: return 1
    case .sequence:
      return children(of: node).reduce(0) {
        min($0 + minWidth(of: $1, callDepth: callDepth), Self.widthLimit)
      }
    case .alternation:
      return children(of: node).reduce(Self.widthLimit) {
        min($0, minWidth(of: $1, callDepth: callDepth))
      }
    case .repetition:
      if node.b == 0 { return 0 }
      return min(minWidth(of: node.a, callDepth: callDepth) * Int(node.b), Self.widthLimit)
    case .group, .atomic: return minWidth(of: node.a, callDepth: callDepth)
    case .call:
      return callDepth >= 2 ? 0 : minWidth(of: groups[Int(node.a)], callDepth: callDepth + 1)
    default: return 0
    }
  }

  /// Returns the number of bytes that `index` matches; nil if it varies.
  func byteWidth(of index: Index) -> Int? {
    let node = self[index]
    switch node.kind {
    case .literal: return node.flag ? nil : Int(node.b)
    case .set: return sets[Int(node.a)].wide == .none && !node.flag ? 1 : nil
    case .sequence:
      var sum = 0
      for child in children(of: node) {
        guard let width = byteWidth(of: child) else { return nil }
        sum += width
      }
      return sum
    case .alternation:
      var common: Int?
      for child in children(of: node) {
        guard let width = byteWidth(of: child), common == nil || common == width else { return nil }
        common = width
      }
      return common
    case .group, .atomic: return byteWidth(of: node.a)
    case .repetition, .backReference, .call, .unknown: return nil
    default: return 0
    }
  }

  /// Returns the shortest prefix of `parts` that matches at least `width` bytes; all parts if they match
  /// less.
  func prefix(of parts: ArraySlice<Index>, spanning width: Int) -> ArraySlice<Index> {
    var sum = 0
    var end = parts.startIndex
    while end < parts.endIndex, sum < width {
      sum += minWidth(of: parts[end])
      end += 1
    }
    return parts[..<end]
  }
}
