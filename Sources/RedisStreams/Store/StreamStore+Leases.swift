extension StreamStore {
  /// The right to render a stream. The epoch is a fencing token: Redis rejects writes with an older epoch.
  package struct Lease: Hashable, Sendable {
    package var id: String
    package var epoch: Int

    package init(id: String, epoch: Int) {
      self.id = id
      self.epoch = epoch
    }
  }

  /// Events that are published together, and the state after them.
  package struct Publication: Sendable {
    /// The number of the first event.
    package var first: Int
    package var frames: [[UInt8]]
    package var progress: RenderProgress
    package var ends = false
    /// The number of the oldest event to keep; nil to keep all events.
    package var keepFrom: Int?
    package var snapshot: (event: Int, frame: [UInt8])?

    package init(first: Int, frames: [[UInt8]], progress: RenderProgress) {
      self.first = first
      self.frames = frames
      self.progress = progress
    }
  }

  package enum PublishResult: String, Sendable {
    case published
    /// Another node has the lease.
    case fenced
    /// The stream was deleted or has expired.
    case gone
  }

  /// Appends events if this node still has the lease.
  package func publish(
    _ publication: Publication, _ lease: Lease
  ) async throws(RedisError) -> PublishResult {
    let stream = keys.stream(lease.id)
    let progress = publication.progress
    var fields: [[UInt8]] = [
      Self.text("rendered"), Self.text(progress.rendered), Self.text("memory"), Self.text(progress.memory),
      Self.text("input"), Self.text(progress.input), Self.text("skipped"), progress.skipped,
      Self.text("update"), Self.text(progress.updates),
    ]
    if publication.ends { fields += [Self.text("state"), Self.text("ended")] }
    var arguments: [[UInt8]] = [
      Self.text(lease.id), Self.text(lease.epoch), Self.text(publication.first),
      Self.text(publication.frames.count), Self.milliseconds(keep),
      publication.keepFrom.map(Self.text) ?? [],
    ]
    arguments += [
      publication.snapshot.map { Self.text($0.event) } ?? [], publication.snapshot?.frame ?? [],
      Self.text(fields.count),
    ]
    let reply = try await client.run(
      StreamScripts.publish, keys: [stream.meta, stream.events, stream.snapshot, stream.leases],
      arguments: arguments + fields + publication.frames)
    return reply.text.flatMap(PublishResult.init) ?? .fenced
  }

  /// Returns streams whose lease has expired, at most a few of each partition.
  ///
  /// - Parameter partitions: The partitions to search; nil for all partitions.
  package func expiredLeases(in partitions: [Int]? = nil, limit: Int) async throws(RedisError) -> [String] {
    let partitions = partitions ?? Array(0..<settings.partitions)
    // Only a cluster requires that the keys of one command are in one slot.
    let groups = client.isCluster ? partitions.map { [$0] } : [partitions]
    var expired: [String] = []
    for group in groups {
      let reply = try await client.run(
        StreamScripts.expired, keys: group.map { keys.leases($0) }, arguments: [Self.text(limit)])
      expired += reply.elements.compactMap(\.text)
    }
    return expired
  }

  /// Takes the lease of a stream if the current lease has expired; otherwise returns nil.
  package func claim(_ id: String) async throws(RedisError) -> Lease? {
    let stream = keys.stream(id)
    let epoch =
      try await client.run(
        StreamScripts.claim, keys: [stream.leases, stream.meta],
        arguments: [Self.text(id), Self.text(settings.node), Self.milliseconds(settings.lease)]
      ).number ?? 0
    return epoch > 0 ? Lease(id: id, epoch: epoch) : nil
  }

  package enum Renewal: Sendable {
    case renewed
    /// The lease was renewed, but no client has used the stream for the idle time.
    case idle
    case lost
  }

  /// Extends leases.
  ///
  /// - Returns: The results of the leases for which Redis answered.
  package func renew(_ leases: [Lease]) async -> [(lease: Lease, result: Renewal)] {
    await withTaskGroup(of: [(lease: Lease, result: Renewal)].self) { group in
      for (partition, leases) in Dictionary(grouping: leases, by: { keys.partition(of: $0.id) }) {
        for part in leases.chunks(of: 100) {
          group.addTask { (try? await renew(part, in: partition)) ?? [] }
        }
      }
      var results: [(lease: Lease, result: Renewal)] = []
      for await part in group { results += part }
      return results
    }
  }

  private func renew(
    _ leases: [Lease], in partition: Int
  ) async throws(RedisError) -> [(lease: Lease, result: Renewal)] {
    let reply = try await client.run(
      StreamScripts.renew, keys: [keys.leases(partition)] + leases.map { keys.stream($0.id).meta },
      arguments: [Self.milliseconds(settings.lease), Self.milliseconds(settings.idle)]
        + leases.flatMap { [Self.text($0.id), Self.text($0.epoch)] })
    return zip(leases, reply.elements).map { lease, value in
      (lease, value.number == 0 ? .renewed : value.number == 1 ? .idle : .lost)
    }
  }

  /// Ends leases early and notifies the other nodes.
  ///
  /// - Parameter prepare: Called for each lease shortly before it ends.
  package func release(
    _ leases: [Lease], prepare: @Sendable (Lease) -> Void = { _ in }
  ) async throws(RedisError) {
    // Leases end in batches, so that other nodes take the first streams while this node still renders the
    // last ones.
    for part in leases.chunks(of: 32) {
      await withTaskGroup(of: Void.self) { group in
        for lease in part {
          prepare(lease)
          group.addTask { try? await releaseOne(lease) }
        }
      }
      let partitions = Set(part.map { keys.partition(of: $0.id) }).map(String.init).joined(separator: ",")
      _ = try await client.run(
        RedisCommand("XADD", keys.notices, "MAXLEN", "~", "100", "*", "partitions", partitions),
        key: keys.notices)
    }
  }

  private func releaseOne(_ lease: Lease) async throws(RedisError) {
    let stream = keys.stream(lease.id)
    _ = try await client.run(
      StreamScripts.release, keys: [stream.leases, stream.meta],
      arguments: [Self.text(lease.id), Self.text(lease.epoch)])
  }

  /// Calls `receive` with the partitions in which another node has ended leases, until the task is cancelled.
  package func readNotices(_ receive: @escaping @Sendable ([Int]) -> Void) async throws(RedisError) {
    let newest = try await client.run(
      RedisCommand("XREVRANGE", keys.notices, "+", "-", "COUNT", "1"), key: keys.notices)
    let last = newest.elements.first.flatMap { StreamEntry($0)?.id } ?? StreamEntry.ID(0)
    reads.subscribe(keys.notices, partition: -1, after: last) { entries in
      receive(
        entries.flatMap { entry in
          String(decoding: entry["partitions"] ?? [], as: UTF8.self).split(separator: ",").compactMap {
            Int($0)
          }
        })
    }
  }
}

extension Array {
  /// Returns the elements in order, in arrays of at most `size`.
  fileprivate func chunks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
