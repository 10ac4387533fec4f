internal import Synchronization

/// Reads new entries of many Redis streams with few connections: one for a server, and one for each partition
/// in use for a cluster, because a command there may only name keys of one slot.
///
/// ```swift
/// reads.subscribe("ils:{p3}:ID:events", partition: 3, after: .init(17)) { entries in take(entries) }
/// ```
///
/// Each connection repeats `XREAD BLOCK` with all its keys. A change of the keys ends the wait with
/// `CLIENT UNBLOCK`. The cost of one command for Redis grows with the number of keys, so that the pause
/// between two commands grows with it, and the share of the processor stays the same.
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

  /// A key that is read. Each subscription has a number of its own, so that ending one does not end a later
  /// one.
  package struct ReadSubscription: Hashable, Sendable {
    fileprivate var key: String
    fileprivate var partition: Int
    fileprivate var number: Int
  }

  /// Calls `receive` with the entries after an entry, in order, until the subscription ends. A second
  /// subscription of a key replaces the first.
  @discardableResult package func subscribe(
    _ key: String, partition: Int, after id: StreamEntry.ID, _ receive: @escaping Receive
  ) -> ReadSubscription {
    let number = loop(of: partition).subscribe(key, after: id, receive)
    return ReadSubscription(key: key, partition: partition, number: number)
  }

  /// Ends a subscription. Has no effect if it was replaced.
  package func end(_ subscription: ReadSubscription) {
    loop(of: subscription.partition).unsubscribe(subscription.key, subscription.number)
  }

  package func close() {
    for loop in loops.withLock({ Array($0.values) }) { loop.close() }
  }
}

/// The blocking reads on one connection.
private final class ReadLoop: Sendable {
  private struct LoopSubscription {
    /// The arguments of `XREAD`, which are sent many times before they change: the key, and the last entry.
    let key: [UInt8]
    private(set) var place: [UInt8]
    var receive: BlockingReads.Receive
    /// Distinguishes this subscription from an earlier one of the same key, whose reply may still be on its
    /// way.
    var number: Int

    init(key: String, after id: StreamEntry.ID, number: Int, _ receive: @escaping BlockingReads.Receive) {
      self.key = Array(key.utf8)
      self.receive = receive
      self.number = number
      place = Array(id.description.utf8)
    }

    mutating func advance(to id: StreamEntry.ID) { place = Array(id.description.utf8) }
  }

  private struct LoopState {
    var subscriptions: [String: LoopSubscription] = [:]
    var lastNumber = 0
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
  /// The command without the keys and the places after which to read.
  private static let command = RedisCommand(
    "XREAD", "COUNT", "256", "BLOCK", "\(Int(block / .milliseconds(1)))", "STREAMS")

  init(client: RedisClient, number: Int) {
    self.client = client
    self.number = number
  }

  var count: Int { state.withLock { $0.subscriptions.count } }

  func subscribe(
    _ key: String, after id: StreamEntry.ID, _ receive: @escaping BlockingReads.Receive
  ) -> Int {
    change { state in
      state.lastNumber += 1
      if !state.isClosed {
        state.subscriptions[key] = LoopSubscription(
          key: key, after: id, number: state.lastNumber, receive)
      }
      return state.lastNumber
    }
  }

  func unsubscribe(_ key: String, _ number: Int) {
    // The wait continues: an entry of this key is dropped when it arrives.
    state.withLock { state in
      if state.subscriptions[key]?.number == number { state.subscriptions[key] = nil }
    }
  }

  func close() {
    change { state in
      state.isClosed = true
      state.subscriptions = [:]
    }
  }

  private func change<Result: Sendable>(_ body: (inout LoopState) -> Result) -> Result {
    let (result, starts, wakes) = state.withLock { state in
      let result = body(&state)
      state.version += 1
      let starts = !state.isRunning && !state.isClosed
      if starts { state.isRunning = true }
      let wakes = state.waiting != nil && !state.isWaking
      if wakes { state.isWaking = true }
      return (result, starts, wakes)
    }
    if starts { Task { await run() } }
    if wakes { Task { await wake() } }
    return result
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
      guard let anyKey = work.keys.first else { break }
      let start = ContinuousClock.now
      do throws(RedisError) {
        let wanted = try await client.node(for: anyKey)
        if connection?.node !== wanted || connection?.connection.isOpen != true {
          connection?.connection.close()
          connection = nil
          connection = (wanted, try await wanted.openAnother(name: client.settings.name + "-reads"))
        }
        if let connection { try await read(work, version, connection) }
      } catch {
        if error.code == "MOVED" {
          _ = client.redirected(error, key: anyKey)
        } else {
          // Redis is away, or the slot is on its way to another node.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      let pause = Self.pause + Self.pausePerKey * work.count - (ContinuousClock.now - start)
      if pause > .zero { try? await Task.sleep(for: pause) }
    }
    connection?.connection.close()
  }

  /// Waits for entries once, and passes them on.
  ///
  /// - Parameters:
  ///   - work: The subscriptions.
  ///   - version: Their version. Nothing is read if they have changed since, apart from ended ones.
  private func read(
    _ work: [String: LoopSubscription], _ version: Int,
    _ connection: (node: RedisNode, connection: RedisConnection)
  ) async throws(RedisError) {
    var command = Self.command
    command.arguments.reserveCapacity(command.arguments.count + 2 * work.count)
    for subscription in work.values { command.arguments.append(subscription.key) }
    for subscription in work.values { command.arguments.append(subscription.place) }
    let isCurrent = state.withLock { state in
      let isCurrent = state.version == version
      if isCurrent { state.waiting = (connection.connection, connection.node, version) }
      return isCurrent
    }
    guard isCurrent else { return }
    defer { state.withLock { $0.waiting = nil } }
    let reply = try await connection.connection.send(command, extra: Self.block)
    for stream in reply.elements {
      let parts = stream.elements
      guard parts.count == 2, let key = parts[0].text, let subscription = work[key] else { continue }
      let entries = parts[1].elements.compactMap { StreamEntry($0) }
      guard let last = entries.last else { continue }
      let isSubscribed = state.withLock { state in
        guard state.subscriptions[key]?.number == subscription.number else { return false }
        state.subscriptions[key]?.advance(to: last.id)
        return true
      }
      if isSubscribed { subscription.receive(entries) }
    }
  }
}
