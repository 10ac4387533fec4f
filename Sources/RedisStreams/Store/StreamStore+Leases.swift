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
      Self.text("input"), Self.text(progress.input), Self.text("counts"), progress.counts,
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
    let result = reply.text.flatMap(PublishResult.init) ?? .fenced
    if result == .published {
      let entries = publication.frames.enumerated().map { index, frame in
        StreamEntry(id: StreamEntry.ID(publication.first + index), fields: [Self.text("frame"), frame])
      }
      reads.pass(entries, of: stream.events, partition: stream.partition)
    }
    return result
  }

  /// Returns streams whose lease has expired, at most a few of each partition.
  ///
  /// - Parameter partitions: The partitions to search; nil for all partitions.
  package func expiredLeases(in partitions: [Int]? = nil, limit: Int) async throws(RedisError) -> [String] {
    let partitions = partitions ?? Array(0..<settings.partitions)
    // Only a cluster requires that the keys of one command are in one slot.
    guard client.isCluster else { return try await expired(partitions, limit) }
    let results = await withTaskGroup(of: Result<[String], RedisError>.self) { group in
      for partition in partitions {
        group.addTask {
          do throws(RedisError) {
            return .success(try await expired([partition], limit))
          } catch {
            return .failure(error)
          }
        }
      }
      var results: [Result<[String], RedisError>] = []
      for await result in group { results.append(result) }
      return results
    }
    var found: [String] = []
    for result in results { found += try result.get() }
    return found
  }

  private func expired(_ partitions: [Int], _ limit: Int) async throws(RedisError) -> [String] {
    try await client.run(
      StreamScripts.expired, keys: partitions.map { keys.leases($0) }, arguments: [Self.text(limit)]
    ).elements.compactMap(\.text)
  }

  /// The result of ``claim(_:)``.
  package enum Claim: Hashable, Sendable {
    case taken(Lease)
    /// Another node offers the lease and renders until this node calls ``claim(_:)`` again. If this node does not, the
    /// reservation ends after the time of a lease.
    case reserved
    /// Another node has the lease, or the stream has ended.
    case refused
  }

  /// Takes the lease of a stream if the current lease has expired, or reserves it if its node offers it.
  package func claim(_ id: String) async throws(RedisError) -> Claim {
    let stream = keys.stream(id)
    let epoch =
      try await client.run(
        StreamScripts.claim, keys: [stream.leases, stream.meta],
        arguments: [Self.text(id), Self.text(settings.node), Self.milliseconds(settings.lease)]
      ).number ?? 0
    return epoch > 0 ? .taken(Lease(id: id, epoch: epoch)) : epoch < 0 ? .reserved : .refused
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

  /// Offers leases to the other nodes and notifies them.
  ///
  /// This node may publish until another node has taken the lease. ``taken(of:)`` tells when.
  package func offer(_ leases: [Lease]) async throws(RedisError) {
    for part in leases.chunks(of: 128) {
      await withTaskGroup(of: Void.self) { group in
        for lease in part { group.addTask { try? await offerOne(lease) } }
      }
      let partitions = Set(part.map { keys.partition(of: $0.id) }).map(String.init).joined(separator: ",")
      _ = try await client.run(
        RedisCommand("XADD", keys.notices, "MAXLEN", "~", "100", "*", "partitions", partitions),
        key: keys.notices)
    }
  }

  private func offerOne(_ lease: Lease) async throws(RedisError) {
    let stream = keys.stream(lease.id)
    _ = try await client.run(
      StreamScripts.offer, keys: [stream.leases, stream.meta],
      arguments: [Self.text(lease.id), Self.text(lease.epoch)])
  }

  /// Returns the leases that another node has taken, or whose stream has ended, and whether a node has reserved others.
  package func taken(
    of leases: [Lease]
  ) async throws(RedisError) -> (leases: [Lease], areOthersReserved: Bool) {
    var (taken, areOthersReserved): ([Lease], Bool) = ([], false)
    for (_, leases) in Dictionary(grouping: leases, by: { keys.partition(of: $0.id) }) {
      let metas = leases.map { keys.stream($0.id).meta }
      let replies = try await client.run(
        metas.map { RedisCommand("HMGET", $0, "epoch", "state", "successor") }, key: metas.first)
      for (lease, reply) in zip(leases, replies) {
        let fields = try reply.get().elements
        guard fields.count == 3, fields[0].number == lease.epoch, fields[1].text != "ended" else {
          taken.append(lease)
          continue
        }
        if fields[2].text ?? "" != "" { areOthersReserved = true }
      }
    }
    return (taken, areOthersReserved)
  }

  /// Calls `receive` with the partitions in which a node offers leases, until ``reads`` are closed.
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
