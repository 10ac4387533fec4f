internal import CoreMetrics
internal import HTTPTypes
internal import MessageStreams
internal import NIOCore
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import Synchronization
internal import TextMate

/// One stream in this process: the session that renders it, its log of events, and the readers that wait.
///
/// Text is gathered under the lock by whoever brings it. Rendering happens on the pool, one job at a time, and only
/// that job touches the session and adds events.
final class RenderStream: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct State: Sendable {
    var pending: [UInt8] = []
    var number = 0
    var chunks = 0
    var ending: EndReason?
    var isEnded = false
    /// A job is running, waiting for a worker, or due.
    var isScheduled = false
    var wantsColors = false
    var lastFlush: Instant
    var lastStats: Instant
    var lastUse: Instant
    var lastText: Instant
    /// When the oldest text came that no event shows yet.
    var unshownSince: Instant?
    var ended: Instant?
    /// Connections that write to it, or read its events before its end.
    var holders = 0
    /// Counts the stream among its client's until it has ended.
    var lease: StreamLease?
    var isDraining = false

    var log: EventLog
    var content = StreamContent()
    var updates = 0
    /// What the text is, as far as that is known.
    var input: StreamSession.Input
    /// What of a conversation's text was not understood.
    var skipped: SkippedInput?
    /// The text that was handed to the session; of it, the first `renderedBytes` are in the updates.
    var source: [UInt8] = []
    var renderedBytes = 0
    /// Why the stream takes no more text, where its only writer was refused.
    var refusal: APIError?
    /// The stream's share of ``StreamMemory``.
    var memory = StreamMemory.Share()
    var tokens = TokenCount()
    var statsBytes = 0

    /// The last snapshot, while a reader still holds it, and the event that it stands for.
    weak var snapshot: SnapshotFrame?
    var snapshotEvent = 0
    var isMakingSnapshot = false

    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  struct Waiter: Sendable {
    var continuation: CheckedContinuation<Wake, Never>
    var heartbeat: Instant
  }

  enum Wake: Sendable { case news, heartbeat }

  /// What streams share.
  struct Surroundings: Sendable {
    var pool: WorkerPool
    var clock: FlushClock
    var limits: ServiceConfiguration.Limits
    var times: ServiceConfiguration.Times
    var metrics: ServiceMetrics
    let memory: StreamMemory
    let snapshots = SnapshotFrame.Usage()

    init(
      pool: WorkerPool, clock: FlushClock, limits: ServiceConfiguration.Limits,
      times: ServiceConfiguration.Times, metrics: ServiceMetrics
    ) {
      self.pool = pool
      self.clock = clock
      self.limits = limits
      self.times = times
      self.metrics = metrics
      memory = StreamMemory(limits: limits)
    }
  }

  let id: StreamID
  let owner: Owner
  let options: RenderOptions
  private let highlighter: Highlighter?
  let created: Double
  let start: Instant
  let shared: Surroundings
  let state: Mutex<State>
  // Only the job that `isScheduled` stands for touches it, and jobs follow each other under the lock.
  // It is let go when the stream ends.
  nonisolated(unsafe) private var session: StreamSession?
  /// As `session`.
  nonisolated(unsafe) private var isSessionFinished = false

  /// Text that waits to be rendered is at most this much, so that who writes faster than is rendered notices.
  static let pendingBytes = 1 << 20

  init(
    id: StreamID, owner: Owner, options: RenderOptions, catalog: Catalog, created: Double,
    shared: Surroundings, lease: StreamLease? = nil
  ) {
    self.id = id
    self.owner = owner
    self.options = options
    highlighter = options.highlighter(in: catalog)
    self.created = created
    self.shared = shared
    let now = Instant.now
    start = now
    state = Mutex(
      State(
        lastFlush: now - shared.times.flush, lastStats: now, lastUse: now, lastText: now, lease: lease,
        log: EventLog(capacity: shared.limits.events, byteCapacity: shared.limits.eventBytes),
        input: options.input))
    let session = StreamSession(
      options.input, markdown: options.markdown, highlighter: highlighter, pool: shared.pool)
    self.session = session
    session.onColors = { [weak self] in self?.colorsAreReady() }
  }

  deinit {
    state.withLock { shared.memory.release(&$0.memory) }
  }

  func append(_ bytes: [UInt8], number: Int?) throws(APIError) -> AppendReceipt {
    let result = state.withLock { state -> Result<AppendReceipt, APIError> in
      state.lastUse = .now
      if let number, number <= state.number {
        return .success(AppendReceipt(isDuplicate: true, number: state.number, bytes: total(state)))
      }
      if state.ending != nil { return .failure(.finished) }
      // What was acknowledged now might not be shown any more.
      if state.isDraining { return .failure(.draining) }
      if let number, number != state.number + 1 {
        return .failure(.gap(expected: state.number + 1, got: number))
      }
      if total(state) + bytes.count > shared.limits.streamBytes {
        return .failure(.streamTooLarge(limit: shared.limits.streamBytes))
      }
      if !state.pending.isEmpty, state.pending.count + bytes.count > Self.pendingBytes {
        return .failure(.slowDown)
      }
      if state.lease?.addText(bytes.count) == false { return .failure(.clientHoldsTooMuch) }
      if let refusal = shared.memory.reserve(bytes.count, in: &state.memory) {
        state.lease?.removeText(bytes.count)
        return .failure(refusal)
      }
      state.number += 1
      state.chunks += 1
      state.lastText = state.lastUse
      state.unshownSince = state.unshownSince ?? state.lastUse
      state.tokens.add(bytes)
      state.pending += bytes
      schedule(&state)
      return .success(AppendReceipt(isDuplicate: false, number: state.number, bytes: total(state)))
    }
    return try result.get()
  }

  /// Ends the text, once.
  ///
  /// - Parameter refusal: why the stream's writer was refused, with the reason ``EndReason/refused``.
  func end(_ reason: EndReason, refusal: APIError? = nil) {
    state.withLock { state in
      guard state.ending == nil || reason == .deleted && !state.isEnded else { return }
      state.ending = reason
      state.refusal = refusal
      if reason != .idle { state.lastUse = .now }
      schedule(&state)
    }
  }

  /// Whether text that was acknowledged, or the end of it, is not in the events yet.
  func owesEvents(_ state: borrowing State) -> Bool {
    if state.renderedBytes < total(state) { return true }
    if state.ending == nil { return false }
    return !state.isEnded
  }

  func total(_ state: borrowing State) -> Int { state.source.count + state.pending.count }

  func description(_ state: borrowing State) -> StreamState {
    StreamState(
      id: id, phase: state.isEnded ? .ended : state.ending == nil ? .open : .finishing,
      endReason: state.ending, created: created, bytes: total(state), renderedBytes: state.renderedBytes,
      memoryBytes: state.memory.bytes, chunks: state.chunks,
      approximateTokens: state.tokens.approximate, elapsed: Int((state.lastText - start) / .milliseconds(1)),
      lastEvent: state.log.last, firstEvent: state.log.last == 0 ? 0 : state.log.first,
      format: options.format, theme: options.themeNames, input: state.input.name, skipped: state.skipped)
  }

  /// What the whole text makes, for a stream that has ended. On the pool.
  func finalContent(of source: [UInt8], _ input: StreamSession.Input) -> StreamContent {
    Renderer(markdown: options.markdown, highlighter: highlighter).render(source, as: input).content
  }

  // MARK: - Rendering

  private func colorsAreReady() {
    state.withLock { state in
      state.wantsColors = true
      schedule(&state)
    }
  }

  /// Has the job run at once, or when the time to gather text is over.
  private func schedule(_ state: inout State) {
    guard !state.isScheduled, !state.isEnded else { return }
    state.isScheduled = true
    let due = state.lastFlush + shared.times.flush
    if due <= .now, shared.pool.submit({ self.work() }) { return }
    shared.clock.add(self, at: max(due, .now))
  }

  /// Called by the clock, for a stream that is scheduled.
  func submit() {
    if !shared.pool.submit({ self.work() }) { shared.clock.add(self, at: .now + shared.times.flush) }
  }

  /// Renders what has been gathered. On the pool.
  func work() {
    let (bytes, ending, since) = state.withLock { state in
      let bytes = state.pending
      let since = state.unshownSince
      state.unshownSince = nil
      state.pending = []
      state.source += bytes
      state.wantsColors = false
      return (bytes, state.ending, since)
    }
    var updates: [StreamUpdate] = []
    if !bytes.isEmpty, let update = session?.append(bytes) { updates.append(update) }
    if ending != nil, !isSessionFinished {
      isSessionFinished = true
      updates += session?.finish() ?? []
    }
    if updates.isEmpty, let update = session?.takeColors() { updates.append(update) }
    let isMeasureDue = state.withLock { $0.memory.isMeasureDue(at: $0.source.count) }
    let sessionBytes = isMeasureDue ? session?.memoryBytes : nil
    let isWaiting = session?.isWaitingForColors ?? false
    let isRefused = session?.isRefusedByPool ?? false
    let (input, skipped) = (session?.input, session?.skipped)
    let data = updates.map { IRFormatter().format($0) }
    let readers = state.withLock { state -> [Waiter] in
      for (update, data) in zip(updates, data) { add(update, data, to: &state) }
      state.renderedBytes = state.source.count
      shared.memory.rendered(
        bytes.count, of: state.source.count, log: state.log.bytes,
        sessionBytes.map { $0 + state.content.memoryBytes }, in: &state.memory)
      if let input { (state.input, state.skipped) = (input, skipped) }
      let now = Instant.now
      state.lastFlush = now
      if let since, !updates.isEmpty {
        shared.metrics.chunkToEvent.recordNanoseconds(Int64((now - since) / .nanoseconds(1)))
      }
      let isComplete = isSessionFinished && state.pending.isEmpty && (!isWaiting || ending == .deleted)
      addStatistics(to: &state, now, isLast: isComplete)
      if isComplete { close(&state, now) }
      state.isScheduled = false
      if !isComplete, !state.pending.isEmpty || state.wantsColors || state.ending != nil && !isSessionFinished
      {
        schedule(&state)
      } else if !isComplete, isRefused || isSessionFinished {
        // The pool was too full to take the work on colours, and no worker will say when it no longer is: asking again
        // hands it in again.
        state.isScheduled = true
        shared.clock.add(self, at: now + shared.times.flush)
      }
      let readers = Array(state.waiters.values)
      state.waiters.removeAll(keepingCapacity: true)
      return readers
    }
    if state.withLock({ $0.isEnded }) { session = nil }
    for reader in readers { reader.continuation.resume(returning: .news) }
  }

  private func add(_ update: StreamUpdate, _ data: [UInt8], to state: inout State) {
    do {
      try state.content.apply(update)
    } catch {
      // A session's own updates fit by construction; a document that does not would only show in snapshots.
      assertionFailure("\(error)")
    }
    state.updates = update.sequence
    state.log.append(EventFrame.event(.update, id: state.log.last + 1, data: data))
    shared.metrics.streamEvents.increment()
  }

  private func addStatistics(to state: inout State, _ now: Instant, isLast: Bool) {
    guard state.source.count != state.statsBytes || isLast,
      isLast || now - state.lastStats >= shared.times.statistics
    else { return }
    state.lastStats = now
    state.statsBytes = state.source.count
    let data = EventFrame.stats(description(state))
    state.log.append(EventFrame.event(.stats, id: state.log.last + 1, data: data))
  }

  private func close(_ state: inout State, _ now: Instant) {
    state.isEnded = true
    state.ended = now
    state.lease = nil
    // It takes far more memory than its text, from which it can be had again.
    state.content = StreamContent()
    let reason = state.ending ?? .finished
    if reason == .deleted {
      let data = APIError(.gone, .streamGone, "the stream was deleted").json
      state.log.append(EventFrame.event(.error, id: state.log.last + 1, data: data))
    } else {
      let data = EventFrame.done(reason, refusal: state.refusal, description(state))
      state.log.append(EventFrame.event(.done, id: state.log.last + 1, data: data))
    }
    shared.memory.ended(log: state.log.bytes, in: &state.memory)
  }
}
