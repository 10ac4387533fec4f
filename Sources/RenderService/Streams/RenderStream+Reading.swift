internal import CoreMetrics
internal import NIOCore
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import Synchronization

extension RenderStream {
  private enum Next {
    case batch(EventBatch)
    case snapshot(Snapshot)
    case wait
    /// One is being made for another reader, or there are too many.
    case waitForSnapshot
  }

  /// What a snapshot is made of.
  private struct Snapshot: Sendable {
    var content: @Sendable () -> StreamContent
    var updates: Int
    var isFinal: Bool
    /// The event that it stands for: the last one, but for the one that says that nothing follows.
    var event: Int

    func frame() -> ByteBuffer {
      let update = StreamUpdate(snapshotOf: content(), sequence: updates, isFinal: isFinal)
      return EventFrame.event(.snapshot, id: event, data: IRFormatter().format(update))
    }
  }

  /// What comes behind an event; waits for it.
  func next(after cursor: Int) async throws -> EventBatch {
    let heartbeat = Instant.now + shared.times.heartbeat
    while true {
      let next = state.withLock { state in self.next(after: cursor, &state) }
      switch next {
      case .batch(let batch): return batch
      case .snapshot(let snapshot): return try await make(snapshot)
      case .wait:
        if await wait(after: cursor, until: heartbeat) == .heartbeat { return .heartbeat }
        try Task.checkCancellation()
      case .waitForSnapshot:
        try await Task.sleep(for: shared.times.flush)
        if Instant.now >= heartbeat { return .heartbeat }
      }
    }
  }

  private func next(after cursor: Int, _ state: inout State) -> Next {
    if let (frames, last) = state.log.frames(after: cursor) {
      return .batch(.events(frames, upTo: last, isLast: state.isEnded && last == state.log.last))
    }
    if !state.log.reaches(cursor) {
      if let frame = state.snapshot, state.snapshotEvent > cursor, state.log.reaches(state.snapshotEvent) {
        return .batch(.snapshot(frame, upTo: state.snapshotEvent))
      }
      if state.isMakingSnapshot || !shared.snapshots.hasRoom { return .waitForSnapshot }
      state.isMakingSnapshot = true
      let event = state.isEnded ? state.log.last - 1 : state.log.last
      // An ended stream's last event is always kept, so a cursor that is out of reach is before it.
      return .snapshot(
        Snapshot(
          content: contentMaker(state), updates: state.updates, isFinal: state.isEnded, event: event))
    }
    if state.isEnded { return .batch(.end) }
    return state.isDraining && !owesEvents(state) ? .batch(.drain) : .wait
  }

  /// How the document or conversation is had, on the pool.
  func contentMaker(_ state: borrowing State) -> @Sendable () -> StreamContent {
    let (source, input) = (state.source, state.input)
    if state.isEnded { return { self.finalContent(of: source, input) } }
    let content = state.content
    return { content }
  }

  /// As ``contentMaker(_:)``, but as long as nothing was rendered what the text so far makes.
  func currentContent(_ state: borrowing State) -> @Sendable () -> StreamContent {
    guard state.updates == 0, !state.isEnded else { return contentMaker(state) }
    let (text, input) = (state.source + state.pending, state.input)
    return { self.finalContent(of: text, input) }
  }

  /// Writes a snapshot, on the pool; waits where the pool is full.
  private func make(_ snapshot: Snapshot) async throws -> EventBatch {
    defer { state.withLock { $0.isMakingSnapshot = false } }
    shared.metrics.snapshots.increment()
    while true {
      let frame = await withCheckedContinuation {
        (continuation: CheckedContinuation<SnapshotFrame?, Never>) in
        let usage = shared.snapshots
        if !shared.pool.submit({
          continuation.resume(returning: SnapshotFrame(snapshot.frame(), usage: usage))
        }) {
          continuation.resume(returning: nil)
        }
      }
      if let frame {
        state.withLock { state in
          state.snapshot = frame
          state.snapshotEvent = snapshot.event
        }
        return .snapshot(frame, upTo: snapshot.event)
      }
      try await Task.sleep(for: shared.times.flush)
    }
  }

  /// Waits for an event behind the cursor, for a heartbeat, or until the task is cancelled.
  private func wait(after cursor: Int, until heartbeat: Instant) async -> Wake {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          let isDrained = state.isDraining && !owesEvents(state)
          if state.log.last > cursor || state.isEnded || isDrained || Task.isCancelled { return true }
          state.waiters[number] = Waiter(continuation: continuation, heartbeat: heartbeat)
          return false
        }
        if isOver { continuation.resume(returning: .news) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
      waiter?.continuation.resume(returning: .news)
    }
  }

  /// Wakes the readers that have heard nothing for long enough.
  func beat(_ now: Instant) {
    let due = state.withLock { state -> [Waiter] in
      if state.waiters.isEmpty { return [] }
      let due = state.waiters.filter { $0.value.heartbeat <= now }
      for number in due.keys { state.waiters[number] = nil }
      return Array(due.values)
    }
    for waiter in due { waiter.continuation.resume(returning: .heartbeat) }
  }

  /// Takes no more text, and lets all readers go once they have what was acknowledged.
  func drain() {
    let waiters = state.withLock { state in
      state.isDraining = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.continuation.resume(returning: .news) }
  }
}
