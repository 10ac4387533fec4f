internal import RunFormatters
internal import Rendering
internal import Synchronization
internal import TextMate

/// A stream in this process. The inbox owns the text, the renderer owns the session and the document, and the
/// log owns the events.
final class MemoryStream: Sendable {
  let id: StreamID
  let owner: Owner
  let options: RequestOptions
  /// The time of creation, in seconds since 1970.
  let created: Double
  let start = ContinuousClock.Instant.now
  let inbox: StreamInbox
  let log: EventLog
  let renderer: StreamRenderer
  let dependencies: StreamDependencies
  private let memory: StreamMemory.Share

  init(
    id: StreamID, owner: Owner, options: RequestOptions, created: Double, dependencies: StreamDependencies,
    lease: StreamLease? = nil
  ) {
    self.id = id
    self.owner = owner
    self.options = options
    self.created = created
    self.dependencies = dependencies
    memory = dependencies.memory.makeShare()
    inbox = StreamInbox(limit: dependencies.limits.streamBytes, memory: memory, lease: lease)
    log = EventLog(dependencies, input: options.input, memory: memory)
    renderer = StreamRenderer(options, dependencies, memory: memory, inbox: inbox, output: log)
  }

  func append(_ bytes: [UInt8], number: Int?) throws(APIError) -> AppendReceipt {
    let receipt = try inbox.append(bytes, number: number)
    if !receipt.isDuplicate { renderer.request() }
    return receipt
  }

  /// Ends the text. Further calls have no effect.
  ///
  /// - Parameter refusal: The error of the stream's writer, with the reason ``EndReason/refused``.
  func end(_ reason: EndReason, refusal: APIError? = nil) {
    inbox.end(reason, refusal: refusal)
    renderer.request()
  }

  /// Refuses further text, and disconnects all readers after they received all acknowledged text.
  func drain() {
    inbox.drain()
    renderer.request(isUrgent: true)
  }

  /// Returns the log with events in the requested form.
  ///
  /// - Parameter patches: The HTML options for patches instead of updates; nil for updates.
  func log(as patches: PatchOptions?) throws(APIError) -> EventLog {
    guard let patches else { return log }
    let view = try renderer.views.view(patches) { PatchView(patches, of: options, dependencies) }
    renderer.request(isUrgent: true)
    return view.log
  }

  /// Waits for the events after a cursor.
  ///
  /// - Parameter log: The log of a view; nil for the stream's own log.
  func next(after cursor: Int, in log: EventLog? = nil) async throws -> EventLog.ReadResult {
    try await (log ?? self.log).next(after: cursor) { renderer.request(isUrgent: true) }
  }

  var state: StreamState {
    // Read the events first, so that they do not include more text than the inbox.
    let events = log.status
    let text = inbox.status
    var counts = text.counts
    counts.skipped = events.progress.skipped
    counts.redacted = events.progress.redacted
    return StreamState(
      id: id, phase: events.ended != nil ? .ended : text.endReason == nil ? .open : .finishing,
      endReason: text.endReason, created: created, counts: counts,
      renderedBytes: events.progress.renderedBytes, memoryBytes: memory.bytes, chunks: text.chunks,
      lastEvent: events.last, firstEvent: events.first, format: options.output.format,
      theme: options.themeNames,
      input: events.progress.input.name)
  }

  private var logs: [EventLog] { [log] + renderer.views.all.map(\.log) }

  /// Sends heartbeats that are due.
  func beat(_ now: ContinuousClock.Instant) {
    renderer.views.tidy(now)
    for log in logs where log.beat(now) { renderer.request(isUrgent: true) }
  }

  /// Whether no client has used the stream for this time.
  func isIdle(for time: Duration, at now: ContinuousClock.Instant) -> Bool {
    let users = [inbox.writers] + logs.map(\.readers)
    if users.contains(where: \.isConnected) { return false }
    let lastUse = users.map(\.lastUse).max() ?? start
    return now - max(lastUse, log.status.ended ?? lastUse) > time
  }
}

/// The dependencies and limits that all streams share.
struct StreamDependencies: Sendable {
  var catalog: Catalog
  var pool: WorkerPool
  var limits: ServiceConfiguration.ServiceLimits
  var times: ServiceConfiguration.Times
  var metrics: ServiceMetrics
  let clock = FlushClock()
  let memory: StreamMemory
  let snapshots = SnapshotFrame.SnapshotUsage()

  init(
    catalog: Catalog, pool: WorkerPool, limits: ServiceConfiguration.ServiceLimits,
    times: ServiceConfiguration.Times, metrics: ServiceMetrics
  ) {
    self.catalog = catalog
    self.pool = pool
    self.limits = limits
    self.times = times
    self.metrics = metrics
    memory = StreamMemory(limits: limits)
  }
}
