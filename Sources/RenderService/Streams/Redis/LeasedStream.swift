internal import NIOCore
internal import RedisStreams
internal import Rendering
internal import StyledRuns
internal import Synchronization

/// A stream whose lease this node holds. Reads the chunks from Redis, renders them, and publishes events.
final class LeasedStream: Sendable {
  let id: StreamID
  let lease: StreamStore.Lease
  let owner: String
  let client: String
  private let inbox: StreamInbox
  private let output: PublishedEvents
  private let renderer: StreamRenderer
  private let memory: StreamMemory.Share
  private let store: StreamStore
  private let reading = Mutex<BlockingReads.ReadSubscription?>(nil)
  /// The last chunk that was known when the stream was made.
  private let last: StreamEntry.ID
  private let renderedAhead = Atomic(0)

  /// Creates a stream.
  ///
  /// - Parameter takeover: What another node has published and the text so far; nil for a new stream.
  init(
    _ id: StreamID, _ lease: StreamStore.Lease, owner: String, client: String, options: RequestOptions,
    store: StreamStore, _ dependencies: StreamDependencies, taking takeover: Takeover? = nil,
    onEnd: @escaping @Sendable (PublishedEvents.LeaseEnd) -> Void
  ) {
    self.id = id
    self.lease = lease
    self.owner = owner
    self.client = client
    self.store = store
    last = takeover?.lastChunk ?? StreamEntry.ID(0)
    memory = dependencies.memory.makeShare()
    inbox = StreamInbox(limit: .max, memory: memory, lease: nil)
    output = PublishedEvents(
      lease, store: store, dependencies, memory: memory, input: EventLog.LogProgress(input: options.input),
      onEnd: onEnd)
    renderer = StreamRenderer(
      options, dependencies, memory: memory, inbox: inbox, output: output,
      resuming: takeover.map {
        StreamRenderer.Resumption(
          content: $0.published.content, updates: $0.published.updates, isOwn: false)
      })
    for entry in takeover?.chunks ?? [] { take(entry) }
  }

  /// The length of the text, in bytes.
  var textBytes: Int { inbox.status.counts.bytes }

  /// Renders the known text without publishing anything, while another node still has the lease.
  ///
  /// Returns when the text is rendered and its code is highlighted, or has been waited for long enough.
  func renderAhead() async {
    renderer.request(isUrgent: true)
    await renderer.renderedAhead.wait()
    renderedAhead.store(textBytes, ordering: .relaxed)
  }

  /// The length of the text that was rendered before this node had the lease, in bytes.
  var bytesRenderedAhead: Int { renderedAhead.load(ordering: .relaxed) }

  /// Reads the chunks after the known ones as they arrive. A stream that was taken over is rendered at once.
  ///
  /// - Parameter takeover: All that another node has published, and the text so far; nil for a new stream.
  func start(taking takeover: Takeover? = nil) {
    if let takeover {
      for entry in takeover.chunks where entry.id > last { take(entry) }
      output.resume(after: takeover.kept)
      renderer.resume(after: takeover.published.content, updates: takeover.published.updates)
    }
    let subscription = store.readChunks(of: id.text, after: takeover?.lastChunk ?? last) {
      [weak self] entries in
      guard let self else { return }
      for entry in entries { take(entry) }
      renderer.request()
    }
    reading.withLock { $0 = subscription }
    if !renderer.resumed.isPast { renderer.request(isUrgent: true) }
  }

  /// Waits until readers have what this node has rendered of a stream that was taken over, or until it is stopped.
  func waitUntilResumed() async { await renderer.resumed.wait() }

  private func take(_ entry: StreamEntry) {
    if let bytes = entry["data"] {
      let elapsed = entry["elapsed"].flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
      inbox.receive(bytes, number: entry.id.number, elapsed: elapsed)
    } else if let reason = entry["end"].flatMap({ EndReason(rawValue: String(decoding: $0, as: UTF8.self)) })
    {
      inbox.end(reason, refusal: entry["refusal"].flatMap { APIError.read(json: $0) })
    }
  }

  /// Stops reading and publishing.
  func stop() {
    if let subscription = reading.withLock({ $0 }) { store.reads.end(subscription) }
    output.stop()
    renderer.resumed.happen()
  }
}
