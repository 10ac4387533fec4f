/// Compiles alternatives. A list of keywords becomes a trie; other alternatives are selected by the next byte
/// if that helps.
extension MatchCompiler {
  /// The minimum number of alternatives for a dispatch table.
  private static let dispatchThreshold = 3
  /// The maximum length of all dispatch tables, up to which another one is begun.
  static let dispatchLimit = 24 * 257

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
      let start = Int32(contents.tries.count)
      contents.tries += trie.nodes
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
    guard entries.count >= Self.dispatchThreshold, contents.dispatch.count < Self.dispatchLimit else {
      return try chain(entries[...])
    }
    guard let admitted = admittedEntries(entries) else { return try chain(entries[...]) }
    // The distinct lists of entries in the order of the first byte that admits them.
    var lists: [UInt64] = []
    var table: [UInt8] = []
    var chosen: [Int16] = []
    table.reserveCapacity(257)
    for value in 0...ByteSet257.edge {
      let mask = admitted[value]
      if value > 0, mask == admitted[value - 1] {
        table.append(table[value - 1])
        continue
      }
      if let known = lists.firstIndex(of: mask) {
        table.append(UInt8(known))
        continue
      }
      guard chosen.count < 256 else { return try chain(entries[...]) }
      table.append(UInt8(chosen.count))
      lists.append(mask)
      let list = entries.indices.filter { mask >> UInt64($0) & 1 != 0 }.map { entries[$0] }
      chosen.append(list.isEmpty ? -1 : Int16(try chain(list[...])))
    }
    let places = (Int32(contents.dispatch.count), Int32(contents.targets.count))
    contents.dispatch += table
    contents.targets += chosen
    return try emit(.init(operation: .dispatch, a: places.0, b: places.1), first: first)
  }

  /// Returns the entries that can succeed with each of the 257 values, as bits; nil if there are more entries
  /// than bits.
  private func admittedEntries(_ entries: [Int32]) -> [UInt64]? {
    guard entries.count <= UInt64.bitWidth else { return nil }
    var admitted = [UInt64](repeating: 0, count: ByteSet257.edge + 1)
    for (index, entry) in entries.enumerated() {
      let bit = UInt64(1) << UInt64(index)
      let set = firsts[Int(entry)]
      for part in 0..<4 {
        var bits = set.word(part)
        while bits != 0 {
          admitted[part << 6 | bits.trailingZeroBitCount] |= bit
          bits &= bits - 1
        }
      }
      if set.hasEdge { admitted[ByteSet257.edge] |= bit }
    }
    return admitted
  }

  private mutating func chain(_ entries: ArraySlice<Int32>) throws(UnreadablePattern) -> Int32 {
    let entries = try mergingAssertions(of: entries)
    guard var result = entries.last else { throw UnreadablePattern() }
    for entry in entries.dropLast().reversed() { result = try choice(entry, result) }
    return result
  }

  /// Replaces neighbouring assertions with the same continuation by one that holds if any of them does. A second one
  /// that holds would lead to the same failure as the first.
  private mutating func mergingAssertions(of entries: ArraySlice<Int32>) throws(UnreadablePattern) -> [Int32]
  {
    var merged: [Int32] = []
    var rest = entries
    while let entry = rest.popFirst() {
      let assertion = contents.code[Int(entry)]
      guard assertion.operation.isSimpleAssertion else {
        merged.append(entry)
        continue
      }
      let others = rest.prefix { other in
        let other = contents.code[Int(other)]
        return other.operation.isSimpleAssertion && other.next == assertion.next
      }
      rest = rest.dropFirst(others.count)
      if others.isEmpty {
        merged.append(entry)
        continue
      }
      let start = Int32(contents.targets.count)
      contents.targets += ([entry] + others).map { Int16($0) }
      merged.append(
        try emit(
          .init(operation: .anyHolds, next: assertion.next, a: start, b: Int32(others.count + 1)),
          first: others.reduce(firsts[Int(entry)]) { $0.union(firsts[Int($1)]) }))
    }
    return merged
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
