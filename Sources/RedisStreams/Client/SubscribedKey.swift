internal import Synchronization

/// The entries of one Redis stream, in order and each of them once, from Redis and from this node.
///
/// ```swift
/// let events = SubscribedKey("ils:{p3}:ID:events", after: .init(17)) { entries in take(entries) }
/// events.take([StreamEntry(id: .init(18), fields: [])])       // from Redis
/// events.take(own: [StreamEntry(id: .init(19), fields: [])])  // published by this node
/// ```
///
/// Entries that this node has written are passed on without being read from Redis. If all entries of a key come from
/// this node, Redis is asked for others less and less often, at least once in ``longestRest``.
final class SubscribedKey: Sendable {
  private struct Place {
    /// The last entry that was passed on.
    var id: StreamEntry.ID
    /// The argument of `XREAD`, which is often sent many times before it changes; nil if it has changed since.
    var argument: [UInt8]?
    /// The time for which Redis need not be asked after an entry of this node, and when it ends.
    var rest = Duration.zero
    var restsUntil = ContinuousClock.Instant.now
    /// Whether Redis returned entries of which this node has not said that it wrote them.
    var isUnclaimed = false
  }

  /// The longest time for which Redis is not asked: an entry that another node wrote may come late by as much.
  private static let longestRest = Duration.milliseconds(100)

  let name: String
  private let place: Mutex<Place>
  private let receive: BlockingReads.Receive

  init(_ name: String, after id: StreamEntry.ID, _ receive: @escaping BlockingReads.Receive) {
    self.name = name
    self.receive = receive
    place = Mutex(Place(id: id))
  }

  /// The entry after which Redis is to be asked, as an argument of `XREAD`.
  var argument: [UInt8] {
    place.withLock { place in
      if let known = place.argument { return known }
      let argument = Array(place.id.description.utf8)
      place.argument = argument
      return argument
    }
  }

  /// The time at which Redis is to be asked.
  var due: ContinuousClock.Instant { place.withLock { $0.restsUntil } }

  /// Passes on the entries that Redis returned, without those that this node has passed on meanwhile.
  func take(_ entries: [StreamEntry]) {
    place.withLock { place in
      let news = entries.filter { $0.id > place.id }
      guard !news.isEmpty else { return }
      if place.isUnclaimed { place.rest = .zero }
      place.isUnclaimed = true
      pass(news, &place)
    }
  }

  /// Takes entries that this node has written, and passes them on if they are the next ones.
  func take(own entries: [StreamEntry], at now: ContinuousClock.Instant = .now) {
    guard let first = entries.first else { return }
    place.withLock { place in
      let next = StreamEntry.ID(place.id.number + 1)
      let isForeign = first.id > next || first.id == next && place.isUnclaimed
      place.rest = isForeign ? .zero : min(max(place.rest * 2, .milliseconds(5)), Self.longestRest)
      place.restsUntil = now + place.rest
      place.isUnclaimed = false
      if first.id == next { pass(entries, &place) }
    }
  }

  /// The lock is held, so that two callers cannot exchange the order of their entries.
  private func pass(_ entries: [StreamEntry], _ place: inout Place) {
    guard let last = entries.last else { return }
    place.id = last.id
    place.argument = nil
    receive(entries)
  }
}
