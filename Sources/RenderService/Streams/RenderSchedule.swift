internal import Rendering
internal import Synchronization

/// Runs one stream's job on the pool, never twice at the same time, and at most once per interval.
///
/// ```swift
/// schedule.request { renderer.run() }   // runs at once
/// schedule.request { renderer.run() }   // runs at the end of the interval
/// schedule.request { renderer.run() }   // merged with the previous request
/// ```
final class RenderSchedule: Sendable {
  typealias Instant = ContinuousClock.Instant
  /// The job. It returns whether to run again after the interval without a request.
  typealias Job = @Sendable () -> Bool

  private enum SchedulePhase {
    case idle
    /// The job waits for the end of the interval or for a worker.
    case waiting
    /// The job is running. If it was requested meanwhile, it runs again after the interval, or at once if
    /// that is urgent.
    case running(isRequested: Bool, isUrgent: Bool)
  }

  private struct ScheduleState {
    var phase = SchedulePhase.idle
    var lastRun: Instant
  }

  private let pool: WorkerPool
  private let clock: FlushClock
  private let interval: Duration
  private let state: Mutex<ScheduleState>

  init(pool: WorkerPool, clock: FlushClock, interval: Duration) {
    self.pool = pool
    self.clock = clock
    self.interval = interval
    state = Mutex(ScheduleState(lastRun: .now - interval))
  }

  /// Whether the job is running or will run.
  var isScheduled: Bool { state.withLock { if case .idle = $0.phase { false } else { true } } }

  /// Requests a complete run of the job after this call.
  ///
  /// - Parameter isUrgent: Whether to run without regard to the interval.
  func request(isUrgent: Bool = false, _ job: @escaping Job) {
    let due = state.withLock { state -> Instant? in
      switch state.phase {
      case .idle:
        state.phase = .waiting
        return isUrgent ? .now : state.lastRun + interval
      case .waiting: return isUrgent ? .now : nil
      case .running(_, let wasUrgent):
        state.phase = .running(isRequested: true, isUrgent: wasUrgent || isUrgent)
        return nil
      }
    }
    if let due { enqueue(at: due, job) }
  }

  private func enqueue(at due: Instant, _ job: @escaping Job) {
    if due <= .now, pool.submit({ self.run(job) }) { return }
    clock.schedule(at: due) { self.enqueue(at: .now, job) }
  }

  /// Runs the waiting job. If an urgent request has overtaken it, there is nothing to do.
  private func run(_ job: @escaping Job) {
    let isDue = state.withLock { state in
      guard case .waiting = state.phase else { return false }
      state.phase = .running(isRequested: false, isUrgent: false)
      return true
    }
    guard isDue else { return }
    let repeats = job()
    let due = state.withLock { state -> Instant? in
      let now = Instant.now
      state.lastRun = now
      guard case .running(let isRequested, let isUrgent) = state.phase, isRequested || repeats else {
        state.phase = .idle
        return nil
      }
      state.phase = .waiting
      return isUrgent ? now : now + interval
    }
    if let due { enqueue(at: due, job) }
  }
}
