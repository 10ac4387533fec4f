/// Compiles look-around and atomic groups.
extension MatchCompiler {
  mutating func compileAtomic(
    _ body: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
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
    _ node: PatternTree.PatternNode, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    // The library refuses a look-ahead inside a look-behind.
    if isLookingBehind { throw UnreadablePattern() }
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
    let accept = try emit(.init(operation: .accept), first: .all)
    let entry = try compile(node.a, next: accept)
    return try emit(
      .init(operation: .lookAhead, flag: node.flag, next: next, a: entry),
      first: node.flag ? following : following.intersection(firsts[Int(entry)]))
  }

  mutating func compileLookBehind(
    _ node: PatternTree.PatternNode, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    // The library refuses a negative look-behind inside another look-behind.
    if isLookingBehind, node.flag { throw UnreadablePattern() }
    let following = firsts[Int(next)]
    if let set = singleSet(node.a) {
      let number = addSet(set)
      return try emit(
        .init(operation: .behindSet, flag: node.flag, next: next, a: number), first: following)
    }
    let outer = (isLookingBehind, groupsAreForbidden)
    isLookingBehind = true
    defer { (isLookingBehind, groupsAreForbidden) = outer }
    let inner = tree[node.a]
    var branches = inner.kind == .alternation ? Array(tree.children(of: inner)) : [node.a]
    let isDivided = branches.allSatisfy { tree.scalarWidths(of: $0)?.count == 1 }
    if !isDivided { branches = [node.a] }
    groupsAreForbidden = groupsAreForbidden || node.flag || branches.count > 1 || !isDivided
    var entries: [Int32] = []
    for branch in branches {
      guard let widths = tree.scalarWidths(of: branch) else { throw UnreadablePattern() }
      var accept = try emit(.init(operation: .accept), first: .all)
      if widths.count > 1 {
        // A branch that can be empty or is atomic would need another algorithm.
        guard widths[0] > 0, !tree.hasAtomics(branch) else { throw UnreadablePattern() }
        accept = try emit(.init(operation: .atOrigin, next: accept), first: .all)
      }
      let body = try compile(branch, next: accept)
      let mayFold = tree.mayFold(branch)
      for width in widths {
        entries.append(
          try emit(.init(operation: .stepBack, flag: mayFold, next: body, a: width), first: .all))
      }
    }
    guard var entry = entries.last else { throw UnreadablePattern() }
    for other in entries.dropLast().reversed() {
      entry = try emit(.init(operation: .choice, next: other, a: entry), first: .all)
    }
    return try emit(
      .init(operation: .lookBehind, flag: node.flag, next: next, a: entry), first: following)
  }
}

extension PatternTree {
  private static let widthCountLimit = 32
  private static let scalarWidthLimit: Int32 = 100

  /// Returns the numbers of scalars that `index` can match, in ascending order; nil if they are unknown or
  /// too many.
  func scalarWidths(of index: Index) -> [Int32]? {
    let node = self[index]
    switch node.kind {
    case .literal:
      return [Int32(bytes[Int(node.a)..<Int(node.a + node.b)].count { $0 & 0xC0 != 0x80 })]
    case .set: return node.flag ? nil : [1]
    case .sequence:
      var sums: [Int32] = [0]
      for child in children(of: node) {
        guard let widths = scalarWidths(of: child) else { return nil }
        sums = Self.distinct(sums.flatMap { sum in widths.map { sum + $0 } })
        if sums.count > Self.widthCountLimit { return nil }
      }
      return sums
    case .alternation:
      var union: [Int32] = []
      for child in children(of: node) {
        guard let widths = scalarWidths(of: child) else { return nil }
        union = Self.distinct(union + widths)
        if union.count > Self.widthCountLimit { return nil }
      }
      return union
    case .repetition:
      guard node.c >= 0, node.c <= 16, let widths = scalarWidths(of: node.a) else { return nil }
      var sums: [Int32] = [0]
      var union: [Int32] = []
      for count in 0...node.c {
        if count >= node.b { union = Self.distinct(union + sums) }
        sums = Self.distinct(sums.flatMap { sum in widths.map { sum + $0 } })
        if sums.count > Self.widthCountLimit || union.count > Self.widthCountLimit { return nil }
      }
      return union
    case .group, .atomic: return scalarWidths(of: node.a)
    case .backReference, .call, .unknown, .keep, .lookAhead: return nil
    default: return [0]
    }
  }

  private static func distinct(_ widths: [Int32]) -> [Int32] {
    Set(widths.filter { $0 <= scalarWidthLimit }).sorted()
  }

  /// Whether a non-ASCII scalar can stand for letters of `index`.
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

  func hasAtomics(_ index: Index) -> Bool {
    let node = self[index]
    switch node.kind {
    case .atomic: return true
    case .sequence, .alternation: return children(of: node).contains { hasAtomics($0) }
    case .repetition: return node.greed == .possessive || hasAtomics(node.a)
    case .group, .lookAhead, .lookBehind: return hasAtomics(node.a)
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

  /// Whether a back-reference is inside its own group, whose capture is incomplete there.
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
