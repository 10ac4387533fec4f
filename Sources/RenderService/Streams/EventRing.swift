internal import DequeModule
internal import NIOCore

/// The last events of a stream, encoded and numbered without gaps.
struct EventRing: Sendable {
  private var capacity: Int
  private var byteCapacity: Int
  private var frames: Deque<ByteBuffer> = []
  private(set) var bytes = 0
  /// The number of the newest event; 0 if there is none.
  private(set) var last = 0

  /// Creates an empty ring.
  ///
  /// - Parameter last: The number of the event before the first one to be appended.
  init(capacity: Int, byteCapacity: Int, after last: Int = 0) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
    self.last = last
  }

  /// Returns an empty ring whose next event is the one after `last`.
  ///
  /// - Parameter count: The minimum number of events that the ring can keep.
  func emptied(after last: Int, atLeast count: Int = 0) -> EventRing {
    EventRing(
      capacity: max(capacity, count), byteCapacity: count > 1 ? .max : byteCapacity, after: last)
  }

  /// The newest event, or `nil` if no event is stored.
  var newest: ByteBuffer? { frames.last }

  /// The number of the oldest stored event.
  var first: Int { last - frames.count + 1 }

  /// Appends the event with the number `last + 1`.
  mutating func append(_ frame: ByteBuffer) {
    frames.append(frame)
    bytes += frame.readableBytes
    last += 1
    while frames.count > capacity || bytes > byteCapacity && frames.count > 1 {
      bytes -= frames.removeFirst().readableBytes
    }
  }

  /// Whether all events after the cursor are still stored.
  func reaches(_ cursor: Int) -> Bool { cursor >= first - 1 }

  /// Returns the events after the cursor: at least one, and at most `limit` bytes otherwise.
  func frames(after cursor: Int, limit: Int = 64 << 10) -> (ByteBuffer, upTo: Int)? {
    guard cursor < last, reaches(cursor) else { return nil }
    var index = cursor + 1 - first
    var buffer = frames[index]
    index += 1
    while index < frames.count, buffer.readableBytes + frames[index].readableBytes <= limit {
      buffer.writeImmutableBuffer(frames[index])
      index += 1
    }
    return (buffer, last - (frames.count - index))
  }
}
