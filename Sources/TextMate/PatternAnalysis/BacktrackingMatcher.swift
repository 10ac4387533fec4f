/// A backtracking matcher for a pattern. Its results equal Oniguruma's, or it reports that it cannot decide.
///
/// It owns the memory of its program.
struct BacktrackingMatcher: ~Copyable, Sendable {
  /// The result of a match attempt.
  enum BacktrackingOutcome: Equatable, Sendable {
    case noMatch
    /// The pattern matched from the given position to `end`. The slots hold the groups.
    case match(end: Int)
    /// The matcher could not decide, because it met a non-ASCII scalar whose class matters. The caller must
    /// ask the library.
    case unknown
    /// The match took more than its work limit or the most memory.
    case exhausted
  }

  private let program: MatchProgram

  /// The number of capture groups, without the whole match.
  var captureCount: Int { program.captureCount }

  init(_ contents: borrowing ProgramContents) {
    program = MatchProgram(contents)
  }

  /// Tries the pattern at one position. Allocates only what ``MatchScratch`` grows by.
  ///
  /// - Parameters:
  ///   - text: Well-formed UTF-8, shorter than 2^31 bytes.
  ///   - position: The position to try, at a scalar boundary.
  ///   - searchStart: The position where `\G` holds; -1 for none.
  ///   - slots: Memory for `2 * (captureCount + 1)` values. After `.match` it holds the start and end of
  ///     group 0 (the whole match), 1, 2 and so on, or -1 for a group that did not take part. After other
  ///     results it is unspecified.
  ///   - scratch: The working memory, which no other thread may use at the same time.
  ///   - workLimit: The work (`WorkBudget`) after which the match is given up the next time that it backtracks.
  func match(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int, searchStart: Int,
    slots: UnsafeMutablePointer<Int32>, scratch: borrowing MatchScratch, workLimit: Int
  ) -> BacktrackingOutcome {
    guard position >= 0, position <= text.count, text.count < Int32.max else { return .noMatch }
    let tables = program.tables
    var machine = MatchMachine(
      tables: tables, text: text, searchStart: searchStart, slots: slots, scratch: scratch,
      workLimit: workLimit)
    let end = machine.run(from: tables.pointee.start, at: position)
    scratch.work.pointee &+= WorkBudget.attempt &+ workLimit &- machine.workLeft
    if end < 0 {
      return end == MatchMachine.failed ? .noMatch : machine.workLeft < 0 ? .exhausted : .unknown
    }
    machine.prepareSlots()
    slots[0] = Int32(truncatingIfNeeded: position)
    slots[1] = Int32(truncatingIfNeeded: end)
    return .match(end: end)
  }
}
