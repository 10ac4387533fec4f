internal import Synchronization

/// Takes the text of one stream from its writers: checks limits and numbers, acknowledges, and keeps the text until the
/// renderer takes it.
///
/// Nothing under its lock costs more than a short copy, so writers never wait for rendering.
final class StreamInbox: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The reason why the text has ended.
  struct Ending: Sendable {
    var reason: EndReason
    /// The error of the stream's only writer, with ``EndReason/refused``.
    var refusal: APIError?
  }

  /// The text that the renderer takes at once.
  struct Batch: Sendable {
    /// Text that was not taken before.
    var bytes: [UInt8]
    /// The number of bytes of the whole text, `bytes` included.
    var end: Int
    /// The time at which the oldest of `bytes` came; nil where there are none.
    var since: Instant?
    /// The reason why no text follows; nil while some may.
    var ending: Ending?
    /// Whether no text follows because the service shuts down.
    var isDraining: Bool
  }

  private enum Phase {
    case open
    case draining
    case ended(Ending)
  }

  private struct State {
    var text = TextSegments()
    /// The number of bytes that the renderer has taken.
    var taken = 0
    /// The time at which the oldest text came that the renderer has not taken.
    var untakenSince: Instant?
    var statistics: TextStatistics
    var phase = Phase.open
    var writers = ClientPresence()
    /// Counts the stream among its client's until it has ended.
    var lease: StreamLease?
  }

  /// Text that waits to be rendered is at most this much, so that who writes faster than is rendered notices.
  private static let untakenBytes = 1 << 20

  private let limit: Int
  private let memory: StreamMemory.Share
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: the number of bytes that the text may have.
  ///   - memory: where the text's bytes are reserved.
  init(limit: Int, memory: StreamMemory.Share, lease: StreamLease?) {
    self.limit = limit
    self.memory = memory
    state = Mutex(State(statistics: TextStatistics(start: .now), lease: lease))
  }

  /// Adds a chunk. A chunk whose number was taken already changes nothing.
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
      // What was acknowledged now might not be shown any more.
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

  private func reserve(_ count: Int, _ state: borrowing State) throws(APIError) {
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

  /// Ends the text, once; a stream that is deleted ends in any case.
  func end(_ reason: EndReason, refusal: APIError?) {
    state.withLock { state in
      if case .ended = state.phase, reason != .deleted { return }
      state.phase = .ended(Ending(reason: reason, refusal: refusal))
      if reason != .idle { state.writers.use() }
    }
  }

  /// Takes no more text from now on.
  func drain() {
    state.withLock { state in
      if case .open = state.phase { state.phase = .draining }
    }
  }

  /// Takes out what was not taken yet.
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

  /// Gives back what an open stream costs its client.
  func releaseLease() { state.withLock { $0.lease = nil } }

  /// The whole text, taken or not.
  var text: TextSegments { state.withLock { $0.text } }

  /// The counts of the text, and the reason why it has ended.
  var status: (counts: StreamCounts, chunks: Int, endReason: EndReason?) {
    state.withLock { state in
      let reason: EndReason? = if case .ended(let ending) = state.phase { ending.reason } else { nil }
      return (state.statistics.counts(bytes: state.text.count), state.statistics.chunks, reason)
    }
  }

  /// Writers that are connected, and when one last used the stream.
  var writers: ClientPresence { state.withLock { $0.writers } }

  func setWriterConnected(_ isConnected: Bool) { state.withLock { $0.writers.setConnected(isConnected) } }

  /// Keeps the stream for its idle time from now on.
  func use() { state.withLock { $0.writers.use() } }
}

/// Counts what came as text.
private struct TextStatistics: Sendable {
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var tokens = TokenCount()
  private(set) var chunks = 0

  init(start: ContinuousClock.Instant) {
    self.start = start
    last = start
  }

  /// Counts a chunk that came just now.
  mutating func add(_ tokens: TokenCount) {
    self.tokens.add(tokens)
    chunks += 1
    last = .now
  }

  func counts(bytes: Int) -> StreamCounts {
    StreamCounts(
      bytes: bytes, approximateTokens: tokens.approximate, elapsed: Int((last - start) / .milliseconds(1)))
  }
}
