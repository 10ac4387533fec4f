import Foundation
import Rendering
import StyledRuns
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// The order of renderings in the queue. Each is executed or refused exactly once.
@Suite struct RenderQueueTests {
  let start = ContinuousClock.now
  let patience = RenderBacklog<String>.patience

  /// `a` is large, the others are short; `b` and `d` are of about one size. They came a millisecond apart.
  private func waiting(limit: Duration = .seconds(5)) -> RenderBacklog<String> {
    var waiting = RenderBacklog<String>(limit: limit)
    for (index, (name, bytes)) in [("a", 200_000), ("b", 4100), ("c", 9000), ("d", 4700)].enumerated() {
      waiting.add(name, bytes: bytes, at: start + .milliseconds(index))
    }
    return waiting
  }

  private func order(_ waiting: RenderBacklog<String>, at now: ContinuousClock.Instant) -> String {
    var waiting = waiting
    var order = ""
    while let next = waiting.takeNext(at: now) { order += next }
    return order
  }

  @Test func workersThatKeepUpTakeTheOldest() {
    #expect(order(waiting(), at: start + patience) == "abcd")
  }

  @Test func pastThatTheSmallestGoesFirstAndOfThoseTheNewest() {
    #expect(order(waiting(), at: start + patience + .milliseconds(4)) == "dbca")
    var pile = waiting()
    _ = pile.takeNext(at: start + .seconds(1))
    pile.add("e", bytes: 5000, at: start + .seconds(1))
    #expect(pile.takeNext(at: start + .seconds(1)) == "e")
  }

  /// When only what came lately is left, it is in order again.
  @Test func afterTheRushTheOldestGoesFirst() {
    var waiting = waiting()
    for _ in 0..<4 { _ = waiting.takeNext(at: start + .seconds(1)) }
    for name in ["e", "f", "g"] { waiting.add(name, bytes: 10, at: start + .seconds(1)) }
    #expect(order(waiting, at: start + .seconds(1)) == "efg")
  }

  @Test func whatHasWaitedTooLongIsTakenOut() {
    var waiting = waiting(limit: .milliseconds(10))
    #expect(waiting.takeLate(at: start + .milliseconds(10)) == [])
    #expect(waiting.takeLate(at: start + .milliseconds(12)) == ["a", "b"])
    #expect(order(waiting, at: start + .milliseconds(12)) == "cd")
  }

  @Test func theLargestMakesRoomAndOfThoseTheOldest() {
    var waiting = waiting()
    #expect((0..<5).map { _ in waiting.takeLast() ?? "-" } == ["a", "c", "b", "d", "-"])
  }

  /// A queue whose workers, two, are held.
  private func held(
    capacity: Int, poolCapacity: Int = 100, wait: Duration = .seconds(3600)
  ) throws -> (RenderQueue, WorkerPool, Gate) {
    let pool = try WorkerPool(threads: 2, capacity: poolCapacity)
    let gate = Gate()
    let started = Atomic(0)
    for number in 1...2 {
      _ = pool.submit {
        started.add(1, ordering: .relaxed)
        gate.wait()
      }
      while started.load(ordering: .relaxed) < number {}
    }
    return (RenderQueue(pool: pool, workers: 2, capacity: capacity, wait: wait), pool, gate)
  }

  private final class Outcomes: Sendable {
    private let counts = Mutex((done: 0, refused: 0, cancelled: 0))
    var cancelled: Int { counts.withLock { $0.cancelled } }
    var done: Int { counts.withLock { $0.done } }
    var refused: Int { counts.withLock { $0.refused } }
    func add(_ turn: RenderQueue.Turn) {
      counts.withLock { counts in
        switch turn {
        case .itsTurn: counts.done += 1
        case .refused: counts.refused += 1
        case .cancelled: counts.cancelled += 1
        }
      }
    }
  }

  @Test func eachIsDoneOrRefusedOnce() async throws {
    let (queue, pool, gate) = try held(capacity: 50)
    let outcomes = Outcomes()
    for _ in 0..<60 { queue.add(bytes: 1) { outcomes.add($0) } }
    #expect(outcomes.refused == 10)
    #expect(queue.count == 50)
    // Streams wait behind one piece of work for each worker, not behind all renderings.
    #expect(pool.depth == 2)
    gate.open()
    try await waitWhile(queue.count > 0)
    #expect(outcomes.done == 50)
    #expect(outcomes.refused == 10)
    pool.stop()
  }

  @Test func whatHasWaitedTooLongIsRefused() async throws {
    let (queue, pool, gate) = try held(capacity: 50, wait: .zero)
    let outcomes = Outcomes()
    for _ in 0..<50 { queue.add(bytes: 1) { outcomes.add($0) } }
    gate.open()
    try await waitWhile(queue.count > 0)
    #expect(outcomes.refused == 50)
    pool.stop()
  }

  /// Time counts while all workers are busy, too.
  @Test func whatHasWaitedTooLongIsRefusedWithoutAFreeWorker() throws {
    let (queue, pool, gate) = try held(capacity: 50, wait: .seconds(5))
    let outcomes = Outcomes()
    for _ in 0..<3 { queue.add(bytes: 1) { outcomes.add($0) } }
    queue.lookAfter(.now + .seconds(4))
    #expect(outcomes.refused == 0)
    queue.lookAfter(.now + .seconds(6))
    #expect(outcomes.refused == 3)
    #expect(queue.count == 0)
    gate.open()
    pool.stop()
  }

  @Test func whatIsCancelledLeavesTheQueue() throws {
    let (queue, pool, gate) = try held(capacity: 50)
    let outcomes = Outcomes()
    let cancellation = Cancellation()
    queue.add(bytes: 1, cancellation: cancellation) { outcomes.add($0) }
    queue.add(bytes: 1) { outcomes.add($0) }
    cancellation.cancel()
    queue.lookAfter(.now)
    #expect(outcomes.cancelled == 1)
    #expect(queue.count == 1)
    gate.open()
    pool.stop()
  }

  /// Work that runs is told to stop: when it has run for too long, and when the queue is stopped.
  @Test(arguments: [true, false])
  func runningRenderingsAreCancelled(byTime: Bool) async throws {
    let pool = try WorkerPool(threads: 1)
    let queue = RenderQueue(
      pool: pool, workers: 1, capacity: 10, wait: .seconds(3600), limit: .seconds(1000))
    let isRunning = Atomic(false)
    let outcomes = Outcomes()
    let cancellation = Cancellation()
    queue.add(bytes: 1, cancellation: cancellation) { turn in
      isRunning.store(true, ordering: .releasing)
      while !cancellation.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
      outcomes.add(turn)
    }
    try await waitWhile(!isRunning.load(ordering: .acquiring))
    queue.add(bytes: 1) { outcomes.add($0) }
    queue.lookAfter(.now + .seconds(500))
    #expect(!cancellation.isCancelled)
    if byTime { queue.lookAfter(.now + .seconds(2000)) } else { queue.stop() }
    try await waitWhile(queue.count > 0)
    #expect(outcomes.done == (byTime ? 2 : 1))
    #expect(outcomes.cancelled == (byTime ? 0 : 1))
    pool.stop()
  }

  @Test func aFullQueueTakesWhatIsShort() async throws {
    let (queue, pool, gate) = try held(capacity: 2)
    let outcomes = Outcomes()
    let short = Outcomes()
    for _ in 0..<2 { queue.add(bytes: 1000) { outcomes.add($0) } }
    queue.add(bytes: 10) { short.add($0) }
    queue.add(bytes: 10_000) { outcomes.add($0) }
    #expect(outcomes.refused == 2)
    #expect(queue.count == 2)
    gate.open()
    try await waitWhile(queue.count > 0)
    #expect(short.done == 1)
    #expect(outcomes.done == 1)
    pool.stop()
  }

  /// Without room in the pool a rendering is refused, rather than kept until something else comes.
  @Test func aFullPoolRefuses() async throws {
    let (queue, pool, gate) = try held(capacity: 50, poolCapacity: 1)
    let outcomes = Outcomes()
    #expect(pool.submit {})
    queue.add(bytes: 1) { outcomes.add($0) }
    #expect(outcomes.refused == 1)
    gate.open()
    try await waitWhile(pool.depth > 0)
    queue.add(bytes: 1) { outcomes.add($0) }
    try await waitWhile(queue.count > 0)
    #expect(outcomes.done == 1)
    pool.stop()
    queue.add(bytes: 1) { outcomes.add($0) }
    #expect(outcomes.refused == 2)
    #expect(queue.count == 0)
  }
}
