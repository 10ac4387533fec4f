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
    /// The scope table that the session continues.
    var scopes = ScopeTable()
    /// The document or conversation after the updates so far.
    var content = StreamContent()
    /// The number of the last update.
    var updates = 0
    /// The published content that another machine rendered, until this renderer has caught up with it.
    var resumption: Resumption?
    /// The text of the resumption, while its syntax highlighting is awaited. Newer text stays in the inbox,
    /// because it would need highlighting, too.
    var resumedBatch: StreamInbox.Batch?
    /// The amount of text that the content contains.
    var renderedBytes = 0
    var statistics: StatisticsInterval
  }

  /// The content that another machine has published before this renderer continues the stream.
  struct Resumption: Sendable {
    /// The content that readers have.
    var content: StreamContent
    /// The number of the last update in the content.
    var updates: Int
    /// Whether this machine may publish. Until then it renders ahead, while the other machine still publishes.
    var isOwn = true
    /// The time until which the renderer waits for syntax highlighting, so that readers do not see it
    /// disappear.
    var deadline = ContinuousClock.Instant.now + .milliseconds(500)
  }

  let schedule: RenderSchedule
  /// Happens when the content includes everything that another machine had published.
  let resumed = OneTimeEvent()
  /// Happens when a renderer that may not publish yet has rendered and highlighted the text that it knows.
  let renderedAhead = OneTimeEvent()
  private let options: RequestOptions
  private let dependencies: StreamDependencies
  private let memory: StreamMemory.Share
  private let inbox: StreamInbox
  private let output: any EventOutput
  let views = PatchViews()
  private let work: Mutex<Work>

  /// Creates a renderer.
  ///
  /// - Parameter resumption: The content that was published before; nil for a new stream.
  init(
    _ options: RequestOptions, _ dependencies: StreamDependencies, memory: StreamMemory.Share,
    inbox: StreamInbox, output: any EventOutput, resuming resumption: Resumption? = nil
  ) {
    self.options = options
    self.dependencies = dependencies
    self.memory = memory
    self.inbox = inbox
    self.output = output
    schedule = RenderSchedule(
      pool: dependencies.pool, clock: dependencies.clock, interval: dependencies.times.flush)
    work = Mutex(
      Work(
        updates: resumption?.updates ?? 0, resumption: resumption,
        statistics: StatisticsInterval(interval: dependencies.times.statistics)))
    if resumption == nil { resumed.happen() }
    work.withLock { begin(&$0, after: resumption?.content ?? StreamContent()) }
  }

  /// Begins a session, whose scope table continues that of the content that readers have.
  private func begin(_ work: inout Work, after content: StreamContent) {
    let session = StreamSession(
      options.input, markdown: options.markdown, highlighter: options.highlighter(in: dependencies.catalog),
      pool: dependencies.pool, redaction: options.redaction, continuing: content.scopes)
    session.onHighlights = { [weak self] in
      guard let self else { return }
      // Readers wait for a stream that was taken over.
      request(isUrgent: !resumed.isPast)
    }
    work.session = session
    work.scopes = content.scopes
    work.content = content.emptied
    work.isFinished = false
    work.resumedBatch = nil
    work.renderedBytes = 0
  }

  /// Ends the rendering ahead: from now on this machine publishes, after the content that readers have now.
  ///
  /// - Parameters:
  ///   - content: The content that readers have.
  ///   - updates: The number of the last update in the content.
  func resume(after content: StreamContent, updates: Int) {
    work.withLock { work in
      work.resumption = Resumption(content: content, updates: updates)
      work.updates = updates
      // Text that arrived since the text that was rendered ahead.
      work.resumedBatch = nil
    }
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
      for view in views.all {
        view.begin(with: work.content, sequence: work.updates, at: output.position)
      }
      let repeats = render(&work)
      provideSnapshots(of: work)
      return repeats
    }
  }

  /// Renders the text in the inbox, and appends the resulting events to the log.
  private func render(_ work: inout Work) -> Bool {
    guard let session = work.session else { return false }
    let isAwaitingHighlights = work.resumedBatch != nil
    let batch = work.resumedBatch ?? inbox.take()
    var updates: [StreamUpdate] = []
    var snapshot: StreamUpdate?
    if !batch.bytes.isEmpty, let update = session.append(batch.bytes) { updates.append(update) }
    // What the session has put off must be shown when no more text follows soon.
    if batch.bytes.isEmpty || batch.isDraining || work.resumption != nil, let update = session.catchUp() {
      updates.append(update)
    }
    if batch.ending != nil, !work.isFinished {
      work.isFinished = true
      updates += session.finish()
    }
    if updates.isEmpty, let update = session.takeHighlights() { updates.append(update) }
    if work.resumption != nil {
      guard let change = catchUp(with: updates, session, &work) else {
        memory.rendered(batch.bytes.count, of: batch.end, nil)
        work.resumedBatch = batch
        work.resumedBatch?.bytes = []
        return !renderedAhead.isPast || work.resumption?.isOwn == true
      }
      if case .anew = change {
        // The other machine has found scopes in another order since this one began.
        begin(&work, after: work.resumption?.content ?? StreamContent())
        inbox.rewind()
        return render(&work)
      }
      work.resumption = nil
      work.resumedBatch = nil
      defer { resumed.happen() }
      switch change {
      case .anew: break
      case .none: updates = []
      case .update(let update): updates = [update]
      case .snapshot(let update):
        snapshot = update
        updates = []
      }
    }
    if !session.isBehind { work.renderedBytes = batch.end }
    let isComplete =
      work.isFinished && (!session.isWaitingForHighlights || batch.ending?.reason == .deleted)
    var progress = EventLog.LogProgress(
      renderedBytes: work.renderedBytes, input: session.input, skipped: session.skipped,
      redacted: options.redaction == nil ? nil : session.secrets)

    var events = EventBatchEncoder(after: output.position.last, views: views.all)
    if let snapshot {
      work.updates = snapshot.sequence
      events.add(.snapshot, IRFormatter().format(snapshot))
    }
    for update in updates { add(update, to: &work, &events) }
    session.charge(events.work)
    progress.updates = work.updates
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
    // to submit the work, or to show what the session has put off.
    return work.isFinished || session.isBackpressured || session.isBehind || isAwaitingHighlights
  }

  /// Applies updates without publishing them, until the content includes everything that readers had before.
  ///
  /// - Returns: The changes from the published content to the current one; nil if it is too early.
  private func catchUp(
    with updates: [StreamUpdate], _ session: StreamSession, _ work: inout Work
  ) -> CatchingUp? {
    guard let resumption = work.resumption else { return nil }
    for update in updates {
      // The updates of a session always fit its own content, which continues the scope table of the published
      // one.
      do { try work.content.apply(update) } catch { assertionFailure("\(error)") }
    }
    if session.isWaitingForHighlights, .now < resumption.deadline { return nil }
    guard resumption.isOwn else {
      renderedAhead.happen()
      return nil
    }
    let (next, isFinal) = (work.updates + 1, work.isFinished)
    guard
      let update = StreamUpdate(
        from: resumption.content, to: work.content, sequence: next, isFinal: isFinal)
    else {
      if work.scopes != resumption.content.scopes { return .anew }
      return .snapshot(StreamUpdate(snapshotOf: work.content, sequence: next, isFinal: isFinal))
    }
    guard isFinal || !update.isEmpty else { return CatchingUp.none }
    // Adding the update also applies it to the content of readers.
    work.content = resumption.content
    return .update(update)
  }

  /// The updates that readers of an earlier rendering need.
  private enum CatchingUp {
    case none
    /// No edits lead to a rendering that does not continue the scope table of these readers: render anew.
    case anew
    case update(StreamUpdate)
    case snapshot(StreamUpdate)
  }

  private func add(_ update: StreamUpdate, to work: inout Work, _ events: inout EventBatchEncoder) {
    // The updates of a session that continues another one have separate numbers.
    let update = update.sequence == work.updates + 1 ? update : update.numbered(work.updates + 1)
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
    _ events: EventBatchEncoder, _ progress: EventLog.LogProgress, _ phase: EventLog.LogPhase
  ) {
    output.append(events.frames, progress, phase)
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

  /// Encodes the document as a snapshot for readers whose next events are no longer kept.
  private func provideSnapshots(of work: borrowing Work) {
    let waiting = views.all.filter(\.log.isSnapshotRequested)
    guard output.isSnapshotRequested || !waiting.isEmpty else { return }
    let position = output.position
    let isEnded = if case .ended = position.phase { true } else { false }
    let content = isEnded ? finalContent(position.progress.input) : work.content
    // The last event of an ended stream is always stored.
    let event = isEnded ? position.last - 1 : position.last
    func frame(_ data: [UInt8]) -> SnapshotFrame {
      dependencies.metrics.snapshots.increment()
      return SnapshotFrame(
        EventFrame.event(.snapshot, id: event, data: data), event: event, usage: dependencies.snapshots)
    }
    if output.isSnapshotRequested {
      let update = StreamUpdate(snapshotOf: content, sequence: work.updates, isFinal: isEnded)
      output.provide(frame(IRFormatter().format(update)))
    }
    for view in waiting {
      view.log.provide(
        frame(view.snapshot(of: content, sequence: work.updates, isFinal: isEnded)))
    }
  }

  private func finalContent(_ input: StreamSession.SessionInput) -> StreamContent {
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
  /// The work for the patches.
  private(set) var work = 0

  /// Creates an encoder.
  ///
  /// - Parameter last: The number of the last event before these.
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
      work += patch.work
      views[index].frames.append(EventFrame.event(.patch, id: last, data: patch.bytes))
    }
  }

  /// Adds an event that is the same in every form.
  mutating func add(_ kind: EventFrame.EventName, _ data: [UInt8]) {
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

extension StreamContent {
  /// Empty content of the same kind with the same scope table, which a session continues.
  fileprivate var emptied: StreamContent {
    switch self {
    case .document(let document): .document(Document(scopes: document.scopes))
    case .conversation(let conversation): .conversation(Conversation(scopes: conversation.scopes))
    }
  }
}
