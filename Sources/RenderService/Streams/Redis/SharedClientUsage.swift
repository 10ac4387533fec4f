internal import RedisStreams
internal import Synchronization

/// Counts the streams of each client across all nodes.
///
/// The number of streams is exact. The byte counts are exchanged once a second, so that a client can exceed
/// its limit by the bytes that it sends to all nodes within a second.
final class SharedClientUsage: Sendable {
  private struct Client {
    /// The number of bytes on all nodes at the last report.
    var reported = 0
    /// The number of bytes that this node received since the last report.
    var added = 0
    /// The last time at which text for a stream of the client arrived at this node.
    var lastUse = ContinuousClock.now
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

  /// Reports the streams that this node renders, and receives the totals of their clients.
  func report(_ streams: [LeasedStream]) async {
    let groups = Dictionary(grouping: streams, by: \.client)
    // Other nodes render the streams of these clients, but text arrives at this node.
    let others = state.withLock { state in
      let forgotten = ContinuousClock.now - Self.memory
      state.clients = state.clients.filter { groups[$0.key] != nil || $0.value.lastUse > forgotten }
      return state.clients.keys.filter { groups[$0] == nil }
    }
    for client in Array(groups.keys) + others {
      let streams = groups[client] ?? []
      guard let total = try? await store.report(streams.map { ($0.id.text, $0.textBytes) }, of: client) else {
        continue
      }
      state.withLock { state in
        let lastUse = state.clients[client]?.lastUse ?? .now
        state.clients[client] = Client(reported: total, lastUse: lastUse)
      }
    }
  }

  /// The time for which a client is remembered after its last text.
  private static let memory = Duration.seconds(60)

  /// The maximum number of streams whose clients this node remembers.
  private static let mostStreams = 50_000

  /// Counts text that was appended to a stream.
  func add(_ bytes: Int, to id: StreamID, of client: String) {
    state.withLock { state in
      if state.streams.count > Self.mostStreams { state.streams = [:] }
      state.streams[id] = client
      state.clients[client, default: Client()].added += bytes
      state.clients[client]?.lastUse = .now
    }
  }

  /// Returns whether the client of a stream may append bytes, as far as this node knows.
  func hasRoom(for bytes: Int, in id: StreamID) -> Bool {
    state.withLock { state in
      guard let client = state.streams[id], let known = state.clients[client] else {
        return bytes <= limits.bytes
      }
      state.clients[client]?.lastUse = .now
      return known.reported + known.added + bytes <= limits.bytes
    }
  }
}
