/// Keeps render streams in Redis: their text, their events, and the lease of the node that renders them.
///
/// ```swift
/// let store = StreamStore(client: client, settings: storeSettings)
/// _ = try await store.append(chunk, to: "ID", owner: "", limits: limits)
/// let text = try await store.chunks(of: "ID", after: .init(0))
/// ```
///
/// Every change is one script, which Redis executes completely or not at all. docs/scaling.md describes the
/// keys, the lease and why no event is lost, doubled or out of order.
package struct StreamStore: Sendable {
  package struct StoreSettings: Sendable {
    /// The prefix of all keys.
    package var prefix: String
    /// The number of partitions, equal on all nodes.
    package var partitions: Int
    /// The name of this node.
    package var node: String
    /// The time after which a node that does not renew its leases loses them.
    package var lease: Duration
    /// The time after which an unused stream ends. The ended stream is kept for the same time.
    package var idle: Duration

    package init(prefix: String, partitions: Int, node: String, lease: Duration, idle: Duration) {
      self.prefix = prefix
      self.partitions = partitions
      self.node = node
      self.lease = lease
      self.idle = idle
    }
  }

  package let client: RedisClient
  package let settings: StoreSettings
  package let reads: BlockingReads
  let keys: StreamKeys

  package init(client: RedisClient, settings: StoreSettings) {
    self.client = client
    self.settings = settings
    reads = BlockingReads(client: client)
    keys = StreamKeys(prefix: settings.prefix, partitions: settings.partitions)
  }

  /// The time for which Redis keeps a stream after its last use. The node with the lease ends an unused
  /// stream earlier.
  var keep: Duration { settings.idle + max(.seconds(5), settings.lease * 2) }
  /// The time for which Redis knows the owner of a stream after its last use, to answer that it is gone.
  private var keepOwner: Duration { keep * 2 + .seconds(600) }

  static func milliseconds(_ duration: Duration) -> [UInt8] { text(Int(duration / .milliseconds(1))) }
  static func text(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The reason why a stream cannot be used.
  package enum StoreRefusal: String, Error, Sendable {
    case unknown, gone, forbidden
    /// The text has ended.
    case finished
    /// A chunk is missing; see ``AppendResult``.
    case gap
    case tooLarge = "too-large"
    case slowDown = "slow-down"
    case tooMuchMemory = "too-much-memory"
    /// The streams of the client hold too many bytes.
    case clientFull = "client-full"
  }

  // MARK: - Life of a stream

  /// Creates a stream, whose lease has the epoch 1 and belongs to this node.
  ///
  /// - Returns: The time of creation in milliseconds since 1970.
  package func create(
    _ id: String, owner: String, client name: String, options: [UInt8], input: String
  ) async throws(RedisError) -> Int {
    let stream = keys.stream(id)
    let created =
      try await client.run(
        StreamScripts.create, keys: [stream.meta, stream.owner, stream.leases],
        arguments: [
          Self.text(id), Self.text(owner), Self.text(name), options, Self.text(input),
          Self.text(settings.node),
          Self.milliseconds(settings.lease), Self.milliseconds(keep), Self.milliseconds(keepOwner),
        ]
      ).number ?? 0
    try await list(id, of: owner, created: created)
    return created
  }

  /// Enters a stream in the list of its owner.
  private func list(_ id: String, of owner: String, created: Int) async throws(RedisError) {
    let list = keys.owner(owner)
    let until = created + Int(keep / .milliseconds(1))
    let results = try await client.run(
      [
        RedisCommand("ZADD", list.created, "\(created)", id),
        RedisCommand("ZADD", list.expiry, "\(until)", id),
        RedisCommand("PEXPIRE", list.created, "\(Int(keepOwner / .milliseconds(1)))"),
        RedisCommand("PEXPIRE", list.expiry, "\(Int(keepOwner / .milliseconds(1)))"),
      ], key: list.created)
    for result in results { _ = try result.get() }
  }

  /// Returns the state of a stream.
  ///
  /// - Returns: A refusal if there is no such stream, or if it belongs to another owner.
  package func state(
    of id: String, owner: String
  ) async throws(RedisError) -> Result<StoredStream, StoreRefusal> {
    let stream = keys.stream(id)
    let replies = try await client.run(
      [RedisCommand("HGETALL", stream.meta), RedisCommand("GET", stream.owner)], key: stream.meta)
    let former = try replies[1].get().text
    guard let found = StoredStream(try replies[0].get()) else {
      return .failure(former == nil ? .unknown : former == owner ? .gone : .forbidden)
    }
    return found.owner == owner ? .success(found) : .failure(.forbidden)
  }

  /// Returns the state of a stream for the node that renders it; nil if the stream no longer exists.
  package func state(of id: String) async throws(RedisError) -> StoredStream? {
    let stream = keys.stream(id)
    return StoredStream(try await client.run(RedisCommand("HGETALL", stream.meta), key: stream.meta))
  }

  /// Returns one page of an owner's streams, newest first, and the total number of streams.
  package func list(
    owner: String, offset: Int, limit: Int
  ) async throws(RedisError) -> (ids: [String], total: Int) {
    let list = keys.owner(owner)
    let reply = try await client.run(
      StreamScripts.list, keys: [list.created, list.expiry], arguments: [Self.text(offset), Self.text(limit)]
    ).elements
    guard reply.count == 2 else { return ([], 0) }
    return (reply[1].elements.compactMap(\.text), reply[0].number ?? 0)
  }

  /// Deletes a stream. Its readers receive `frame` as their last event.
  ///
  /// - Parameter frame: The event without the line with its number.
  /// - Returns: The client for which the stream was counted.
  package func delete(
    _ id: String, owner: String, frame: [UInt8]
  ) async throws(RedisError) -> Result<String, StoreRefusal> {
    let stream = keys.stream(id)
    let reply = try await client.run(
      StreamScripts.delete, keys: stream.all + [stream.leases],
      arguments: [
        Self.text(id), Self.text(owner), frame, Self.milliseconds(.seconds(60)), Self.milliseconds(keepOwner),
      ]
    ).elements
    if let refusal = reply.first?.text.flatMap(StoreRefusal.init) { return .failure(refusal) }
    let list = keys.owner(owner)
    _ = try await client.run(
      [RedisCommand("ZREM", list.created, id), RedisCommand("ZREM", list.expiry, id)], key: list.created)
    return .success(reply.dropFirst().first?.text ?? "")
  }

  /// Marks a stream as used, which extends its expiry.
  ///
  /// - Returns: Whether the stream exists.
  package func touch(_ id: String, owner: String) async throws(RedisError) -> Bool {
    let stream = keys.stream(id)
    let reply = try await client.run(
      StreamScripts.touch, keys: stream.all,
      arguments: [Self.milliseconds(keep), Self.milliseconds(keepOwner)])
    guard reply.number == 1 else { return false }
    try await keepListed(id, of: owner)
    return true
  }

  /// Extends the entry of a stream in its owner's list to the expiry of the stream.
  package func keepListed(_ id: String, of owner: String) async throws(RedisError) {
    let list = keys.owner(owner)
    // The clock of the server is used, because the clocks of the nodes may differ.
    let time = try await client.run(RedisCommand("TIME"), key: list.expiry).elements.first?.number ?? 0
    let until = time * 1000 + Int(keep / .milliseconds(1))
    _ = try await client.run(
      [
        RedisCommand("ZADD", list.expiry, "XX", "\(until)", id),
        RedisCommand("PEXPIRE", list.created, "\(Int(keepOwner / .milliseconds(1)))"),
        RedisCommand("PEXPIRE", list.expiry, "\(Int(keepOwner / .milliseconds(1)))"),
      ], key: list.expiry)
  }

  // MARK: - Text

  /// A chunk of text for ``append(_:to:owner:limits:)``.
  package struct Chunk: Sendable {
    package var bytes: [UInt8]
    /// The number in its stream; nil for the next one.
    package var number: Int?
    /// The estimated number of tokens in the chunk, in quarters of a token.
    package var quarters: Int
    /// A token that identifies a chunk without a number, so that a repeated attempt does not append it twice.
    package var token: UInt64
    /// Whether this is a repeated attempt, so that the chunk may have been appended already.
    package var isRepeated = false

    package init(bytes: [UInt8], number: Int?, quarters: Int, token: UInt64) {
      self.bytes = bytes
      self.number = number
      self.quarters = quarters
      self.token = token
    }
  }

  package struct StoreLimits: Sendable {
    package var bytes: Int
    package var waitingBytes: Int
    package var memory: Int
    /// Whether the client of the stream has no room for the text. A repeated chunk is acknowledged nevertheless.
    package var isClientFull = false

    package init(bytes: Int, waitingBytes: Int, memory: Int) {
      self.bytes = bytes
      self.waitingBytes = waitingBytes
      self.memory = memory
    }
  }

  package struct AppendResult: Sendable {
    /// The reason why the chunk was not appended; nil if it was.
    package var refusal: StoreRefusal?
    package var isDuplicate = false
    /// The number of chunks that the stream has.
    package var chunks = 0
    package var bytes = 0
    /// The client for which the stream is counted.
    package var client = ""
  }

  package func append(
    _ chunk: Chunk, to id: String, owner: String, limits: StoreLimits
  ) async throws(RedisError) -> AppendResult {
    let stream = keys.stream(id)
    let reply = try await client.run(
      StreamScripts.append, keys: stream.all,
      arguments: [
        Self.text(owner), chunk.number.map(Self.text) ?? [], chunk.bytes, Self.text(chunk.quarters),
        Self.text(String(chunk.token, radix: 36)), chunk.isRepeated ? Self.text(1) : [],
        Self.text(limits.bytes), Self.text(limits.waitingBytes), Self.text(limits.memory),
        Self.milliseconds(keep), Self.milliseconds(keepOwner), limits.isClientFull ? Self.text(1) : [],
      ]
    ).elements
    let what = reply.first?.text ?? ""
    var result = AppendResult(refusal: StoreRefusal(rawValue: what))
    result.isDuplicate = what == "duplicate"
    if reply.count > 1 { result.chunks = reply[1].number ?? 0 }
    if reply.count > 2 { result.bytes = reply[2].number ?? 0 }
    if reply.count > 3 { result.client = reply[3].text ?? "" }
    if reply.count > 4, case .integer(let elapsed) = reply[4] {
      let fields = [Self.text("data"), chunk.bytes, Self.text("elapsed"), Self.text(elapsed)]
      reads.pass(
        [StreamEntry(id: StreamEntry.ID(result.chunks), fields: fields)], of: stream.chunks,
        partition: stream.partition)
    }
    return result
  }

  /// Ends the text. Has no effect on a text that has ended.
  ///
  /// - Parameter owner: The owner of the stream; nil if the service ends the text.
  package func finish(
    _ id: String, owner: String?, reason: String, refusal: [UInt8]
  ) async throws(RedisError) -> StoreRefusal? {
    let stream = keys.stream(id)
    let reply = try await client.run(
      StreamScripts.finish, keys: [stream.meta, stream.chunks, stream.owner],
      arguments: [Self.text(owner ?? "*"), Self.text(reason), refusal, Self.milliseconds(keep)])
    return reply.text.flatMap(StoreRefusal.init).flatMap { $0 == .finished ? nil : $0 }
  }

  /// Returns all chunks after an entry.
  package func chunks(of id: String, after last: StreamEntry.ID) async throws(RedisError) -> [StreamEntry] {
    try await entries(keys.stream(id).chunks, after: last)
  }

  /// Returns all events after an event that Redis has.
  package func events(of id: String, after last: Int) async throws(RedisError) -> [StreamEntry] {
    try await entries(keys.stream(id).events, after: StreamEntry.ID(last))
  }

  private func entries(_ key: String, after last: StreamEntry.ID) async throws(RedisError) -> [StreamEntry] {
    var entries: [StreamEntry] = []
    var last = last
    while true {
      // Pages keep a long stream from delaying other commands.
      let page = try await client.run(
        RedisCommand("XRANGE", key, "(\(last)", "+", "COUNT", "\(Self.page)"), key: key
      ).elements.compactMap { StreamEntry($0) }
      entries += page
      guard page.count == Self.page, let end = page.last else { return entries }
      last = end.id
    }
  }

  private static let page = 500

  /// Returns the stored snapshot: the event after which it was made, and its encoded event.
  package func snapshot(of id: String) async throws(RedisError) -> (event: Int, frame: [UInt8])? {
    let key = keys.stream(id).snapshot
    let reply = try await client.run(RedisCommand("HMGET", key, "event", "frame"), key: key).elements
    guard reply.count == 2, let event = reply[0].number, let frame = reply[1].bytes else { return nil }
    return (event, frame)
  }

  // MARK: - Blocking reads

  package func readChunks(
    of id: String, after last: StreamEntry.ID, _ receive: @escaping BlockingReads.Receive
  ) -> BlockingReads.ReadSubscription {
    let stream = keys.stream(id)
    return reads.subscribe(stream.chunks, partition: stream.partition, after: last, receive)
  }

  package func readEvents(
    of id: String, after last: Int, _ receive: @escaping BlockingReads.Receive
  ) -> BlockingReads.ReadSubscription {
    let stream = keys.stream(id)
    return reads.subscribe(stream.events, partition: stream.partition, after: StreamEntry.ID(last), receive)
  }
}
