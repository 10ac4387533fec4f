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

  /// Whether it asks the same patterns for the same rules.
  func hasEntries(_ patterns: [(pattern: PatternReference, target: RuleReference?)]) -> Bool {
    guard patterns.count == count else { return false }
    return patterns.indices.allSatisfy { index in
      entries[index].pattern == patterns[index].pattern.pointer
        && entries[index].target == patterns[index].target?.pointer
    }
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
  let classes: UnsafeMutablePointer<UInt8>
  let classCount: Int
  /// The rows of the tables that tell patterns apart, one table behind the other.
  private let rows: UnsafeMutablePointer<UInt64>
  private let tableCount: Int
  /// Where each of the tables begins: among `rows`, or in ``permissive`` where it would deny nothing.
  let previous: UnsafeMutablePointer<UInt64>
  let first: UnsafeMutablePointer<UInt64>
  let second: UnsafeMutablePointer<UInt64>
  let third: UnsafeMutablePointer<UInt64>
  let afterSpaces: UnsafeMutablePointer<UInt64>
  let afterWord: UnsafeMutablePointer<UInt64>
  let afterSpacesAndWord: UnsafeMutablePointer<UInt64>
  /// For each word: patterns that only match where the search starts, and those that a later table tells about.
  let startOnly: UnsafeMutablePointer<UInt64>
  let byAfterSpaces: UnsafeMutablePointer<UInt64>
  let byAfterWord: UnsafeMutablePointer<UInt64>
  let byAfterSpacesAndWord: UnsafeMutablePointer<UInt64>

  var byteCount: Int {
    count * MemoryLayout<Entry>.stride + 257 + (tableCount * classCount + 4) * words * 8
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

    // A table in which no pattern is denied anything needs no rows of its own.
    let tableSize = classCount * words
    let isDistinguishing = Table.allCases.map { table in
      table == .first || tableSize > Self.permissiveSize
        || patterns.contains { !$0.pattern.pointer.pointee.facts.set(table).isAll }
    }
    tableCount = isDistinguishing.count { $0 }
    let rowWords = tableCount * tableSize
    rows = .allocate(capacity: rowWords + 4 * words)
    var next = rows
    let tables = isDistinguishing.map { isDistinguishing in
      guard isDistinguishing else { return Self.permissive }
      defer { next += tableSize }
      return next
    }
    previous = tables[Table.previous.rawValue]
    first = tables[Table.first.rawValue]
    second = tables[Table.second.rawValue]
    third = tables[Table.third.rawValue]
    afterSpaces = tables[Table.afterSpaces.rawValue]
    afterWord = tables[Table.afterWord.rawValue]
    afterSpacesAndWord = tables[Table.afterSpacesAndWord.rawValue]
    startOnly = rows + rowWords
    byAfterSpaces = startOnly + words
    byAfterWord = byAfterSpaces + words
    byAfterSpacesAndWord = byAfterWord + words
    // Every pattern everywhere, and no bit beyond the last pattern; what cannot start is then taken away.
    for row in 0..<(tableCount * classCount) {
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
        let start = tables[table.rawValue] + word
        for (number, value) in representatives.enumerated() where !set.contains(value) {
          start[number * words] &= ~bit
        }
      }
    }
    // No match starts inside a character.
    let inside = first + Int(classes[0x80]) * words
    for word in 0..<words { inside[word] = 0 }
  }
  /// A table that denies nothing, for all that are small enough.
  private static let permissiveSize = 512
  // Written once, here.
  nonisolated(unsafe) private static let permissive: UnsafeMutablePointer<UInt64> = {
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: permissiveSize)
    table.initialize(repeating: .max, count: permissiveSize)
    return table
  }()

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
