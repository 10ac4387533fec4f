internal import Rendering
internal import StyledRuns
internal import Synchronization

/// Renderings that wait for the pool: bounded, and in the order that ``RenderBacklog`` says.
///
/// At most one piece of work for each worker stands in the pool's own queue at a time, so that streams do not wait behind
/// all renderings. While something waits or runs, the queue looks after it every ``interval``: what has waited too long is
/// refused although no worker is free, what was cancelled leaves, and what runs too long is cancelled.
final class RenderQueue: Sendable {
  /// What becomes of a rendering.
  enum Turn: Sendable {
    case itsTurn
    /// Too much waits, or this waited too long.
    case refused
    /// It was cancelled before its turn.
    case cancelled
  }

  typealias Work = @Sendable (Turn) -> Void

  private struct Rendering: Sendable {
    var cancellation: Cancellation
    var work: Work
  }

  private struct State {
    var waiting: RenderBacklog<Rendering>
    var running: [Int: (since: ContinuousClock.Instant, cancellation: Cancellation)] = [:]
    var nextNumber = 0
    /// Pieces of work in the pool that run or wait; there is one wherever something waits here.
    var turns = 0
    var isWatched = false
    var isStopped = false

    var count: Int { waiting.count + running.count }
  }

  /// The interval at which the queue looks after what waits and runs.
  static let interval = Duration.milliseconds(50)

  private let pool: WorkerPool
  private let workers: Int
  private let capacity: Int
  private let limit: Duration
  private let state: Mutex<State>

  /// - Parameters:
  ///   - capacity: how many renderings may run or wait.
  ///   - wait: how long one may wait.
  ///   - limit: how long one may run.
  init(
    pool: WorkerPool, workers: Int, capacity: Int, wait: Duration, limit: Duration = .seconds(3600)
  ) {
    self.pool = pool
    self.workers = workers
    self.capacity = capacity
    self.limit = limit
    state = Mutex(State(waiting: RenderBacklog(limit: wait)))
  }

  /// Renderings that run or wait.
  var count: Int { state.withLock { $0.count } }

  /// Whether ``stop()`` was called.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Calls `work` once: on the pool when it is its turn, or, from anywhere, when it is refused or cancelled.
  ///
  /// - Parameters:
  ///   - bytes: how much it is to render.
  ///   - cancellation: takes the work out of the queue, and tells the work to stop where it runs too long.
  func add(bytes: Int, cancellation: Cancellation = Cancellation(), _ work: @escaping Work) {
    if isStopped { return work(.cancelled) }
    let (displaced, needsTurn, needsWatch) = state.withLock { state -> (Rendering?, Bool, Bool) in
      let rendering = Rendering(cancellation: cancellation, work: work)
      state.waiting.add(rendering, bytes: bytes, at: .now)
      let displaced = state.count > capacity ? state.waiting.takeLast() : nil
      let needsWatch = !state.isWatched
      state.isWatched = true
      guard state.turns < workers, state.turns < state.count else { return (displaced, false, needsWatch) }
      state.turns += 1
      return (displaced, true, needsWatch)
    }
    displaced?.work(.refused)
    if needsWatch { Task { await watch() } }
    guard needsTurn, !pool.submit({ self.takeTurns() }) else { return }
    // The pool is full, or stopped. Where nothing else comes for what waits, it is refused.
    let refused = state.withLock { state -> [Rendering] in
      state.turns -= 1
      return state.turns == 0 ? state.waiting.takeAll() : []
    }
    for rendering in refused { rendering.work(.refused) }
  }

  /// Does one rendering, and sees to it that the next is done. On the pool.
  private func takeTurns() {
    repeat {
      lookAfter(.now)
      let next = state.withLock { state -> (number: Int, rendering: Rendering)? in
        let now = ContinuousClock.now
        guard let next = state.waiting.takeNext(at: now) else { return nil }
        state.nextNumber += 1
        state.running[state.nextNumber] = (now, next.cancellation)
        return (state.nextNumber, next)
      }
      next?.rendering.work(.itsTurn)
      let isDone = state.withLock { state in
        if let next { state.running[next.number] = nil }
        guard state.waiting.count == 0 else { return false }
        state.turns -= 1
        return true
      }
      if isDone { return }
      // Behind what has come meanwhile; at once where nothing has, or where there is no room for that.
    } while pool.depth == 0 || !pool.submit({ self.takeTurns() })
  }

  /// Looks after the queue until it is empty.
  private func watch() async {
    while true {
      try? await Task.sleep(for: Self.interval)
      lookAfter(.now)
      let isEmpty = state.withLock { state in
        if state.count == 0 { state.isWatched = false }
        return !state.isWatched
      }
      if isEmpty { return }
    }
  }

  /// Refuses what has waited too long, takes out what was cancelled, and cancels what has run too long.
  func lookAfter(_ now: ContinuousClock.Instant) {
    let (late, cancelled) = state.withLock { state in
      for (since, cancellation) in state.running.values where now - since > limit { cancellation.cancel() }
      return (state.waiting.takeLate(at: now), state.waiting.takeAll { $0.cancellation.isCancelled })
    }
    for rendering in late { rendering.work(.refused) }
    for rendering in cancelled { rendering.work(.cancelled) }
  }

  /// Cancels everything that waits and runs, and refuses what comes, so that the pool can be stopped.
  func stop() {
    let waiting = state.withLock { state in
      state.isStopped = true
      for (_, cancellation) in state.running.values { cancellation.cancel() }
      return state.waiting.takeAll()
    }
    for rendering in waiting { rendering.work(.cancelled) }
  }
}
