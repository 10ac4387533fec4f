internal import Synchronization

/// The identity for which requests are counted: a key, or a network address if no keys are required.
enum ClientID: Hashable, Sendable {
  case key(Owner)
  /// The 4 bytes of an IPv4 address, or the first 8 bytes of an IPv6 address, because one client has a whole
  /// /64 network.
  case network([UInt8])

  /// Returns the identity of the client at an address. All invalid addresses share one identity.
  static func at(_ address: String) -> ClientID {
    .network(Array((AddressRange.bytes(of: address) ?? []).prefix(8)))
  }
}

/// The current use of the service by one client, and its limits.
final class ClientUsage: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct UsageCounts {
    var streams = 0
    var connections = 0
    var bytes = 0
    /// The number of requests that the client may send at once at the time `since`. It grows by
    /// ``ServiceConfiguration/ClientLimits/requests`` per second.
    var tokens: Double
    var since: Instant
  }

  let id: ClientID
  private let limits: ServiceConfiguration.ClientLimits
  private let state: Mutex<UsageCounts>

  init(id: ClientID, limits: ServiceConfiguration.ClientLimits) {
    self.id = id
    self.limits = limits
    state = Mutex(UsageCounts(tokens: Double(limits.requests), since: .now))
  }

  /// Counts a request. A client may send as many requests at once as it may send in a second.
  ///
  /// - Returns: The remaining limit; nil if there is no limit.
  /// - Throws: 429 if requests arrive faster than allowed.
  @discardableResult func takeRequest(at now: Instant = .now) throws(APIError) -> RateLimit? {
    guard limits.requests > 0 else { return nil }
    let rate = Double(limits.requests)
    let (wait, left) = state.withLock { state -> (Double, Double) in
      let elapsed: Duration = now - state.since
      state.tokens = min(rate, state.tokens + rate * (elapsed / .seconds(1)))
      state.since = now
      guard state.tokens < 1 else {
        state.tokens -= 1
        return (0, state.tokens)
      }
      return ((1 - state.tokens) / rate, 0)
    }
    let rateLimit = RateLimit(limit: limits.requests, remaining: Int(left))
    if wait > 0 { throw .tooManyRequests(rateLimit, retryAfter: max(1, Int(wait.rounded(.up)))) }
    return rateLimit
  }

  /// Counts a stream as long as the lease exists.
  ///
  /// - Throws: 429 if the client has too many streams.
  func leaseStream() throws(APIError) -> StreamLease {
    let fits = state.withLock { state in
      guard state.streams < limits.streams else { return false }
      state.streams += 1
      return true
    }
    guard fits else { throw .tooManyClientStreams(limit: limits.streams) }
    return StreamLease(client: self)
  }

  fileprivate func returnStream() { state.withLock { $0.streams -= 1 } }

  /// Counts a connection.
  ///
  /// - Returns: Whether the client may have that many connections.
  func addConnection() -> Bool {
    state.withLock { state in
      state.connections += 1
      return state.connections <= limits.connections
    }
  }

  func removeConnection() { state.withLock { $0.connections -= 1 } }

  /// Counts bytes.
  ///
  /// - Returns: Whether the client may hold that many bytes.
  func addBytes(_ count: Int) -> Bool {
    state.withLock { state in
      state.bytes += count
      return state.bytes <= limits.bytes
    }
  }

  func removeBytes(_ count: Int) { state.withLock { $0.bytes -= count } }

  /// Whether the client can be forgotten without an effect on its limits.
  fileprivate func isIdle(at now: Instant) -> Bool {
    state.withLock { state in
      state.streams == 0 && state.connections == 0 && state.bytes == 0 && now - state.since > .seconds(2)
    }
  }
}

/// Counts a stream for its client as long as the object exists.
final class StreamLease: Sendable {
  private let client: ClientUsage
  private let text = Atomic(0)

  fileprivate init(client: ClientUsage) { self.client = client }

  deinit {
    client.removeBytes(text.load(ordering: .relaxed))
    client.returnStream()
  }

  /// Counts text of the stream among its client's bytes.
  ///
  /// - Returns: `false` if the client holds too many bytes. Nothing is counted then.
  func addText(_ count: Int) -> Bool {
    guard client.addBytes(count) else {
      client.removeBytes(count)
      return false
    }
    text.add(count, ordering: .relaxed)
    return true
  }

  /// Subtracts text that was counted and then rejected.
  func removeText(_ count: Int) {
    text.subtract(count, ordering: .relaxed)
    client.removeBytes(count)
  }
}

/// The use of the service by all clients. Forgets clients that use nothing.
final class ClientLedger: Sendable {
  private struct LedgerAccounts {
    var clients: [ClientID: ClientUsage] = [:]
    /// The number of clients at which idle clients are removed.
    var tidyAt = ClientLedger.leastTidied
  }

  private static let leastTidied = 1024
  private let limits: ServiceConfiguration.ClientLimits
  private let state = Mutex(LedgerAccounts())

  init(limits: ServiceConfiguration.ClientLimits) { self.limits = limits }

  var count: Int { state.withLock { $0.clients.count } }

  /// Returns the usage of a client, created on the first call.
  func usage(of id: ClientID, at now: ContinuousClock.Instant = .now) -> ClientUsage {
    state.withLock { state in
      if let known = state.clients[id] { return known }
      if state.clients.count >= state.tidyAt { tidy(&state, now) }
      let usage = ClientUsage(id: id, limits: limits)
      state.clients[id] = usage
      return usage
    }
  }

  /// Removes idle clients. O(clients), but only called after their number has doubled.
  private func tidy(_ state: inout LedgerAccounts, _ now: ContinuousClock.Instant) {
    state.clients = state.clients.filter { !$0.value.isIdle(at: now) }
    state.tidyAt = max(Self.leastTidied, 2 * state.clients.count)
  }
}
