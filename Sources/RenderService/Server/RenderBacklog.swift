internal import DequeModule

/// Keeps work that waits for a worker, and decides what goes next.
///
/// While workers keep up, that is the oldest. Once the oldest has waited longer than ``patience``, more comes than is
/// done, and the smallest goes next, of several about as large the newest: so short texts are answered at once whatever
/// has piled up, and so is the first that comes when the rush is over. What has been overtaken goes when there is time for
/// it, and is refused when it has waited longer than ``limit``, or when the room is needed: first the largest, of those the
/// oldest.
struct RenderBacklog<Work> {
  typealias Instant = ContinuousClock.Instant

  /// How long the oldest may wait before others overtake it.
  static var patience: Duration { .milliseconds(100) }

  private struct Entry {
    var since: Instant
    /// The number of binary digits of its bytes.
    var size: Int
    var work: Work
  }

  /// How long anything may wait.
  let limit: Duration
  private var waiting: Deque<Entry> = []

  init(limit: Duration) { self.limit = limit }

  var count: Int { waiting.count }

  mutating func add(_ work: Work, bytes: Int, at now: Instant) {
    waiting.append(Entry(since: now, size: Int.bitWidth - bytes.leadingZeroBitCount, work: work))
  }

  /// Takes out what is to be done next; nil where nothing waits. O(number that waits).
  mutating func takeNext(at now: Instant) -> Work? {
    guard let oldest = waiting.first else { return nil }
    guard now - oldest.since > Self.patience else { return waiting.removeFirst().work }
    let next = waiting.indices.reversed().min { waiting[$0].size < waiting[$1].size }
    return next.map { waiting.remove(at: $0).work }
  }

  /// Takes out what would be done last; nil where nothing waits. O(number that waits).
  mutating func takeLast() -> Work? {
    let last = waiting.indices.reversed().max { waiting[$0].size <= waiting[$1].size }
    return last.map { waiting.remove(at: $0).work }
  }

  /// Takes out what has waited too long.
  mutating func takeLate(at now: Instant) -> [Work] {
    let late = waiting.prefix { now - $0.since > limit }.map(\.work)
    waiting.removeFirst(late.count)
    return late
  }

  /// Takes out everything that the condition holds for, in the order in which it came.
  mutating func takeAll(where isMeant: (Work) -> Bool = { _ in true }) -> [Work] {
    var taken: [Work] = []
    // Asked once each: the answer may change meanwhile.
    waiting.removeAll { entry in
      guard isMeant(entry.work) else { return false }
      taken.append(entry.work)
      return true
    }
    return taken
  }
}
