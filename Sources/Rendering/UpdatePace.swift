internal import MarkdownBlocks

/// Decides whether an update is due, so that the work for a text grows with the text.
///
/// Some texts change most of what they show with every piece, for example when each piece turns a long paragraph into
/// a table and back. An update of such a text costs as much as the text is long. Each byte of text therefore pays for
/// a fixed amount of work, and a session that has done more waits with its next update until enough text has arrived.
///
/// The sessions of a conversation share a pace. Not thread-safe.
final class UpdatePace {
  /// The work that each byte of text pays for, in bytes that are read or shown. Documents that people write need less
  /// than 16, even in pieces of four bytes.
  private static let workPerByte = 64
  /// The work that no text pays for, so that only long texts are put off.
  private static let freeWork = 1 << 20
  /// The work for each byte that is written. Each patch of a paragraph without end writes all of it, and a byte of HTML
  /// takes about twice as long as one that is read.
  private static let workPerWrittenByte = 2

  private var appendedBytes = 0
  private var writtenBytes = 0

  func append(_ bytes: Int) { appendedBytes += bytes }

  /// Counts bytes that were written to show the updates.
  func write(_ bytes: Int) { writtenBytes += bytes }

  /// Whether the text has paid for what was written.
  var isWritingPaid: Bool { Self.pays(appendedBytes, for: Self.workPerWrittenByte * writtenBytes) }

  /// Whether a number of bytes of text pays for work.
  static func pays(_ bytes: Int, for work: Int) -> Bool { work <= freeWork + workPerByte * bytes }
}

extension RenderSession {
  /// Whether the text has paid for the updates so far. O(1).
  var isUpdateDue: Bool {
    UpdatePace.pays(appendedBytes, for: stream.currentCounters.work) && pace.isWritingPaid
  }
}
