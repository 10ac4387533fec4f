internal import CoreMetrics
internal import HTTPTypes
internal import MessageStreams
internal import NIOCore
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import Synchronization
internal import TextMate

/// Renders one stream: takes text from the inbox and appends events to the log.
///
/// All expensive work of a stream runs in a job on the pool: rendering, encoding, applying updates to the
/// document, and creating snapshots. Only the job uses the session and the document, under an uncontended
/// lock.
final class StreamRenderer: Sendable {
  private struct Work {
    /// The session; nil once the stream has ended.
    var session: StreamSession?
    /// Whether the session was finished.
    var isFinished = false
    /// The document or conversation after the updates so far.
    var content = StreamContent()
    /// The number of the last update.
    var updates = 0
    var statistics: StatisticsInterval
  }

  let schedule: RenderSchedule
  private let options: RequestOptions
  private let dependencies: StreamDependencies
  private let memory: StreamMemory.Share
  private let inbox: StreamInbox
  private let log: EventLog
  let views = PatchViews()
  private let work: Mutex<Work>

  init(
    _ options: RequestOptions, _ dependencies: StreamDependencies, memory: StreamMemory.Share,
    inbox: StreamInbox, log: EventLog
  ) {
    self.options = options
    self.dependencies = dependencies
    self.memory = memory
    self.inbox = inbox
    self.log = log
    schedule = RenderSchedule(
      pool: dependencies.pool, clock: dependencies.clock, interval: dependencies.times.flush)
    work = Mutex(
      Work(
        session: StreamSession(
          options.input, markdown: options.markdown,
          highlighter: options.highlighter(in: dependencies.catalog), pool: dependencies.pool,
          redaction: options.redaction),
        statistics: StatisticsInterval(interval: dependencies.times.statistics)))
    work.withLock { $0.session?.onHighlights = { [weak self] in self?.request() } }
  }

  /// Requests a run of the job for new text, for its end, for highlighting, or for a snapshot.
  ///
  /// - Parameter isUrgent: Whether to run now, regardless of the last run.
  func request(isUrgent: Bool = false) {
    schedule.request(isUrgent: isUrgent) { self.run() }
  }

  /// Executes the pending work. Called on the pool.
  ///
  /// - Returns: Whether to run again after a while without a request.
  func run() -> Bool {
    work.withLock { work in
      for view in views.all { view.begin(with: work.content, sequence: work.updates, like: log) }
      let repeats = render(&work)
      provideSnapshots(of: work)
      return repeats
    }
  }

  /// Renders the text in the inbox, and appends the resulting events to the log.
  private func render(_ work: inout Work) -> Bool {
    guard let session = work.session else { return false }
    let batch = inbox.take()
    var updates: [StreamUpdate] = []
    if !batch.bytes.isEmpty, let update = session.append(batch.bytes) { updates.append(update) }
    if batch.ending != nil, !work.isFinished {
      work.isFinished = true
      updates += session.finish()
    }
    if updates.isEmpty, let update = session.takeHighlights() { updates.append(update) }
    let isComplete =
      work.isFinished && (!session.isWaitingForHighlights || batch.ending?.reason == .deleted)
    let progress = EventLog.Progress(
      renderedBytes: batch.end, input: session.input, skipped: session.skipped,
      redacted: options.redaction == nil ? nil : session.secrets)

    var events = EventBatchEncoder(after: log.status.last, views: views.all)
    for update in updates { add(update, to: &work, &events) }
    if let since = batch.since, !updates.isEmpty {
      dependencies.metrics.chunkToEvent.recordNanoseconds(Int64((.now - since) / .nanoseconds(1)))
    }
    var counts = inbox.status.counts
    counts.skipped = progress.skipped
    counts.redacted = progress.redacted
    if work.statistics.isDue(at: batch.end, isLast: isComplete) { events.add(.stats, counts.json()) }
    let measured =
      memory.isMeasureDue(at: batch.end)
      ? views.all.reduce(session.memoryBytes + work.content.memoryBytes) { $0 + $1.memoryBytes } : nil
    memory.rendered(batch.bytes.count, of: batch.end, measured)
    if isComplete, let ending = batch.ending {
      end(ending, counts, &work, &events)
      publish(events, progress, .ended(.now))
      return false
    }
    publish(events, progress, batch.isDraining ? .drained : .open)
    // If the pool's queue was too full for highlighting, no worker will report when there is space. Run again
    // to submit the work.
    return work.isFinished || session.isBackpressured
  }

  private func add(_ update: StreamUpdate, to work: inout Work, _ events: inout EventBatchEncoder) {
    do {
      try work.content.apply(update)
    } catch {
      // The updates of a session always fit its own content. An incorrect document would only be visible in
      // snapshots.
      assertionFailure("\(error)")
    }
    work.updates = update.sequence
    events.add(update, of: work.content)
    dependencies.metrics.streamEvents.increment()
  }

  private func publish(
    _ events: EventBatchEncoder, _ progress: EventLog.Progress, _ phase: EventLog.Phase
  ) {
    log.append(events.frames, progress, phase)
    for (view, frames) in events.views { view.log.append(frames, progress, phase) }
  }

  /// Appends the last event, and releases everything that only an open stream needs.
  private func end(
    _ ending: StreamInbox.Ending, _ counts: StreamCounts, _ work: inout Work,
    _ events: inout EventBatchEncoder
  ) {
    if ending.reason == .deleted {
      events.add(.error, APIError(.gone, .streamGone, "the stream was deleted").json)
    } else {
      events.add(.done, counts.json(of: ending))
    }
    work.session = nil
    // The document takes far more memory than its text and can be rendered again from it.
    work.content = StreamContent()
    for view in views.all { view.end() }
    memory.ended()
    inbox.releaseLease()
  }

  /// Writes the document as it is, for readers whose next events are no longer kept.
  private func provideSnapshots(of work: borrowing Work) {
    let waiting = views.all.filter(\.log.isSnapshotRequested)
    guard log.isSnapshotRequested || !waiting.isEmpty else { return }
    let status = log.status
    let isEnded = status.ended != nil
    let content = isEnded ? finalContent(status.progress.input) : work.content
    // The last event of an ended stream is always stored.
    let event = isEnded ? status.last - 1 : status.last
    func frame(_ data: [UInt8]) -> SnapshotFrame {
      dependencies.metrics.snapshots.increment()
      return SnapshotFrame(
        EventFrame.event(.snapshot, id: event, data: data), event: event, usage: dependencies.snapshots)
    }
    if log.isSnapshotRequested {
      let update = StreamUpdate(snapshotOf: content, sequence: work.updates, isFinal: isEnded)
      log.provide(frame(IRFormatter().format(update)))
    }
    for view in waiting {
      view.log.provide(
        frame(view.snapshot(of: content, sequence: work.updates, isFinal: isEnded)))
    }
  }

  private func finalContent(_ input: StreamSession.Input) -> StreamContent {
    Renderer(
      markdown: options.markdown, highlighter: options.highlighter(in: dependencies.catalog),
      redaction: options.redaction
    )
    .render(inbox.text.bytes(), as: input).content
  }
}

/// Numbers and encodes the events of one run, for the stream's own log and for those of its views.
private struct EventBatchEncoder {
  private var last: Int
  private(set) var frames: [ByteBuffer] = []
  private(set) var views: [(view: PatchView, frames: [ByteBuffer])]

  /// - Parameter last: the number of the last event before these.
  init(after last: Int, views: [PatchView]) {
    self.last = last
    self.views = views.map { ($0, []) }
  }

  /// Adds an update, which was applied to `content`.
  mutating func add(_ update: StreamUpdate, of content: StreamContent) {
    last += 1
    frames.append(EventFrame.event(.update, id: last, data: IRFormatter().format(update)))
    for index in views.indices {
      let patch = views[index].view.patch(for: update, of: content)
      views[index].frames.append(EventFrame.event(.patch, id: last, data: patch))
    }
  }

  /// Adds an event that is the same in every form.
  mutating func add(_ kind: EventFrame.Kind, _ data: [UInt8]) {
    last += 1
    let frame = EventFrame.event(kind, id: last, data: data)
    frames.append(frame)
    for index in views.indices { views[index].frames.append(frame) }
  }
}

/// Decides when statistics are sent: once per interval if text has arrived, and at the end.
private struct StatisticsInterval: Sendable {
  let interval: Duration
  private var last = ContinuousClock.Instant.now
  private var bytes = 0

  init(interval: Duration) { self.interval = interval }

  mutating func isDue(at bytes: Int, isLast: Bool) -> Bool {
    guard isLast || bytes != self.bytes && .now - last >= interval else { return false }
    (last, self.bytes) = (.now, bytes)
    return true
  }
}
