internal import Synchronization

/// Counts and limits the memory of all streams: text, documents, session states and events.
///
/// ```swift
/// let share = memory.makeShare()
/// try share.reserve(bytes.count)
/// ```
///
/// A document takes between five and two hundred times the memory of its text. Each stream therefore measures
/// its document whenever the text has grown by a quarter. Text that is not rendered yet is charged in
/// advance.
final class StreamMemory: Sendable {
  private let text = Atomic(0)
  private let total = Atomic(0)
  private let limits: ServiceConfiguration.ServiceLimits

  /// The number of bytes charged in advance for each byte of text. Headings of one letter take 75, prose
  /// takes 10.
  static let advance = 32

  /// The upper limit of the memory for each byte of a text.
  private static let highestRate = 256

  init(limits: ServiceConfiguration.ServiceLimits) { self.limits = limits }

  /// The memory of all streams in bytes, including the memory that is charged in advance.
  var bytes: Int { total.load(ordering: .relaxed) }

  /// The length of the text in all streams, in bytes.
  var textBytes: Int { text.load(ordering: .relaxed) }

  /// Creates the share of a new stream. It counts until it is deallocated.
  func makeShare() -> Share { Share(of: self) }

  /// The memory of one stream.
  final class Share: Sendable {
    private struct ShareUsage {
      /// The length of the text, rendered or not.
      var text = 0
      /// The number of bytes charged in advance for text that is not rendered yet.
      var reserved = 0
      /// The size of the document and the session state at the last measurement.
      var measured = 0
      /// The length of the text at the last measurement.
      var measuredText = 0
      /// The size of the stored events.
      var log = 0
      /// The estimated size of the document and the session state, based on the last measurement.
      var document = 0

      /// The known memory of the stream, without the advance.
      var bytes: Int { text + document + log }

      /// The memory for each byte of text, according to the last measurement of enough text.
      var rate: Int {
        measuredText < 1 << 14 ? 1 : min(max(1, measured / measuredText), StreamMemory.highestRate)
      }
    }

    private let memory: StreamMemory
    private let usage = Mutex(ShareUsage())

    fileprivate init(of memory: StreamMemory) { self.memory = memory }

    deinit {
      let usage = usage.withLock { $0 }
      memory.text.subtract(usage.text, ordering: .relaxed)
      memory.total.subtract(usage.bytes + usage.reserved, ordering: .relaxed)
    }

    /// The known memory of the stream in bytes, without the advance.
    var bytes: Int { usage.withLock { $0.bytes } }

    /// Reserves memory for text before it is accepted.
    ///
    /// - Throws: An error if a limit would be exceeded. Nothing is counted then.
    func reserve(_ count: Int) throws(APIError) {
      try change { usage throws(APIError) in
        let limits = memory.limits
        let rate = usage.rate
        guard usage.bytes + count * rate <= limits.streamMemoryBytes else {
          throw .streamTakesTooMuchMemory(limit: limits.streamMemoryBytes)
        }
        let charge = count * max(StreamMemory.advance, rate)
        // A stream without other text to render may always continue.
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

    /// Counts text that cannot be refused, because a shared store has accepted it.
    func charge(_ count: Int) {
      change { usage in
        memory.text.add(count, ordering: .relaxed)
        usage.text += count
        usage.reserved += count * max(StreamMemory.advance, usage.rate)
      }
    }

    /// Whether the text has grown so much that the document must be measured.
    func isMeasureDue(at text: Int) -> Bool {
      usage.withLock { text > $0.measuredText + $0.measuredText / 4 }
    }

    /// Records that the first `text` bytes have been rendered, `count` of them just now.
    ///
    /// - Parameter measured: The size of the document and the session state, if they were measured.
    func rendered(_ count: Int, of text: Int, _ measured: Int?) {
      change { usage in
        usage.reserved = usage.text == text ? 0 : max(0, usage.reserved - count * StreamMemory.advance)
        if let measured { (usage.measured, usage.measuredText) = (measured, text) }
        // Between measurements, the size is assumed to be proportional to the text.
        usage.document =
          usage.measuredText > 0
          ? Int(Double(usage.measured) * Double(text) / Double(usage.measuredText)) : 0
      }
    }

    /// Records the size of the stored events.
    func setLogBytes(_ count: Int) { change { $0.log = count } }

    /// Records that the stream has ended. Only its text and its events remain.
    func ended() { change { ($0.reserved, $0.measured, $0.document) = (0, 0, 0) } }

    /// Changes the usage, and the total by the same amount.
    private func change<Failure: Error>(_ body: (inout ShareUsage) throws(Failure) -> Void) throws(Failure) {
      try usage.withLock { usage throws(Failure) in
        let before = usage.bytes + usage.reserved
        try body(&usage)
        memory.total.add(usage.bytes + usage.reserved - before, ordering: .relaxed)
      }
    }
  }
}
