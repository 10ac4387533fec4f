internal import HTTPTypes
internal import MessageStreams
internal import Redaction
internal import NIOCore
internal import Rendering
internal import Synchronization

/// Keeps the last events of one stream for its readers, and suspends readers that have received all events.
///
/// Only the renderer appends events. A reader that needs events that are no longer kept waits for a snapshot
/// from the renderer. All readers that are equally far behind share one snapshot.
final class EventLog: EventOutput {
  typealias Instant = ContinuousClock.Instant

  /// The response to a reader that requests events.
  enum ReadResult: Sendable {
    /// Encoded events up to a number, and whether the last one is the last of the stream.
    case events(ByteBuffer, upTo: Int, isLast: Bool)
    /// The whole document, in place of the events up to the snapshot.
    case snapshot(SnapshotFrame)
    /// A heartbeat, because no event occurred for the heartbeat interval.
    case heartbeat
    /// The stream has ended and all events were sent.
    case end
    /// The service is shutting down, and all acknowledged text was sent.
    case drained
  }

  /// The part of the text that the events include.
  struct LogProgress: Sendable {
    var renderedBytes = 0
    /// The kind of the text, if it is known.
    var input: StreamSession.SessionInput
    /// Counts of a conversation's text that could not be parsed.
    var skipped: SkippedInput?
    /// Counts of the secrets that were replaced; nil without redaction.
    var redacted: SecretCounts?
    /// The number of the last update.
    var updates = 0
  }

  enum LogPhase: Sendable {
    case open
    /// The events include all acknowledged text, and the service refuses further text.
    case drained
    case ended(Instant)
  }

  /// A snapshot of the log's state.
  struct LogStatus: Sendable {
    /// The number of the oldest stored event; 0 if there is none.
    var first: Int
    var last: Int
    var progress: LogProgress
    /// The time at which the stream ended; nil while it is open.
    var ended: Instant?
  }

  private struct LogState {
    var ring: EventRing
    var progress: LogProgress
    var phase = LogPhase.open
    var snapshot = SnapshotSlot()
    var waiters: [Int: Waiter] = [:]
    var readers = ClientPresence()
  }

  private let heartbeat: Duration
  private let snapshots: SnapshotFrame.SnapshotUsage
  private let memory: StreamMemory.Share
  private let lastWaiter = Atomic(0)
  private let state: Mutex<LogState>

  /// Creates an empty log.
  ///
  /// - Parameter last: The number of the event before the first one to be appended.
  init(
    _ dependencies: StreamDependencies, input: StreamSession.SessionInput, memory: StreamMemory.Share,
    after last: Int = 0
  ) {
    let limits = dependencies.limits
    heartbeat = dependencies.times.heartbeat
    snapshots = dependencies.snapshots
    self.memory = memory
    state = Mutex(
      LogState(
        ring: EventRing(capacity: limits.events, byteCapacity: limits.eventBytes, after: last),
        progress: LogProgress(input: input)))
  }

  var status: LogStatus {
    state.withLock { state in
      let ended: Instant? = if case .ended(let time) = state.phase { time } else { nil }
      return LogStatus(
        first: state.ring.last == 0 ? 0 : state.ring.first, last: state.ring.last, progress: state.progress,
        ended: ended)
    }
  }

  /// The size of the stored events, in bytes.
  var bytes: Int { state.withLock { $0.ring.bytes } }

  /// The number of waiting readers.
  var waitingReaders: Int { state.withLock { $0.waiters.count } }

  // MARK: - Readers

  /// The presence of readers.
  var readers: ClientPresence { state.withLock { $0.readers } }

  func setReaderConnected(_ isConnected: Bool) { state.withLock { $0.readers.setConnected(isConnected) } }

  /// Whether further events follow an event. `false` if the stream has ended with it.
  ///
  /// - Throws: 409 if the event has not happened.
  func hasEvents(after cursor: Int) throws(APIError) -> Bool {
    try state.withLock { state throws(APIError) in
      let last = state.ring.last
      if cursor > last {
        throw APIError(
          .conflict, .unknownCursor,
          "event \(cursor) has not happened in this stream; its last one is \(last)")
      }
      if case .ended = state.phase, cursor == last { return false }
      // A reader that has received the last event needs no stored events.
      state.readers.use()
      return true
    }
  }

  /// Waits for events after the cursor, at most until a heartbeat is due.
  ///
  /// - Parameter requestSnapshot: Called if the renderer must create a snapshot.
  func next(after cursor: Int, requestSnapshot: @Sendable () -> Void) async throws -> ReadResult {
    let number = lastWaiter.add(1, ordering: .relaxed).newValue
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<ReadResult?, Never>) in
        let (answer, needsSnapshot) = state.withLock { state -> (ReadResult?, Bool) in
          if let answer = self.answer(after: cursor, state) { return (answer, false) }
          if Task.isCancelled { return (.heartbeat, false) }
          state.waiters[number] = Waiter(
            continuation: continuation, cursor: cursor, deadline: .now + heartbeat)
          return (nil, wantsSnapshot(&state))
        }
        if let answer { continuation.resume(returning: answer) }
        if needsSnapshot { requestSnapshot() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume(returning: nil)
    }
    try Task.checkCancellation()
    return answer ?? .heartbeat
  }

  private func answer(after cursor: Int, _ state: borrowing LogState) -> ReadResult? {
    let last = state.ring.last
    let isEnded = if case .ended = state.phase { true } else { false }
    if let (frames, upTo) = state.ring.frames(after: cursor) {
      return .events(frames, upTo: upTo, isLast: isEnded && upTo == last)
    }
    guard state.ring.reaches(cursor) else {
      guard let frame = state.snapshot.frame, frame.event > cursor, state.ring.reaches(frame.event) else {
        return nil
      }
      return .snapshot(frame)
    }
    switch state.phase {
    case .open: return nil
    case .drained: return .drained
    case .ended: return .end
    }
  }

  /// Whether to request a snapshot: a reader waits for one, none is requested, and there is memory for it.
  private func wantsSnapshot(_ state: inout LogState) -> Bool {
    guard !state.snapshot.isRequested, snapshots.hasRoom else { return false }
    let isNeeded = state.waiters.values.contains { !state.ring.reaches($0.cursor) }
    state.snapshot.isRequested = isNeeded
    return isNeeded
  }

  /// Sends heartbeats to readers that have received nothing for long enough.
  ///
  /// - Returns: Whether the renderer must create a snapshot for which there was no memory before.
  func beat(_ now: Instant) -> Bool {
    wake { state, waiter in waiter.deadline <= now ? .heartbeat : nil }
  }

  /// Resumes the waiting readers for which there is a response.
  ///
  /// - Returns: Whether the renderer must create a snapshot for others.
  @discardableResult
  private func wake(
    after change: (inout LogState) -> Void = { _ in }, _ answer: (borrowing LogState, Waiter) -> ReadResult?
  ) -> Bool {
    let (answered, needsSnapshot) = state.withLock { state in
      change(&state)
      let answered = state.waiters.compactMap { number, waiter in
        answer(state, waiter).map { (number, waiter.continuation, $0) }
      }
      for (number, _, _) in answered { state.waiters[number] = nil }
      return (answered, wantsSnapshot(&state))
    }
    for (_, continuation, answer) in answered { continuation.resume(returning: answer) }
    return needsSnapshot
  }

  /// Records that a reader uses the log before it is connected.
  func useByReader() { state.withLock { $0.readers.use() } }

  // MARK: - Renderer

  /// Whether readers wait for a snapshot.
  var isSnapshotRequested: Bool { state.withLock { $0.snapshot.isRequested } }

  /// Records that no snapshot can be created now, so that it is requested again.
  func forgetSnapshotRequest() { state.withLock { $0.snapshot.isRequested = false } }

  /// Appends events, and records the part of the text that they include.
  ///
  /// - Parameter phase: The state of the stream after these events.
  func append(_ frames: [ByteBuffer], _ progress: LogProgress, _ phase: LogPhase) {
    wake {
      for frame in frames { $0.ring.append(frame) }
      $0.progress = progress
      $0.phase = phase
      memory.setLogBytes($0.ring.bytes)
    } _: {
      answer(after: $1.cursor, $0)
    }
  }

  /// Starts the log of a ``PatchView`` at the position of the stream's own log.
  ///
  /// - Parameter position: The position of the stream's own log. If the stream has ended, the view only keeps
  ///   its last event.
  func begin(at position: ReaderPosition) {
    restart(
      after: position.end == nil ? position.last : position.last - 1, position.end.map { [$0] } ?? [],
      position.progress, position.phase)
  }

  /// The end of the log, at which the log of a view begins.
  struct ReaderPosition: Sendable {
    var last: Int
    /// The last event of a stream that has ended; nil for other streams.
    var end: ByteBuffer?
    var progress: LogProgress
    var phase: LogPhase
  }

  var position: ReaderPosition {
    state.withLock { state in
      let isEnded = if case .ended = state.phase { true } else { false }
      return ReaderPosition(
        last: state.ring.last, end: isEnded ? state.ring.newest : nil, progress: state.progress,
        phase: state.phase)
    }
  }

  /// Replaces the stored events.
  ///
  /// - Parameter last: The number of the event before `frames`.
  func restart(after last: Int, _ frames: [ByteBuffer], _ progress: LogProgress, _ phase: LogPhase) {
    wake {
      $0.ring = $0.ring.emptied(after: last, atLeast: frames.count)
      for frame in frames { $0.ring.append(frame) }
      $0.progress = progress
      $0.phase = phase
      memory.setLogBytes($0.ring.bytes)
    } _: {
      answer(after: $1.cursor, $0)
    }
  }

  /// Whether all events after the cursor are stored, as far as they have happened.
  func reaches(_ cursor: Int) -> Bool { state.withLock { $0.ring.reaches(cursor) } }

  /// Sends a snapshot to the waiting readers. The log itself does not keep it.
  func provide(_ frame: SnapshotFrame) {
    wake {
      $0.snapshot = SnapshotSlot(frame: frame)
    } _: {
      answer(after: $1.cursor, $0)
    }
  }
}

/// The last snapshot, as long as a reader holds it.
private struct SnapshotSlot: Sendable {
  weak var frame: SnapshotFrame?
  /// Whether a snapshot was requested from the renderer.
  var isRequested = false
}

/// A reader that waits for events.
private struct Waiter: Sendable {
  var continuation: CheckedContinuation<EventLog.ReadResult?, Never>
  var cursor: Int
  /// The time at which the reader gets a heartbeat.
  var deadline: ContinuousClock.Instant
}
