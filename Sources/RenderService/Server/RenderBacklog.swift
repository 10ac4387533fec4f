internal import DequeModule

/// A queue of work that waits for a worker.
///
/// As long as workers keep up, the oldest work is next. If the oldest work has waited longer than
/// ``patience``, the service is overloaded. Then the smallest work is next, and the newest among work of
/// about the same size. Short texts are thus answered quickly under any load, as is the first request after a
/// peak. Overtaken work runs when there is time for it. It is refused after ``limit``, or when space is
/// needed; the largest and oldest work is refused first.
struct RenderBacklog<Work> {
  typealias Instant = ContinuousClock.Instant

  /// The waiting time of the oldest work after which it can be overtaken.
  static var patience: Duration { .milliseconds(100) }

  private struct WaitingJob {
    var since: Instant
    /// The number of binary digits of the work's size in bytes.
    var size: Int
    var work: Work
  }

  /// The maximum waiting time.
  let limit: Duration
  private var waiting: Deque<WaitingJob> = []

  init(limit: Duration) { self.limit = limit }

  var count: Int { waiting.count }

  mutating func add(_ work: Work, bytes: Int, at now: Instant) {
    waiting.append(WaitingJob(since: now, size: Int.bitWidth - bytes.leadingZeroBitCount, work: work))
  }

  /// Removes and returns the next work; nil if the queue is empty. O(count).
  mutating func takeNext(at now: Instant) -> Work? {
    guard let oldest = waiting.first else { return nil }
    guard now - oldest.since > Self.patience else { return waiting.removeFirst().work }
    let next = waiting.indices.reversed().min { waiting[$0].size < waiting[$1].size }
    return next.map { waiting.remove(at: $0).work }
  }

  /// Removes and returns the work that would run last; nil if the queue is empty. O(count).
  mutating func takeLast() -> Work? {
    let last = waiting.indices.reversed().max { waiting[$0].size <= waiting[$1].size }
    return last.map { waiting.remove(at: $0).work }
  }

  /// Removes and returns the work that has waited longer than ``limit``.
  mutating func takeLate(at now: Instant) -> [Work] {
    let late = waiting.prefix { now - $0.since > limit }.map(\.work)
    waiting.removeFirst(late.count)
    return late
  }

  /// Removes and returns all work for which the condition holds, in the order of arrival.
  mutating func takeAll(where isMeant: (Work) -> Bool = { _ in true }) -> [Work] {
    var taken: [Work] = []
    // Evaluate the condition once for each entry, because it may change.
    waiting.removeAll { entry in
      guard isMeant(entry.work) else { return false }
      taken.append(entry.work)
      return true
    }
    return taken
  }
}
