/// Finds repetitions that can match the same text in exponentially many ways, all of which are tried if the
/// pattern fails after them.
///
/// ```
/// (a+)+$    reported: a+ inside a repetition
/// (a+;)+$   not reported: the semicolon separates the rounds
/// ```
///
/// The check is a heuristic on the shape of the pattern. Its reports are usually right, but a pattern without
/// a report can still be slow.
struct BacktrackingCheck {
  /// The ASCII characters that a part of a pattern can start with. Two parts that can start with the same
  /// character nearly always share an ASCII character.
  private struct Characters {
    var low: UInt64 = 0
    var high: UInt64 = 0

    func union(_ other: Characters) -> Characters {
      Characters(low: low | other.low, high: high | other.high)
    }

    func overlaps(_ other: Characters) -> Bool { low & other.low != 0 || high & other.high != 0 }

    mutating func insert(_ byte: UInt8) {
      if byte < 64 {
        low |= 1 << UInt64(byte)
      } else if byte < 128 {
        high |= 1 << UInt64(byte - 64)
      }
    }
  }

  private let tree: PatternTree

  /// Describes the danger in a pattern; nil if none is found.
  static func danger(in tree: PatternTree) -> String? {
    BacktrackingCheck(tree: tree).danger(in: tree.root, canFailBehind: false)
  }

  /// Describes the danger in a part of a pattern; nil if none is found.
  ///
  /// - Parameter canFailBehind: Whether something after this part can fail and so cause backtracking into it.
  private func danger(in index: PatternTree.Index, canFailBehind: Bool) -> String? {
    let node = tree[index]
    switch node.kind {
    case .sequence:
      let children = Array(tree.children(of: node))
      for (place, child) in children.enumerated() {
        let follows = canFailBehind || children[(place + 1)...].contains { canFail($0) }
        if let found = danger(in: child, canFailBehind: follows) { return found }
      }
      return nil
    case .alternation:
      for child in tree.children(of: node) {
        if let found = danger(in: child, canFailBehind: canFailBehind) { return found }
      }
      return nil
    case .group:
      return danger(in: node.a, canFailBehind: canFailBehind)
    case .atomic, .lookAhead, .lookBehind:
      // After its body has matched, an atomic group or a look-around is never backtracked into.
      return danger(in: node.a, canFailBehind: false)
    case .repetition:
      if isUnbounded(node), node.greed != .possessive, canFailBehind {
        if let found = ambiguity(of: node.a) { return found }
      }
      return danger(in: node.a, canFailBehind: node.greed == .possessive ? false : canFailBehind)
    default:
      return nil
    }
  }

  private func isUnbounded(_ node: PatternTree.PatternNode) -> Bool { node.c < 0 || node.c > 20 }

  /// Whether the part can fail to match.
  private func canFail(_ index: PatternTree.Index) -> Bool {
    let node = tree[index]
    switch node.kind {
    case .empty, .keep: return false
    case .repetition: return node.b > 0 && canFail(node.a)
    case .group, .atomic: return canFail(node.a)
    case .sequence: return tree.children(of: node).contains { canFail($0) }
    case .alternation: return tree.children(of: node).allSatisfy { canFail($0) }
    default: return true
    }
  }

  /// Describes how the body of a repetition can match one text in several ways; nil if it cannot.
  private func ambiguity(of body: PatternTree.Index) -> String? {
    let inside = unwrapped(body)
    let node = tree[inside]
    switch node.kind {
    case .repetition where isUnbounded(node) && node.greed != .possessive:
      return "a repetition of nothing but a repetition: it may take exponential time to fail"
    case .alternation:
      let branches = Array(tree.children(of: node))
      for (place, branch) in branches.enumerated() {
        if let found = ambiguity(of: branch) { return found }
        for other in branches[(place + 1)...]
        where isOneScalar(branch) && isOneScalar(other) && first(of: branch).overlaps(first(of: other)) {
          return
            "two alternatives of a repetition match the same character: it may take exponential time to fail"
        }
      }
      return nil
    case .sequence:
      return ambiguity(ofSequence: Array(tree.children(of: node)))
    default:
      return nil
    }
  }

  /// Finds an inner repetition whose text the next round of the outer repetition could match as well.
  private func ambiguity(ofSequence parts: [PatternTree.Index]) -> String? {
    for (place, part) in parts.enumerated() {
      let node = tree[unwrapped(part)]
      guard node.kind == .repetition, isUnbounded(node), node.greed != .possessive else { continue }
      // A mandatory part between an inner repetition and the next round separates the rounds.
      guard parts[(place + 1)...].allSatisfy({ canBeEmpty($0) }) else { continue }
      let around = first(ofSequence: parts)
      if around.overlaps(first(of: node.a)) {
        return
          "a repetition within a repetition, both of which can take the same text: it may take exponential "
          + "time to fail"
      }
    }
    return nil
  }

  /// Removes enclosing groups.
  private func unwrapped(_ index: PatternTree.Index) -> PatternTree.Index {
    var index = index
    while tree[index].kind == .group { index = tree[index].a }
    return index
  }

  private func isOneScalar(_ index: PatternTree.Index) -> Bool {
    let node = tree[unwrapped(index)]
    return node.kind == .set || node.kind == .literal && node.b == 1
  }

  private func canBeEmpty(_ index: PatternTree.Index) -> Bool {
    // A look-around consumes no text, but its condition can separate the rounds.
    switch tree[index].kind {
    case .lookAhead, .lookBehind, .wordBoundary, .lineStart, .lineEnd, .textStart, .textEnd,
      .textEndOrNewline,
      .searchStart, .backReference, .unknown, .call:
      false
    default: tree.minWidth(of: index) == 0
    }
  }

  private func first(ofSequence parts: [PatternTree.Index]) -> Characters {
    var result = Characters()
    for part in parts {
      result = result.union(first(of: part))
      if tree.minWidth(of: part) > 0 { break }
      if tree[part].kind != .repetition, !canBeEmpty(part) { break }
    }
    return result
  }

  private func first(of index: PatternTree.Index) -> Characters {
    let node = tree[index]
    switch node.kind {
    case .literal:
      var characters = Characters()
      guard node.b > 0 else { return characters }
      let byte = tree.bytes[Int(node.a)]
      characters.insert(byte)
      if node.flag, byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A { characters.insert(byte ^ 0x20) }
      return characters
    case .set:
      let set = tree.sets[Int(node.a)]
      return Characters(low: set.low, high: set.high)
    case .sequence: return first(ofSequence: Array(tree.children(of: node)))
    case .alternation: return tree.children(of: node).reduce(Characters()) { $0.union(first(of: $1)) }
    case .repetition, .group, .atomic: return first(of: node.a)
    default: return Characters()
    }
  }
}
