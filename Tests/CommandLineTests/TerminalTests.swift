import Foundation
import TestSupport
import Testing

/// The filter on a terminal of its own, as people see it: pyte's, behind a pseudo-terminal.
@Suite(
  "On a terminal", .serialized,
  .enabled(if: TerminalEmulator.isInstalled, "needs pyte: apt-get install python3-pyte"))
struct TerminalTests {
  private func check(_ test: String) throws {
    let program = Program.folder.appending(path: Program().name).path
    let result = try TerminalEmulator.run(script: "live.py", test, program)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(arguments: ["code", "list", "prose", "table", "paragraph"])
  func aStreamSendsLittleMoreThanItsLayout(kind: String) throws { try check("stream-\(kind)") }

  @Test func whatIsOnTheScreenFollowsItsSize() throws { try check("resize") }

  @Test func aReturnKeyThatIsTypedMovesNothingButTheCursor() throws { try check("typed") }

  @Test func aTerminalThatReadsNothingGetsTheLastFrameInPlaceOfAll() throws { try check("slow") }

  @Test func aStoppedStreamLeavesTheScreenAndComesBack() throws { try check("stop") }

  @Test func aStreamThatWasStoppedWithoutASignalBeginsBelowWhatIsThere() throws { try check("halt") }

  @Test func aTerminalThatNeverAnswersIsAskedOnce() throws { try check("silent") }

  @Test func aLateAnswerIsTakenBehindTheOutput() throws { try check("late") }
}
