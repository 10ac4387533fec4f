internal import CoreMetrics
internal import Logging
internal import RedisStreams
internal import Rendering
internal import ServiceLifecycle
internal import Synchronization

extension RedisStreamRegistry {
  /// The interval between two searches for expired leases.
  private static let searchInterval = Duration.milliseconds(200)
  /// The number of streams of one partition that a node claims at once, so that all nodes get some.
  private static let claimBatch = 4
  /// The time for which the events of a stream without readers are kept at this node.
  private static let followTime = Duration.seconds(30)

  // MARK: - Service

  /// Renews leases, takes streams over, sends heartbeats and ends idle streams until the service is shut
  /// down.
  func run() async throws {
    await checkPartitions()
    try? await store.readNotices { [weak self] partitions in
      Task { await self?.takeExpired(in: partitions) }
    }
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.repeatedly(self.store.settings.lease / 4) { await self.renew() } }
        group.addTask { await self.repeatedly(Self.searchInterval) { await self.takeExpired(in: nil) } }
        let beat = min(Duration.seconds(1), self.configuration.times.heartbeat / 4)
        group.addTask { await self.repeatedly(beat) { self.tidy(.now) } }
        group.addTask { await self.repeatedly(beat) { await self.touchUsed() } }
        group.addTask {
          await self.repeatedly(StreamStore.usageInterval) {
            await self.usage.report(self.state.withLock { Array($0.leased.values) })
          }
        }
      }
    }
    await prepareToDrain()
    drain()
    // Running requests may still use the store.
  }

  private func repeatedly(_ interval: Duration, _ body: () async -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      await body()
    }
  }

  /// Warns about nodes with a different number of partitions, which would not find each other's streams.
  private func checkPartitions() async {
    guard let agreed = try? await store.agreedPartitions(), agreed != store.settings.partitions else {
      return
    }
    logger.critical(
      "store-partitions differs from the other nodes; streams of theirs are not found here",
      metadata: ["here": "\(store.settings.partitions)", "there": "\(agreed)"])
  }

  // MARK: - Leases

  func makeLeased(
    _ id: StreamID, _ lease: StreamStore.Lease, owner: String, client: String, options: RequestOptions,
    taking takeover: LeasedStream.Takeover? = nil
  ) -> LeasedStream {
    LeasedStream(
      id, lease, owner: owner, client: client, options: options, store: store, dependencies, taking: takeover
    ) { [weak self] end in
      self?.ended(id, lease, client, end)
    }
  }

  /// Starts rendering a stream.
  func keep(_ stream: LeasedStream) {
    let old = state.withLock { state in
      defer { state.leased[stream.id] = stream }
      return state.leased[stream.id]
    }
    old?.stop()
  }

  /// Stops rendering a stream.
  ///
  /// - Parameter lease: The lease that ended; nil for any lease.
  func drop(_ id: StreamID, _ lease: StreamStore.Lease? = nil) {
    let stream = state.withLock { state -> LeasedStream? in
      guard let stream = state.leased[id], lease == nil || stream.lease == lease else { return nil }
      state.leased[id] = nil
      return stream
    }
    stream?.stop()
  }

  private func ended(
    _ id: StreamID, _ lease: StreamStore.Lease, _ client: String, _ end: PublishedEvents.LeaseEnd
  ) {
    drop(id, lease)
    switch end {
    case .ended: Task { await usage.dismiss(id, client) }
    case .lost: dependencies.metrics.leasesLost.increment()
    }
  }

  private func renew() async {
    let streams = state.withLock { $0.leased }
    for (lease, result) in await store.renew(streams.values.map(\.lease)) {
      guard let id = StreamID(lease.id) else { continue }
      switch result {
      case .renewed: break
      case .lost:
        dependencies.metrics.leasesLost.increment()
        drop(id, lease)
      case .idle:
        // No node has readers or writers of the stream, because they would have marked it as used.
        _ = try? await store.finish(lease.id, owner: nil, reason: EndReason.idle.rawValue, refusal: [])
      }
    }
  }

  /// Takes over the streams with expired leases.
  ///
  /// - Parameter partitions: The partitions to search; nil for all partitions.
  func takeExpired(in partitions: [Int]?) async {
    while !Task.isCancelled {
      if state.withLock({ $0.isHandingOver }) { return }
      let ids: [String]
      do {
        ids = try await store.expiredLeases(in: partitions, limit: Self.claimBatch)
      } catch {
        // No node could renew its leases while Redis was unreachable. All nodes get time to renew them now.
        state.withLock { $0.takesLeasesFrom = .now + store.settings.lease }
        return
      }
      if ids.isEmpty || partitions == nil && state.withLock({ $0.takesLeasesFrom > .now }) { return }
      let mine = state.withLock { state in
        let new = ids.compactMap { StreamID($0) }.filter { state.claimed.insert($0).inserted }
        return new.shuffled()
      }
      if mine.isEmpty { return }
      await withTaskGroup(of: Void.self) { group in
        for id in mine { group.addTask { await self.take(id) } }
      }
      state.withLock { $0.claimed.subtract(mine) }
    }
  }

  /// Takes over a stream, and continues it after its last event.
  private func take(_ id: StreamID) async {
    let start = ContinuousClock.now
    do {
      guard let lease = try await store.claim(id.text), let stored = try await store.state(of: id.text) else {
        return
      }
      let options = try stored.requestOptions(dependencies.catalog, configuration)
      async let chunks = store.chunks(of: id.text, after: StreamEntry.ID(0))
      let (published, kept) = try await self.published(id, last: stored.lastEvent)
      let takeover = LeasedStream.Takeover(published: published, kept: kept, chunks: try await chunks)
      if state.withLock({ $0.isHandingOver }) { return try await store.release([lease]) }
      let stream = makeLeased(
        id, lease, owner: stored.owner, client: stored.client, options: options, taking: takeover)
      keep(stream)
      stream.start(after: takeover.chunks.last?.id ?? StreamEntry.ID(0))
      dependencies.metrics.takeovers.increment()
      logger.info(
        "took a stream over",
        metadata: [
          "stream": "\(id)", "epoch": "\(lease.epoch)", "bytes": "\(stored.bytes)",
          "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
        ])
    } catch {
      // The lease expires, and this node or another one tries again.
      logger.error("a stream cannot be taken over", metadata: ["stream": "\(id)", "error": "\(error)"])
    }
  }

  /// Rebuilds the content that readers of a stream have after its last event.
  private func published(
    _ id: StreamID, last: Int
  ) async throws -> (PublishedContent, PublishedEvents.Kept) {
    let snapshot = try await store.snapshot(of: id.text)
    let entries = try await store.events(of: id.text, after: 0)
    let frames = entries.map { (number: $0.id.number, frame: $0["frame"] ?? []) }
    let content = try await dependencies.pool.value { () throws -> PublishedContent in
      var content = PublishedContent()
      if let snapshot { content = try PublishedContent(snapshot: snapshot.frame) }
      var event = snapshot?.event ?? 0
      for (number, frame) in frames where number > event {
        guard number == event + 1 else { throw PublishedContent.Damage() }
        try content.apply(try ReadEvent(checking: frame))
        event = number
      }
      guard event == last else { throw PublishedContent.Damage() }
      return content
    }
    var kept = PublishedEvents.Kept(last: last)
    kept.sizes = frames.map(\.frame.count)
    kept.snapshot = snapshot.map { ($0.event, $0.frame.count) }
    return (content, kept)
  }

  // MARK: - Shutdown

  /// Hands over all leases, so that other nodes continue without delay.
  func prepareToDrain() async {
    let streams = state.withLock { state in
      state.isHandingOver = true
      defer { state.leased = [:] }
      return state.leased
    }
    guard !streams.isEmpty else { return }
    do {
      try await store.release(streams.values.map(\.lease)) { lease in
        StreamID(lease.id).flatMap { streams[$0] }?.stop()
      }
      logger.info("handed streams over", metadata: ["streams": "\(streams.count)"])
    } catch {
      logger.warning("leases end by themselves", metadata: ["error": "\(error)"])
    }
  }

  func drain() {
    let followed = state.withLock { state in
      state.isHandingOver = true
      state.isDraining = true
      return Array(state.followed.values)
    }
    for stream in followed { stream.drain() }
  }

  // MARK: - Upkeep

  /// Sends heartbeats, and drops streams without readers.
  func tidy(_ now: ContinuousClock.Instant) {
    let followed = state.withLock { $0.followed }
    for stream in followed.values { stream.beat(now) }
    for (id, stream) in followed where stream.isUnused(for: Self.followTime, at: now) {
      // A reader that arrived meanwhile keeps the stream.
      let isForgotten = state.withLock { state in
        guard stream.isUnused(for: Self.followTime, at: now) else { return false }
        state.followed[id] = nil
        return true
      }
      if isForgotten { stream.close() }
    }
  }

  /// Extends the entries of this node's streams in the lists of their owners.
  private func keepListed() async {
    let due = ContinuousClock.now - configuration.times.streamIdle / 4
    let streams = state.withLock { state in
      state.listed = state.listed.filter { state.leased[$0.key] != nil }
      return state.leased.filter { state.listed[$0.key] ?? due <= due }
    }
    for (id, stream) in streams {
      guard (try? await store.keepListed(id.text, of: stream.owner)) != nil else { return }
      state.withLock { $0.listed[id] = .now }
    }
  }

  /// Marks streams with readers or writers at this node as used, so that Redis keeps them.
  private func touchUsed() async {
    let (followed, writers) = state.withLock { ($0.followed, $0.writers) }
    for (id, stream) in followed where stream.hasReaders { await touch(id, owner: stream.owner) }
    for (id, writer) in writers { await touch(id, owner: writer.owner) }
    await keepListed()
    let forgotten = ContinuousClock.now - configuration.times.streamIdle
    state.withLock { state in
      if state.touched.count > 2 * (state.followed.count + state.leased.count) + 1000 {
        state.touched = state.touched.filter { $0.value > forgotten }
      }
    }
  }
}
