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

  /// Whether every match of `index` contains a stop: an ASCII byte that is neither a blank nor part of a word.
  func containsStop(_ index: Index, callDepth: Int = 0) -> Bool {
    let node = self[index]
    switch node.kind {
    case .literal:
      return bytes[Int(node.a)..<Int(node.a + node.b)].contains {
        !ByteSet257.blanksAndWordRun.contains(Int($0))
      }
    case .set:
      let set = sets[Int(node.a)]
      return !node.flag && set.wide == .none
        && ByteSet257(ascii: set).intersection(.blanksAndWordRun).isEmpty
    case .sequence: return children(of: node).contains { containsStop($0, callDepth: callDepth) }
    case .alternation: return children(of: node).allSatisfy { containsStop($0, callDepth: callDepth) }
    case .repetition: return node.b > 0 && containsStop(node.a, callDepth: callDepth)
    case .group, .atomic: return containsStop(node.a, callDepth: callDepth)
    case .call: return callDepth < 2 && containsStop(groups[Int(node.a)], callDepth: callDepth + 1)
    default: return false
    }
  }

  /// Returns the shortest prefix of `parts` that matches at least `width` bytes and, if `withStop`, contains a
  /// stop; all parts if there is none.
  func prefix(
    of parts: ArraySlice<Index>, spanning width: Int, withStop: Bool = false
  ) -> ArraySlice<Index> {
    var sum = 0
    var isStopped = !withStop
    var end = parts.startIndex
    // The last part cuts nothing off, whatever it matches.
    while end < parts.endIndex - 1 {
      if sum < width { sum += minWidth(of: parts[end]) }
      if !isStopped { isStopped = containsStop(parts[end]) }
      end += 1
      if sum >= width, isStopped { return parts[..<end] }
    }
    return parts
  }
}
