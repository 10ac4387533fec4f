import Foundation
import TestSupport
import Testing

/// Files on a terminal, as people read them: in a pager, with their own options, watched, and copied from.
@Suite(
  "Reading on a terminal", .serialized,
  .enabled(if: TerminalEmulator.isInstalled, "needs pyte: apt-get install python3-pyte"))
struct ReadingTests {
  private func check(_ test: String) throws {
    let program = Program.folder.appending(path: Program().name).path
    let result = try TerminalEmulator.run(script: "reading.py", test, program)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func whatIsLongerThanTheScreenIsPaged() throws { try check("page") }

  @Test func aPagerThatDoesNotExistLosesNothing() throws { try check("missing") }

  @Test func aReaderMayLeaveThePagerEarly() throws { try check("leave") }

  @Test func lessShowsColoursAndEndsWithQ() throws { try check("less") }

  @Test func aStreamIsNeverPaged() throws { try check("stream") }

  @Test func theUsersOptionsApply() throws { try check("config") }

  @Test func aWatchedFileIsShownAnewAtItsPlace() throws { try check("watch") }

  @Test func aCodeBlockIsCopied() throws { try check("copy") }
}
