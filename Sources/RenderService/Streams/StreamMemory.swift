internal import Synchronization

/// Counts the memory that streams keep, and bounds it: text, the document and what rendering it needs, events.
///
/// A document takes more memory than its text, between five and two hundred times as much. So streams measure their
/// documents when they have grown by a quarter. Text that is not rendered yet is charged in advance.
///
/// ```swift
/// if let refusal = memory.reserve(bytes.count, in: &share) { throw refusal }
/// ```
final class StreamMemory: Sendable {
  /// The share of one stream, guarded by the stream's lock.
  struct Share: Sendable {
    /// Bytes of text, rendered or not.
    fileprivate(set) var text = 0
    /// Bytes charged in advance for text that is not rendered yet.
    fileprivate var reserved = 0
    /// Bytes of the document and the session's state when they were last measured, and of the text then.
    fileprivate var measured = 0
    fileprivate var measuredText = 0
    /// Bytes of the events that are kept.
    fileprivate var log = 0
    /// Bytes of the document and the session's state, by what they took when they were measured.
    fileprivate var document = 0
    fileprivate var counted = 0

    /// Bytes that the stream keeps, as far as they are known: without what is charged in advance.
    var bytes: Int { text + document + log }

    /// The number of bytes that the stream keeps for a byte of its text, once enough of it was measured.
    fileprivate var rate: Int {
      measuredText < 1 << 14 ? 1 : min(max(1, measured / measuredText), StreamMemory.highestRate)
    }

    /// Whether the text has grown so much that the document is to be measured.
    func isMeasureDue(at text: Int) -> Bool { text > measuredText + measuredText / 4 }
  }

  private let text = Atomic(0)
  private let total = Atomic(0)
  private let limits: ServiceConfiguration.Limits

  /// The number of bytes charged in advance for a byte of text. Headings of one letter take 75, prose takes 10.
  static let advance = 32

  /// No text takes more for each of its bytes.
  private static let highestRate = 256

  init(limits: ServiceConfiguration.Limits) { self.limits = limits }

  /// Bytes that all streams keep, and those that are charged in advance.
  var bytes: Int { total.load(ordering: .relaxed) }

  /// Bytes of text in all streams.
  var textBytes: Int { text.load(ordering: .relaxed) }

  /// Counts text that is about to be taken. The reason why it cannot be taken, where that is so; then nothing is
  /// counted.
  func reserve(_ count: Int, in share: inout Share) -> APIError? {
    let rate = share.rate
    guard share.bytes + count * rate <= limits.streamMemoryBytes else {
      return .streamTakesTooMuchMemory(limit: limits.streamMemoryBytes)
    }
    let charge = count * max(Self.advance, rate)
    // A stream that has nothing else to render may always go on.
    if share.reserved > 0, share.bytes + share.reserved + charge > limits.streamMemoryBytes {
      return .slowDown
    }
    guard textBytes + count <= limits.textBytes else { return .tooMuchText(limit: limits.textBytes) }
    guard bytes + charge <= limits.memoryBytes else { return .tooMuchMemory(limit: limits.memoryBytes) }
    text.add(count, ordering: .relaxed)
    share.text += count
    share.reserved += charge
    updateTotal(&share)
    return nil
  }

  /// The first `text` bytes of the stream's text are rendered, `count` of them just now.
  ///
  /// - Parameter measured: the bytes of the document and of the session's state, where they were measured.
  func rendered(_ count: Int, of text: Int, log: Int, _ measured: Int?, in share: inout Share) {
    share.reserved = share.text == text ? 0 : max(0, share.reserved - count * Self.advance)
    share.log = log
    if let measured { (share.measured, share.measuredText) = (measured, text) }
    // Between two measures it is taken to grow as the text does.
    share.document =
      share.measuredText > 0 ? Int(Double(share.measured) * Double(text) / Double(share.measuredText)) : 0
    updateTotal(&share)
  }

  /// The stream has ended: its text and its events are all that is left.
  func ended(log: Int, in share: inout Share) {
    (share.reserved, share.measured, share.document) = (0, 0, 0)
    share.log = log
    updateTotal(&share)
  }

  /// The stream is no longer kept.
  func release(_ share: inout Share) {
    text.subtract(share.text, ordering: .relaxed)
    share = Share(counted: share.counted)
    updateTotal(&share)
  }

  /// Brings the total up to date with a stream's share.
  private func updateTotal(_ share: inout Share) {
    let now = share.bytes + share.reserved
    total.add(now - share.counted, ordering: .relaxed)
    share.counted = now
  }
}
