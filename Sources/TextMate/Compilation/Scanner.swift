/// The patterns that can match while the tokenizer stands in a rule, in the order in which they win, with tables
/// that tell for a position which of them can start there.
///
/// Lives at a fixed address, built and freed by the grammar's ``RuleCompiler``; immutable.
///
/// A table has a row of bits (one a pattern) for each class of bytes: bytes that no pattern tells apart share one.
/// The rows of what stands at a position, before and behind it are combined; a bit that is left is a pattern worth
/// asking.
struct Scanner: ~Copyable {
  /// A pattern and what follows from its match.
  struct Entry {
    var pattern: UnsafeMutablePointer<Pattern>
    /// The rule that the pattern enters; nil for the end (or while) pattern of the rule itself.
    var target: UnsafeMutablePointer<Rule>?
    var groupsNeeded: Int32
    /// How many of the pattern's ``Pattern/laterBytes`` there are.
    var laterCount: Int32
  }

  /// What a row is chosen by.
  enum Table: Int, CaseIterable {
    case previous, first, second, third
    /// Asked only when the others have left something.
    case afterSpaces, afterWord, afterSpacesAndWord
  }

  let entries: UnsafeMutablePointer<Entry>
  let count: Int
  /// Words of a row.
  let words: Int
  /// The class of each byte, and at 256 of the text's edge.
  let classes: UnsafeMutablePointer<UInt16>
  let classCount: Int
  private let rows: UnsafeMutablePointer<UInt64>
  /// For each word: patterns that only match where the search starts, and those that a later table tells about.
  let startOnly: UnsafeMutablePointer<UInt64>
  let byAfterSpaces: UnsafeMutablePointer<UInt64>
  let byAfterWord: UnsafeMutablePointer<UInt64>
  let byAfterSpacesAndWord: UnsafeMutablePointer<UInt64>

  @inline(__always)
  func table(_ table: Table) -> UnsafeMutablePointer<UInt64> { rows + table.rawValue * classCount * words }

  var byteCount: Int {
    count * MemoryLayout<Entry>.stride + 2 * 257 + (Table.allCases.count * classCount + 4) * words * 8
      + MemoryLayout<Scanner>.size
  }

  init(
    _ patterns: [(pattern: PatternReference, target: RuleReference?)], owner: RuleReference?
  ) {
    count = patterns.count
    words = max(1, (count + 63) / 64)
    entries = .allocate(capacity: max(1, count))
    for (index, (pattern, target)) in patterns.enumerated() {
      (entries + index).initialize(
        to: Entry(
          pattern: pattern.pointer, target: target?.pointer,
          groupsNeeded: target?.pointer.pointee.groupsNeeded ?? owner?.pointer.pointee.endGroupsNeeded ?? 1,
          laterCount: Int32(clamping: pattern.pointer.pointee.facts.laterBytes.count)))
    }

    var partition = BytePartition()
    partition.split(by: .continuations)
    for (pattern, _) in patterns {
      for table in Table.allCases { partition.split(by: pattern.pointer.pointee.facts.set(table)) }
    }
    classes = .allocate(capacity: 257)
    let representatives = partition.assign(to: classes)
    classCount = representatives.count

    let rowCount = Table.allCases.count * classCount
    rows = .allocate(capacity: (rowCount + 4) * words)
    startOnly = rows + rowCount * words
    byAfterSpaces = startOnly + words
    byAfterWord = byAfterSpaces + words
    byAfterSpacesAndWord = byAfterWord + words
    // Every pattern everywhere, and no bit beyond the last pattern; what cannot start is then taken away.
    for row in 0..<rowCount {
      for word in 0..<words {
        let last = count - word * 64
        (rows + row * words + word).initialize(
          to: last >= 64 ? UInt64.max : last <= 0 ? 0 : (UInt64(1) << UInt64(last)) - 1)
      }
    }
    startOnly.initialize(repeating: 0, count: 4 * words)
    for (index, (pattern, _)) in patterns.enumerated() {
      let word = index >> 6
      let bit = UInt64(1) << UInt64(index & 63)
      if pattern.pointer.pointee.facts.requiresSearchStart { startOnly[word] |= bit }
      for table in Table.allCases {
        let set = pattern.pointer.pointee.facts.set(table)
        if set.isAll { continue }
        switch table {
        case .afterSpaces: byAfterSpaces[word] |= bit
        case .afterWord: byAfterWord[word] |= bit
        case .afterSpacesAndWord: byAfterSpacesAndWord[word] |= bit
        default: break
        }
        let start = rows + table.rawValue * classCount * words + word
        for (number, value) in representatives.enumerated() where !set.contains(value) {
          start[number * words] &= ~bit
        }
      }
    }
    // No match starts inside a character.
    let inside = rows + (Table.first.rawValue * classCount + Int(classes[0x80])) * words
    for word in 0..<words { inside[word] = 0 }
  }

  deinit {
    entries.deallocate()
    classes.deallocate()
    rows.deallocate()
  }
}

extension PatternFacts {
  func set(_ table: Scanner.Table) -> ByteSet257 {
    switch table {
    case .previous: previous
    case .first: first
    case .second: second
    case .third: third
    case .afterSpaces: firstAfterSpaces
    case .afterWord: firstAfterWord
    case .afterSpacesAndWord: firstAfterSpacesAndWord
    }
  }
}
