internal import CoreMetrics
internal import HTTPTypes
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import RedisStreams
internal import Rendering
internal import RunFormatters
internal import ServiceLifecycle
internal import Synchronization

/// Keeps streams in Redis, together with the registries of other nodes.
///
/// Any node accepts text and serves readers of any stream. The node with the lease of a stream renders it.
/// While the registry runs as a service, it renews its leases and takes over streams with expired leases.
final class RedisStreamRegistry: StoredStreams {
  struct RegistryState {
    var leased: [StreamID: LeasedStream] = [:]
    var followed: [StreamID: FollowedStream] = [:]
    /// The number of connected writers of each stream.
    var writers: [StreamID: (count: Int, owner: String)] = [:]
    /// The last time at which this node told Redis that a stream is used.
    var touched: [StreamID: ContinuousClock.Instant] = [:]
    /// The last time at which this node kept a stream that it renders in the list of its owner.
    var listed: [StreamID: ContinuousClock.Instant] = [:]
    /// The streams whose leases are over, as far as this node has not tried to take them yet.
    var takeable: [StreamID] = []
    /// The streams in ``takeable``, and those that are being taken over.
    var claimed: Set<StreamID> = []
    /// The number of tasks that take streams over.
    var takers = 0
    /// The last renewal of the leases.
    var renewal: Task<Void, Never>?
    /// The time before which expired leases are not claimed.
    var takesLeasesFrom = ContinuousClock.now
    /// Whether this node is handing over its leases: it renews none and claims no others.
    var isHandingOver = false
    /// Whether other nodes have taken all leases of this node.
    var hasHandedOver = false
    var isDraining = false
  }

  let state = Mutex(RegistryState())
  let store: StreamStore
  let dependencies: StreamDependencies
  let configuration: ServiceConfiguration
  let logger: Logger
  let usage: SharedClientUsage
  private let ticketKeyCache = Mutex<[UInt8]?>(nil)

  /// Creates a registry.
  ///
  /// - Throws: ``ConfigurationError`` if the address is invalid.
  init(
    _ address: String, _ dependencies: StreamDependencies, configuration: ServiceConfiguration, logger: Logger
  ) throws(ConfigurationError) {
    let parsed: RedisAddress
    do throws(InvalidRedisAddress) {
      parsed = try RedisAddress(address)
    } catch {
      throw ConfigurationError(description: "store: \(error)")
    }
    let tls = try parsed.usesTLS ? Self.tlsContext(configuration.store.authorities) : nil
    let node = "ilsrenderd-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    let metrics = dependencies.metrics
    let client = RedisClient(
      parsed,
      settings: RedisClient.RedisClientSettings(
        name: node, timeout: configuration.store.timeout, group: MultiThreadedEventLoopGroup.singleton,
        tls: tls)
    ) { duration, error in
      metrics.storeRoundTrip.recordNanoseconds(Int64(duration / .nanoseconds(1)))
      // Redis loses its scripts when it is restarted.
      if let error, error.code != "NOSCRIPT" { metrics.storeFailures.increment() }
    }
    store = StreamStore(
      client: client,
      settings: StreamStore.StoreSettings(
        prefix: configuration.store.prefix, partitions: configuration.store.partitions, node: node,
        lease: configuration.store.lease, idle: configuration.times.streamIdle))
    self.dependencies = dependencies
    self.configuration = configuration
    self.logger = logger
    usage = SharedClientUsage(store: store, limits: configuration.clients)
  }

  /// Returns the context for a server with TLS.
  ///
  /// - Parameter authorities: The path of a PEM file; nil for the authorities of the system.
  private static func tlsContext(_ authorities: String?) throws(ConfigurationError) -> NIOSSLContext {
    do {
      var configuration = TLSConfiguration.makeClientConfiguration()
      if let authorities {
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorities))
      }
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw ConfigurationError(
        description: "store-authorities: no PEM certificate can be read from \(authorities ?? "the system")")
    }
  }

  // MARK: - Figures

  /// The number of streams that this node renders.
  var count: Int { state.withLock { $0.leased.count } }

  /// The number of streams whose entries this node reads.
  var readCount: Int { store.reads.count }

  var memoryBytes: Int { dependencies.memory.bytes }
  var textBytes: Int { dependencies.memory.textBytes }
  var logBytes: Int { state.withLock { Array($0.followed.values) }.reduce(0) { $0 + $1.log.bytes } }

  var problem: APIError? {
    if store.client.isAway { return .storeUnavailable("it does not answer") }
    return store.client.refusal.map { .store($0) }
  }

  var reconnectDelay: Duration? { .milliseconds(20) }

  // MARK: - Streams

  var limits: StreamStore.StoreLimits {
    StreamStore.StoreLimits(
      bytes: configuration.limits.streamBytes, waitingBytes: 1 << 20,
      memory: configuration.limits.streamMemoryBytes)
  }

  func create(
    _ options: RequestOptions, owner: Owner, client: ClientID
  ) async throws(APIError) -> StreamState {
    let limit = configuration.limits.streams
    let (isDraining, isHandingOver, count) = state.withLock {
      ($0.isDraining, $0.isHandingOver, $0.leased.count)
    }
    if isDraining { throw .draining }
    if count >= limit { throw .tooManyStreams(limit: limit) }
    let id = StreamID.random()
    try await usage.admit(id, client)
    let created = try await attempt { () throws(RedisError) in
      try await store.create(
        id.text, owner: owner.id, client: client.name, options: options.source, input: options.input.name)
    }
    let lease = StreamStore.Lease(id: id.text, epoch: 1)
    let stream = makeLeased(id, lease, owner: owner.id, client: client.name, options: options)
    keep(stream)
    stream.start()
    if isHandingOver { try await attempt { () throws(RedisError) in try await store.offer([lease]) } }
    return StreamState(
      id: id, created: Double(created) / 1000, format: options.output.format, theme: options.themeNames,
      input: options.input.name)
  }

  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner, token: ChunkToken?
  ) async throws(APIError) -> AppendReceipt {
    if state.withLock({ $0.isDraining }) { throw .draining }
    var limits = limits
    limits.isClientFull = try await attempt { () throws(RedisError) in
      try await !usage.hasRoom(for: bytes.count, in: id)
    }
    var tokens = TokenCount()
    tokens.add(bytes)
    var chunk = StreamStore.Chunk(
      bytes: bytes, number: number, quarters: tokens.quarters,
      token: token?.value ?? .random(in: .min ... .max))
    chunk.isRepeated = token?.isRepeated ?? false
    let deadline = ContinuousClock.now + configuration.store.timeout
    while true {
      let result: StreamStore.AppendResult
      do throws(RedisError) {
        result = try await store.append(chunk, to: id.text, owner: owner.id, limits: limits)
      } catch {
        guard error.kind != .refused, ContinuousClock.now < deadline else { throw failure(error) }
        if error.kind == .lost { chunk.isRepeated = true }
        try? await Task.sleep(for: .milliseconds(50))
        continue
      }
      if let refusal = result.refusal {
        throw .refused(refusal, limits, chunk: number ?? 0, after: result.chunks)
      }
      usage.add(result.isDuplicate ? 0 : bytes.count, to: id, of: result.client, size: result.bytes)
      return AppendReceipt(
        // The chunk may have been appended by the first attempt.
        isDuplicate: result.isDuplicate && !(chunk.isRepeated && number == result.chunks),
        number: result.chunks, bytes: result.bytes)
    }
  }

  func finish(_ id: StreamID, owner: Owner, refusal: APIError?) async throws(APIError) -> StreamState {
    let reason: EndReason = refusal == nil ? .finished : .refused
    let result = try await attempt { () throws(RedisError) in
      try await store.finish(id.text, owner: owner.id, reason: reason.rawValue, refusal: refusal?.json ?? [])
    }
    if let result { throw .refused(result, limits) }
    return try await stored(id, owner).state
  }

  func delete(_ id: StreamID, owner: Owner) async throws(APIError) {
    let frame = EventFrame.event(
      .error, id: nil, data: APIError(.gone, .streamGone, "the stream was deleted").json)
    let result = try await attempt { () throws(RedisError) in
      try await store.delete(id.text, owner: owner.id, frame: Array(frame.readableBytesView))
    }
    switch result {
    case .success(let client): await usage.dismiss(id, client)
    case .failure(let refusal): throw .refused(refusal, limits)
    }
    drop(id)
  }

  func state(of id: StreamID, owner: Owner) async throws(APIError) -> StreamState {
    let state = try await stored(id, owner).state
    await touch(id, owner: owner.id)
    return state
  }

  func text(of id: StreamID, owner: Owner) async throws(APIError) -> StreamText {
    let found = try await stored(id, owner)
    let chunks = try await attempt { () throws(RedisError) in
      try await store.chunks(of: id.text, after: StreamEntry.ID(0))
    }
    await touch(id, owner: owner.id)
    let bytes = chunks.flatMap { $0["data"] ?? [] }
    return StreamText(bytes: bytes, options: found.options, state: found.state)
  }

  func list(
    owner: Owner, offset: Int, limit: Int
  ) async throws(APIError) -> (items: [StreamState], total: Int) {
    let (ids, total) = try await attempt { () throws(RedisError) in
      try await store.list(owner: owner.id, offset: offset, limit: limit)
    }
    let states = await withTaskGroup(of: (Int, StreamState?).self) { group in
      for (index, text) in ids.enumerated() {
        guard let id = StreamID(text) else { continue }
        group.addTask { (index, try? await self.stored(id, owner).state) }
      }
      var states = [StreamState?](repeating: nil, count: ids.count)
      for await (index, state) in group { states[index] = state }
      return states.compactMap(\.self)
    }
    return (states, total)
  }

  func events(
    after event: Int, of id: StreamID, owner: Owner, as patches: PatchOptions?
  ) async throws(APIError) -> Events? {
    if state.withLock({ $0.isDraining }) { throw .draining }
    let (state, options) = try await stored(id, owner)
    if event > state.lastEvent {
      throw APIError(
        .conflict, .unknownCursor,
        "event \(event) has not happened in this stream; its last one is \(state.lastEvent)")
    }
    if state.phase == .ended, event == state.lastEvent { return nil }
    let stream = followed(id, owner.id, options)
    if stream.isDraining { throw .draining }
    do {
      let log = try await stream.log(after: event, as: patches)
      await touch(id, owner: owner.id)
      return EventLogSequence(log: log, cursor: event) { [weak log] cursor in
        if let log { stream.requestSnapshot(after: cursor, of: log) }
      }
    } catch let error as APIError {
      throw error
    } catch let error as RedisError {
      throw failure(error)
    } catch {
      logger.error("events cannot be read", metadata: ["stream": "\(id)", "error": "\(error)"])
      throw .storeUnavailable("its events cannot be read")
    }
  }

  func setWriterConnected(_ isConnected: Bool, to id: StreamID, owner: Owner) async {
    state.withLock { state in
      let count = (state.writers[id]?.count ?? 0) + (isConnected ? 1 : -1)
      state.writers[id] = count > 0 ? (count, owner.id) : nil
    }
  }

  func takeRequest(of client: ClientUsage) async throws(APIError) -> RateLimit? {
    guard configuration.clients.requests > 0 else { return nil }
    if let shared = try await usage.takeRequest(of: client.id) { return shared }
    // Without Redis, each node counts alone.
    return try client.takeRequest()
  }

  func ticketKey() async throws(APIError) -> [UInt8]? {
    if let known = ticketKeyCache.withLock({ $0 }) { return known }
    let proposal = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    let key = try await attempt { () throws(RedisError) in try await store.ticketKey(proposing: proposal) }
    ticketKeyCache.withLock { $0 = key }
    return key
  }

  // MARK: - Helpers

  /// Returns the state and the options of a stream that belongs to an owner.
  private func stored(
    _ id: StreamID, _ owner: Owner
  ) async throws(APIError) -> (state: StreamState, options: RequestOptions) {
    let result = try await attempt { () throws(RedisError) in
      try await store.state(of: id.text, owner: owner.id)
    }
    switch result {
    case .failure(let refusal): throw .refused(refusal, limits)
    case .success(let stored):
      let options = try stored.requestOptions(dependencies.catalog, configuration)
      return (stored.state(id, options), options)
    }
  }

  private func followed(_ id: StreamID, _ owner: String, _ options: RequestOptions) -> FollowedStream {
    state.withLock { state in
      if let known = state.followed[id] {
        known.log.useByReader()
        return known
      }
      let stream = FollowedStream(
        id, owner: owner, options: options, store: store, dependencies, logger: logger)
      state.followed[id] = stream
      return stream
    }
  }

  /// Marks a stream as used, at most once in a short interval.
  func touch(_ id: StreamID, owner: String) async {
    let now = ContinuousClock.now
    let interval = configuration.times.streamIdle / 8
    let isDue = state.withLock { state in
      if let last = state.touched[id], now - last < interval { return false }
      state.touched[id] = now
      return true
    }
    guard isDue else { return }
    do {
      let isKnown = try await store.touch(id.text, owner: owner)
      if !isKnown { state.withLock { $0.followed[id] }?.lose() }
    } catch {
      state.withLock { $0.touched[id] = nil }
    }
  }

  /// Retries an operation for a short time if it had no effect.
  func attempt<Result>(
    _ body: () async throws(RedisError) -> Result
  ) async throws(APIError) -> Result {
    let deadline = ContinuousClock.now + configuration.store.timeout
    while true {
      do throws(RedisError) {
        return try await body()
      } catch {
        // All operations except appends without numbers are idempotent, so that they can be repeated after
        // any failure.
        guard error.kind != .refused, ContinuousClock.now < deadline, !Task.isCancelled else {
          throw failure(error)
        }
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Returns the error for a client whose request failed in Redis.
  private func failure(_ error: RedisError) -> APIError {
    if !error.isTemporary { logger.error("redis", metadata: ["error": "\(error)"]) }
    return .store(error)
  }
}

extension ClientID {
  /// The client's name in Redis keys.
  var name: String {
    switch self {
    case .key(let owner): "k" + owner.id
    case .network(let bytes): "n" + bytes.map { String($0, radix: 16) }.joined(separator: ".")
    }
  }
}
