/// Counts that all nodes share: the streams and requests of each client.
extension StreamStore {
  private static let keepUsage = Duration.seconds(30)

  /// The interval in which ``report(_:of:)`` must renew the count of a stream.
  package static let usageInterval = Duration.seconds(1)

  /// Counts a new stream for its client.
  ///
  /// - Returns: `false` if the client has too many streams already.
  package func admit(_ id: String, of name: String, limit: Int) async throws(RedisError) -> Bool {
    let client = keys.client(name)
    return try await self.client.run(
      StreamScripts.admit, keys: [client.streams, client.bytes],
      arguments: [Self.text(id), Self.text(limit), Self.milliseconds(Self.keepUsage)]
    ).number == 1
  }

  /// Stops counting a stream for its client.
  package func dismiss(_ id: String, of name: String) async throws(RedisError) {
    let client = keys.client(name)
    _ = try await self.client.run(
      [RedisCommand("ZREM", client.streams, id), RedisCommand("HDEL", client.bytes, id)], key: client.streams)
  }

  /// Returns the client for which a stream is counted; nil if the stream does not exist.
  package func client(of id: String) async throws(RedisError) -> String? {
    let meta = keys.stream(id).meta
    return try await client.run(RedisCommand("HGET", meta, "client"), key: meta).text
  }

  /// Reports sizes of a client's streams. Of several reports of a stream, the largest size counts.
  ///
  /// - Returns: The bytes of all streams of the client, on all nodes.
  package func report(_ sizes: [(id: String, bytes: Int)], of name: String) async throws(RedisError) -> Int {
    let client = keys.client(name)
    return try await self.client.run(
      StreamScripts.usage, keys: [client.streams, client.bytes],
      arguments: [Self.milliseconds(Self.keepUsage)]
        + sizes.flatMap { [Self.text($0.id), Self.text($0.bytes)] }
    ).number ?? 0
  }

  /// Takes requests from a client's token bucket.
  ///
  /// - Returns: The number of requests that this node may answer now, and the number that is left for all
  ///   nodes.
  package func takeRequests(
    _ wanted: Int, of name: String, rate: Int
  ) async throws(RedisError) -> (taken: Int, left: Int) {
    let reply = try await client.run(
      StreamScripts.rate, keys: [keys.client(name).bucket], arguments: [Self.text(rate), Self.text(wanted)]
    ).elements
    guard reply.count == 2 else { return (0, 0) }
    return (reply[0].number ?? 0, reply[1].number ?? 0)
  }

  /// Returns the secret key that all nodes use for tickets. The first proposal wins.
  package func ticketKey(proposing key: [UInt8]) async throws(RedisError) -> [UInt8] {
    let name = Self.text(keys.ticketKey)
    _ = try await client.run(
      RedisCommand([Self.text("SET"), name, key, Self.text("NX")]), key: keys.ticketKey)
    return try await client.run(RedisCommand("GET", keys.ticketKey), key: keys.ticketKey).bytes ?? key
  }

  /// Writes a short value, to find out whether Redis takes writes.
  package func probe() async throws(RedisError) {
    try await client.probe(RedisCommand("SET", keys.probe, "1", "PX", "10000"), key: keys.probe)
  }

  /// Returns the number of partitions that all nodes use. The first node to ask decides.
  package func agreedPartitions() async throws(RedisError) -> Int {
    let name = keys.partitionCount
    _ = try await client.run(RedisCommand("SET", name, "\(settings.partitions)", "NX"), key: name)
    return try await client.run(RedisCommand("GET", name), key: name).number ?? settings.partitions
  }
}
