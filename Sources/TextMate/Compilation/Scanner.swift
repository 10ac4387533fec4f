/// The patterns that can match inside a rule, in order of priority, with tables that show which patterns can
/// start at a position.
///
/// Each scanner has a fixed address and is created and freed by the grammar's ``RuleCompiler``. Immutable.
///
/// A table has one row for each class of bytes, with one bit for each pattern. Bytes that no pattern
/// distinguishes share a class. The rows for the bytes at, before and after a position are combined with a
/// bitwise AND. The remaining bits mark the patterns to try.
struct Scanner: ~Copyable {
  /// A pattern and the consequence of its match.
  struct ScannerEntry {
    var pattern: UnsafeMutablePointer<Pattern>
    /// The rule to enter; nil for the end or while pattern of the current rule.
    var target: UnsafeMutablePointer<Rule>?
    var groupsNeeded: Int32
    /// The number of elements in the pattern's ``Pattern/laterBytes``.
    var laterCount: Int32
  }

  /// Whether the scanner has these patterns with these rules.
  func hasEntries(_ patterns: [(pattern: PatternReference, target: RuleReference?)]) -> Bool {
    guard patterns.count == count else { return false }
    return patterns.indices.allSatisfy { index in
      entries[index].pattern == patterns[index].pattern.pointer
        && entries[index].target == patterns[index].target?.pointer
    }
  }

  /// The tables, by the position of the byte that selects the row.
  enum CandidateTable: Int, CaseIterable {
    case previous, first, second, third
    /// Tables used only if the others leave a pattern.
    case afterSpaces, afterWord, afterSpacesAndWord
  }

  /// A set of tables.
  struct TableSet {
    private var bits: UInt8 = 0

    init() {}

    /// Creates the set of the tables that satisfy a condition.
    init(where isMember: (CandidateTable) -> Bool) {
      for table in CandidateTable.allCases where isMember(table) { bits |= 1 << UInt8(table.rawValue) }
    }

    func contains(_ table: CandidateTable) -> Bool { bits >> UInt8(table.rawValue) & 1 != 0 }
    mutating func formUnion(_ other: TableSet) { bits |= other.bits }
  }

  let entries: UnsafeMutablePointer<ScannerEntry>
  let count: Int
  /// The number of words in a row.
  let words: Int
  /// The class of each byte. Index 256 stands for the edge of the text.
  let classes: UnsafeMutablePointer<UInt8>
  let classCount: Int
  /// The rows of all tables that distinguish patterns, one table after another.
  private let rows: UnsafeMutablePointer<UInt64>
  private let tableCount: Int
  /// The start of each table in `rows`, or in ``permissive`` for a table that excludes no pattern.
  let previous: UnsafeMutablePointer<UInt64>
  let first: UnsafeMutablePointer<UInt64>
  let second: UnsafeMutablePointer<UInt64>
  let third: UnsafeMutablePointer<UInt64>
  let afterSpaces: UnsafeMutablePointer<UInt64>
  let afterWord: UnsafeMutablePointer<UInt64>
  let afterSpacesAndWord: UnsafeMutablePointer<UInt64>
  /// For each word of a row: the patterns that only match at the start of the search, and the patterns that
  /// each of the later tables can exclude.
  let startOnly: UnsafeMutablePointer<UInt64>
  let byAfterSpaces: UnsafeMutablePointer<UInt64>
  let byAfterWord: UnsafeMutablePointer<UInt64>
  let byAfterSpacesAndWord: UnsafeMutablePointer<UInt64>

  var byteCount: Int {
    count * MemoryLayout<ScannerEntry>.stride + 257 + (tableCount * classCount + 4) * words * 8
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
        to: ScannerEntry(
          pattern: pattern.pointer, target: target?.pointer,
          groupsNeeded: target?.pointer.pointee.groupsNeeded ?? owner?.pointer.pointee.endGroupsNeeded ?? 1,
          laterCount: Int32(clamping: pattern.pointer.pointee.facts.laterBytes.count)))
    }

    var partition = BytePartition()
    partition.split(by: .continuations)
    var restricted = TableSet()
    for (pattern, _) in patterns {
      restricted.formUnion(pattern.pointer.pointee.restrictedTables)
      for table in CandidateTable.allCases where pattern.pointer.pointee.restrictedTables.contains(table) {
        partition.split(by: pattern.pointer.pointee.facts.set(table))
      }
    }
    classes = .allocate(capacity: 257)
    let firstBytes: ByteSet257
    (classCount, firstBytes) = partition.assign(to: classes)
    let isEdgeAlone = firstBytes.count < classCount

    // A table that excludes no pattern needs no rows of its own.
    let tableSize = classCount * words
    let isDistinguishing = CandidateTable.allCases.map { table in
      table == .first || tableSize > Self.permissiveSize || restricted.contains(table)
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
    previous = tables[CandidateTable.previous.rawValue]
    first = tables[CandidateTable.first.rawValue]
    second = tables[CandidateTable.second.rawValue]
    third = tables[CandidateTable.third.rawValue]
    afterSpaces = tables[CandidateTable.afterSpaces.rawValue]
    afterWord = tables[CandidateTable.afterWord.rawValue]
    afterSpacesAndWord = tables[CandidateTable.afterSpacesAndWord.rawValue]
    startOnly = rows + rowWords
    byAfterSpaces = startOnly + words
    byAfterWord = byAfterSpaces + words
    byAfterSpacesAndWord = byAfterWord + words
    // Most patterns start with few bytes, so their bits are set in the rows of these bytes. A pattern that
    // starts with most bytes is set everywhere first.
    let tableWords = UnsafeMutableBufferPointer<UInt64>.allocate(
      capacity: CandidateTable.allCases.count * words)
    defer { tableWords.deallocate() }
    tableWords.initialize(repeating: 0)
    for (index, (pattern, _)) in patterns.enumerated() {
      let bit = UInt64(1) << UInt64(index & 63)
      for table in CandidateTable.allCases where pattern.pointer.pointee.largeTables.contains(table) {
        tableWords[table.rawValue * words + index >> 6] |= bit
      }
    }
    for (table, isDistinguishing) in zip(CandidateTable.allCases, isDistinguishing) where isDistinguishing {
      for row in 0..<classCount {
        for word in 0..<words {
          (tables[table.rawValue] + row * words + word).initialize(
            to: tableWords[table.rawValue * words + word])
        }
      }
    }
    startOnly.initialize(repeating: 0, count: 4 * words)
    for (index, (pattern, _)) in patterns.enumerated() {
      let word = index >> 6
      let bit = UInt64(1) << UInt64(index & 63)
      if pattern.pointer.pointee.facts.requiresSearchStart { startOnly[word] |= bit }
      for table in CandidateTable.allCases where pattern.pointer.pointee.restrictedTables.contains(table) {
        let set = pattern.pointer.pointee.facts.set(table)
        switch table {
        case .afterSpaces: byAfterSpaces[word] |= bit
        case .afterWord: byAfterWord[word] |= bit
        case .afterSpacesAndWord: byAfterSpacesAndWord[word] |= bit
        default: break
        }
        let start = tables[table.rawValue] + word
        // The set is a union of classes, so that one byte of each class tells whether it is in the set. The bit of a
        // large set is set everywhere, so that it is flipped for the others.
        let isLarge = pattern.pointer.pointee.largeTables.contains(table)
        for part in 0..<4 {
          var bits = (isLarge ? ~set.word(part) : set.word(part)) & firstBytes.word(part)
          while bits != 0 {
            start[Int(classes[part << 6 | bits.trailingZeroBitCount]) &* words] ^= bit
            bits &= bits - 1
          }
        }
        if set.hasEdge != isLarge, isEdgeAlone { start[Int(classes[ByteSet257.edge]) &* words] ^= bit }
      }
    }
    // No match starts inside a character.
    let inside = first + Int(classes[0x80]) * words
    for word in 0..<words { inside[word] = 0 }
  }
  /// The size of the shared table that excludes no pattern.
  private static let permissiveSize = 512
  // Written only once, here.
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
  func set(_ table: Scanner.CandidateTable) -> ByteSet257 {
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
