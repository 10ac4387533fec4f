/// Compiles alternatives. A list of keywords becomes a trie; other alternatives are selected by the next byte
/// if that helps.
extension MatchCompiler {
  /// The minimum number of alternatives for a dispatch table.
  private static let dispatchThreshold = 3
  private static let dispatchLimit = 24

  mutating func compileAlternation(
    _ index: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    if let keywords = try compileKeywords(index, next: next) { return keywords }
    var entries: [Int32] = []
    for child in tree.children(of: tree[index]) { entries.append(try compile(child, next: next)) }
    return try choose(entries)
  }

  /// Compiles a node that is a list of at least two strings; nil for other nodes.
  mutating func compileKeywords(
    _ index: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32? {
    for foldsCase in [false, true] {
      guard let strings = tree.strings(of: index, foldsCase: foldsCase), strings.count > 1 else { continue }
      guard let trie = KeywordTrie(strings, foldsCase: foldsCase) else { return nil }
      let start = Int32(tries.count)
      tries += trie.nodes
      var first = strings.contains([]) ? firsts[Int(next)] : .empty
      for head in strings.compactMap(\.first) {
        first.insert(head)
        guard foldsCase, PatternTree.isLetter(head) else { continue }
        first.insert(head ^ 0x20)
        if LeadAnalysis.beginsFold(head) { first = first.union(.nonASCII) }
      }
      let filter = addFilter(firsts[Int(next)])
      return try emit(
        .init(operation: .keywords, flag: foldsCase, next: next, a: start, b: filter), first: first)
    }
    return nil
  }

  /// Emits an instruction that tries `entries` in order.
  private mutating func choose(_ entries: [Int32]) throws(UnreadablePattern) -> Int32 {
    let first = entries.reduce(ByteSet257.empty) { $0.union(firsts[Int($1)]) }
    guard entries.count >= Self.dispatchThreshold, dispatch.count < Self.dispatchLimit * 257 else {
      return try chain(entries[...])
    }
    var chains: [[Int32]: UInt8] = [:]
    var table: [UInt8] = []
    var chosen: [Int16] = []
    table.reserveCapacity(257)
    for value in 0...ByteSet257.edge {
      let admitted = entries.filter { firsts[Int($0)].contains(value) }
      if let known = chains[admitted] {
        table.append(known)
        continue
      }
      guard chosen.count < 256 else { return try chain(entries[...]) }
      let number = UInt8(chosen.count)
      chosen.append(admitted.isEmpty ? -1 : Int16(try chain(admitted[...])))
      chains[admitted] = number
      table.append(number)
    }
    let places = (Int32(dispatch.count), Int32(targets.count))
    dispatch += table
    targets += chosen
    return try emit(.init(operation: .dispatch, a: places.0, b: places.1), first: first)
  }

  private mutating func chain(_ entries: ArraySlice<Int32>) throws(UnreadablePattern) -> Int32 {
    guard var result = entries.last else { throw UnreadablePattern() }
    for entry in entries.dropLast().reversed() { result = try choice(entry, result) }
    return result
  }

  /// Emits an instruction that tries `primary`, then `secondary`.
  mutating func choice(_ primary: Int32, _ secondary: Int32) throws(UnreadablePattern) -> Int32 {
    let ahead = (firsts[Int(primary)], firsts[Int(secondary)])
    let filters = (addFilter(ahead.0), addFilter(ahead.1))
    return try emit(
      .init(
        operation: filters == (-1, -1) ? .choice : .filteredChoice, next: primary, a: secondary,
        b: filters.0, c: filters.1),
      first: ahead.0.union(ahead.1))
  }
}
