internal import RedisStreams

/// The part of a stream that another node published before this node takes the lease, and the text so far.
///
/// ```swift
/// var takeover = try Takeover(snapshot: snapshot, events: events, chunks: chunks)
/// try takeover.extend(events: later, chunks: [])  // The other node has published more meanwhile.
/// ```
struct Takeover: Sendable {
  private(set) var published = PublishedContent()
  private(set) var kept = PublishedEvents.Kept()
  private(set) var chunks: [StreamEntry]

  var lastChunk: StreamEntry.ID { chunks.last?.id ?? StreamEntry.ID(0) }

  /// Rebuilds the content that readers have. O(bytes of the snapshot and of the events after it).
  ///
  /// - Parameters:
  ///   - snapshot: The stored snapshot, which was read before the events.
  ///   - events: All events that Redis keeps.
  /// - Throws: ``PublishedContent/Damage`` if an event is missing between the snapshot and the events.
  init(snapshot: (event: Int, frame: [UInt8])?, events: [StreamEntry], chunks: [StreamEntry]) throws {
    self.chunks = chunks
    if let snapshot {
      published = try PublishedContent(snapshot: snapshot.frame)
      kept.snapshot = (snapshot.event, snapshot.frame.count)
      kept.last = snapshot.event
    }
    for entry in events where entry.id.number <= kept.last { kept.sizes.append(entry.size) }
    try apply(events.filter { $0.id.number > kept.last })
  }

  /// Adds the events and chunks that have been added since the last ones.
  ///
  /// - Throws: ``PublishedContent/Damage`` if an event is missing.
  mutating func extend(events: [StreamEntry], chunks: [StreamEntry]) throws {
    self.chunks += chunks
    try apply(events)
  }

  /// Forgets the sizes of events that Redis has removed.
  ///
  /// - Parameter first: The number of the oldest event that Redis keeps.
  mutating func keepEvents(from first: Int) {
    let oldest = kept.last - kept.sizes.count + 1
    if first > oldest { kept.sizes.removeFirst(min(first - oldest, kept.sizes.count)) }
  }

  private mutating func apply(_ events: [StreamEntry]) throws {
    for entry in events {
      guard entry.id.number == kept.last + 1 else { throw PublishedContent.Damage() }
      try published.apply(try ReadEvent(checking: entry["frame"] ?? []))
      kept.last += 1
      kept.sizes.append(entry.size)
    }
  }
}

extension StreamEntry {
  fileprivate var size: Int { self["frame"]?.count ?? 0 }
}
