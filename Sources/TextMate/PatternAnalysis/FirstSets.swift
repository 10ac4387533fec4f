/// The conditions around a position under which the rest of a pattern can match there. The lead analysis
/// computes them from the end of the pattern to its start.
///
/// The sets have the same meaning as in `PatternFacts`. If one set is empty, no match is possible; all such
/// values are `.none`.
struct FirstSets: Equatable {
  var first: ByteSet257
  var second: ByteSet257
  var third: ByteSet257
  var previous: ByteSet257
  var afterSpaces: ByteSet257
  var afterWord: ByteSet257
  var afterSpacesAndWord: ByteSet257
  /// Whether a match is possible where `\G` does not hold.
  var allowsNoSearchStart: Bool

  static let anything = FirstSets(
    first: .all, second: .all, third: .all, previous: .all, afterSpaces: .all, afterWord: .all,
    afterSpacesAndWord: .all, allowsNoSearchStart: true)
  static let none = FirstSets(
    first: .empty, second: .empty, third: .empty, previous: .empty, afterSpaces: .empty, afterWord: .empty,
    afterSpacesAndWord: .empty, allowsNoSearchStart: false)

  /// Whether no match is possible. One set tells, as all such values are `.none`.
  var isImpossible: Bool { first.isEmpty }

  private var normalized: FirstSets {
    first.isEmpty || second.isEmpty || third.isEmpty || previous.isEmpty || afterSpaces.isEmpty
      || afterWord.isEmpty || afterSpacesAndWord.isEmpty ? .none : self
  }

  /// Adds an alternative to the conditions.
  mutating func formUnion(_ other: FirstSets) {
    first.formUnion(other.first)
    second.formUnion(other.second)
    third.formUnion(other.third)
    previous.formUnion(other.previous)
    afterSpaces.formUnion(other.afterSpaces)
    afterWord.formUnion(other.afterWord)
    afterSpacesAndWord.formUnion(other.afterSpacesAndWord)
    allowsNoSearchStart = allowsNoSearchStart || other.allowsNoSearchStart
  }

  /// Returns the conditions under which both can match.
  func intersection(_ other: FirstSets) -> FirstSets {
    FirstSets(
      first: first.intersection(other.first), second: second.intersection(other.second),
      third: third.intersection(other.third), previous: previous.intersection(other.previous),
      afterSpaces: afterSpaces.intersection(other.afterSpaces),
      afterWord: afterWord.intersection(other.afterWord),
      afterSpacesAndWord: afterSpacesAndWord.intersection(other.afterSpacesAndWord),
      allowsNoSearchStart: allowsNoSearchStart && other.allowsNoSearchStart
    ).normalized
  }

  /// Restricts the byte before the position and the byte at the position.
  func limited(previous allowedBefore: ByteSet257 = .all, first allowed: ByteSet257 = .all) -> FirstSets {
    var lead = self
    lead.previous = previous.intersection(allowedBefore)
    lead.first = first.intersection(allowed)
    if allowed != .all {
      // The first byte also remains after skipping, unless it is skipped itself.
      lead.afterSpaces = Self.narrowed(afterSpaces, first: lead.first, skipped: .blanks)
      lead.afterWord = Self.narrowed(afterWord, first: lead.first, skipped: .wordRun)
      lead.afterSpacesAndWord = Self.narrowed(
        afterSpacesAndWord, first: lead.first, skipped: .blanksAndWordRun)
    }
    return lead.normalized
  }

  private static func narrowed(
    _ after: ByteSet257, first: ByteSet257, skipped: ByteSet257
  ) -> ByteSet257 {
    first.intersection(skipped).isEmpty ? after.intersection(first) : after
  }

  /// Puts a byte of `bytes` before the conditions.
  mutating func prepend(_ bytes: ByteSet257) {
    var head = bytes.intersection(previous)
    head.hasEdge = false
    if head.isEmpty { return self = .none }
    third = second
    second = first
    first = head
    previous = .all
    afterSpaces = Self.after(head, afterSpaces, skipped: .blanks)
    afterWord = Self.after(head, afterWord, skipped: .wordRun)
    afterSpacesAndWord = Self.after(head, afterSpacesAndWord, skipped: .blanksAndWordRun)
    allowsNoSearchStart = true
  }

  /// Returns the conditions for a non-ASCII scalar with one of these lead bytes, followed by these conditions.
  func preceded(by leads: LeadBytes) -> FirstSets {
    // The last byte of the scalar.
    let last = previous.intersection(.continuations)
    if leads.isEmpty || last.isEmpty { return .none }
    let head = leads.firstBytes
    var scalar = FirstSets(
      first: head, second: .empty, third: .empty, previous: .all, afterSpaces: head, afterWord: afterWord,
      afterSpacesAndWord: afterSpacesAndWord, allowsNoSearchStart: true)
    if leads.two != 0 {
      scalar.second = last
      scalar.third = first
    }
    if leads.three != 0 {
      scalar.second = .continuations
      scalar.third = scalar.third.union(last)
    }
    if leads.four != 0 {
      scalar.second = .continuations
      scalar.third = scalar.third.union(.continuations)
    }
    return scalar
  }

  /// Adds that any number of scalars come before the conditions: ASCII ones of `bytes`, and those with one of
  /// these lead bytes. Equals the union with what `prepend(_:)` and `preceded(by:)` give, until nothing changes.
  mutating func prependRun(of bytes: ByteSet257, leads: LeadBytes) {
    let head = bytes.union(leads.firstBytes)
    let last = leads.isEmpty ? bytes : bytes.union(.continuations)
    // Behind the first scalar, `previous` only has to allow the last byte of one.
    if last.intersection(previous).isEmpty { return }
    previous = .all
    first.formUnion(head)
    if !bytes.isEmpty { second.formUnion(first) }
    if !leads.isEmpty { second.formUnion(.continuations) }
    if !bytes.isEmpty { third.formUnion(second) }
    if leads.two != 0 { third.formUnion(first) }
    if leads.three | leads.four != 0 { third.formUnion(.continuations) }
    afterSpaces.formUnion(head.subtracting(.blanks))
    afterWord.formUnion(head.subtracting(.wordRun))
    afterSpacesAndWord.formUnion(head.subtracting(.blanksAndWordRun))
    allowsNoSearchStart = true
  }

  private static func after(
    _ head: ByteSet257, _ rest: ByteSet257, skipped: ByteSet257
  ) -> ByteSet257 {
    let kept = head.subtracting(skipped)
    return kept == head ? kept : kept.union(rest)
  }
}

extension ByteSet257 {
  static let blanks = ByteSet257(1 << 9 | 1 << 32)
  static let wordBytes = ByteSet257(ScalarSet.word.low, ScalarSet.word.high)
  /// The bytes of a run of word characters: the ASCII ones, and those of all other scalars, many of which are
  /// letters. Without them, a pattern as `\w+=` would be tried at each letter of a long word with one accent.
  static let wordRun = wordBytes.union(nonASCII)
  static let blanksAndWordRun = blanks.union(wordRun)
  /// The bytes that are certainly not part of a word, and the edge.
  static let notWord = ByteSet257.all.subtracting(wordBytes).subtracting(nonASCII)
  static let endOfLine = ByteSet257(1 << 10, edge: true)
  static let edgeOnly = ByteSet257(edge: true)

  init(ascii set: ScalarSet) {
    self.init(set.low, set.high)
  }
}
