internal import Synchronization

/// A client, whose requests are counted together: those with one key, or without keys those from one address.
enum ClientID: Hashable, Sendable {
  case key(Owner)
  /// The 4 bytes of an IPv4 address, or the first 8 of an IPv6 address: a client has all that begin with these.
  case network([UInt8])

  /// The client at an address. What is no address is one client.
  static func at(_ address: String) -> ClientID {
    .network(Array((AddressRange.bytes(of: address) ?? []).prefix(8)))
  }
}

/// One client's use of the service at the moment, and its limits.
final class ClientUsage: Sendable {
  typealias Instant = ContinuousClock.Instant

  private struct State {
    var streams = 0
    var connections = 0
    var bytes = 0
    /// Requests that may come at once, and when that was so; one more comes with each part of a second.
    var tokens: Double
    var since: Instant
  }

  let id: ClientID
  private let limits: ServiceConfiguration.ClientLimits
  private let state: Mutex<State>

  init(id: ClientID, limits: ServiceConfiguration.ClientLimits) {
    self.id = id
    self.limits = limits
    state = Mutex(State(tokens: Double(limits.requests), since: .now))
  }

  /// Counts a request. A client may make as many at once as it may make in a second.
  ///
  /// - Throws: 429 where requests come faster than they may.
  func takeRequest(at now: Instant = .now) throws(APIError) {
    guard limits.requests > 0 else { return }
    let rate = Double(limits.requests)
    let wait = state.withLock { state -> Double in
      let elapsed: Duration = now - state.since
      state.tokens = min(rate, state.tokens + rate * (elapsed / .seconds(1)))
      state.since = now
      guard state.tokens < 1 else {
        state.tokens -= 1
        return 0
      }
      return (1 - state.tokens) / rate
    }
    if wait > 0 { throw .tooManyRequests(retryAfter: max(1, Int(wait.rounded(.up)))) }
  }

  /// Counts a stream for as long as the lease is held.
  ///
  /// - Throws: 429 where the client has as many as it may.
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

  /// Counts a connection, and says whether the client may have so many.
  func addConnection() -> Bool {
    state.withLock { state in
      state.connections += 1
      return state.connections <= limits.connections
    }
  }

  func removeConnection() { state.withLock { $0.connections -= 1 } }

  /// Counts bytes, and says whether the client may hold so many.
  func addBytes(_ count: Int) -> Bool {
    state.withLock { state in
      state.bytes += count
      return state.bytes <= limits.bytes
    }
  }

  func removeBytes(_ count: Int) { state.withLock { $0.bytes -= count } }

  /// Whether forgetting the client and counting anew makes no difference.
  fileprivate func isIdle(at now: Instant) -> Bool {
    state.withLock { state in
      state.streams == 0 && state.connections == 0 && state.bytes == 0 && now - state.since > .seconds(2)
    }
  }
}

/// A stream that counts among its client's for as long as somebody holds this.
final class StreamLease: Sendable {
  private let client: ClientUsage
  private let text = Atomic(0)

  fileprivate init(client: ClientUsage) { self.client = client }

  deinit {
    client.removeBytes(text.load(ordering: .relaxed))
    client.returnStream()
  }

  /// Counts text of the stream among its client's bytes; false, and nothing counted, where that is more than those may be.
  func addText(_ count: Int) -> Bool {
    guard client.addBytes(count) else {
      client.removeBytes(count)
      return false
    }
    text.add(count, ordering: .relaxed)
    return true
  }

  /// Takes back text that was counted and then refused.
  func removeText(_ count: Int) {
    text.subtract(count, ordering: .relaxed)
    client.removeBytes(count)
  }
}

/// The use of the service by each client; clients that use nothing are forgotten.
final class ClientLedger: Sendable {
  private struct State {
    var clients: [ClientID: ClientUsage] = [:]
    /// The number of clients at which those that use nothing are looked for.
    var tidyAt = ClientLedger.leastTidied
  }

  private static let leastTidied = 1024
  private let limits: ServiceConfiguration.ClientLimits
  private let state = Mutex(State())

  init(limits: ServiceConfiguration.ClientLimits) { self.limits = limits }

  var count: Int { state.withLock { $0.clients.count } }

  /// The use of a client, counted from now on where nothing was known of it.
  func usage(of id: ClientID, at now: ContinuousClock.Instant = .now) -> ClientUsage {
    state.withLock { state in
      if let known = state.clients[id] { return known }
      if state.clients.count >= state.tidyAt { tidy(&state, now) }
      let usage = ClientUsage(id: id, limits: limits)
      state.clients[id] = usage
      return usage
    }
  }

  /// Costs the number of clients, and is done once that has doubled.
  private func tidy(_ state: inout State, _ now: ContinuousClock.Instant) {
    state.clients = state.clients.filter { !$0.value.isIdle(at: now) }
    state.tidyAt = max(Self.leastTidied, 2 * state.clients.count)
  }
}
