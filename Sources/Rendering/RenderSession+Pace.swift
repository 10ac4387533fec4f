internal import MarkdownBlocks

// Puts updates off, so that the work of a session grows with its text.
//
// Some texts change most of what they show with every piece, for example when each piece turns a long paragraph into
// a table and back. An update of such a text costs as much as the text is long. Each byte of text therefore pays for
// a fixed amount of work, and a session that has done more waits with its next update until enough text has arrived.
extension RenderSession {
  /// The work that each byte of text pays for, in bytes that are read or shown. Documents that people write need less
  /// than 16, even in pieces of four bytes.
  private static let workPerByte = 64
  /// The work that no text pays for, so that only long texts are put off.
  private static let freeWork = 1 << 20

  /// Whether the text has paid for the updates so far. O(1).
  var isUpdateDue: Bool {
    stream.currentCounters.work <= Self.freeWork + Self.workPerByte * appendedBytes
  }
}
