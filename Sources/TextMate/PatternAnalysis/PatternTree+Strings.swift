/// Expands parts of a pattern to lists of strings.
extension PatternTree {
  static let stringLimit = 3000
  private static let byteLimit = 60_000

  /// Returns all strings that `index` matches, in the order in which the library tries them. Nil if there are
  /// infinitely many or more than ``stringLimit``, or if `index` contains a capture.
  ///
  /// - Parameter foldsCase: Whether the literals ignore case. All literals must agree.
  func strings(of index: Index, foldsCase: Bool) -> [[UInt8]]? {
    let node = self[index]
    switch node.kind {
    case .empty: return [[]]
    case .literal:
      let literal = Array(bytes[Int(node.a)..<Int(node.a + node.b)])
      guard node.flag == foldsCase || !literal.contains(where: Self.isLetter) else { return nil }
      return [literal]
    case .set:
      let set = sets[Int(node.a)]
      guard !node.flag, set.isExact, set.wide == .none,
        set.low.nonzeroBitCount + set.high.nonzeroBitCount <= 8
      else { return nil }
      let members = (UInt8(0)..<128).filter { set.contains(ascii: $0) }
      if foldsCase, members.contains(where: Self.isLetter) { return nil }
      return members.map { [$0] }
    case .sequence:
      var result: [[UInt8]] = [[]]
      for child in children(of: node) {
        guard let tails = strings(of: child, foldsCase: foldsCase),
          result.count * tails.count <= Self.stringLimit
        else { return nil }
        result = result.flatMap { head in tails.map { head + $0 } }
        guard result.reduce(0, { $0 + $1.count }) <= Self.byteLimit else { return nil }
      }
      return result
    case .alternation:
      var result: [[UInt8]] = []
      if Int(node.b) > Self.stringLimit { return nil }
      for child in children(of: node) {
        guard let strings = strings(of: child, foldsCase: foldsCase) else { return nil }
        result += strings
        guard result.count <= Self.stringLimit else { return nil }
      }
      return result
    case .repetition where node.b == 0 && node.c == 1 && node.greed != .possessive:
      guard self[node.a].kind != .repetition,
        let strings = strings(of: node.a, foldsCase: foldsCase),
        !strings.contains([])
      else { return nil }
      return node.greed == .greedy ? strings + [[]] : [[]] + strings
    default: return nil
    }
  }
}
