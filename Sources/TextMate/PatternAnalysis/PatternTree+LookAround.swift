/// Conditions that a look-around sets for the adjacent byte.
extension PatternTree {
  /// Returns the bytes that can precede the end of a match of `index`, with the edge if the match can end at
  /// the start of the text.
  func tail(of index: Index) -> ByteSet257 { tail(of: index, before: .all) }

  /// Computes `tail(of:)` for a node whose start `before` can precede.
  private func tail(of index: Index, before: ByteSet257) -> ByteSet257 {
    let node = self[index]
    switch node.kind {
    case .literal:
      let byte = bytes[Int(node.a + node.b) - 1]
      var result = ByteSet257(byte: byte)
      if node.flag, Self.isLetter(byte) {
        result.insert(byte ^ 0x20)
        result = result.union(.continuations)
      }
      return result
    case .set:
      if node.flag { return .all }
      let set = sets[Int(node.a)]
      let result = ByteSet257(ascii: set)
      return set.wide == .none ? result : result.union(.continuations)
    case .sequence:
      return children(of: node).reduce(before) { tail(of: $1, before: $0) }
    case .alternation:
      return children(of: node).reduce(.empty) { $0.union(tail(of: $1, before: before)) }
    case .repetition:
      if node.b == 1, node.c == 1 { return tail(of: node.a, before: before) }
      let repeated = node.c == 0 ? .empty : tail(of: node.a, before: .all)
      return node.b == 0 ? repeated.union(before) : repeated
    case .group, .atomic: return tail(of: node.a, before: before)
    case .lookBehind: return node.flag ? before : before.intersection(tail(of: node.a))
    case .lineStart: return before.intersection(.endOfLine)
    case .textStart: return before.intersection(.edgeOnly)
    case .empty, .lookAhead, .wordBoundary, .lineEnd, .textEnd, .textEndOrNewline, .searchStart, .keep:
      return before
    case .backReference, .call, .unknown: return .all
    }
  }

  /// Returns the bytes before a position that guarantee that `index` matches up to that position.
  func certainTail(of index: Index) -> ByteSet257 {
    let node = self[index]
    switch node.kind {
    case .literal where node.b == 1: return certainByte(node)
    case .set: return certainSet(node, wide: .continuations)
    case .alternation: return children(of: node).reduce(.empty) { $0.union(certainTail(of: $1)) }
    case .repetition where node.b == 1 && node.greed != .possessive: return certainTail(of: node.a)
    case .group: return certainTail(of: node.a)
    default: return .empty
    }
  }

  /// Returns the bytes at a position (or the end) that guarantee that `index` matches there.
  func certainFirsts(of index: Index) -> ByteSet257 {
    let node = self[index]
    switch node.kind {
    case .empty: return .all
    case .literal where node.b == 1: return certainByte(node)
    case .set: return certainSet(node, wide: .nonASCII)
    case .alternation: return children(of: node).reduce(.empty) { $0.union(certainFirsts(of: $1)) }
    case .sequence:
      let parts = children(of: node)
      guard let first = parts.first, parts.dropFirst().allSatisfy({ certainFirsts(of: $0).isAll }) else {
        return .empty
      }
      return certainFirsts(of: first)
    case .repetition:
      if node.b == 0 { return .all }
      return node.b == 1 ? certainFirsts(of: node.a) : .empty
    case .group, .atomic: return certainFirsts(of: node.a)
    case .lookAhead: return node.flag ? .empty : certainFirsts(of: node.a)
    case .lineEnd: return .endOfLine
    case .textEnd, .textEndOrNewline: return .edgeOnly
    default: return .empty
    }
  }

  private func certainByte(_ node: PatternNode) -> ByteSet257 {
    let byte = bytes[Int(node.a)]
    var result = ByteSet257(byte: byte)
    if node.flag, Self.isLetter(byte) { result.insert(byte ^ 0x20) }
    return result
  }

  private func certainSet(_ node: PatternNode, wide: ByteSet257) -> ByteSet257 {
    let set = sets[Int(node.a)]
    guard set.isExact else { return .empty }
    let result = ByteSet257(ascii: set)
    return set.wide == .all ? result.union(wide) : result
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}
