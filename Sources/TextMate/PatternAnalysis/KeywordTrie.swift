/// A trie of strings in an array, for lists of keywords.
///
/// The children of a node are neighbours, and a set of their bytes tells where each is, so that a step takes the same
/// time however many there are. Nodes refer to each other by distance, so that an array can hold several tries.
struct KeywordTrie {
  struct TrieNode: Equatable {
    /// The classes of the children's bytes, as bits: the bytes modulo 64.
    var childClasses: UInt64 = 0
    /// The distance to the first child. One child of each class comes first, by class, and then the others.
    var firstChild: Int16 = 0
    /// The distance to the next child of the same parent and class; 0 for none.
    var sibling: Int16 = 0
    /// The rank of the string that ends at this node; -1 if none does.
    var rank: Int16
    var byte: UInt8
    /// Whether a non-ASCII scalar can fold to the letter of a child. Only in patterns that ignore case.
    var hasFoldedChild = false

    static func classBit(of byte: UInt8) -> UInt64 { 1 &<< UInt64(byte) }

    /// The distance to the first child of the class of `byte`; 0 for none.
    @inline(__always)
    func distance(toClassOf byte: UInt8) -> Int {
      let bit = Self.classBit(of: byte)
      if childClasses & bit == 0 { return 0 }
      return Int(firstChild) &+ (childClasses & (bit &- 1)).nonzeroBitCount
    }
  }

  /// The nodes. Node 0 is the root.
  private(set) var nodes: [TrieNode] = []

  /// The maximum number of strings that are prefixes of each other. The machine has space for eight.
  static let endLimit = 8

  /// Builds a trie; nil if more than `endLimit` of the strings can match at one position, or if there are too
  /// many strings for 16 bits.
  init?(_ strings: [[UInt8]], foldsCase: Bool) {
    guard let draft = TrieDraft(strings, foldsCase: foldsCase) else { return nil }
    let count = draft.nodes.count
    nodes.reserveCapacity(count)
    // The nodes of the draft, from the root down, and their distances to siblings.
    var order = [0]
    order.reserveCapacity(count)
    var siblings = [Int16](repeating: 0, count: count)
    for place in 0..<count {
      let source = draft.nodes[order[place]]
      var node = TrieNode(sibling: siblings[place], rank: source.rank, byte: source.byte)
      let first = order.count
      node.firstChild = Int16(first - place)
      var childCount = 0
      draft.forEachChild(of: source) { _, byte in
        node.childClasses |= TrieNode.classBit(of: byte)
        if foldsCase, PatternTree.isLetter(byte), LeadAnalysis.beginsFold(byte) { node.hasFoldedChild = true }
        childCount += 1
      }
      order.append(contentsOf: repeatElement(0, count: childCount))
      var last = first + node.childClasses.nonzeroBitCount
      draft.forEachChild(of: source) { index, byte in
        var child = place + node.distance(toClassOf: byte)
        if order[child] > 0 {
          while siblings[child] > 0 { child += Int(siblings[child]) }
          siblings[child] = Int16(last - child)
          child = last
          last += 1
        }
        order[child] = index
      }
      nodes.append(node)
    }
  }
}

/// A trie to which strings are added. Children are linked lists, the last one first.
private struct TrieDraft {
  struct DraftNode {
    var byte: UInt8
    var rank: Int16 = -1
    var child: Int16 = -1
    var sibling: Int16 = -1
  }

  private(set) var nodes = [DraftNode(byte: 0)]

  init?(_ strings: [[UInt8]], foldsCase: Bool) {
    guard strings.count <= Int(Int16.max) else { return nil }
    for (rank, string) in strings.enumerated() {
      var node = 0
      guard nodes.count + string.count <= Int(Int16.max) else { return nil }
      for byte in string {
        node = child(of: node, byte: foldsCase && PatternTree.isLetter(byte) ? byte | 0x20 : byte)
      }
      // An equal string of higher rank takes precedence.
      if nodes[node].rank < 0 { nodes[node].rank = Int16(rank) }
    }
    if longestChain() > KeywordTrie.endLimit { return nil }
  }

  func forEachChild(of node: DraftNode, _ body: (_ index: Int, _ byte: UInt8) -> Void) {
    var child = Int(node.child)
    while child >= 0 {
      body(child, nodes[child].byte)
      child = Int(nodes[child].sibling)
    }
  }

  private mutating func child(of parent: Int, byte: UInt8) -> Int {
    var index = nodes[parent].child
    while index >= 0 {
      if nodes[Int(index)].byte == byte { return Int(index) }
      index = nodes[Int(index)].sibling
    }
    nodes.append(DraftNode(byte: byte, sibling: nodes[parent].child))
    nodes[parent].child = Int16(nodes.count - 1)
    return nodes.count - 1
  }

  /// Children have higher indices than their parents, so one pass is enough.
  private func longestChain() -> Int {
    var depth = [Int](repeating: 0, count: nodes.count)
    var longest = 0
    for (index, node) in nodes.enumerated() {
      if node.rank >= 0 { depth[index] += 1 }
      longest = max(longest, depth[index])
      forEachChild(of: node) { child, _ in depth[child] = depth[index] }
    }
    return longest
  }
}
