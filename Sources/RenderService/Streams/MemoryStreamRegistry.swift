internal import HTTPTypes
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Keeps streams in this process. While it runs as a service, it ends unused streams.
final class MemoryStreamRegistry: StoredStreams {
  private struct StreamTable {
    var streams: [StreamID: MemoryStream] = [:]
    var gone = FormerOwners()
    var isDraining = false
  }

  private let state = Mutex(StreamTable())
  private let dependencies: StreamDependencies
  private let clients: ClientLedger
  private let logger: Logger

  init(_ dependencies: StreamDependencies, clients: ClientLedger, logger: Logger) {
    self.dependencies = dependencies
    self.clients = clients
    self.logger = logger
  }

  /// The number of stored streams.
  var count: Int { state.withLock { $0.streams.count } }

  /// The memory of all streams, in bytes.
  var memoryBytes: Int { dependencies.memory.bytes }

  /// The length of the text in all streams, in bytes.
  var textBytes: Int { dependencies.memory.textBytes }

  /// The size of all stored events, in bytes.
  var logBytes: Int { all.reduce(0) { $0 + $1.log.bytes } }

  private var all: [MemoryStream] { state.withLock { Array($0.streams.values) } }

  /// Returns the stream with this identifier, regardless of its owner.
  func stream(_ id: StreamID) -> MemoryStream? { state.withLock { $0.streams[id] } }

  private func find(_ id: StreamID, _ owner: Owner) throws(APIError) -> MemoryStream {
    let (stream, formerOwner) = state.withLock { ($0.streams[id], $0.gone[id]) }
    guard let known = stream?.owner ?? formerOwner else { throw .unknownStream }
    guard known == owner else {
      throw APIError(.forbidden, .forbidden, "the stream belongs to another key")
    }
    guard let stream else { throw .gone }
    return stream
  }

  func create(
    _ options: RequestOptions, owner: Owner, client: ClientID
  ) async throws(APIError) -> StreamState {
    let stream = MemoryStream(
      id: .random(), owner: owner, options: options, created: Date().timeIntervalSince1970,
      dependencies: dependencies, lease: try clients.usage(of: client).leaseStream())
    let limit = dependencies.limits.streams
    while try !keep(stream) {
      guard forgetEnded() else { throw .tooManyStreams(limit: limit) }
    }
    return stream.state
  }

  /// Stores a new stream.
  ///
  /// - Returns: `false` if there is no space.
  /// - Throws: 503 if the service is shutting down.
  private func keep(_ stream: MemoryStream) throws(APIError) -> Bool {
    try state.withLock { state throws(APIError) in
      if state.isDraining { throw .draining }
      guard state.streams.count < dependencies.limits.streams else { return false }
      state.streams[stream.id] = stream
      return true
    }
  }

  /// Removes the stream that ended first, to make space. O(streams).
  ///
  /// - Returns: `false` if no stream has ended.
  private func forgetEnded(besides kept: StreamID? = nil) -> Bool {
    let ended = all.compactMap { stream in
      stream.id == kept ? nil : stream.log.status.ended.map { (id: stream.id, time: $0) }
    }
    guard let oldest = ended.min(by: { $0.time < $1.time }) else { return false }
    forget(oldest.id)
    return true
  }

  private func forget(_ id: StreamID) {
    // Return the stream, so that it is deallocated outside of the lock.
    _ = state.withLock { state in
      let stream = state.streams.removeValue(forKey: id)
      if let stream { state.gone.add(id, of: stream.owner) }
      return stream
    }
  }

  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner, token: ChunkToken?
  ) async throws(APIError) -> AppendReceipt {
    while true {
      do {
        return try find(id, owner).append(bytes, number: number)
      } catch  where [.tooMuchMemory, .tooManyStreams].contains(error.code) {
        // Ended streams are kept for reconnecting readers until the space is needed.
        guard forgetEnded(besides: id) else { throw error }
      }
    }
  }

  func finish(_ id: StreamID, owner: Owner, refusal: APIError?) async throws(APIError) -> StreamState {
    let stream = try find(id, owner)
    stream.end(refusal == nil ? .finished : .refused, refusal: refusal)
    return stream.state
  }

  func delete(_ id: StreamID, owner: Owner) async throws(APIError) {
    try find(id, owner).end(.deleted)
    forget(id)
  }

  func state(of id: StreamID, owner: Owner) async throws(APIError) -> StreamState {
    let stream = try find(id, owner)
    stream.inbox.use()
    return stream.state
  }

  func list(owner: Owner, offset: Int, limit: Int) async -> (items: [StreamState], total: Int) {
    let mine = all.filter { $0.owner == owner }.sorted { ($1.start, $1.id.text) < ($0.start, $0.id.text) }
    return (mine.dropFirst(offset).prefix(limit).map(\.state), mine.count)
  }

  func text(of id: StreamID, owner: Owner) async throws(APIError) -> StreamText {
    let stream = try find(id, owner)
    stream.inbox.use()
    let state = stream.state
    return StreamText(bytes: stream.inbox.text.bytes(), options: stream.options, state: state)
  }

  func events(
    after event: Int, of id: StreamID, owner: Owner, as patches: PatchOptions?
  ) async throws(APIError) -> Events? {
    let stream = try find(id, owner)
    guard try stream.log.hasEvents(after: event) else { return nil }
    return EventLogSequence(log: try stream.log(as: patches), cursor: event) { _ in
      stream.renderer.request(isUrgent: true)
    }
  }

  func setWriterConnected(_ isConnected: Bool, to id: StreamID, owner: Owner) {
    stream(id)?.inbox.setWriterConnected(isConnected)
  }

  func drain() {
    state.withLock { $0.isDraining = true }
    for stream in all { stream.drain() }
  }

  // MARK: - Service

  /// Sends heartbeats and ends idle streams until the service is shut down.
  func run() async throws {
    let interval = min(
      Duration.seconds(1), dependencies.times.heartbeat / 4, dependencies.times.streamIdle / 4)
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: interval)
        self.tidy(.now)
      }
    }
    drain()
  }

  /// Sends heartbeats, ends idle streams, and removes ended streams that have been idle since then.
  func tidy(_ now: ContinuousClock.Instant) {
    for stream in all {
      stream.beat(now)
      guard stream.isIdle(for: dependencies.times.streamIdle, at: now) else { continue }
      let state = stream.state
      if state.phase == .ended {
        forget(stream.id)
      } else {
        logger.debug("stream idle", metadata: ["bytes": "\(state.counts.bytes)"])
        stream.end(.idle)
      }
    }
  }
}

/// The owners of removed streams, at least of the last ten thousand.
private struct FormerOwners: Sendable {
  private static let least = 10_000

  private var owners: [StreamID: Owner] = [:]
  private var order: [StreamID] = []

  subscript(id: StreamID) -> Owner? { owners[id] }

  mutating func add(_ id: StreamID, of owner: Owner) {
    owners[id] = owner
    order.append(id)
    if order.count > 2 * Self.least {
      for id in order.prefix(Self.least) { owners[id] = nil }
      order.removeFirst(Self.least)
    }
  }
}
