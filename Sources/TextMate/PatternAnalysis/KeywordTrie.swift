/// A trie of strings in an array, for lists of keywords.
struct KeywordTrie {
  struct TrieNode: Equatable {
    var byte: UInt8
    /// Whether a non-ASCII scalar can fold to this letter. Only in patterns that ignore case.
    var mayBeFolded = false
    /// The rank of the string that ends at this node; -1 if none does.
    var rank: Int16 = -1
    var child: Int16 = -1
    var sibling: Int16 = -1
  }

  /// The nodes. Node 0 is the root.
  private(set) var nodes: [TrieNode] = [TrieNode(byte: 0)]

  /// The maximum number of strings that are prefixes of each other. The machine has space for eight.
  static let endLimit = 8

  /// Builds a trie; nil if more than `endLimit` of the strings can match at one position, or if there are too
  /// many strings for 16 bits.
  init?(_ strings: [[UInt8]], foldsCase: Bool) {
    guard strings.count <= Int(Int16.max) else { return nil }
    for (rank, string) in strings.enumerated() {
      var node = 0
      guard nodes.count + string.count <= Int(Int16.max) else { return nil }
      for byte in string {
        let lowered = foldsCase && PatternTree.isLetter(byte) ? byte | 0x20 : byte
        node = child(of: node, byte: lowered, foldsCase: foldsCase)
      }
      // An equal string of higher rank takes precedence.
      if nodes[node].rank < 0 { nodes[node].rank = Int16(rank) }
    }
    if longestChain() > Self.endLimit { return nil }
  }

  private mutating func child(of parent: Int, byte: UInt8, foldsCase: Bool) -> Int {
    var index = nodes[parent].child
    while index >= 0 {
      if nodes[Int(index)].byte == byte { return Int(index) }
      index = nodes[Int(index)].sibling
    }
    let isFoldable = foldsCase && PatternTree.isLetter(byte) && LeadAnalysis.beginsFold(byte)
    nodes.append(TrieNode(byte: byte, mayBeFolded: isFoldable, sibling: nodes[parent].child))
    nodes[parent].child = Int16(nodes.count - 1)
    return nodes.count - 1
  }

  /// Children have higher indices than their parents, so one pass is enough.
  private func longestChain() -> Int {
    var depth = [Int](repeating: 0, count: nodes.count)
    var longest = 0
    for index in nodes.indices {
      if nodes[index].rank >= 0 { depth[index] += 1 }
      longest = max(longest, depth[index])
      var child = nodes[index].child
      while child >= 0 {
        depth[Int(child)] = depth[index]
        child = nodes[Int(child)].sibling
      }
    }
    return longest
  }
}
