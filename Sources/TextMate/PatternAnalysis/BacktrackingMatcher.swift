/// A pattern as a small program of our own, which gives exactly Oniguruma's result or says that it cannot.
package struct BacktrackingMatcher: Sendable {
  /// What a match attempt gave.
  package enum Outcome: Equatable, Sendable {
    case noMatch
    /// Matched from the position that was asked up to `end`; the slots hold the groups.
    case match(end: Int)
    /// Not decided here (a scalar that is not ASCII where its class matters, or too many steps): ask the
    /// library.
    case unknown
  }

  private let program: MatchProgram

  /// The number of capture groups, not counting the whole match.
  package var captureCount: Int { program.captureCount }

  /// Nil where the pattern uses something that only the library can do, or is not valid.
  package init?(_ pattern: [UInt8]) {
    guard let tree = try? PatternParser.parse(pattern), let program = try? MatchCompiler.compile(tree) else {
      return nil
    }
    self.program = program
  }

  /// Tries the pattern at `position` and nowhere else.
  ///
  /// `slots` has room for `2 * (captureCount + 1)` values. After `.match` they hold start and end of group 0
  /// (the whole match), 1, 2, ...; -1 for a group that took no part. After the other outcomes they are
  /// unspecified. `searchStart` is where `\G` holds, -1 for nowhere. The text must be well-formed UTF-8,
  /// shorter than 2^31 bytes, and `position` not inside a scalar. Allocates nothing.
  package func match(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int, searchStart: Int,
    slots: UnsafeMutablePointer<Int32>, scratch: borrowing MatchScratch
  ) -> Outcome {
    guard position >= 0, position <= text.count, text.count < Int32.max else { return .noMatch }
    let tables = program.tables
    var machine = MatchMachine(
      tables: tables, text: text, searchStart: searchStart, slots: slots, scratch: scratch)
    let end = machine.run(from: tables.pointee.start, at: position)
    scratch.work.pointee &+= machine.retries &+ machine.moved
    if end < 0 { return end == MatchMachine.failed ? .noMatch : .unknown }
    machine.prepareSlots()
    slots[0] = Int32(truncatingIfNeeded: position)
    slots[1] = Int32(truncatingIfNeeded: end)
    return .match(end: end)
  }
}
