internal import RedisStreams
internal import Synchronization

/// Counts the streams of each client across all nodes.
///
/// The number of streams is exact. The byte counts are exchanged once a second, so that a client can exceed
/// its limit by the bytes that it sends to other nodes within a second. Each node reports the sizes of the
/// streams to which it appended text, as Redis told them with the acknowledgement, and of those that it renders.
/// Sizes only grow, so that the larger of two reports is right, and a repeated report has no effect.
final class SharedClientUsage: Sendable {
  private struct Client {
    /// The number of bytes on all nodes at the last report.
    var reported = 0
    /// The number of bytes that this node has appended, and how many of them are in ``reported``.
    var (appended, appendedInReport) = (0, 0)
    /// The sizes of the streams to which this node appended text since the last report.
    var sizes: [StreamID: Int] = [:]
    /// The last time at which text for a stream of the client arrived at this node.
    var lastUse = ContinuousClock.now

    mutating func add(_ bytes: Int, to id: StreamID, size: Int) {
      appended += bytes
      sizes[id] = max(sizes[id] ?? 0, size)
      lastUse = .now
    }
  }

  private struct SharedCounts {
    var clients: [String: Client] = [:]
    /// The clients of streams to which this node appended text.
    var streams: [StreamID: String] = [:]
  }

  private let store: StreamStore
  private let limits: ServiceConfiguration.ClientLimits
  private let state = Mutex(SharedCounts())
  private let grants = Mutex<[String: Grant]>([:])

  init(store: StreamStore, limits: ServiceConfiguration.ClientLimits) {
    self.store = store
    self.limits = limits
  }

  /// Counts a new stream.
  ///
  /// - Throws: 429 if the client has too many streams on all nodes together.
  func admit(_ id: StreamID, _ client: ClientID) async throws(APIError) {
    let isAdmitted: Bool
    do throws(RedisError) {
      isAdmitted = try await store.admit(id.text, of: client.name, limit: limits.streams)
    } catch {
      throw .store(error)
    }
    if !isAdmitted { throw .tooManyClientStreams(limit: limits.streams) }
  }

  /// The requests that this node may answer without asking Redis again.
  private struct Grant {
    var left: Int
    var total: Int
    var until: ContinuousClock.Instant
  }

  /// Counts a request across all nodes. The node takes requests from Redis in batches for 50 ms.
  ///
  /// - Returns: The remaining limit; nil if Redis is unreachable.
  /// - Throws: 429 if requests arrive faster than allowed.
  func takeRequest(of client: ClientID) async throws(APIError) -> RateLimit? {
    let (name, rate) = (client.name, limits.requests)
    let now = ContinuousClock.now
    let left = grants.withLock { grants -> Int? in
      guard var grant = grants[name], grant.left > 0, grant.until > now else { return nil }
      grant.left -= 1
      grant.total -= 1
      grants[name] = grant
      return grant.total
    }
    if let left { return RateLimit(limit: rate, remaining: left) }
    let wanted = max(1, rate / 20)
    let answer: (taken: Int, left: Int)
    do throws(RedisError) {
      answer = try await store.takeRequests(wanted, of: name, rate: rate)
    } catch {
      return nil
    }
    guard answer.taken > 0 else {
      throw .tooManyRequests(RateLimit(limit: rate, remaining: 0), retryAfter: 1)
    }
    grants.withLock { grants in
      if grants.count > 10_000 { grants = grants.filter { $0.value.until > now } }
      grants[name] = Grant(
        left: answer.taken - 1, total: answer.left + answer.taken - 1, until: now + .milliseconds(500))
    }
    return RateLimit(limit: rate, remaining: answer.left + answer.taken - 1)
  }

  /// Stops counting a stream.
  func dismiss(_ id: StreamID, _ client: String) async {
    try? await store.dismiss(id.text, of: client)
  }

  /// Reports the streams that this node renders or to which it appended text, and receives the totals of their
  /// clients.
  func report(_ streams: [LeasedStream]) async {
    let groups = Dictionary(grouping: streams, by: \.client)
    // Other nodes may render the streams of these clients, but text arrives at this node.
    let known = state.withLock { state in
      let forgotten = ContinuousClock.now - Self.memory
      state.clients = state.clients.filter { groups[$0.key] != nil || $0.value.lastUse > forgotten }
      return state.clients
    }
    for client in Set(groups.keys).union(known.keys) {
      let rendered = (groups[client] ?? []).map { ($0.id, $0.textBytes) }
      await report(Dictionary(rendered) { $1 }, of: client)
    }
  }

  private func report(_ rendered: [StreamID: Int], of client: String) async {
    let (sizes, appended) = state.withLock { state in
      let known = state.clients[client] ?? Client()
      return (known.sizes, known.appended)
    }
    let all = rendered.merging(sizes, uniquingKeysWith: max)
    guard let total = try? await store.report(all.map { ($0.key.text, $0.value) }, of: client) else { return }
    state.withLock { state in
      var known = state.clients[client] ?? Client()
      known.reported = total
      // Text that was appended while Redis answered is in the next report.
      known.appendedInReport = max(known.appendedInReport, appended)
      known.sizes = known.sizes.filter { $0.value > sizes[$0.key] ?? 0 }
      state.clients[client] = known
    }
  }

  /// The time for which a client is remembered after its last text.
  private static let memory = Duration.seconds(60)

  /// The maximum number of streams whose clients this node remembers.
  private static let mostStreams = 50_000

  /// Counts text that was appended to a stream.
  ///
  /// - Parameter size: The length of the whole text, in bytes.
  func add(_ bytes: Int, to id: StreamID, of client: String, size: Int) {
    state.withLock { state in
      if state.streams.count > Self.mostStreams { state.streams = [:] }
      state.streams[id] = client
      state.clients[client, default: Client()].add(bytes, to: id, size: size)
    }
  }

  /// Returns whether the client of a stream may append bytes, as far as this node and Redis know.
  func hasRoom(for bytes: Int, in id: StreamID) async throws(RedisError) -> Bool {
    if let hasRoom = knownRoom(for: bytes, in: id) { return hasRoom }
    // The first text for the stream or from its client at this node.
    guard let client = try await store.client(of: id.text) else { return bytes <= limits.bytes }
    let isKnown = state.withLock { state in
      state.streams[id] = client
      return state.clients[client] != nil
    }
    if !isKnown { await report([:], of: client) }
    return knownRoom(for: bytes, in: id) ?? (bytes <= limits.bytes)
  }

  private func knownRoom(for bytes: Int, in id: StreamID) -> Bool? {
    state.withLock { state in
      guard let client = state.streams[id], let index = state.clients.index(forKey: client) else {
        return nil
      }
      state.clients.values[index].lastUse = .now
      let known = state.clients.values[index]
      return known.reported + known.appended - known.appendedInReport + bytes <= limits.bytes
    }
  }
}
