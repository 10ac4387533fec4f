internal import Synchronization

/// Receives the text of one stream: checks limits and numbers, acknowledges chunks, and keeps the text for
/// the renderer.
///
/// Nothing under its lock costs more than a short copy, so writers never wait for rendering.
final class StreamInbox: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The end of the text and its reason.
  struct Ending: Sendable {
    var reason: EndReason
    /// The error of the stream's only writer, with ``EndReason/refused``.
    var refusal: APIError?
  }

  /// The text that the renderer takes at once.
  struct Batch: Sendable {
    /// The new text.
    var bytes: [UInt8]
    /// The length of the whole text in bytes, `bytes` included.
    var end: Int
    /// The arrival time of the oldest byte in `bytes`; nil if it is empty.
    var since: Instant?
    /// The end of the text; nil if more text can follow.
    var ending: Ending?
    /// Whether the text ends here because the service is shutting down.
    var isDraining: Bool
  }

  private enum InboxPhase {
    case open
    case draining
    case ended(Ending)
  }

  private struct InboxState {
    var text = TextSegments()
    /// The number of bytes that the renderer has taken.
    var taken = 0
    /// The arrival time of the oldest text that the renderer has not taken.
    var untakenSince: Instant?
    var statistics: TextStatistics
    var phase = InboxPhase.open
    var writers = ClientPresence()
    /// Counts the stream for its client until the stream has ended.
    var lease: StreamLease?
  }

  /// The limit on text that waits for rendering. It slows down a writer that is faster than the renderer
  /// (back pressure).
  private static let untakenBytes = 1 << 20

  private let limit: Int
  private let memory: StreamMemory.Share
  private let state: Mutex<InboxState>

  /// Creates an inbox.
  ///
  /// - Parameters:
  ///   - limit: The length limit of the text, in bytes.
  ///   - memory: The memory share in which the text is reserved.
  ///   - lease: Counts the stream for its client.
  init(limit: Int, memory: StreamMemory.Share, lease: StreamLease?) {
    self.limit = limit
    self.memory = memory
    state = Mutex(InboxState(statistics: TextStatistics(start: .now), lease: lease))
  }

  /// Appends a chunk. A chunk whose number was already received has no effect.
  ///
  /// - Throws: An error if the stream has ended, a number is missing, or a limit is exceeded.
  func append(_ bytes: [UInt8], number: Int?) throws(APIError) -> AppendReceipt {
    var tokens = TokenCount()
    tokens.add(bytes)
    return try state.withLock { state throws(APIError) in
      state.writers.use()
      let chunks = state.statistics.chunks
      if let number, number <= chunks {
        return AppendReceipt(isDuplicate: true, number: chunks, bytes: state.text.count)
      }
      switch state.phase {
      case .open: break
      case .ended: throw .finished
      // Text that is acknowledged now might never be rendered.
      case .draining: throw .draining
      }
      if let number, number != chunks + 1 { throw .gap(expected: chunks + 1, got: number) }
      try reserve(bytes.count, state)
      state.statistics.add(tokens)
      state.untakenSince = state.untakenSince ?? .now
      state.text.append(bytes)
      return AppendReceipt(isDuplicate: false, number: chunks + 1, bytes: state.text.count)
    }
  }

  /// Receives text that a shared store has accepted, with the store's counts.
  ///
  /// - Parameters:
  ///   - number: The number of the chunk.
  ///   - elapsed: The time from the creation of the stream to the arrival of the text, in milliseconds.
  func receive(_ bytes: [UInt8], number: Int, elapsed: Int) {
    var tokens = TokenCount()
    tokens.add(bytes)
    memory.charge(bytes.count)
    state.withLock { state in
      state.statistics.add(tokens, number: number, elapsed: elapsed)
      state.untakenSince = state.untakenSince ?? .now
      state.text.append(bytes)
    }
  }

  private func reserve(_ count: Int, _ state: borrowing InboxState) throws(APIError) {
    if state.text.count + count > limit { throw .streamTooLarge(limit: limit) }
    let untaken = state.text.count - state.taken
    if untaken > 0, untaken + count > Self.untakenBytes { throw .slowDown }
    if state.lease?.addText(count) == false { throw .clientHoldsTooMuch }
    do throws(APIError) {
      try memory.reserve(count)
    } catch {
      state.lease?.removeText(count)
      throw error
    }
  }

  /// Ends the text. Further calls have no effect, except that deletion always ends it.
  func end(_ reason: EndReason, refusal: APIError?) {
    state.withLock { state in
      if case .ended = state.phase, reason != .deleted { return }
      state.phase = .ended(Ending(reason: reason, refusal: refusal))
      if reason != .idle { state.writers.use() }
    }
  }

  /// Refuses further text.
  func drain() {
    state.withLock { state in
      if case .open = state.phase { state.phase = .draining }
    }
  }

  /// Takes the text that was not taken yet.
  func take() -> Batch {
    let (text, start, since, phase) = state.withLock { state in
      defer { (state.taken, state.untakenSince) = (state.text.count, nil) }
      return (state.text, state.taken, state.untakenSince, state.phase)
    }
    let (ending, isDraining): (Ending?, Bool) =
      switch phase {
      case .open: (nil, false)
      case .draining: (nil, true)
      case .ended(let ending): (ending, false)
      }
    return Batch(
      bytes: text.bytes(from: start), end: text.count, since: since, ending: ending, isDraining: isDraining)
  }

  /// Lets the renderer take the whole text again.
  func rewind() { state.withLock { $0.taken = 0 } }

  /// Releases the stream's count for its client.
  func releaseLease() { state.withLock { $0.lease = nil } }

  /// The whole text, whether taken or not.
  var text: TextSegments { state.withLock { $0.text } }

  /// The counts of the text, and the reason why it has ended.
  var status: (counts: StreamCounts, chunks: Int, endReason: EndReason?) {
    state.withLock { state in
      let reason: EndReason? = if case .ended(let ending) = state.phase { ending.reason } else { nil }
      return (state.statistics.counts(bytes: state.text.count), state.statistics.chunks, reason)
    }
  }

  /// The presence of writers.
  var writers: ClientPresence { state.withLock { $0.writers } }

  func setWriterConnected(_ isConnected: Bool) { state.withLock { $0.writers.setConnected(isConnected) } }

  /// Restarts the idle time of the stream.
  func use() { state.withLock { $0.writers.use() } }
}

/// Counts of the received text.
private struct TextStatistics: Sendable {
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var tokens = TokenCount()
  private(set) var chunks = 0

  init(start: ContinuousClock.Instant) {
    self.start = start
    last = start
  }

  /// Counts a chunk that has just arrived.
  mutating func add(_ tokens: TokenCount) {
    self.tokens.add(tokens)
    chunks += 1
    last = .now
  }

  /// Counts a chunk with the arrival time that a shared store reports.
  mutating func add(_ tokens: TokenCount, number: Int, elapsed: Int) {
    self.tokens.add(tokens)
    chunks = number
    last = start + .milliseconds(elapsed)
  }

  func counts(bytes: Int) -> StreamCounts {
    StreamCounts(
      bytes: bytes, approximateTokens: tokens.approximate, elapsed: Int((last - start) / .milliseconds(1)))
  }
}
