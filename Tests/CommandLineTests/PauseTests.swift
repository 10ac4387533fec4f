import Foundation
import TestSupport
import Testing

/// In a pause of the input everything that has arrived is shown.
@Suite struct PauseTests {
  /// Updates of this text are put off as long as more of it arrives.
  @Test func whatAnExpensiveTextPutsOffIsShown() throws {
    let filter = try Filter(["--format", "updates", "--chunk", "16"])
    // Whole pieces, because the rest of one waits for more.
    let text = ExpensiveText.pieces(bytes: 100_000, of: 16).dropLast().joined()
    filter.writeMeanwhile(String(decoding: text, as: UTF8.self) + "\n\n         shown")
    let output = filter.read(until: "shown")
    #expect(output.contains("shown"))
    let result = try filter.finish()
    #expect(result.status == 0)
    #expect(!result.output.contains("shown"))
  }
}
