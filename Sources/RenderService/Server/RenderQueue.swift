internal import Rendering
internal import StyledRuns
internal import Synchronization

/// A bounded queue of renderings for the pool, ordered by a ``RenderBacklog``.
///
/// At most one item for each worker is in the pool's own queue, so that streams do not wait behind all
/// renderings. While renderings wait or run, they are checked every ``interval``: those that waited too long
/// are refused even if no worker is free, cancelled ones are removed, and those that run too long are
/// cancelled.
final class RenderQueue: Sendable {
  /// The outcome of waiting in the queue.
  enum Turn: Sendable {
    case itsTurn
    /// The queue was full, or the rendering waited too long.
    case refused
    /// The rendering was cancelled before its turn.
    case cancelled
  }

  typealias Work = @Sendable (Turn) -> Void

  private struct Rendering: Sendable {
    var cancellation: Cancellation
    var work: Work
  }

  private struct QueueState {
    var waiting: RenderBacklog<Rendering>
    var running: [Int: (since: ContinuousClock.Instant, cancellation: Cancellation)] = [:]
    var nextNumber = 0
    /// The number of queue items in the pool, running or waiting. There is at least one if renderings wait
    /// here.
    var turns = 0
    var isWatched = false
    var isStopped = false

    var count: Int { waiting.count + running.count }
  }

  /// The interval of checks.
  static let interval = Duration.milliseconds(50)

  private let pool: WorkerPool
  private let workers: Int
  private let capacity: Int
  private let limit: Duration
  private let state: Mutex<QueueState>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of renderings that run or wait.
  ///   - wait: The maximum time that a rendering may wait.
  ///   - limit: The maximum time that a rendering may run.
  init(
    pool: WorkerPool, workers: Int, capacity: Int, wait: Duration, limit: Duration = .seconds(3600)
  ) {
    self.pool = pool
    self.workers = workers
    self.capacity = capacity
    self.limit = limit
    state = Mutex(QueueState(waiting: RenderBacklog(limit: wait)))
  }

  /// The number of renderings that run or wait.
  var count: Int { state.withLock { $0.count } }

  /// Whether ``stop()`` was called.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Adds a rendering. `work` is called once: on the pool at its turn, or on any thread if it is refused or
  /// cancelled.
  ///
  /// - Parameters:
  ///   - bytes: The size of the text to render.
  ///   - cancellation: A flag that removes the rendering from the queue. The queue sets it if the rendering
  ///     runs too long.
  ///   - work: The rendering.
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
    // The pool is full or stopped. If no other item will run the waiting renderings, refuse them.
    let refused = state.withLock { state -> [Rendering] in
      state.turns -= 1
      return state.turns == 0 ? state.waiting.takeAll() : []
    }
    for rendering in refused { rendering.work(.refused) }
  }

  /// Runs one rendering and schedules the next. Called on the pool.
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
      // Go behind the work that has arrived meanwhile, or continue directly if there is none or the pool is
      // full.
    } while pool.depth == 0 || !pool.submit({ self.takeTurns() })
  }

  /// Checks the queue repeatedly until it is empty.
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

  /// Refuses renderings that waited too long, removes cancelled ones, and cancels those that run too long.
  func lookAfter(_ now: ContinuousClock.Instant) {
    let (late, cancelled) = state.withLock { state in
      for (since, cancellation) in state.running.values where now - since > limit { cancellation.cancel() }
      return (state.waiting.takeLate(at: now), state.waiting.takeAll { $0.cancellation.isCancelled })
    }
    for rendering in late { rendering.work(.refused) }
    for rendering in cancelled { rendering.work(.cancelled) }
  }

  /// Cancels all renderings and refuses new ones, so that the pool can be stopped.
  func stop() {
    let waiting = state.withLock { state in
      state.isStopped = true
      for (_, cancellation) in state.running.values { cancellation.cancel() }
      return state.waiting.takeAll()
    }
    for rendering in waiting { rendering.work(.cancelled) }
  }
}
