internal import HTTPTypes
internal import Logging
internal import Rendering
internal import ServiceLifecycle
internal import StyledRuns
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
/// Keeps streams in this process. While it runs as a service, it ends those that nobody uses.
final class MemoryStreamRegistry: StreamRegistry, Service {
  private struct State {
    var streams: [StreamID: RenderStream] = [:]
    /// Streams that are no longer kept, as far as they are remembered.
    var gone: [StreamID: Owner] = [:]
    var goneOrder: [StreamID] = []
    var isDraining = false
  }

  private let state = Mutex(State())
  private let catalog: Catalog
  private let shared: RenderStream.Surroundings
  private let logger: Logger
  private static let rememberedIDs = 10_000

  init(catalog: Catalog, shared: RenderStream.Surroundings, logger: Logger) {
    self.catalog = catalog
    self.shared = shared
    self.logger = logger
  }

  /// How many streams are kept.
  var count: Int { state.withLock { $0.streams.count } }

  /// How many readers wait for events.
  var waitingReaders: Int { all.reduce(0) { $0 + $1.state.withLock { $0.waiters.count } } }

  /// Bytes of memory that all streams keep.
  var memoryBytes: Int { shared.memory.bytes }

  /// Bytes of text in all streams.
  var textBytes: Int { shared.memory.textBytes }

  /// Bytes of events kept.
  var logBytes: Int { all.reduce(0) { $0 + $1.state.withLock { $0.log.bytes } } }

  private var all: [RenderStream] { state.withLock { Array($0.streams.values) } }

  /// A stream by its identifier, whoever it belongs to.
  func stream(_ id: StreamID) -> RenderStream? { state.withLock { $0.streams[id] } }

  private func find(_ id: StreamID, _ owner: Owner) throws(APIError) -> RenderStream {
    let (stream, formerOwner) = state.withLock { ($0.streams[id], $0.gone[id]) }
    guard let known = stream?.owner ?? formerOwner else { throw .unknownStream }
    guard known == owner else {
      throw APIError(.forbidden, .forbidden, "the stream belongs to another key")
    }
    guard let stream else { throw .gone }
    return stream
  }

  func create(
    _ options: RenderOptions, owner: Owner, lease: StreamLease?
  ) async throws(APIError) -> StreamState {
    let stream = RenderStream(
      id: .random(), owner: owner, options: options, catalog: catalog,
      created: Date().timeIntervalSince1970, shared: shared, lease: lease)
    let problem = state.withLock { state -> APIError? in
      if state.isDraining { return .draining }
      if state.streams.count >= shared.limits.streams, !evictEnded(&state) {
        return .tooManyStreams(limit: shared.limits.streams)
      }
      state.streams[stream.id] = stream
      return nil
    }
    if let problem { throw problem }
    return stream.state.withLock { stream.description($0) }
  }

  /// Makes room for a new stream by one that ended longest ago.
  private func evictEnded(_ state: inout State, besides kept: StreamID? = nil) -> Bool {
    var oldest: (id: StreamID, ended: ContinuousClock.Instant)?
    for (id, stream) in state.streams where id != kept {
      guard let ended = stream.state.withLock({ $0.ended }) else { continue }
      if ended < oldest?.ended ?? .now { oldest = (id, ended) }
    }
    guard let oldest else { return false }
    forget(oldest.id, &state)
    return true
  }

  private func forget(_ id: StreamID, _ state: inout State) {
    guard let stream = state.streams.removeValue(forKey: id) else { return }
    state.gone[id] = stream.owner
    state.goneOrder.append(id)
    if state.goneOrder.count > 2 * Self.rememberedIDs {
      for id in state.goneOrder.prefix(Self.rememberedIDs) { state.gone[id] = nil }
      state.goneOrder.removeFirst(Self.rememberedIDs)
    }
  }

  func append(
    _ bytes: [UInt8], number: Int?, to id: StreamID, owner: Owner
  ) async throws(APIError) -> AppendReceipt {
    while true {
      do {
        return try find(id, owner).append(bytes, number: number)
      } catch  where [.tooMuchMemory, .tooManyStreams].contains(error.code) {
        // Streams that have ended are kept for readers that come back, as long as nobody needs the room.
        guard state.withLock({ evictEnded(&$0, besides: id) }) else { throw error }
      }
    }
  }

  func refuse(_ id: StreamID, _ error: APIError) async { stream(id)?.end(.refused, refusal: error) }

  func finish(_ id: StreamID, owner: Owner) async throws(APIError) -> StreamState {
    let stream = try find(id, owner)
    stream.end(.finished)
    return stream.state.withLock { stream.description($0) }
  }

  func remove(_ id: StreamID, owner: Owner) async throws(APIError) {
    let stream = try find(id, owner)
    stream.end(.deleted)
    state.withLock { forget(id, &$0) }
  }

  func state(of id: StreamID, owner: Owner) async throws(APIError) -> StreamState {
    let stream = try find(id, owner)
    return stream.state.withLock { state in
      state.lastUse = .now
      return stream.description(state)
    }
  }

  func list(owner: Owner, offset: Int, limit: Int) async -> (items: [StreamState], total: Int) {
    let mine = all.filter { $0.owner == owner }.sorted { ($1.start, $1.id.text) < ($0.start, $0.id.text) }
    let page = mine.dropFirst(offset).prefix(limit)
    return (page.map { stream in stream.state.withLock { stream.description($0) } }, mine.count)
  }

  func contents(of id: StreamID, owner: Owner) async throws(APIError) -> StreamContents {
    let stream = try find(id, owner)
    return stream.state.withLock { state in
      state.lastUse = .now
      return StreamContents(
        source: state.source + state.pending, content: stream.currentContent(state), options: stream.options,
        state: stream.description(state))
    }
  }

  func hasEvents(after cursor: Int, of id: StreamID, owner: Owner) async throws(APIError) -> Bool {
    let stream = try find(id, owner)
    let (last, isOver) = stream.state.withLock { state in
      let isOver = state.isEnded && cursor == state.log.last
      // Who knows the end already needs nothing of what is kept.
      if !isOver { state.lastUse = .now }
      return (state.log.last, isOver)
    }
    if cursor > last {
      throw APIError(
        .conflict, .unknownCursor, "event \(cursor) has not happened in this stream; its last one is \(last)")
    }
    return !isOver
  }

  func events(after cursor: Int, of id: StreamID, owner: Owner) async throws -> EventBatch {
    try await find(id, owner).next(after: cursor)
  }

  func hold(_ id: StreamID, _ isHeld: Bool) {
    let stream = state.withLock { $0.streams[id] }
    stream?.state.withLock { state in
      state.holders += isHeld ? 1 : -1
      state.lastUse = .now
    }
  }

  func drain() {
    state.withLock { $0.isDraining = true }
    for stream in all { stream.drain() }
    shared.clock.submitAll()
  }

  // MARK: - Service

  /// Sends heartbeats and ends what is idle, until the service is shut down.
  func run() async throws {
    let interval = min(Duration.seconds(1), shared.times.heartbeat / 4, shared.times.streamIdle / 4)
    try? await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try await Task.sleep(for: interval)
        self.tidy(.now)
      }
    }
    drain()
  }

  /// What there is to do from time to time.
  func tidy(_ now: ContinuousClock.Instant) {
    for stream in all {
      stream.beat(now)
      let (isIdle, isEnded) = stream.state.withLock { state in
        let since = max(state.lastUse, state.ended ?? state.lastUse)
        return (state.holders == 0 && now - since > shared.times.streamIdle, state.isEnded)
      }
      guard isIdle else { continue }
      if isEnded {
        state.withLock { forget(stream.id, &$0) }
      } else {
        logger.debug("stream idle", metadata: ["bytes": "\(stream.state.withLock { $0.source.count })"])
        stream.end(.idle)
      }
    }
  }
}
