internal import CoreMetrics
internal import DequeModule
internal import NIOCore
internal import RedisStreams
internal import Synchronization

/// Publishes the events of a renderer in Redis, in order and with one script at a time.
///
/// Redis rejects the events as soon as another node has taken the lease. While Redis is unreachable, the
/// events are buffered and the same script is repeated. The numbers of the events make repeats idempotent.
final class PublishedEvents: EventOutput {
  /// The reason why publishing ended.
  enum LeaseEnd: Sendable {
    /// The last event is published.
    case ended
    /// Another node has the lease, or the stream was deleted.
    case lost
  }

  /// The events that Redis keeps when a node takes a stream over.
  struct Kept: Sendable {
    var last = 0
    /// The sizes of the kept events, the oldest first.
    var sizes: [Int] = []
    /// The event and the size of the stored snapshot.
    var snapshot: (event: Int, bytes: Int)?
  }

  private struct PublishingState {
    var last = 0
    var progress: EventLog.LogProgress
    var phase = EventLog.LogPhase.open
    var waiting: Deque<ByteBuffer> = []
    var waitingSince: ContinuousClock.Instant?
    var hasNews = false
    var isPublishing = false
    var isStopped = false
    var sizes: Deque<Int> = []
    var keptBytes = 0
    /// The event and the size of the snapshot that is stored in Redis or being sent.
    var snapshot: (event: Int, bytes: Int)?
    var snapshotToPublish: SnapshotFrame?
    var isSnapshotRequested = false

    var first: Int { last - sizes.count + 1 }
    var eventsSinceSnapshot: Int { last - (snapshot?.event ?? 0) }
    var bytesSinceSnapshot = 0
  }

  private let lease: StreamStore.Lease
  private let store: StreamStore
  private let limits: ServiceConfiguration.ServiceLimits
  private let memory: StreamMemory.Share
  private let metrics: ServiceMetrics
  private let state: Mutex<PublishingState>
  private let onEnd: @Sendable (LeaseEnd) -> Void

  init(
    _ lease: StreamStore.Lease, store: StreamStore, _ dependencies: StreamDependencies,
    memory: StreamMemory.Share, input: EventLog.LogProgress,
    onEnd: @escaping @Sendable (LeaseEnd) -> Void
  ) {
    self.lease = lease
    self.store = store
    limits = dependencies.limits
    self.memory = memory
    metrics = dependencies.metrics
    self.onEnd = onEnd
    state = Mutex(PublishingState(progress: input))
  }

  /// Continues after the events of another node. This node must have published none.
  func resume(after kept: Kept) {
    state.withLock { state in
      precondition(state.last == 0, "events of two nodes")
      state.last = kept.last
      state.sizes = Deque(kept.sizes)
      state.keptBytes = kept.sizes.reduce(0, +)
      state.snapshot = kept.snapshot
      state.bytesSinceSnapshot = kept.sizes.suffix(kept.last - (kept.snapshot?.event ?? 0)).reduce(0, +)
    }
  }

  var position: EventLog.ReaderPosition {
    state.withLock { state in
      EventLog.ReaderPosition(last: state.last, end: nil, progress: state.progress, phase: state.phase)
    }
  }

  var isSnapshotRequested: Bool { state.withLock { $0.isSnapshotRequested } }

  /// The minimum size of the events after a snapshot before another snapshot is made.
  private static let leastBytes = 64 << 10

  func append(_ frames: [ByteBuffer], _ progress: EventLog.LogProgress, _ phase: EventLog.LogPhase) {
    change { state in
      for frame in frames {
        state.waiting.append(frame)
        state.sizes.append(frame.readableBytes)
        state.keptBytes += frame.readableBytes
        state.bytesSinceSnapshot += frame.readableBytes
      }
      state.last += frames.count
      if !frames.isEmpty { state.waitingSince = state.waitingSince ?? .now }
      let rendered = state.progress.renderedBytes
      state.progress = progress
      state.phase = phase
      state.hasNews = state.hasNews || !frames.isEmpty || progress.renderedBytes != rendered
      // A snapshot costs about as much as the events since the last one, so that all snapshots together cost
      // no more than all events.
      let worth = min(max(Self.leastBytes, state.snapshot?.bytes ?? 0), limits.eventBytes / 2)
      if state.eventsSinceSnapshot > limits.events / 2 || state.bytesSinceSnapshot > worth {
        state.isSnapshotRequested = true
      }
      if case .ended = phase { state.isSnapshotRequested = false }
    }
  }

  func provide(_ frame: SnapshotFrame) {
    change { state in
      state.isSnapshotRequested = false
      state.snapshotToPublish = frame
      state.snapshot = (frame.event, frame.buffer.readableBytes)
      state.bytesSinceSnapshot = 0
      state.hasNews = true
    }
  }

  /// Stops publishing.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.waiting = []
    }
  }

  private func change(_ body: (inout PublishingState) -> Void) {
    let starts = state.withLock { state in
      body(&state)
      let starts = state.hasNews && !state.isPublishing && !state.isStopped
      if starts { state.isPublishing = true }
      return starts
    }
    if starts { Task { await publish() } }
  }

  /// The maximum size of the events of one script. A single event may be larger.
  private static let batchBytes = 256 << 10

  /// Returns the next publication; nil if there is nothing to publish.
  private func next() -> (publication: StreamStore.Publication, since: ContinuousClock.Instant?)? {
    state.withLock { state in
      guard state.hasNews, !state.isStopped else {
        state.isPublishing = false
        return nil
      }
      let first = state.last - state.waiting.count + 1
      var frames: [[UInt8]] = []
      var bytes = 0
      while let frame = state.waiting.first, frames.isEmpty || bytes + frame.readableBytes <= Self.batchBytes
      {
        bytes += frame.readableBytes
        frames.append(Array(frame.readableBytesView))
        state.waiting.removeFirst()
      }
      let isAll = state.waiting.isEmpty
      var publication = StreamStore.Publication(
        first: first, frames: frames, progress: state.progress.stored(memory: memory.bytes))
      if isAll, case .ended = state.phase { publication.ends = true }
      if let snapshot = state.snapshotToPublish, isAll {
        publication.snapshot = (snapshot.event, Array(snapshot.buffer.readableBytesView))
        state.snapshotToPublish = nil
      }
      if isAll { publication.keepFrom = trim(&state) }
      state.hasNews = !isAll
      defer { if isAll { state.waitingSince = nil } }
      return (publication, state.waitingSince)
    }
  }

  /// Forgets the oldest events beyond the limits, but only events before the snapshot.
  ///
  /// - Returns: The number of the oldest event to keep; nil if nothing is removed.
  private func trim(_ state: inout PublishingState) -> Int? {
    guard let snapshot = state.snapshot, state.snapshotToPublish == nil else { return nil }
    let before = state.sizes.count
    while state.sizes.count > limits.events || state.keptBytes > limits.eventBytes,
      state.first <= snapshot.event, let size = state.sizes.popFirst()
    {
      state.keptBytes -= size
    }
    return state.sizes.count < before ? state.first : nil
  }

  private func publish() async {
    while let (publication, since) = next() {
      var pause = Duration.milliseconds(10)
      attempts: while true {
        do throws(RedisError) {
          switch try await store.publish(publication, lease) {
          case .published:
            if let since {
              metrics.publish.recordNanoseconds(Int64((ContinuousClock.now - since) / .nanoseconds(1)))
            }
            if publication.ends { onEnd(.ended) }
            break attempts
          case .fenced, .gone:
            stop()
            onEnd(.lost)
            break attempts
          }
        } catch {
          if state.withLock({ $0.isStopped }) { break attempts }
          try? await Task.sleep(for: pause)
          pause = min(pause * 2, .milliseconds(500))
        }
      }
    }
  }
}
