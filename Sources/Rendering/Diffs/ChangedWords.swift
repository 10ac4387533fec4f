internal import StyledRuns

/// Marks the changed words in lines of a diff that replace as many other lines.
///
/// ```diff
/// -let total = count
/// +let total = size
/// ```
///
/// Deleted lines and the inserted lines after them form a group. A group gets its marks (``ScopeTable/insertedWord``
/// and ``ScopeTable/deletedWord``, on top of the scopes of the code) when its end is known, so that no mark is taken
/// back while the lines arrive. Groups that are too long for marks to help get none, which bounds the cost of a line.
struct ChangedWords {
  /// The origin of a line that a change consists of.
  enum ChangeSide { case deleted, inserted }

  /// The runs of consecutive lines of which some have marks.
  struct MarkedLines {
    var first: Int
    var runs: [[CodeRun]]

    /// Sets the runs of lines of which the first has the index `start` in the code.
    func show(in lines: inout [CodeLine], from start: Int = 0) {
      for (index, runs) in runs.enumerated() { lines[first - start + index].runs = runs }
    }
  }

  /// The maximum length in bytes of a line with marks.
  private static let longestLine = 2000

  /// The number of lines that were added.
  private(set) var count = 0
  /// The lines of the last group, without marks; empty if the last line belongs to no group.
  private var deleted: [CodeLine] = []
  private var inserted: [CodeLine] = []
  private var isTooLong = false
  /// The number of bytes before the code of a line: that of the sign, if the lines have signs.
  private let signLength: Int

  /// - Parameter haveSigns: Whether the lines begin with `+`, `-` or a space.
  init(haveSigns: Bool) { signLength = haveSigns ? 1 : 0 }

  /// The index of the first line whose marks are not known yet.
  var firstOpen: Int { isTooLong ? count : count - deleted.count - inserted.count }

  /// Returns the side of a line of a diff with signs, according to its sign and its scopes; nil for headers and
  /// unchanged lines.
  static func side(of line: CodeLine, in scopes: ScopeTable) -> ChangeSide? {
    let side: ChangeSide
    let name: String
    switch line.text.utf8.first {
    case UInt8(ascii: "-"): (side, name) = (.deleted, "markup.deleted.diff")
    case UInt8(ascii: "+"): (side, name) = (.inserted, "markup.inserted.diff")
    default: return nil
    }
    var current = line.runs.last?.scopes ?? .empty
    while current != .empty {
      let entry = scopes.entries[Int(current.rawValue) - 1]
      if entry.name == name { return side }
      current = entry.parent
    }
    return nil
  }

  /// Adds the next line.
  ///
  /// - Returns: The lines of the group that the line ends; nil if they have no marks.
  mutating func add(_ line: CodeLine, _ side: ChangeSide?, scopes: inout ScopeTable) -> MarkedLines? {
    var marked: MarkedLines?
    if side == nil || side == .deleted && !inserted.isEmpty {
      marked = end(scopes: &scopes)
      reset()
    }
    count += 1
    switch side {
    case .deleted: deleted.append(line)
    // Inserted lines that replace nothing form no group.
    case .inserted where !deleted.isEmpty: inserted.append(line)
    default: break
    }
    if deleted.count > ScopeTable.maximumChangedLines || inserted.count > ScopeTable.maximumChangedLines {
      // One line of each side is kept, which tells where the group ends.
      isTooLong = true
      deleted.removeSubrange(1...)
      inserted.removeSubrange(min(1, inserted.count)...)
    }
    return marked
  }

  private mutating func reset() {
    deleted.removeAll(keepingCapacity: true)
    inserted.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  /// Returns the lines of the last group as if it had ended; nil if they have no marks.
  func end(scopes: inout ScopeTable) -> MarkedLines? {
    guard !isTooLong, !deleted.isEmpty, deleted.count == inserted.count else { return nil }
    var old = deleted.map(\.runs)
    var new = inserted.map(\.runs)
    var isMarked = false
    for index in deleted.indices {
      let (before, after) = (deleted[index].text.utf8, inserted[index].text.utf8)
      guard max(before.count, after.count) <= Self.longestLine,
        let change = WordChange(
          String(Substring(before.dropFirst(signLength))), String(Substring(after.dropFirst(signLength))))
      else { continue }
      isMarked = true
      old[index] = mark(change.old, of: deleted[index], as: ScopeTable.deletedWord, &scopes)
      new[index] = mark(change.new, of: inserted[index], as: ScopeTable.insertedWord, &scopes)
    }
    return isMarked ? MarkedLines(first: firstOpen, runs: old + new) : nil
  }

  /// Returns the lines of the last group without marks, to take back ``end(scopes:)``.
  var unmarked: MarkedLines { MarkedLines(first: firstOpen, runs: (deleted + inserted).map(\.runs)) }

  /// Removes the lines from index `keep` on. Lines of earlier groups keep their marks.
  mutating func truncate(to keep: Int) {
    guard keep < count else { return }
    let kept = keep - (count - deleted.count - inserted.count)
    if isTooLong || kept <= 0 {
      reset()
    } else if kept <= deleted.count {
      deleted.removeSubrange(kept...)
      inserted.removeAll()
    } else {
      inserted.removeSubrange((kept - deleted.count)...)
    }
    count = keep
  }

  private func mark(
    _ range: Range<Int>, of line: CodeLine, as name: String, _ scopes: inout ScopeTable
  ) -> [CodeRun] {
    let range = range.lowerBound + signLength..<range.upperBound + signLength
    guard !range.isEmpty else { return line.runs }
    let known = line.runs.isEmpty ? [CodeRun(length: line.text.utf8.count, scopes: .empty)] : line.runs
    var runs: [CodeRun] = []
    var start = 0
    for run in known {
      let end = start + Int(run.length)
      let inside = max(start, min(range.lowerBound, end))..<max(start, min(range.upperBound, end))
      let parts = [
        (inside.lowerBound - start, run.scopes),
        (inside.count, inside.isEmpty ? run.scopes : scopes.push(name, onto: run.scopes)),
        (end - inside.upperBound, run.scopes),
      ]
      for (length, scopes) in parts where length > 0 { runs.append(CodeRun(length: length, scopes: scopes)) }
      start = end
    }
    return runs
  }
}

/// The difference between a line and its replacement: the text between the common prefix and the common
/// suffix, extended to word boundaries.
struct WordChange: Equatable {
  /// The byte ranges of the difference.
  var old: Range<Int>
  var new: Range<Int>

  /// Compares two lines; returns nil if they are equal, or too different for a mark to be helpful. O(lines).
  init?(_ old: String, _ new: String) {
    let (before, after) = (Array(old.utf8), Array(new.utf8))
    let shared = min(before.count, after.count)
    var start = 0
    while start < shared, before[start] == after[start] { start += 1 }
    var end = 0
    while end < shared - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
    while start > 0, Self.isWord(before[start - 1]),
      start < before.count && Self.isWord(before[start]) || start < after.count && Self.isWord(after[start])
    {
      start -= 1
    }
    while end > 0, Self.isWord(before[before.count - end]),
      before.count - end > start && Self.isWord(before[before.count - end - 1])
        || after.count - end > start && Self.isWord(after[after.count - end - 1])
    {
      end -= 1
    }
    self.old = start..<max(start, before.count - end)
    self.new = start..<max(start, after.count - end)
    let common = before.prefix(start).count { $0 > 0x20 } + before.suffix(end).count { $0 > 0x20 }
    let changed = max(self.old.count, self.new.count)
    guard changed > 0, common * 2 >= changed else { return nil }
  }

  /// Whether a byte belongs to a word. All bytes of non-ASCII characters do, so that no character is split.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }
}
