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
  private let reach: Reach

  /// How much of a sequence is considered: the parts that match this many bytes and, if asked for, a stop.
  private struct Reach {
    var bytes: Int
    var includesStop = false

    /// No condition looks beyond the third byte and the first one that no condition skips.
    static let allConditions = Reach(bytes: 3, includesStop: true)
    static let threeBytes = Reach(bytes: 3)
    static let firstByte = Reach(bytes: 1)
  }

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

  private init(_ tree: PatternTree, reach: Reach) {
    self.tree = tree
    self.reach = reach
  }

  static func lead(of tree: PatternTree) -> FirstSets {
    let root = tree.root
    return lead(of: tree, node: root, reach: .allConditions)
      ?? lead(of: tree, node: root, reach: .threeBytes) ?? .anything
  }

  /// Returns the first bytes of a node that anything may follow.
  static func firstBytes(of tree: PatternTree, node: PatternTree.Index) -> ByteSet257 {
    lead(of: tree, node: node, reach: .firstByte)?.first ?? .all
  }

  /// Returns nil if the analysis would take too long.
  private static func lead(of tree: PatternTree, node: PatternTree.Index, reach: Reach) -> FirstSets? {
    var analysis = LeadAnalysis(tree, reach: reach)
    var lead = FirstSets.anything
    analysis.prepend(node, to: &lead)
    return analysis.visits < visitLimit ? lead : nil
  }

  /// Turns the conditions after a node into those before it. They are large, so they are changed in place.
  private mutating func prepend(_ index: PatternTree.Index, to lead: inout FirstSets) {
    visits += 1
    guard visits < Self.visitLimit else { return lead = .anything }
    if lead.isImpossible { return }
    let node = tree[index]
    switch node.kind {
    case .empty, .keep:
      return
    case .literal:
      prependLiteral(node, to: &lead)
    case .set:
      prependSet(node, to: &lead)
    case .sequence:
      let parts = tree.children(of: node)
      let seen = tree.prefix(of: parts, spanning: reach.bytes, withStop: reach.includesStop)
      if seen.count < parts.count { lead = .anything }
      for part in seen.reversed() { prepend(part, to: &lead) }
    case .alternation:
      let follow = lead
      lead = .none
      for branch in tree.children(of: node) { lead.formUnion(self.lead(of: branch, before: follow)) }
    case .repetition:
      prependRepetition(index, node, to: &lead)
    case .group, .atomic:
      prepend(node.a, to: &lead)
    case .call:
      guard callDepth < Self.callDepthLimit else { return lead = .anything }
      callDepth += 1
      defer { callDepth -= 1 }
      prepend(tree.groups[Int(node.a)], to: &lead)
    case .lookAhead:
      prependLookAhead(node, to: &lead)
    case .lookBehind:
      lead = lead.limited(
        previous: node.flag
          ? ByteSet257.all.subtracting(tree.certainTail(of: node.a)) : tree.tail(of: node.a))
    case .wordBoundary:
      prependBoundary(isNegated: node.flag, to: &lead)
    case .lineStart:
      var afterNewline = ByteSet257.all
      afterNewline.hasEdge = false
      let follow = lead
      lead = follow.limited(previous: .edgeOnly)
      lead.formUnion(follow.limited(previous: ByteSet257(1 << 10), first: afterNewline))
    case .lineEnd, .textEndOrNewline:
      lead = lead.limited(first: .endOfLine)
    case .textEnd:
      lead = lead.limited(first: .edgeOnly)
    case .textStart:
      lead = lead.limited(previous: .edgeOnly)
    case .searchStart:
      lead.allowsNoSearchStart = false
    case .backReference, .unknown:
      lead = .anything
    }
  }

  private mutating func lead(of index: PatternTree.Index, before follow: FirstSets) -> FirstSets {
    var lead = follow
    prepend(index, to: &lead)
    return lead
  }

  // MARK: Nodes that consume text

  private func prependLiteral(_ node: PatternTree.PatternNode, to lead: inout FirstSets) {
    let literal = tree.bytes[Int(node.a)..<Int(node.a + node.b)]
    if !node.flag, literal.count >= 3 { return prependLongLiteral(literal, to: &lead) }
    for byte in literal.reversed() {
      guard node.flag, byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A else {
        lead.prepend(ByteSet257(byte: byte))
        continue
      }
      var both = ByteSet257(byte: byte | 0x20)
      both.insert(byte & ~0x20)
      lead.prepend(both)
      if Self.beginsFold(byte) { lead.formUnion(.folded) }
    }
  }

  /// Equals the analysis byte by byte, for three or more bytes.
  private func prependLongLiteral(_ literal: ArraySlice<UInt8>, to lead: inout FirstSets) {
    let start = literal.startIndex
    guard lead.previous.contains(Int(literal[literal.endIndex - 1])) else { return lead = .none }
    lead.first = ByteSet257(byte: literal[start])
    lead.second = ByteSet257(byte: literal[start + 1])
    lead.third = ByteSet257(byte: literal[start + 2])
    lead.previous = .all
    lead.allowsNoSearchStart = true
    func first(skipping skipped: ByteSet257, else rest: ByteSet257) -> ByteSet257 {
      guard let kept = literal.first(where: { !skipped.contains(Int($0)) }) else { return rest }
      return ByteSet257(byte: kept)
    }
    lead.afterSpaces = first(skipping: .blanks, else: lead.afterSpaces)
    lead.afterWord = first(skipping: .wordRun, else: lead.afterWord)
    lead.afterSpacesAndWord = first(skipping: .blanksAndWordRun, else: lead.afterSpacesAndWord)
  }

  /// Whether a non-ASCII scalar can fold to `letter` or to a string that starts with it.
  static func beginsFold(_ letter: UInt8) -> Bool {
    switch letter | 0x20 {
    case UInt8(ascii: "s"), UInt8(ascii: "k"), UInt8(ascii: "f"): true
    default: false
    }
  }

  private func prependSet(_ node: PatternTree.PatternNode, to lead: inout FirstSets) {
    let set = tree.sets[Int(node.a)]
    let leads = LeadBytes(of: set.wide)
    if leads.isEmpty {
      lead.prepend(ByteSet257(ascii: set))
    } else {
      let follow = lead
      lead.prepend(ByteSet257(ascii: set))
      lead.formUnion(follow.preceded(by: leads))
    }
    if node.flag { lead.formUnion(.foldedFromClass) }
  }

  private func prependRun(of node: PatternTree.PatternNode, to lead: inout FirstSets) {
    let set = tree.sets[Int(node.a)]
    if node.flag { lead.formUnion(.foldedFromClass) }
    lead.prependRun(of: ByteSet257(ascii: set), leads: LeadBytes(of: set.wide))
  }

  private mutating func prependRepetition(
    _ index: PatternTree.Index, _ node: PatternTree.PatternNode, to lead: inout FirstSets
  ) {
    // A loop over a set takes no longer than finding its last answer.
    if tree[node.a].kind == .set { return prependNewRepetition(node, to: &lead) }
    if let known = repetitions[index], known.follow == lead, known.loopDepth == loopDepth,
      known.callDepth == callDepth
    {
      return lead = known.lead
    }
    let follow = lead
    prependNewRepetition(node, to: &lead)
    repetitions[index] = KnownLead(follow: follow, loopDepth: loopDepth, callDepth: callDepth, lead: lead)
  }

  private mutating func prependNewRepetition(_ node: PatternTree.PatternNode, to lead: inout FirstSets) {
    if node.c == node.b + 1 {
      lead.formUnion(self.lead(of: node.a, before: lead))
    } else if node.c < 0 || node.c > node.b {
      prependLoop(node, to: &lead)
    }
    // Four repetitions give the same conditions as any larger number.
    for _ in 0..<min(node.b, 4) {
      let last = lead
      prepend(node.a, to: &lead)
      if lead == last { break }
    }
  }

  private mutating func prependLoop(_ node: PatternTree.PatternNode, to lead: inout FirstSets) {
    if tree[node.a].kind == .set { return prependRun(of: tree[node.a], to: &lead) }
    loopDepth += 1
    defer { loopDepth -= 1 }
    let follow = lead
    if loopDepth <= 2 {
      for _ in 0..<Self.loopRounds {
        let last = lead
        lead.formUnion(self.lead(of: node.a, before: last))
        if lead == last { return }
      }
    }
    lead = follow
    lead.formUnion(self.lead(of: node.a, before: .anything))
  }

  // MARK: Nodes that consume nothing

  private func prependBoundary(isNegated: Bool, to lead: inout FirstSets) {
    let maybeWord = ByteSet257.wordBytes.union(.nonASCII)
    let maybeNot = ByteSet257.notWord.union(.nonASCII)
    let follow = lead
    lead = follow.limited(previous: maybeWord, first: isNegated ? maybeWord : maybeNot)
    lead.formUnion(follow.limited(previous: maybeNot, first: isNegated ? maybeNot : maybeWord))
  }

  private mutating func prependLookAhead(_ node: PatternTree.PatternNode, to lead: inout FirstSets) {
    if node.flag {
      lead = lead.limited(first: ByteSet257.all.subtracting(tree.certainFirsts(of: node.a)))
    } else {
      lead = lead.intersection(self.lead(of: node.a, before: .anything))
    }
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
