internal import HTTPTypes
internal import MessageStreams
internal import NIOCore
internal import Rendering
internal import Synchronization

/// Keeps the last events of one stream for its readers, and has those wait who know them all.
///
/// Only the renderer adds events. A reader that comes for events which are no longer kept waits for a snapshot, which the
/// renderer makes; all readers that are as far behind share it.
final class EventLog: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The answer to a reader that asks for events.
  enum Answer: Sendable {
    /// Events in their form for the wire, up to the one with this number, and whether it is the stream's last.
    case events(ByteBuffer, upTo: Int, isLast: Bool)
    /// The whole document in place of the events up to the snapshot's.
    case snapshot(SnapshotFrame)
    /// Nothing happened for so long that the reader should hear so.
    case heartbeat
    /// The stream has ended and everything was sent.
    case end
    /// The service is shutting down, and everything that was acknowledged was sent.
    case drained
  }

  /// The part of the text that the events show.
  struct Progress: Sendable {
    var renderedBytes = 0
    /// The kind of the text, as far as it is known.
    var input: StreamSession.Input
    /// The parts of a conversation's text that were not understood.
    var skipped: SkippedInput?
  }

  enum Phase: Sendable {
    case open
    /// Acknowledged text is in the events, and the service takes no more.
    case drained
    case ended(Instant)
  }

  /// The state of the log at one moment.
  struct Status: Sendable {
    /// The oldest event that is kept; 0 where there is none.
    var first: Int
    var last: Int
    var progress: Progress
    /// The time at which the stream ended; nil while it has not.
    var ended: Instant?
  }

  private struct State {
    var ring: EventRing
    var progress: Progress
    var phase = Phase.open
    var snapshot = SnapshotSlot()
    var waiters: [Int: Waiter] = [:]
    var readers = ClientPresence()
  }

  private let heartbeat: Duration
  private let snapshots: SnapshotFrame.Usage
  private let memory: StreamMemory.Share
  private let lastWaiter = Atomic(0)
  private let state: Mutex<State>

  init(_ dependencies: StreamDependencies, input: StreamSession.Input, memory: StreamMemory.Share) {
    let limits = dependencies.limits
    heartbeat = dependencies.times.heartbeat
    snapshots = dependencies.snapshots
    self.memory = memory
    state = Mutex(
      State(
        ring: EventRing(capacity: limits.events, byteCapacity: limits.eventBytes),
        progress: Progress(input: input)))
  }

  var status: Status {
    state.withLock { state in
      let ended: Instant? = if case .ended(let time) = state.phase { time } else { nil }
      return Status(
        first: state.ring.last == 0 ? 0 : state.ring.first, last: state.ring.last, progress: state.progress,
        ended: ended)
    }
  }

  /// Bytes of the events that are kept.
  var bytes: Int { state.withLock { $0.ring.bytes } }

  /// The number of readers that wait.
  var waitingReaders: Int { state.withLock { $0.waiters.count } }

  // MARK: - Readers

  /// Readers that are connected, and when one last used the stream.
  var readers: ClientPresence { state.withLock { $0.readers } }

  func setReaderConnected(_ isConnected: Bool) { state.withLock { $0.readers.setConnected(isConnected) } }

  /// Whether anything comes behind an event: it does not where the stream has ended with it.
  ///
  /// - Throws: 409 where the event has not happened.
  func hasEvents(after cursor: Int) throws(APIError) -> Bool {
    try state.withLock { state throws(APIError) in
      let last = state.ring.last
      if cursor > last {
        throw APIError(
          .conflict, .unknownCursor,
          "event \(cursor) has not happened in this stream; its last one is \(last)")
      }
      if case .ended = state.phase, cursor == last { return false }
      // A reader that knows the end already needs nothing of what is kept.
      state.readers.use()
      return true
    }
  }

  /// Waits for what comes behind an event, but no longer than until a heartbeat is due.
  ///
  /// - Parameter requestSnapshot: is called where the renderer is to make a snapshot.
  func next(after cursor: Int, requestSnapshot: @Sendable () -> Void) async throws -> Answer {
    let number = lastWaiter.add(1, ordering: .relaxed).newValue
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Answer?, Never>) in
        let (answer, needsSnapshot) = state.withLock { state -> (Answer?, Bool) in
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

  private func answer(after cursor: Int, _ state: borrowing State) -> Answer? {
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

  /// Whether a snapshot is to be made that nobody asked for yet: a reader waits for one, and there is room.
  private func wantsSnapshot(_ state: inout State) -> Bool {
    guard !state.snapshot.isRequested, snapshots.hasRoom else { return false }
    let isNeeded = state.waiters.values.contains { !state.ring.reaches($0.cursor) }
    state.snapshot.isRequested = isNeeded
    return isNeeded
  }

  /// Wakes the readers that have heard nothing for long enough.
  ///
  /// - Returns: whether the renderer is to make a snapshot, for which there was no room before.
  func beat(_ now: Instant) -> Bool {
    wake { state, waiter in waiter.deadline <= now ? .heartbeat : nil }
  }

  /// Removes the waiters for which there is an answer, and gives it to them.
  ///
  /// - Returns: whether the renderer is to make a snapshot for others.
  @discardableResult
  private func wake(
    after change: (inout State) -> Void = { _ in }, _ answer: (borrowing State, Waiter) -> Answer?
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

  /// Notes that a reader uses the log, though it is not connected yet.
  func useByReader() { state.withLock { $0.readers.use() } }

  // MARK: - The renderer

  /// Whether readers wait for a snapshot.
  var isSnapshotRequested: Bool { state.withLock { $0.snapshot.isRequested } }

  /// Adds events, and says how much of the text they show.
  ///
  /// - Parameter phase: the state that the stream is in with these events.
  func append(_ frames: [ByteBuffer], _ progress: Progress, _ phase: Phase) {
    wake {
      for frame in frames { $0.ring.append(frame) }
      $0.progress = progress
      $0.phase = phase
      memory.setLogBytes($0.ring.bytes)
    } _: {
      answer(after: $1.cursor, $0)
    }
  }

  /// Begins the log of a ``PatchView`` where the stream's own log is.
  ///
  /// - Parameter log: the stream's own log. If it has ended, its last event is the only one that the view keeps.
  func begin(like log: EventLog) {
    let (last, end, progress, phase) = log.state.withLock { state in
      let isEnded = if case .ended = state.phase { true } else { false }
      return (state.ring.last, isEnded ? state.ring.newest : nil, state.progress, state.phase)
    }
    wake {
      $0.ring = $0.ring.emptied(after: end == nil ? last : last - 1)
      if let end { $0.ring.append(end) }
      $0.progress = progress
      $0.phase = phase
    } _: {
      answer(after: $1.cursor, $0)
    }
  }

  /// Gives a snapshot to the readers that wait for one. The log itself does not keep it.
  func provide(_ frame: SnapshotFrame) {
    wake {
      $0.snapshot = SnapshotSlot(frame: frame)
    } _: {
      answer(after: $1.cursor, $0)
    }
  }
}

/// The last snapshot, while a reader still holds it.
private struct SnapshotSlot: Sendable {
  weak var frame: SnapshotFrame?
  /// Whether the renderer was asked for one.
  var isRequested = false
}

/// A reader that waits for events.
private struct Waiter: Sendable {
  var continuation: CheckedContinuation<EventLog.Answer?, Never>
  var cursor: Int
  /// The time at which the reader gets a heartbeat.
  var deadline: ContinuousClock.Instant
}
