internal import Synchronization

/// Reads new entries of many Redis streams with few connections: one for a server, and one for each partition
/// in use for a cluster, because a command there may only name keys of one slot.
///
/// ```swift
/// reads.subscribe("ils:{p3}:ID:events", partition: 3, after: .init(17)) { entries in take(entries) }
/// ```
///
/// Each connection repeats `XREAD BLOCK` with its keys, but names keys whose entries all come from this node only now
/// and then. A change of the keys ends the wait with `CLIENT UNBLOCK`. The cost of one command for Redis grows with the
/// number of keys, so that the pause between two commands grows with it, and the share of the processor stays the same.
package final class BlockingReads: Sendable {
  package typealias Receive = @Sendable ([StreamEntry]) -> Void

  private let client: RedisClient
  private let loops = Mutex<[Int: ReadLoop]>([:])

  package init(client: RedisClient) { self.client = client }

  /// The number of connections.
  package var connections: Int { loops.withLock { $0.count } }

  /// The number of streams that are read.
  package var count: Int { loops.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  private func loop(of partition: Int) -> ReadLoop {
    let number = client.isCluster ? partition : 0
    return loops.withLock { loops in
      if let known = loops[number] { return known }
      let loop = ReadLoop(client: client, number: number)
      loops[number] = loop
      return loop
    }
  }

  /// A key that is read. Ending one does not end a later one of the same key.
  package struct ReadSubscription: Sendable {
    fileprivate var key: SubscribedKey
    fileprivate var partition: Int
  }

  /// Calls `receive` with the entries after an entry, in order, until the subscription ends. A second
  /// subscription of a key replaces the first.
  @discardableResult package func subscribe(
    _ key: String, partition: Int, after id: StreamEntry.ID, _ receive: @escaping Receive
  ) -> ReadSubscription {
    let key = SubscribedKey(key, after: id, receive)
    loop(of: partition).subscribe(key)
    return ReadSubscription(key: key, partition: partition)
  }

  /// Passes entries that this node has written to their subscription, which need not wait for Redis to return them.
  ///
  /// Passes nothing if nobody subscribed to the key here, or if the entries do not follow the last entry that the
  /// subscription has: it gets them from Redis then, behind those of other nodes.
  package func pass(_ entries: [StreamEntry], of key: String, partition: Int) {
    guard let loop = loops.withLock({ $0[client.isCluster ? partition : 0] }) else { return }
    loop.subscription(of: key)?.take(own: entries)
  }

  /// Ends a subscription. Has no effect if it was replaced.
  package func end(_ subscription: ReadSubscription) {
    loop(of: subscription.partition).unsubscribe(subscription.key)
  }

  package func close() {
    for loop in loops.withLock({ Array($0.values) }) { loop.close() }
  }
}

/// The blocking reads on one connection.
private final class ReadLoop: Sendable {
  private struct LoopState {
    var subscriptions: [String: SubscribedKey] = [:]
    var isRunning = false
    var isClosed = false
    /// The connection that waits for Redis with the subscriptions of this version; nil if none waits.
    var waiting: (connection: RedisConnection, node: RedisNode, version: Int)?
    var version = 0
    var isWaking = false
  }

  private let client: RedisClient
  private let number: Int
  private let state = Mutex(LoopState())

  /// The time for which Redis blocks. Afterwards the command is repeated, which also notices a server that is
  /// gone.
  private static let block = Duration.milliseconds(1000)
  /// The minimum time between two commands, and the additional time for each key.
  private static let (pause, pausePerKey) = (Duration.milliseconds(2), Duration.microseconds(10))
  init(client: RedisClient, number: Int) {
    self.client = client
    self.number = number
  }

  var count: Int { state.withLock { $0.subscriptions.count } }

  func subscribe(_ key: SubscribedKey) {
    change { state in
      if !state.isClosed { state.subscriptions[key.name] = key }
    }
  }

  func subscription(of name: String) -> SubscribedKey? { state.withLock { $0.subscriptions[name] } }

  func unsubscribe(_ key: SubscribedKey) {
    // The wait continues: an entry of this key is dropped when it arrives.
    state.withLock { state in
      if state.subscriptions[key.name] === key { state.subscriptions[key.name] = nil }
    }
  }

  func close() {
    change { state in
      state.isClosed = true
      state.subscriptions = [:]
    }
  }

  private func change(_ body: (inout LoopState) -> Void) {
    let (starts, wakes) = state.withLock { state in
      body(&state)
      state.version += 1
      let starts = !state.isRunning && !state.isClosed
      if starts { state.isRunning = true }
      let wakes = state.waiting != nil && !state.isWaking
      if wakes { state.isWaking = true }
      return (starts, wakes)
    }
    if starts { Task { await run() } }
    if wakes { Task { await wake() } }
  }

  /// Ends the wait of the blocked connection, until it no longer waits with old subscriptions.
  private func wake() async {
    while true {
      let stale = state.withLock { state -> (connection: RedisConnection, node: RedisNode)? in
        if let waiting = state.waiting, waiting.version != state.version {
          return (waiting.connection, waiting.node)
        }
        state.isWaking = false
        return nil
      }
      guard let stale else { return }
      if let shared = try? await stale.node.connection() {
        _ = try? await shared.send(RedisCommand("CLIENT", "UNBLOCK", "\(stale.connection.id)"))
      }
      // The connection may not have blocked yet.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  private func run() async {
    var connection: (node: RedisNode, connection: RedisConnection)?
    while true {
      let (work, version) = state.withLock { state in
        if state.subscriptions.isEmpty { state.isRunning = false }
        return (state.subscriptions, state.version)
      }
      if work.isEmpty { break }
      let start = ContinuousClock.now
      var due: [SubscribedKey] = []
      var end = start + Self.block
      for subscription in work.values {
        let time = subscription.due
        if time <= start { due.append(subscription) } else { end = min(end, time) }
      }
      if let first = due.first {
        do throws(RedisError) {
          let wanted = try await client.node(for: first.name)
          if connection?.node !== wanted || connection?.connection.isOpen != true {
            connection?.connection.close()
            connection = nil
            connection = (wanted, try await wanted.openAnother(name: client.settings.name + "-reads"))
          }
          if let connection { try await read(due, of: work, version, for: end - start, connection) }
        } catch {
          if error.code == "MOVED" {
            _ = client.redirected(error, key: first.name)
          } else {
            // Redis is away, or the slot is on its way to another node.
            try? await Task.sleep(for: .milliseconds(50))
          }
        }
      }
      let pause = Self.pause + Self.pausePerKey * due.count - (ContinuousClock.now - start)
      if pause > .zero { try? await Task.sleep(for: pause) }
    }
    connection?.connection.close()
  }

  /// Waits for entries once, and passes them on.
  ///
  /// - Parameters:
  ///   - due: The subscriptions to read.
  ///   - work: All subscriptions.
  ///   - version: Their version. Nothing is read if they have changed since, apart from ended ones.
  ///   - time: The longest wait.
  private func read(
    _ due: [SubscribedKey], of work: [String: SubscribedKey], _ version: Int, for time: Duration,
    _ connection: (node: RedisNode, connection: RedisConnection)
  ) async throws(RedisError) {
    // Zero would be a wait without an end.
    let milliseconds = max(1, Int(time / .milliseconds(1)))
    var command = RedisCommand("XREAD", "COUNT", "256", "BLOCK", "\(milliseconds)", "STREAMS")
    command.arguments.reserveCapacity(command.arguments.count + 2 * due.count)
    for subscription in due { command.arguments.append(Array(subscription.name.utf8)) }
    for subscription in due { command.arguments.append(subscription.argument) }
    let isCurrent = state.withLock { state in
      let isCurrent = state.version == version
      if isCurrent { state.waiting = (connection.connection, connection.node, version) }
      return isCurrent
    }
    guard isCurrent else { return }
    defer { state.withLock { $0.waiting = nil } }
    let reply = try await connection.connection.send(command, extra: time)
    for stream in reply.elements {
      let parts = stream.elements
      guard parts.count == 2, let name = parts[0].text, let subscription = work[name] else { continue }
      // A subscription that was ended or replaced meanwhile gets nothing more.
      if self.subscription(of: name) === subscription {
        subscription.take(parts[1].elements.compactMap { StreamEntry($0) })
      }
    }
  }
}
