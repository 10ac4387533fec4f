internal import CoreMetrics
internal import Logging
internal import RedisStreams
internal import Rendering
internal import ServiceLifecycle
internal import Synchronization

extension RedisStreamRegistry {
  /// The interval between two searches for expired leases.
  private static let searchInterval = Duration.milliseconds(200)
  /// The maximum number of streams of one partition that a search finds.
  private static let searchLimit = 64
  /// The number of streams that a node takes over at the same time. Each is rendered before the next one is claimed, so
  /// that all nodes get as many as they can render, and no stream waits behind others without a renderer.
  private static let mostTakers = 8
  /// The time without a taken or reserved lease after which a node that ends no longer waits for other nodes.
  private static let patience = Duration.seconds(1)
  /// The time for which the events of a stream without readers are kept at this node.
  private static let followTime = Duration.seconds(30)

  // MARK: - Service

  /// Renews leases, takes streams over, sends heartbeats and ends idle streams until the service is shut
  /// down.
  func run() async throws {
    await cancelWhenGracefulShutdown {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.joinOthers() }
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
        group.addTask {
          await self.repeatedly(.milliseconds(500)) {
            if self.store.client.refusal != nil { try? await self.store.probe() }
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

  /// Compares the settings with those of the other nodes, and listens to the offers of their leases.
  private func joinOthers() async {
    while !Task.isCancelled {
      do throws(RedisError) {
        let agreed = try await store.agreedPartitions()
        if agreed != store.settings.partitions {
          logger.critical(
            "store-partitions differs from the other nodes; streams of theirs are not found here",
            metadata: ["here": "\(store.settings.partitions)", "there": "\(agreed)"])
        }
        return try await store.readNotices { [weak self] partitions in
          Task { await self?.takeExpired(in: partitions) }
        }
      } catch {
        // Redis is not there yet.
        try? await Task.sleep(for: .milliseconds(200))
      }
    }
  }

  // MARK: - Leases

  func makeLeased(
    _ id: StreamID, _ lease: StreamStore.Lease, owner: String, client: String, options: RequestOptions,
    taking takeover: Takeover? = nil
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
    case .lost:
      // A lease that was offered is not lost.
      if !state.withLock({ $0.isHandingOver }) { dependencies.metrics.leasesLost.increment() }
    }
  }

  private func renew() async {
    let renewal = state.withLock { state -> Task<Void, Never>? in
      if state.isHandingOver { return nil }
      let renewal = Task { await renewNow() }
      state.renewal = renewal
      return renewal
    }
    await renewal?.value
  }

  private func renewNow() async {
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

  /// Takes over the streams whose leases have expired or are offered.
  ///
  /// - Parameter partitions: The partitions in which leases are offered; nil to search all partitions.
  func takeExpired(in partitions: [Int]?) async {
    if state.withLock({ $0.isHandingOver }) { return }
    let start = ContinuousClock.now
    let ids = try? await store.expiredLeases(in: partitions, limit: Self.searchLimit)
    let now = ContinuousClock.now
    // A lease that is renewed four times has at least three quarters of its time left.
    guard let ids, now - start < store.settings.lease * 3 / 4 else {
      // No node could renew its leases while Redis did not answer. All nodes get time to renew them now.
      state.withLock { $0.takesLeasesFrom = now + store.settings.lease }
      return
    }
    let starts = state.withLock { state in
      if state.isHandingOver || partitions == nil && state.takesLeasesFrom > now { return 0 }
      let new = ids.compactMap { StreamID($0) }.filter {
        state.leased[$0] == nil && state.claimed.insert($0).inserted
      }
      state.takeable += new.shuffled()
      let starts = min(state.takeable.count, Self.mostTakers - state.takers)
      state.takers += starts
      return starts
    }
    for _ in 0..<starts { Task { await takeAll() } }
  }

  /// Takes streams over, one after another.
  private func takeAll() async {
    while true {
      let next = state.withLock { state -> StreamID? in
        guard !state.isHandingOver, let id = state.takeable.popLast() else {
          state.takers -= 1
          return nil
        }
        return id
      }
      guard let id = next else { return }
      do {
        try await take(id)
      } catch let error as RedisError where error.isTemporary {
        logger.debug("a stream is taken over later", metadata: ["stream": "\(id)", "error": "\(error)"])
      } catch {
        // The lease expires, and this node or another one tries again.
        logger.error("a stream cannot be taken over", metadata: ["stream": "\(id)", "error": "\(error)"])
      }
      state.withLock { _ = $0.claimed.remove(id) }
    }
  }

  /// Takes over a stream, and continues it after its last event.
  private func take(_ id: StreamID) async throws {
    let start = ContinuousClock.now
    var claim = try await store.claim(id.text)
    var ahead: (stream: LeasedStream, takeover: Takeover)?
    if claim == .reserved {
      // The other node renders while this node renders what there is, so that readers wait only for the rest.
      ahead = try? await renderedAhead(id)
      claim = try await store.claim(id.text)
    }
    guard case .taken(let lease) = claim else { return }
    let claimed = ContinuousClock.now
    async let state = store.state(of: id.text)
    var takeover =
      if let ahead { try await extended(ahead.takeover, id) } else { try await takeover(of: id) }
    guard let stored = try await state else { return }
    if takeover.kept.last != stored.lastEvent { takeover = try await self.takeover(of: id) }
    takeover.keepEvents(from: stored.firstEvent)
    guard takeover.kept.last == stored.lastEvent else { throw PublishedContent.Damage() }
    if self.state.withLock({ $0.isHandingOver }) { return try await store.offer([lease]) }
    let stream =
      if let ahead, ahead.stream.lease == lease { ahead.stream } else {
        try makeLeased(id, lease, stored, taking: takeover)
      }
    keep(stream)
    stream.start(taking: takeover)
    dependencies.metrics.takeovers.increment()
    await stream.waitUntilResumed()
    func milliseconds(since start: ContinuousClock.Instant) -> String {
      "\(Int((ContinuousClock.now - start) / .milliseconds(1)))"
    }
    logger.info(
      "took a stream over",
      metadata: [
        "stream": "\(id)", "epoch": "\(lease.epoch)", "bytes": "\(stored.bytes)",
        "bytes-rendered-ahead": "\(stream.bytesRenderedAhead)",
        "milliseconds": "\(milliseconds(since: start))",
        "milliseconds-without-renderer": "\(milliseconds(since: claimed))",
      ])
  }

  /// Renders a stream that another node still renders, so that this node can continue it as soon as it has the lease.
  private func renderedAhead(_ id: StreamID) async throws -> (LeasedStream, Takeover)? {
    async let state = store.state(of: id.text)
    let takeover = try await takeover(of: id)
    guard let stored = try await state else { return nil }
    // The lease that this node gets, unless others have the stream before.
    let lease = StreamStore.Lease(id: id.text, epoch: stored.epoch + 1)
    let stream = try makeLeased(id, lease, stored, taking: takeover)
    await stream.renderAhead()
    return (stream, takeover)
  }

  private func makeLeased(
    _ id: StreamID, _ lease: StreamStore.Lease, _ stored: StoredStream, taking takeover: Takeover
  ) throws -> LeasedStream {
    makeLeased(
      id, lease, owner: stored.owner, client: stored.client,
      options: try stored.requestOptions(dependencies.catalog, configuration), taking: takeover)
  }

  /// Reads a stream, and rebuilds the content that its readers have.
  private func takeover(of id: StreamID) async throws -> Takeover {
    async let chunks = store.chunks(of: id.text, after: StreamEntry.ID(0))
    // Events are only removed after a later snapshot was stored.
    let snapshot = try await store.snapshot(of: id.text)
    let (events, text) = try await (store.events(of: id.text, after: 0), chunks)
    return try await dependencies.pool.value {
      try Takeover(snapshot: snapshot, events: events, chunks: text)
    }
  }

  /// Reads what was added to a stream since it was read.
  private func extended(_ takeover: Takeover, _ id: StreamID) async throws -> Takeover {
    async let chunks = store.chunks(of: id.text, after: takeover.lastChunk)
    let (events, text) = try await (store.events(of: id.text, after: takeover.kept.last), chunks)
    return try await dependencies.pool.value {
      var takeover = takeover
      do {
        try takeover.extend(events: events, chunks: text)
      } catch is PublishedContent.Damage {
        // Events between were removed: the caller reads all again.
      }
      return takeover
    }
  }

  // MARK: - Shutdown

  /// Offers all leases to other nodes, and renders until they have taken them, so that readers notice nothing.
  ///
  /// If no other node takes or reserves a lease for a while, there is none, and this node renders until ``drain()``.
  func prepareToDrain() async {
    let (renewal, isFirst) = state.withLock { state in
      defer { state.isHandingOver = true }
      return (state.renewal, !state.isHandingOver)
    }
    guard isFirst else { return }
    // A renewal after the offer would end it.
    await renewal?.value
    var left = state.withLock { $0.leased }
    let count = left.count
    defer { state.withLock { $0.hasHandedOver = left.isEmpty } }
    if left.isEmpty { return }
    let limit = ContinuousClock.now + configuration.times.drain + configuration.times.grace / 2
    do {
      try await store.offer(left.values.map(\.lease))
      var end = ContinuousClock.now + Self.patience
      while !left.isEmpty, .now < min(end, limit), !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(20))
        let taken = try await store.taken(of: left.values.map(\.lease))
        if !taken.leases.isEmpty || taken.areOthersReserved { end = .now + Self.patience }
        for lease in taken.leases {
          guard let id = StreamID(lease.id) else { continue }
          left[id] = nil
          drop(id, lease)
        }
      }
      logger.info(
        "handed streams over", metadata: ["streams": "\(count - left.count)", "left": "\(left.count)"])
    } catch {
      logger.warning("leases end by themselves", metadata: ["error": "\(error)"])
    }
  }

  /// Disconnects the readers of one stream after the other, in the second half of the time.
  ///
  /// In the first half, load balancers notice that this node is not ready. If no other node has taken the leases, all
  /// readers stay.
  func sendReadersAway(until end: ContinuousClock.Instant) async {
    let (hasHandedOver, followed) = state.withLock { ($0.hasHandedOver, Array($0.followed.values)) }
    guard hasHandedOver, !followed.isEmpty else { return }
    let time = max(.zero, end - .now) / 2
    for (index, stream) in followed.enumerated() {
      guard (try? await Task.sleep(until: end - time + time * index / followed.count)) != nil else { return }
      stream.drain()
    }
  }

  func drain() {
    let (leased, followed) = state.withLock { state in
      state.isHandingOver = true
      state.isDraining = true
      defer { state.leased = [:] }
      return (Array(state.leased.values), Array(state.followed.values))
    }
    for stream in leased { stream.stop() }
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
