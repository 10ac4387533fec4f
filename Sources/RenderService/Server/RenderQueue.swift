internal import Rendering
internal import Synchronization

/// Renderings that wait for the pool: bounded, and in the order that ``WaitingWork`` says.
///
/// At most one piece of work for each worker stands in the pool's own queue at a time, so that streams do not wait behind
/// all renderings.
final class RenderQueue: Sendable {
  /// What becomes of a rendering.
  enum Turn: Sendable { case itsTurn, refused }

  typealias Work = @Sendable (Turn) -> Void

  private struct State {
    var waiting: WaitingWork<Work>
    var running = 0
    /// Pieces of work in the pool that run or wait; there is one wherever something waits here.
    var turns = 0
  }

  private let pool: WorkerPool
  private let workers: Int
  private let capacity: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - capacity: how many renderings may run or wait.
  ///   - wait: how long one may wait.
  init(pool: WorkerPool, workers: Int, capacity: Int, wait: Duration) {
    self.pool = pool
    self.workers = workers
    self.capacity = capacity
    state = Mutex(State(waiting: WaitingWork(limit: wait)))
  }

  /// Renderings that run or wait.
  var count: Int { state.withLock { $0.waiting.count + $0.running } }

  /// Calls `work` once: on the pool when it is its turn, or, from anywhere, when it is refused.
  ///
  /// - Parameter bytes: how much it is to render.
  func add(bytes: Int, _ work: @escaping Work) {
    let (displaced, needsTurn) = state.withLock { state in
      state.waiting.add(work, bytes: bytes, at: .now)
      let displaced = state.waiting.count + state.running > capacity ? state.waiting.takeLast() : nil
      guard state.turns < workers, state.turns < state.waiting.count + state.running else {
        return (displaced, false)
      }
      state.turns += 1
      return (displaced, true)
    }
    displaced?(.refused)
    guard needsTurn, !pool.submit({ self.takeTurns() }) else { return }
    // The pool is full, or stopped. Where nothing else comes for what waits, it is refused.
    let refused = state.withLock { state -> [Work] in
      state.turns -= 1
      return state.turns == 0 ? state.waiting.takeAll() : []
    }
    for work in refused { work(.refused) }
  }

  /// Does one rendering, and sees to it that the next is done. On the pool.
  private func takeTurns() {
    repeat {
      let (next, late) = state.withLock { state in
        let now = ContinuousClock.now
        let late = state.waiting.takeLate(at: now)
        let next = state.waiting.takeNext(at: now)
        if next != nil { state.running += 1 }
        return (next, late)
      }
      for work in late { work(.refused) }
      next?(.itsTurn)
      let isDone = state.withLock { state in
        if next != nil { state.running -= 1 }
        guard state.waiting.count == 0 else { return false }
        state.turns -= 1
        return true
      }
      if isDone { return }
      // Behind what has come meanwhile; where there is no room for that, at once.
    } while !pool.submit({ self.takeTurns() })
  }
}
