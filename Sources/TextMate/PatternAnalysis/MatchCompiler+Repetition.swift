/// Compiles repetitions: runs of one set, loops, and unrolled counts.
extension MatchCompiler {
  mutating func compileRepetition(
    _ node: PatternTree.PatternNode, _ index: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    // A body that is never entered may still be invalid.
    if node.c == 0 { throw UnreadablePattern() }
    if let run = try compileRun(node, next: next) { return run }
    let inner = tree[node.a]
    if inner.kind == .repetition, node.greed == .lazy || inner.greed == .lazy {
      // Oniguruma merges nested quantifiers by its own rules.
      throw UnreadablePattern()
    }
    if node.b > 0 || node.c > 1, tree.minWidth(of: node.a) == 0 {
      // The end of such a repetition after an empty match depends on how the library unrolls it.
      throw UnreadablePattern()
    }
    if node.greed == .possessive {
      var plain = node
      plain.greed = .greedy
      let accept = try emit(.init(operation: .accept), first: .all)
      let body = try compileLoop(plain, next: accept)
      return try emitAtomic(body, next: next, first: .all)
    }
    if node.b == 0, node.c == 1, let keywords = try compileKeywords(index, next: next) { return keywords }
    return try compileLoop(node, next: next)
  }

  /// Returns the set of a node that matches exactly one scalar; nil for other nodes.
  ///
  /// A case-insensitive class can also match a few letters at once. If it contains all letters anyway, that
  /// only matters for a single occurrence, which the `set` instruction handles.
  func singleSet(_ index: PatternTree.Index) -> ScalarSet? {
    let node = tree[index]
    switch node.kind {
    case .set:
      let set = tree.sets[Int(node.a)]
      return set.isExact && (!node.flag || set.hasAllLetters) ? set : nil
    case .literal where node.b == 1:
      let byte = tree.bytes[Int(node.a)]
      var set = ScalarSet()
      set.insert(UInt32(byte))
      if node.flag, PatternTree.isLetter(byte) {
        set.insert(UInt32(byte ^ 0x20))
        if LeadAnalysis.beginsFold(byte) { set.wide = .unknown }
      }
      return set
    default: return nil
    }
  }

  private mutating func compileRun(
    _ node: PatternTree.PatternNode, next: Int32
  ) throws(UnreadablePattern) -> Int32? {
    guard let set = singleSet(node.a) else { return nil }
    if tree[node.a].kind == .set, tree[node.a].flag, node.c >= 0 || node.b > 1 { throw UnreadablePattern() }
    let limit = node.c < 0 ? Int32.max : node.c
    let following = firsts[Int(next)]
    let own = Self.first(of: set)
    // After stopping early, a scalar of the set follows. That is useless if nothing that follows can start
    // with it.
    let isFinal =
      node.greed == .possessive || node.b == limit || own.intersection(following).isEmpty
    let operation: MatchProgram.Operation =
      isFinal ? .run : node.greed == .lazy ? .lazyRun : .greedyRun
    let number = addSet(set)
    let filter = isFinal ? -1 : addFilter(following)
    let instruction = try emit(
      .init(operation: operation, next: next, a: number, b: node.b, c: limit),
      first: node.b > 0 ? own : own.union(following))
    contents.code[Int(instruction)].filter = filter
    return instruction
  }

  private mutating func compileLoop(
    _ node: PatternTree.PatternNode, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    var entry = next
    if node.c < 0 {
      entry = try compileStar(node, next: next)
    } else {
      guard node.c <= 200 else { throw UnreadablePattern() }
      for _ in 0..<(node.c - node.b) {
        let body = try compile(node.a, next: entry)
        entry = try node.greed == .lazy ? choice(next, body) : choice(body, next)
      }
    }
    guard node.b <= 200 else { throw UnreadablePattern() }
    for _ in 0..<node.b { entry = try compile(node.a, next: entry) }
    return entry
  }

  private mutating func compileStar(
    _ node: PatternTree.PatternNode, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    let mayBeEmpty = tree.minWidth(of: node.a) == 0
    if mayBeEmpty, tree.usesBackReferences, tree.hasGroups(node.a) { throw UnreadablePattern() }
    let bodyFirst = mayBeEmpty ? ByteSet257.all : LeadAnalysis.firstBytes(of: tree, node: node.a)
    // The body refers to the head before it is complete.
    let head = try emit(
      .init(operation: .choice), first: bodyFirst.union(firsts[Int(next)]))
    var loop = head
    if mayBeEmpty {
      guard markCount < MatchScratch.markCapacity else { throw UnreadablePattern() }
      loop = try emit(
        .init(operation: .skipIfEmpty, next: head, a: next, b: markCount), first: .all)
      markCount += 1
    }
    var body = try compile(node.a, next: loop)
    if mayBeEmpty {
      body = try emit(
        .init(operation: .mark, next: body, a: contents.code[Int(loop)].b), first: firsts[Int(body)])
    }
    let isLazy = node.greed == .lazy
    let filters = (addFilter(firsts[Int(body)]), addFilter(firsts[Int(next)]))
    contents.code[Int(head)] = .init(
      operation: filters == (-1, -1) ? .choice : .filteredChoice, next: isLazy ? next : body,
      a: isLazy ? body : next, b: isLazy ? filters.1 : filters.0, c: isLazy ? filters.0 : filters.1)
    return head
  }
}
