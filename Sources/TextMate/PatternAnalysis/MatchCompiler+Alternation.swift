/// Compiles alternatives. A list of keywords becomes a trie, and so does a long one among other alternatives. These are
/// selected by the next byte if that helps.
extension MatchCompiler {
  /// The minimum number of keywords between other alternatives for a trie. Fewer are selected by the next byte.
  private static let trieThreshold = 8
  /// The minimum number of alternatives for a dispatch table.
  private static let dispatchThreshold = 3
  /// The maximum length of all dispatch tables, up to which another one is begun.
  static let dispatchLimit = 24 * 257

  mutating func compileAlternation(
    _ index: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32 {
    if let keywords = try compileKeywords(index, next: next) { return keywords }
    var entries: [Int32] = []
    var rest = tree.children(of: tree[index])
    while !rest.isEmpty {
      let keywords = leadingKeywords(of: rest)
      if keywords.strings.count >= Self.trieThreshold,
        let entry = try emitKeywords(keywords.strings, foldsCase: keywords.foldsCase, next: next)
      {
        entries.append(entry)
        rest = rest.dropFirst(keywords.alternatives)
        continue
      }
      let others = rest.prefix(max(1, keywords.alternatives))
      for other in others { entries.append(try compile(other, next: next)) }
      rest = rest[others.endIndex...]
    }
    return try choose(entries)
  }

  /// Compiles a node that is a list of at least two strings; nil for other nodes.
  mutating func compileKeywords(
    _ index: PatternTree.Index, next: Int32
  ) throws(UnreadablePattern) -> Int32? {
    for foldsCase in [false, true] {
      guard let strings = tree.strings(of: index, foldsCase: foldsCase), strings.count > 1 else { continue }
      return try emitKeywords(strings, foldsCase: foldsCase, next: next)
    }
    return nil
  }

  /// Returns the strings of the alternatives up to the first that is no list of strings; none for few alternatives.
  private func leadingKeywords(
    of alternatives: ArraySlice<PatternTree.Index>
  ) -> (strings: [[UInt8]], alternatives: Int, foldsCase: Bool) {
    var longest: (strings: [[UInt8]], alternatives: Int, foldsCase: Bool) = ([], 0, false)
    guard alternatives.count >= Self.trieThreshold else { return longest }
    for foldsCase in [false, true] {
      var strings: [[UInt8]] = []
      var count = 0
      for alternative in alternatives {
        guard let more = tree.strings(of: alternative, foldsCase: foldsCase),
          strings.count + more.count <= PatternTree.stringLimit
        else { break }
        strings += more
        count += 1
      }
      if count > longest.alternatives { longest = (strings, count, foldsCase) }
    }
    return longest
  }

  /// Emits an instruction that tries strings in order; nil if there is no trie of them.
  private mutating func emitKeywords(
    _ strings: [[UInt8]], foldsCase: Bool, next: Int32
  ) throws(UnreadablePattern) -> Int32? {
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
