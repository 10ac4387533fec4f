/// The names of all Redis keys.
///
/// ```swift
/// StreamKeys(prefix: "ils:", partitions: 64).stream("ID").meta  // "ils:{p3}:ID:meta"
/// ```
///
/// The hash tag of a stream's keys is the tag of its partition, so that a script can use all of them in a
/// cluster, and one command can read many streams. See docs/scaling.md.
struct StreamKeys: Sendable {
  let prefix: String
  let partitions: Int

  /// The keys of one stream.
  struct Stream: Sendable {
    let partition: Int
    fileprivate let base: String
    let leases: String

    /// The key of a hash with options, counts, state and the epoch of the lease.
    var meta: String { base + ":meta" }
    /// The key of a Redis stream with the chunks of text.
    var chunks: String { base + ":chunks" }
    /// The key of a Redis stream with the last events.
    var events: String { base + ":events" }
    /// The key of a hash with a snapshot at one of the events.
    var snapshot: String { base + ":snapshot" }
    /// The key of the owner of a removed stream. It is kept for longer than the stream.
    var owner: String { base + ":owner" }
    /// All keys of the stream. They expire together, except for the owner's key.
    var all: [String] { [meta, chunks, events, snapshot, owner] }
  }

  func stream(_ id: String) -> Stream {
    let partition = partition(of: id)
    return Stream(
      partition: partition, base: "\(prefix){p\(partition)}:\(id)", leases: leases(partition))
  }

  /// Returns the partition of a stream: the FNV-1a hash of its identifier.
  func partition(of id: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash) % partitions
  }

  /// Returns the key of a sorted set: the streams that have not ended, scored by the end of their lease in
  /// milliseconds since 1970.
  func leases(_ partition: Int) -> String { "\(prefix){p\(partition)}:leases" }

  /// Returns the keys of two sorted sets of an owner's streams, scored by the time of creation and by the
  /// time of expiry.
  func owner(_ owner: String) -> (created: String, expiry: String) {
    let base = "\(prefix){o:\(owner)}"
    return (base + ":created", base + ":expiry")
  }

  /// Returns the keys of a client's usage: its open streams, their bytes, and its request bucket.
  func client(_ client: String) -> (streams: String, bytes: String, bucket: String) {
    let base = "\(prefix){c:\(client)}"
    return (base + ":streams", base + ":bytes", base + ":bucket")
  }

  /// The key of a Redis stream that notifies all nodes of leases that were handed over.
  var notices: String { prefix + "{all}:notices" }
  var partitionCount: String { prefix + "{all}:partitions" }
  /// The key that is written to find out whether Redis takes writes again.
  var probe: String { prefix + "{all}:probe" }
  var ticketKey: String { prefix + "{all}:ticket-key" }
}
