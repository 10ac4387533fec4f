internal import Synchronization

/// Counts the memory that streams keep, and bounds it: text, the document and what rendering it needs, events.
///
/// A document takes more memory than its text, between five and two hundred times as much. So streams measure their
/// documents when they have grown by a quarter. Text that is not rendered yet is charged in advance.
///
/// ```swift
/// let share = memory.makeShare()
/// try share.reserve(bytes.count)
/// ```
final class StreamMemory: Sendable {
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

  /// The share of a new stream, which counts for as long as somebody refers to it.
  func makeShare() -> Share { Share(of: self) }

  /// The memory that one stream keeps.
  final class Share: Sendable {
    private struct Usage {
      /// Bytes of text, rendered or not.
      var text = 0
      /// Bytes charged in advance for text that is not rendered yet.
      var reserved = 0
      /// Bytes of the document and the session's state when they were last measured, and of the text then.
      var measured = 0
      var measuredText = 0
      /// Bytes of the events that are kept.
      var log = 0
      /// Bytes of the document and the session's state, by what they took when they were measured.
      var document = 0

      /// Bytes that the stream keeps, as far as they are known: without what is charged in advance.
      var bytes: Int { text + document + log }

      /// The number of bytes that the stream keeps for a byte of its text, once enough of it was measured.
      var rate: Int {
        measuredText < 1 << 14 ? 1 : min(max(1, measured / measuredText), StreamMemory.highestRate)
      }
    }

    private let memory: StreamMemory
    private let usage = Mutex(Usage())

    fileprivate init(of memory: StreamMemory) { self.memory = memory }

    deinit {
      let usage = usage.withLock { $0 }
      memory.text.subtract(usage.text, ordering: .relaxed)
      memory.total.subtract(usage.bytes + usage.reserved, ordering: .relaxed)
    }

    /// Bytes that the stream keeps, as far as they are known: without what is charged in advance.
    var bytes: Int { usage.withLock { $0.bytes } }

    /// Counts text that is about to be taken.
    ///
    /// - Throws: why the text cannot be taken; then nothing is counted.
    func reserve(_ count: Int) throws(APIError) {
      try change { usage throws(APIError) in
        let limits = memory.limits
        let rate = usage.rate
        guard usage.bytes + count * rate <= limits.streamMemoryBytes else {
          throw .streamTakesTooMuchMemory(limit: limits.streamMemoryBytes)
        }
        let charge = count * max(StreamMemory.advance, rate)
        // A stream that has nothing else to render may always go on.
        if usage.reserved > 0, usage.bytes + usage.reserved + charge > limits.streamMemoryBytes {
          throw .slowDown
        }
        guard memory.textBytes + count <= limits.textBytes else {
          throw .tooMuchText(limit: limits.textBytes)
        }
        guard memory.bytes + charge <= limits.memoryBytes else {
          throw .tooMuchMemory(limit: limits.memoryBytes)
        }
        memory.text.add(count, ordering: .relaxed)
        usage.text += count
        usage.reserved += charge
      }
    }

    /// Whether the text has grown so much that the document is to be measured.
    func isMeasureDue(at text: Int) -> Bool {
      usage.withLock { text > $0.measuredText + $0.measuredText / 4 }
    }

    /// The first `text` bytes of the stream's text are rendered, `count` of them just now.
    ///
    /// - Parameter measured: the bytes of the document and of the session's state, where they were measured.
    func rendered(_ count: Int, of text: Int, _ measured: Int?) {
      change { usage in
        usage.reserved = usage.text == text ? 0 : max(0, usage.reserved - count * StreamMemory.advance)
        if let measured { (usage.measured, usage.measuredText) = (measured, text) }
        // Between two measures it is taken to grow as the text does.
        usage.document =
          usage.measuredText > 0
          ? Int(Double(usage.measured) * Double(text) / Double(usage.measuredText)) : 0
      }
    }

    /// The events that are kept take so many bytes.
    func setLogBytes(_ count: Int) { change { $0.log = count } }

    /// The stream has ended: its text and its events are all that is left.
    func ended() { change { ($0.reserved, $0.measured, $0.document) = (0, 0, 0) } }

    /// Changes the usage, and the total by as much.
    private func change<Failure: Error>(_ body: (inout Usage) throws(Failure) -> Void) throws(Failure) {
      try usage.withLock { usage throws(Failure) in
        let before = usage.bytes + usage.reserved
        try body(&usage)
        memory.total.add(usage.bytes + usage.reserved - before, ordering: .relaxed)
      }
    }
  }
}
