/// Decides whether an update is due, so that the work for a text grows with the text.
///
/// Some texts change most of what they show with every piece, for example when each piece turns a long paragraph into
/// a table and back. An update of such a text costs as much as the text is long. Each byte of text therefore pays for
/// a fixed amount of work, and a session that has done more waits with its next update until enough text has arrived.
///
/// The documents of a conversation share a pace. Not thread-safe.
final class UpdatePace {
  /// The work that each byte of text pays for, in bytes that are read or shown. To parse the documents
  /// that people write takes less than 16, even in pieces of four bytes, and less than 48 with patches for every 30 bytes.
  private static let workPerByte = 64
  /// The work that no text pays for, so that only long texts are put off.
  private static let freeWork = 1 << 20

  private var paidWork = freeWork
  private var work = 0

  /// Counts bytes of text, which pay for work.
  func pay(_ bytes: Int) { paidWork += Self.workPerByte * bytes }

  /// Counts work for the updates.
  func charge(_ work: Int) { self.work += work }

  /// Whether the text has paid for the work so far.
  var isUpdateDue: Bool { work <= paidWork }
}
