/// Computes the conditions for the start of a match, from the end of a pattern to its start.
///
/// For each node, the conditions after the node give the conditions before it. Outer loops use the least
/// fixpoint, inner loops a coarser answer, and calls are followed a few levels deep. A limit on visits bounds
/// the work; beyond it, every node allows anything.
struct LeadAnalysis {
  private let tree: PatternTree
  private var visits = 0
  private var loopDepth = 0
  private var callDepth = 0
  /// Whether to ignore everything after the first three bytes of a sequence.
  private var isCoarse: Bool

  /// The last answer for each repetition. In a loop, it is often asked again with the same conditions after it.
  private var repetitions: [PatternTree.Index: KnownLead] = [:]

  private struct KnownLead {
    var follow: FirstSets
    /// The answer is less exact in deeper loops and calls.
    var loopDepth: Int
    var callDepth: Int
    var lead: FirstSets
  }

  private static let visitLimit = 4_000
  private static let loopRounds = 5
  private static let callDepthLimit = 3

  private init(_ tree: PatternTree, isCoarse: Bool) {
    self.tree = tree
    self.isCoarse = isCoarse
  }

  static func lead(of tree: PatternTree) -> FirstSets {
    lead(of: tree, node: tree.root, isCoarse: false) ?? lead(of: tree, node: tree.root, isCoarse: true)
      ?? .anything
  }

  /// Returns the first bytes of a node that anything may follow.
  static func firstBytes(of tree: PatternTree, node: PatternTree.Index) -> ByteSet257 {
    lead(of: tree, node: node, isCoarse: true)?.first ?? .all
  }

  /// Returns nil if the analysis would take too long.
  private static func lead(of tree: PatternTree, node: PatternTree.Index, isCoarse: Bool) -> FirstSets? {
    var analysis = LeadAnalysis(tree, isCoarse: isCoarse)
    let lead = analysis.lead(of: node, before: .anything)
    return analysis.visits < visitLimit ? lead : nil
  }

  private mutating func lead(of index: PatternTree.Index, before follow: FirstSets) -> FirstSets {
    visits += 1
    guard visits < Self.visitLimit else { return .anything }
    if follow.isImpossible { return .none }
    let node = tree[index]
    switch node.kind {
    case .empty, .keep:
      return follow
    case .literal:
      return literalLead(node, before: follow)
    case .set:
      return setLead(node, before: follow)
    case .sequence:
      var children = tree.children(of: node)
      var result = follow
      if isCoarse {
        let seen = tree.prefix(of: children, spanning: 3)
        if seen.count < children.count { result = .anything }
        children = seen
      }
      for child in children.reversed() { result = lead(of: child, before: result) }
      return result
    case .alternation:
      var result = FirstSets.none
      for child in tree.children(of: node) { result = result.union(lead(of: child, before: follow)) }
      return result
    case .repetition:
      return repetitionLead(index, node, before: follow)
    case .group, .atomic:
      return lead(of: node.a, before: follow)
    case .call:
      guard callDepth < Self.callDepthLimit else { return .anything }
      callDepth += 1
      defer { callDepth -= 1 }
      return lead(of: tree.groups[Int(node.a)], before: follow)
    case .lookAhead:
      return lookAheadLead(node, before: follow)
    case .lookBehind:
      return follow.limited(
        previous: node.flag
          ? ByteSet257.all.subtracting(tree.certainTail(of: node.a)) : tree.tail(of: node.a))
    case .wordBoundary:
      return boundaryLead(isNegated: node.flag, before: follow)
    case .lineStart:
      var afterNewline = ByteSet257.all
      afterNewline.hasEdge = false
      return follow.limited(previous: .edgeOnly)
        .union(follow.limited(previous: ByteSet257(1 << 10), first: afterNewline))
    case .lineEnd, .textEndOrNewline:
      return follow.limited(first: .endOfLine)
    case .textEnd:
      return follow.limited(first: .edgeOnly)
    case .textStart:
      return follow.limited(previous: .edgeOnly)
    case .searchStart:
      var result = follow
      result.allowsNoSearchStart = false
      return result
    case .backReference, .unknown:
      return .anything
    }
  }

  // MARK: Nodes that consume text

  private func literalLead(_ node: PatternTree.PatternNode, before follow: FirstSets) -> FirstSets {
    let literal = tree.bytes[Int(node.a)..<Int(node.a + node.b)]
    if !node.flag, literal.count >= 3 { return longLiteralLead(literal, before: follow) }
    var result = follow
    for byte in literal.reversed() {
      guard node.flag, byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A else {
        result = result.preceded(by: ByteSet257(byte: byte))
        continue
      }
      var both = ByteSet257(byte: byte | 0x20)
      both.insert(byte & ~0x20)
      result = result.preceded(by: both)
      if Self.beginsFold(byte) { result = result.union(.folded) }
    }
    return result
  }

  /// Equals the analysis byte by byte, for three or more bytes.
  private func longLiteralLead(_ literal: ArraySlice<UInt8>, before follow: FirstSets) -> FirstSets {
    let start = literal.startIndex
    guard follow.previous.contains(Int(literal[literal.endIndex - 1])) else { return .none }
    var lead = follow
    lead.first = ByteSet257(byte: literal[start])
    lead.second = ByteSet257(byte: literal[start + 1])
    lead.third = ByteSet257(byte: literal[start + 2])
    lead.previous = .all
    lead.allowsNoSearchStart = true
    func first(skipping skipped: ByteSet257, else rest: ByteSet257) -> ByteSet257 {
      guard let kept = literal.first(where: { !skipped.contains(Int($0)) }) else { return rest }
      return ByteSet257(byte: kept)
    }
    lead.afterSpaces = first(skipping: .blanks, else: follow.afterSpaces)
    lead.afterWord = first(skipping: .wordBytes, else: follow.afterWord)
    lead.afterSpacesAndWord = first(skipping: .blanksAndWordBytes, else: follow.afterSpacesAndWord)
    return lead
  }

  /// Whether a non-ASCII scalar can fold to `letter` or to a string that starts with it.
  static func beginsFold(_ letter: UInt8) -> Bool {
    switch letter | 0x20 {
    case UInt8(ascii: "s"), UInt8(ascii: "k"), UInt8(ascii: "f"): true
    default: false
    }
  }

  private func setLead(_ node: PatternTree.PatternNode, before follow: FirstSets) -> FirstSets {
    let set = tree.sets[Int(node.a)]
    let result = follow.preceded(by: ByteSet257(ascii: set)).union(
      follow.preceded(by: LeadBytes(of: set.wide)))
    return node.flag ? result.union(.foldedFromClass) : result
  }

  private mutating func repetitionLead(
    _ index: PatternTree.Index, _ node: PatternTree.PatternNode, before follow: FirstSets
  ) -> FirstSets {
    // A loop over a set takes no longer than finding its last answer.
    if tree[node.a].kind == .set { return newRepetitionLead(node, before: follow) }
    if let known = repetitions[index], known.follow == follow, known.loopDepth == loopDepth,
      known.callDepth == callDepth
    {
      return known.lead
    }
    let lead = newRepetitionLead(node, before: follow)
    repetitions[index] = KnownLead(follow: follow, loopDepth: loopDepth, callDepth: callDepth, lead: lead)
    return lead
  }

  private mutating func newRepetitionLead(
    _ node: PatternTree.PatternNode, before follow: FirstSets
  ) -> FirstSets {
    var result = follow
    if node.c < 0 || node.c > node.b {
      result = node.c == node.b + 1 ? optionalLead(node, before: follow) : loopLead(node, before: follow)
    }
    for _ in 0..<min(node.b, 4) {
      let next = lead(of: node.a, before: result)
      if next == result { break }
      result = next
    }
    // Four repetitions give the same conditions as any larger number.
    return result
  }

  private mutating func optionalLead(_ node: PatternTree.PatternNode, before follow: FirstSets) -> FirstSets {
    follow.union(lead(of: node.a, before: follow))
  }

  private mutating func loopLead(_ node: PatternTree.PatternNode, before follow: FirstSets) -> FirstSets {
    loopDepth += 1
    defer { loopDepth -= 1 }
    if loopDepth <= 2 || tree[node.a].kind == .set {
      var result = follow
      for _ in 0..<Self.loopRounds {
        let next = result.union(lead(of: node.a, before: result))
        if next == result { return result }
        result = next
      }
    }
    return follow.union(lead(of: node.a, before: .anything))
  }

  // MARK: Nodes that consume nothing

  private func boundaryLead(isNegated: Bool, before follow: FirstSets) -> FirstSets {
    let maybeWord = ByteSet257.wordBytes.union(.nonASCII)
    let maybeNot = ByteSet257.notWord.union(.nonASCII)
    if isNegated {
      return follow.limited(previous: maybeWord, first: maybeWord)
        .union(follow.limited(previous: maybeNot, first: maybeNot))
    }
    return follow.limited(previous: maybeWord, first: maybeNot)
      .union(follow.limited(previous: maybeNot, first: maybeWord))
  }

  private mutating func lookAheadLead(_ node: PatternTree.PatternNode, before follow: FirstSets) -> FirstSets
  {
    if node.flag {
      return follow.limited(first: ByteSet257.all.subtracting(tree.certainFirsts(of: node.a)))
    }
    return follow.intersection(lead(of: node.a, before: .anything))
  }
}

extension FirstSets {
  /// A non-ASCII scalar that can stand for one or more ASCII letters.
  fileprivate static let folded = anything.limited(first: .nonASCII)

  /// Letters of which a case-insensitive class can match several, because a member folds to them.
  fileprivate static let foldedFromClass: FirstSets = {
    var first = ByteSet257.nonASCII
    for byte in "sfijhtwyaSFIJHTWYA".utf8 { first.insert(byte) }
    return anything.limited(first: first)
  }()
}
