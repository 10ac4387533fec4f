/// Look-around and atomic groups.
extension MatchCompiler {
  mutating func compileAtomic(
    _ body: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    if isLookingBehind { throw UnreadablePattern() }
    let inner = tree[body]
    if inner.kind == .repetition, inner.greed == .greedy, singleSet(inner.a) != nil {
      var possessive = inner
      possessive.greed = .possessive
      return try compileRepetition(possessive, body, next: next)
    }
    let accept = try emit(.init(operation: .accept), first: .all)
    let entry = try compile(body, next: accept)
    return try emitAtomic(entry, next: next, first: firsts[Int(entry)])
  }

  mutating func emitAtomic(
    _ entry: Int32, next: Int32, first: ByteSet257
  ) throws(UnreadablePattern) -> Int32 {
    try emit(.init(operation: .atomic, next: next, a: entry), first: first)
  }

  mutating func compileLookAhead(
    _ node: PatternTree.Node, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    let following = firsts[Int(next)]
    if let set = singleSet(node.a) {
      let number = addSet(set)
      return try emit(
        .init(operation: .peekSet, flag: node.flag, next: next, a: number),
        first: node.flag ? following : following.intersection(Self.first(of: set)))
    }
    let inner = tree[node.a]
    if inner.kind == .literal, !inner.flag {
      let head = ByteSet257(byte: tree.bytes[Int(inner.a)])
      return try emit(
        .init(operation: .peekLiteral, flag: node.flag, next: next, a: inner.a, b: inner.b),
        first: node.flag ? following : following.intersection(head))
    }
    let outer = isLookingBehind
    isLookingBehind = false
    let accept = try emit(.init(operation: .accept), first: .all)
    let entry = try compile(node.a, next: accept)
    isLookingBehind = outer
    if outer, tree.hasGroups(node.a) { throw UnreadablePattern() }
    return try emit(
      .init(operation: .lookAhead, flag: node.flag, next: next, a: entry),
      first: node.flag ? following : following.intersection(firsts[Int(entry)]))
  }

  mutating func compileLookBehind(
    _ node: PatternTree.Node, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    let following = firsts[Int(next)]
    if let set = singleSet(node.a) {
      let number = addSet(set)
      return try emit(
        .init(operation: .behindSet, flag: node.flag, next: next, a: number), first: following)
    }
    let outer = isLookingBehind
    isLookingBehind = true
    defer { isLookingBehind = outer }
    let accept = try emit(.init(operation: .accept), first: .all)
    let inner = tree[node.a]
    let branches = inner.kind == .alternation ? Array(tree.children(of: inner)) : [node.a]
    var result: Int32 = -1
    for branch in branches.reversed() {
      guard let width = tree.scalarWidth(of: branch) else { throw UnreadablePattern() }
      var entry = try compile(branch, next: accept)
      if width > 0 {
        entry = try emit(
          .init(operation: .stepBack, flag: tree.mayFold(branch), next: entry, a: width), first: .all)
      }
      result = result < 0 ? entry : try emit(.init(operation: .choice, next: entry, a: result), first: .all)
    }
    return try emit(
      .init(operation: .lookBehind, flag: node.flag, next: next, a: result), first: following)
  }
}

extension PatternTree {
  /// The number of scalars that `index` matches, where it is always the same.
  func scalarWidth(of index: Index) -> Int32? {
    let node = self[index]
    switch node.kind {
    case .literal:
      return Int32(bytes[Int(node.a)..<Int(node.a + node.b)].count { $0 & 0xC0 != 0x80 })
    case .set: return 1
    case .sequence:
      var sum: Int32 = 0
      for child in children(of: node) {
        guard let width = scalarWidth(of: child) else { return nil }
        sum += width
      }
      return sum
    case .alternation:
      var common: Int32?
      for child in children(of: node) {
        guard let width = scalarWidth(of: child), common == nil || common == width else { return nil }
        common = width
      }
      return common
    case .repetition:
      guard node.b == node.c, node.b <= 100, let width = scalarWidth(of: node.a) else { return nil }
      return width * node.b
    case .group, .atomic: return scalarWidth(of: node.a)
    case .backReference, .call, .unknown, .keep: return nil
    default: return 0
    }
  }

  /// Whether a scalar beyond ASCII may stand for letters of `index`.
  func mayFold(_ index: Index) -> Bool {
    let node = self[index]
    switch node.kind {
    case .literal: return node.flag
    case .set: return node.flag
    case .sequence, .alternation: return children(of: node).contains { mayFold($0) }
    case .repetition, .group, .atomic, .lookAhead, .lookBehind: return mayFold(node.a)
    default: return false
    }
  }

  func hasGroups(_ index: Index) -> Bool {
    let node = self[index]
    switch node.kind {
    case .group: return true
    case .sequence, .alternation: return children(of: node).contains { hasGroups($0) }
    case .repetition, .atomic, .lookAhead, .lookBehind: return hasGroups(node.a)
    default: return false
    }
  }

  /// Whether a back-reference stands in its own group, where captures are half written.
  var hasDoubtfulReferences: Bool {
    groups.indices.dropFirst().contains { refers(to: Int32($0), in: groups[$0]) }
  }

  private func refers(to group: Int32, in index: Index) -> Bool {
    let node = self[index]
    switch node.kind {
    case .backReference: return node.a == group
    case .sequence, .alternation: return children(of: node).contains { refers(to: group, in: $0) }
    case .repetition, .group, .atomic, .lookAhead, .lookBehind: return refers(to: group, in: node.a)
    default: return false
    }
  }
}
