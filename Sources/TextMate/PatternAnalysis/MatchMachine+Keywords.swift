/// Matches lists of keywords.
extension MatchMachine {
  /// Matches the strings of a trie at `position`, and pushes a choice for each further match.
  ///
  /// - Returns: The end of the first match, or `failed` or `undecided`.
  mutating func keywordEnd(
    _ instruction: UnsafeMutablePointer<Instruction>, at position: Int
  ) -> Int {
    var node = tables.pointee.tries + Int(instruction.pointee.a)
    let foldsCase = instruction.pointee.flag
    var end = position
    // The strings that match here, by rank. There are at most `KeywordTrie.endLimit`.
    var found = 0
    return withUnsafeTemporaryAllocation(of: (rank: Int16, end: Int32).self, capacity: KeywordTrie.endLimit) {
      ends in
      while true {
        if node.pointee.rank >= 0, found < KeywordTrie.endLimit, admits(instruction.pointee.b, at: end) {
          var index = found
          while index > 0, ends[index - 1].rank > node.pointee.rank {
            ends[index] = ends[index - 1]
            index -= 1
          }
          ends[index] = (node.pointee.rank, Int32(truncatingIfNeeded: end))
          found += 1
        }
        if end == count { break }
        var byte = text[end]
        if foldsCase, PatternTree.isLetter(byte) { byte |= 0x20 }
        if byte >= 0x80, node.pointee.hasFoldedChild, foldsToASCII(at: end) { return Self.undecided }
        var distance = node.pointee.distance(toClassOf: byte)
        while distance > 0, node[distance].byte != byte {
          distance = node[distance].sibling == 0 ? 0 : distance &+ Int(node[distance].sibling)
        }
        if distance == 0 { break }
        node += distance
        end &+= 1
      }
      if found == 0 { return Self.failed }
      for index in stride(from: found - 1, to: 0, by: -1) {
        let entry = BacktrackEntry(
          kind: .choice, instruction: instruction.pointee.next, position: ends[index].end, bound: 0)
        guard push(entry) else { return Self.undecided }
      }
      return Int(ends[0].end)
    }
  }
}
