import Rendering
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Jobs of one stream run one at a time, and no more often than the interval allows.
@Suite struct RenderScheduleTests {
  private let pool: WorkerPool

  init() throws { pool = try WorkerPool(threads: 2) }

  private func schedule(interval: Duration) -> RenderSchedule {
    RenderSchedule(pool: pool, clock: FlushClock(), interval: interval)
  }

  private static func waitUntilIdle(_ schedule: RenderSchedule) async throws {
    try await waitWhile(schedule.isScheduled)
  }

  /// All requests during a run are combined into one further run.
  @Test(.timeLimit(.minutes(1)))
  func requestsDuringARunAreDoneByTheNext() async throws {
    let schedule = self.schedule(interval: .zero)
    let (runs, running, gate) = (Counter(), Counter(), Gate())
    let job: RenderSchedule.Job = {
      #expect(running.add(1) == 1, "two runs at the same time")
      if runs.add(1) == 1 { gate.wait() }
      running.add(-1)
      return false
    }
    schedule.request(job)
    try await waitWhile(runs.count == 0)
    for _ in 0..<100 { schedule.request(job) }
    gate.open()
    try await Self.waitUntilIdle(schedule)
    #expect(runs.count == 2)
  }

  @Test(.timeLimit(.minutes(1)))
  func aJobIsRepeatedUntilItIsDone() async throws {
    let schedule = self.schedule(interval: .milliseconds(1))
    let runs = Counter()
    schedule.request { runs.add(1) < 5 }
    try await Self.waitUntilIdle(schedule)
    #expect(runs.count == 5)
  }

  /// The interval lasts an hour here.
  @Test(.timeLimit(.minutes(1)))
  func onlyUrgentRequestsDoNotWait() async throws {
    let schedule = self.schedule(interval: .seconds(3600))
    let runs = Counter()
    let job: RenderSchedule.Job = {
      runs.add(1)
      return false
    }
    schedule.request(job)
    try await Self.waitUntilIdle(schedule)
    schedule.request(job)
    #expect(schedule.isScheduled)
    #expect(runs.count == 1)
    schedule.request(isUrgent: true, job)
    try await Self.waitUntilIdle(schedule)
    #expect(runs.count == 2)
  }

  /// Two threads ask again and again: a request that was lost would leave its value unseen.
  @Test(.timeLimit(.minutes(1)))
  func noRequestIsLost() async throws {
    let schedule = self.schedule(interval: .zero)
    let (asked, seen) = (Counter(), Counter())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<1000 {
            asked.add(1)
            schedule.request {
              seen.set(asked.count)
              return false
            }
          }
        }
      }
    }
    try await Self.waitUntilIdle(schedule)
    #expect(seen.count == 2000)
  }
}

/// A number that threads share.
private final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .sequentiallyConsistent) }

  @discardableResult func add(_ change: Int) -> Int {
    value.add(change, ordering: .sequentiallyConsistent).newValue
  }

  func set(_ count: Int) { value.store(count, ordering: .sequentiallyConsistent) }
}
