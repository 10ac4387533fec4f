internal import CoreMetrics
internal import Logging
internal import NIOCore
internal import RedisStreams
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import Synchronization

/// Delivers the events of a stream to the readers at this node. Any node may render the stream.
///
/// Events are copied unchanged from Redis to the log. Only if a reader requests HTML patches, the updates are
/// decoded and applied to a copy of the content.
final class FollowedStream: Sendable {
  private struct FollowingState {
    var isLoaded = false
    /// Whether ``work`` holds the content, so that events must be applied to it.
    var hasContent = false
    /// The number of loads. Entries that belong to earlier subscriptions are dropped.
    var loads = 0
    var reading: BlockingReads.ReadSubscription?
    /// Events that have not been applied to the content yet.
    var arrived: [[UInt8]] = []
    var loading: Task<Void, any Error>?
    var isClosed = false
  }

  let id: StreamID
  let owner: String
  let log: EventLog
  let views = PatchViews()
  private let options: RequestOptions
  private let store: StreamStore
  private let dependencies: StreamDependencies
  private let logger: Logger
  private let schedule: RenderSchedule
  private let draining = Atomic(false)
  private let state = Mutex(FollowingState())
  private let work = Mutex(PublishedContent())

  init(
    _ id: StreamID, owner: String, options: RequestOptions, store: StreamStore,
    _ dependencies: StreamDependencies, logger: Logger
  ) {
    self.id = id
    self.owner = owner
    self.options = options
    self.store = store
    self.dependencies = dependencies
    self.logger = logger
    log = EventLog(dependencies, input: options.input, memory: dependencies.memory.makeShare())
    schedule = RenderSchedule(pool: dependencies.pool, clock: dependencies.clock, interval: .zero)
  }

  // MARK: - Readers

  /// Returns the log with events in the requested form, from the cursor on or with a snapshot.
  ///
  /// - Parameter patches: The HTML options for patches instead of updates; nil for updates.
  func log(after cursor: Int, as patches: PatchOptions?) async throws -> EventLog {
    log.useByReader()
    guard let patches else {
      try await load(after: cursor, withContent: false)
      return log
    }
    let view = try views.view(patches) { PatchView(patches, of: options, dependencies) }
    try await load(after: cursor, withContent: true)
    requestRun()
    return view.log
  }

  /// Requests a snapshot for a reader of a log.
  func requestSnapshot(after cursor: Int, of log: EventLog) {
    if state.withLock({ $0.hasContent }) { return requestRun() }
    Task {
      do {
        // The events after the cursor no longer exist, so that the stored snapshot is loaded.
        try await load(after: cursor, withContent: false, isForced: true)
      } catch {
        log.forgetSnapshotRequest()
      }
    }
  }

  /// Sends heartbeats that are due.
  func beat(_ now: ContinuousClock.Instant) {
    views.tidy(now)
    if log.beat(now) { requestSnapshot(after: 0, of: log) }
    for view in views.all where view.log.beat(now) { requestRun() }
    // Without views, the content is no longer needed.
    if views.all.isEmpty, state.withLock({ $0.hasContent }) { requestRun() }
  }

  private var logs: [EventLog] { [log] + views.all.map(\.log) }

  var hasReaders: Bool { logs.contains { $0.readers.isConnected } }

  /// Whether no reader has been connected for a duration.
  func isUnused(for time: Duration, at now: ContinuousClock.Instant) -> Bool {
    !logs.contains { $0.readers.isConnected || now - $0.readers.lastUse < time }
  }

  /// Disconnects the readers after they received all available events.
  func drain() {
    draining.store(true, ordering: .relaxed)
    for log in logs where log.status.ended == nil { log.append([], log.status.progress, .drained) }
  }

  /// Whether readers are told to reconnect at another node.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  private func phase(isEnded: Bool) -> EventLog.LogPhase {
    isEnded ? .ended(.now) : isDraining ? .drained : .open
  }

  /// Ends the stream for its readers, because Redis no longer has it.
  func lose() {
    guard log.status.ended == nil else { return }
    for log in logs {
      let frame = EventFrame.event(.error, id: log.status.last + 1, data: APIError.gone.json)
      log.append([frame], log.status.progress, .ended(.now))
    }
  }

  func close() {
    let reading = state.withLock { state in
      state.isClosed = true
      state.loads += 1
      return state.reading
    }
    if let reading { store.reads.end(reading) }
  }

  // MARK: - Loading

  /// Loads the events after a cursor, unless this node has them.
  private func load(after cursor: Int, withContent: Bool, isForced: Bool = false) async throws {
    let task = state.withLock { state in
      // Loads are serialized, because each replaces the current events.
      let previous = state.loading
      let task = Task {
        _ = await previous?.result
        try await self.loadNow(after: cursor, withContent: withContent, isForced: isForced)
      }
      state.loading = task
      return task
    }
    try await task.value
  }

  private func loadNow(after cursor: Int, withContent: Bool, isForced: Bool) async throws {
    let isHere = state.withLock { state in
      state.hasContent || !withContent && !isForced && state.isLoaded && log.reaches(cursor)
    }
    if isHere { return }
    for _ in 0..<5 {
      let snapshot = withContent || isForced ? try await store.snapshot(of: id.text) : nil
      let start = snapshot.map(\.event) ?? (withContent ? 0 : cursor)
      let entries = try await store.events(of: id.text, after: start)
      if let first = entries.first, first.id.number != start + 1 {
        // The events after the cursor no longer exist.
        if snapshot == nil {
          return try await loadNow(after: cursor, withContent: withContent, isForced: true)
        }
        continue
      }
      try await install(entries, after: start, snapshot: snapshot?.frame, withContent: withContent)
      return
    }
    throw APIError.storeUnavailable("the events change too fast")
  }

  private func install(
    _ entries: [StreamEntry], after start: Int, snapshot: [UInt8]?, withContent: Bool
  ) async throws {
    let frames = entries.compactMap { $0["frame"] }
    if withContent {
      let content = try await dependencies.pool.value { () throws -> PublishedContent in
        var content = PublishedContent()
        if let snapshot { content = try PublishedContent(snapshot: snapshot) }
        for frame in frames { try content.apply(try ReadEvent(checking: frame)) }
        return content
      }
      work.withLock { $0 = content }
    }
    let last = entries.last?.id.number ?? start
    let isEnded = frames.last.map(ReadEvent.isLast) ?? false
    let number = state.withLock { state -> Int? in
      if state.isClosed { return nil }
      state.loads += 1
      state.isLoaded = true
      state.hasContent = withContent
      state.arrived = []
      log.restart(
        after: start, frames.map { ByteBuffer(bytes: $0) }, log.status.progress, phase(isEnded: isEnded))
      return state.loads
    }
    if let snapshot, log.isSnapshotRequested || !withContent {
      dependencies.metrics.snapshots.increment()
      log.provide(SnapshotFrame(ByteBuffer(bytes: snapshot), event: start, usage: dependencies.snapshots))
    }
    guard let number, !isEnded else { return }
    let reading = store.readEvents(of: id.text, after: last) { [weak self] entries in
      self?.receive(entries, number)
    }
    let isClosed = state.withLock { state in
      state.reading = reading
      return state.isClosed
    }
    if isClosed { store.reads.end(reading) }
  }

  private func receive(_ entries: [StreamEntry], _ load: Int) {
    let frames = entries.compactMap { $0["frame"] }
    let runs = state.withLock { state in
      guard state.loads == load else { return false }
      if state.hasContent {
        state.arrived += frames
        return true
      }
      append(frames)
      return false
    }
    if runs { requestRun() }
    if frames.last.map(ReadEvent.isLast) ?? false, let reading = state.withLock({ $0.reading }) {
      store.reads.end(reading)
    }
  }

  private func append(_ frames: [[UInt8]]) {
    let isEnded = frames.last.map(ReadEvent.isLast) ?? false
    log.append(frames.map { ByteBuffer(bytes: $0) }, log.status.progress, phase(isEnded: isEnded))
  }

  // MARK: - Content

  private func requestRun() { schedule.request(isUrgent: true) { self.run() } }

  /// Applies the arrived events, and creates patches and snapshots. Runs on the worker pool.
  private func run() -> Bool {
    work.withLock { work in
      guard state.withLock({ $0.hasContent }) else { return }
      for view in views.all { view.begin(with: work.content, sequence: work.updates, at: log.position) }
      let frames = state.withLock { state in
        defer { state.arrived = [] }
        return state.arrived
      }
      do {
        try apply(frames, &work)
      } catch {
        logger.error("a stored event does not fit", metadata: ["stream": "\(id)", "error": "\(error)"])
        lose()
      }
      provideSnapshots(of: work)
      state.withLock { state in
        guard views.all.isEmpty, state.arrived.isEmpty else { return }
        state.hasContent = false
        work = PublishedContent()
      }
    }
    return false
  }

  private func apply(_ frames: [[UInt8]], _ work: inout PublishedContent) throws {
    guard !frames.isEmpty else { return }
    let views = views.all
    var patches = views.map { (view: $0, frames: [ByteBuffer]()) }
    var number = log.status.last
    for frame in frames {
      number += 1
      let event = try ReadEvent(checking: frame)
      let update = try work.apply(event)
      for index in patches.indices {
        let encoded =
          switch (event.kind, update) {
          case (.update, let update?):
            EventFrame.event(
              .patch, id: number, data: patches[index].view.patch(for: update, of: work.content).bytes)
          case (.snapshot, _):
            EventFrame.event(
              .snapshot, id: number,
              data: patches[index].view.snapshot(of: work.content, sequence: work.updates, isFinal: false))
          default: ByteBuffer(bytes: frame)
          }
        patches[index].frames.append(encoded)
      }
    }
    append(frames)
    let position = log.position
    for (view, frames) in patches { view.log.append(frames, position.progress, position.phase) }
  }

  private func provideSnapshots(of work: PublishedContent) {
    let position = log.position
    let isEnded = if case .ended = position.phase { true } else { false }
    let event = isEnded ? position.last - 1 : position.last
    func frame(_ data: [UInt8]) -> SnapshotFrame {
      dependencies.metrics.snapshots.increment()
      return SnapshotFrame(
        EventFrame.event(.snapshot, id: event, data: data), event: event, usage: dependencies.snapshots)
    }
    if log.isSnapshotRequested {
      let update = StreamUpdate(snapshotOf: work.content, sequence: work.updates, isFinal: isEnded)
      log.provide(frame(IRFormatter().format(update)))
    }
    for view in views.all where view.log.isSnapshotRequested {
      view.log.provide(
        frame(view.snapshot(of: work.content, sequence: work.updates, isFinal: isEnded)))
    }
  }
}

extension WorkerPool {
  /// Computes a value on the worker pool, or on the calling thread if the queue is full.
  func value<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isSubmitted = submit { continuation.resume(with: Result { try work() }) }
      if !isSubmitted { continuation.resume(with: Result { try work() }) }
    }
  }
}
