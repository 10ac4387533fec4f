internal import Synchronization

/// Executes actions at given times, with the precision of ``tick``. Sleeps while there are no actions.
final class FlushClock: Sendable {
  private struct DueActions {
    var due: [(time: ContinuousClock.Instant, action: @Sendable () -> Void)] = []
    var isTicking = false
  }

  private let state = Mutex(DueActions())
  private static let tick = Duration.milliseconds(10)

  /// Executes an action at a time or shortly after it.
  func schedule(at time: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.due.append((time, action))
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if isFirst { Task { await run() } }
  }

  private func run() async {
    while true {
      try? await Task.sleep(for: Self.tick)
      let now = ContinuousClock.now
      let (ready, isEmpty) = state.withLock { state in
        let pivot = state.due.partition { $0.time <= now }
        let ready = state.due[pivot...].map(\.action)
        state.due.removeSubrange(pivot...)
        if state.due.isEmpty, ready.isEmpty { state.isTicking = false }
        return (ready, !state.isTicking)
      }
      if isEmpty { return }
      for action in ready { action() }
    }
  }
}
