package import NIOCore
package import NIOSSL
internal import Synchronization

/// A client of one Redis server or of a Redis Cluster.
///
/// ```swift
/// let client = RedisClient(try RedisAddress("redis://127.0.0.1"), settings: settings)
/// let value = try await client.run(RedisCommand("GET", "name"), key: "name")
/// ```
///
/// Commands share one connection to each server. The client asks the server whether it belongs to a cluster,
/// and follows `MOVED` and `ASK`.
package final class RedisClient: Sendable {
  package struct RedisClientSettings: Sendable {
    /// The name of the connections, for `CLIENT LIST`.
    package var name: String
    /// The time limit of a command, redirections included.
    package var timeout: Duration
    package var group: any EventLoopGroup
    /// The context for addresses with TLS; nil for the authorities of the system.
    package var tls: NIOSSLContext?

    package init(name: String, timeout: Duration, group: any EventLoopGroup, tls: NIOSSLContext? = nil) {
      self.name = name
      self.timeout = timeout
      self.group = group
      self.tls = tls
    }
  }

  private struct ClusterState {
    var nodes: [RedisAddress.Endpoint: RedisNode] = [:]
    /// The endpoint of each slot of a cluster; empty if it is not known, or if there is no cluster.
    var slots: [RedisAddress.Endpoint?] = []
    var isCluster = false
    var lastRefresh: ContinuousClock.Instant?
    /// The last refusal of a write; nil if a write succeeded since.
    var refusal: RedisError?
  }

  package let address: RedisAddress
  package let settings: RedisClientSettings
  private let state = Mutex(ClusterState())
  private let observer: @Sendable (Duration, RedisError?) -> Void

  /// Creates a client, which connects on first use.
  ///
  /// - Parameter observer: Called after each command with its duration and its error.
  package init(
    _ address: RedisAddress, settings: RedisClientSettings,
    observer: @escaping @Sendable (Duration, RedisError?) -> Void = { _, _ in }
  ) {
    self.address = address
    self.settings = settings
    self.observer = observer
  }

  /// Whether the server belongs to a cluster, as far as it is known.
  package var isCluster: Bool { state.withLock { $0.isCluster } }

  /// Runs a command.
  ///
  /// - Parameter key: A key of the command, which decides about the node of a cluster; nil for any node.
  package func run(_ command: RedisCommand, key: String?) async throws(RedisError) -> RedisValue {
    try await run([command], key: key)[0].get()
  }

  /// Runs commands whose keys are in one slot, pipelined.
  ///
  /// - Throws: ``RedisError`` if none of the commands could be sent. The errors of single commands are in the
  ///   results.
  package func run(
    _ commands: [RedisCommand], key: String?
  ) async throws(RedisError) -> [Result<RedisValue, RedisError>] {
    let start = ContinuousClock.now
    do throws(RedisError) {
      let results = try await route(commands, key, deadline: start + settings.timeout)
      var failure: RedisError?
      for case .failure(let error) in results { failure = failure ?? error }
      if let failure, failure.refusesWrites { state.withLock { $0.refusal = failure } }
      observer(.now - start, failure)
      return results
    } catch {
      observer(.now - start, error)
      throw error
    }
  }

  private func route(
    _ commands: [RedisCommand], _ key: String?, deadline: ContinuousClock.Instant
  ) async throws(RedisError) -> [Result<RedisValue, RedisError>] {
    var node = try await node(for: key)
    var isAsking = false
    while true {
      let results: [Result<RedisValue, RedisError>]
      do throws(RedisError) {
        results = try await send(commands, to: node, isAsking: isAsking)
      } catch {
        // A node of a cluster that is away may have been replaced.
        if isCluster { await refreshSlots() }
        throw error
      }
      guard let first = results.first, case .failure(let error) = first, error.kind == .refused else {
        return results
      }
      switch error.code {
      case "MOVED":
        node = redirected(error, key: key) ?? node
        isAsking = false
        Task { await self.refreshSlots() }
      case "ASK":
        node = redirected(error, key: nil) ?? node
        isAsking = true
      case "TRYAGAIN", "CLUSTERDOWN":
        try? await Task.sleep(for: .milliseconds(20))
        node = try await self.node(for: key)
        isAsking = false
      case "READONLY":
        // The server became a replica. The name may lead to the new primary.
        node.reconnect()
        return results
      default: return results
      }
      if ContinuousClock.now > deadline { return results }
    }
  }

  private func send(
    _ commands: [RedisCommand], to node: RedisNode, isAsking: Bool
  ) async throws(RedisError) -> [Result<RedisValue, RedisError>] {
    let connection = try await node.connection()
    guard isAsking else { return await connection.send(commands) }
    let results = await connection.send(commands.flatMap { [RedisCommand("ASKING"), $0] })
    return results.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// Returns the node that has a key.
  func node(for key: String?) async throws(RedisError) -> RedisNode {
    let (node, isKnown) = state.withLock { state in
      let endpoint = key.flatMap { state.slots.isEmpty ? nil : state.slots[HashSlot.of($0)] }
      let isKnown = endpoint != nil || state.lastRefresh != nil
      return (self.node(at: endpoint ?? address.endpoint, &state), isKnown)
    }
    if isKnown { return node }
    // The first command of all finds out whether there is a cluster.
    let isCluster = try await node.connection().isCluster
    state.withLock { state in
      state.isCluster = isCluster
      if !isCluster { state.lastRefresh = .now }
    }
    guard isCluster else { return node }
    await refreshSlots()
    return state.withLock { state in
      let endpoint = key.flatMap { state.slots.isEmpty ? nil : state.slots[HashSlot.of($0)] }
      return self.node(at: endpoint ?? address.endpoint, &state)
    }
  }

  private func node(at endpoint: RedisAddress.Endpoint, _ state: inout ClusterState) -> RedisNode {
    if let known = state.nodes[endpoint] { return known }
    let node = RedisNode(address: address.at(endpoint), settings: settings)
    state.nodes[endpoint] = node
    return node
  }

  /// Returns the node that a redirection names: `MOVED slot host:port` or `ASK slot host:port`.
  ///
  /// - Parameter key: The key whose slot has moved; nil if the node must be asked only once.
  func redirected(_ error: RedisError, key: String?) -> RedisNode? {
    let words = error.description.split(separator: " ")
    guard words.count >= 3, let colon = words[2].lastIndex(of: ":"),
      let port = Int(words[2][words[2].index(after: colon)...])
    else { return nil }
    // An empty host means the node that was asked.
    var host = String(words[2][..<colon])
    if host.isEmpty, case .host(let known, _) = address.endpoint { host = known }
    return state.withLock { state in
      let endpoint = RedisAddress.Endpoint.host(host, port: port)
      if let key, !state.slots.isEmpty { state.slots[HashSlot.of(key)] = endpoint }
      return node(at: endpoint, &state)
    }
  }

  /// Reads the slots of the cluster from any node, at most once in a tenth of a second.
  private func refreshSlots() async {
    let nodes = state.withLock { state -> [RedisNode] in
      if let last = state.lastRefresh, .now - last < .milliseconds(100) { return [] }
      state.lastRefresh = .now
      let seed = node(at: address.endpoint, &state)
      return [seed] + state.nodes.values.filter { $0 !== seed }
    }
    for node in nodes {
      guard let connection = try? await node.connection(),
        let reply = try? await connection.send(RedisCommand("CLUSTER", "SLOTS")), !reply.elements.isEmpty
      else { continue }
      take(slots: reply)
      return
    }
  }

  /// Takes the reply of `CLUSTER SLOTS`: arrays of the first slot, the last slot, the primary and its
  /// replicas.
  private func take(slots reply: RedisValue) {
    state.withLock { state in
      state.slots = Array(repeating: nil, count: HashSlot.count)
      for range in reply.elements {
        let parts = range.elements
        guard parts.count >= 3, let first = parts[0].number, let last = parts[1].number,
          (0..<HashSlot.count).contains(first), (first..<HashSlot.count).contains(last),
          let port = parts[2].elements.dropFirst().first?.number
        else { continue }
        var host = parts[2].elements.first?.text ?? ""
        if host.isEmpty, case .host(let known, _) = address.endpoint { host = known }
        for slot in first...last { state.slots[slot] = .host(host, port: port) }
      }
    }
  }

  /// Whether the only server, or a node of the cluster that has slots, is known to be unreachable.
  package var isAway: Bool {
    let nodes = state.withLock { state -> [RedisNode] in
      if state.slots.isEmpty { return state.nodes[address.endpoint].map { [$0] } ?? [] }
      return Set(state.slots.compactMap(\.self)).compactMap { state.nodes[$0] }
    }
    return nodes.contains(where: \.isAway)
  }

  /// The error with which Redis refuses writes; nil if it accepts them.
  package var refusal: RedisError? { state.withLock { $0.refusal } }

  /// Runs a command that writes, and ends ``refusal`` if it succeeds.
  package func probe(_ command: RedisCommand, key: String) async throws(RedisError) {
    _ = try await run(command, key: key)
    state.withLock { $0.refusal = nil }
  }

  package func close() {
    for node in state.withLock({ Array($0.nodes.values) }) { node.close() }
  }
}
