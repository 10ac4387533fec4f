internal import Synchronization

/// Calls streams back when they may send what they have gathered; sleeps while there is none.
final class FlushClock: Sendable {
  private struct State {
    var due: [(time: ContinuousClock.Instant, stream: RenderStream)] = []
    var isTicking = false
  }

  private let state = Mutex(State())
  private static let tick = Duration.milliseconds(10)

  func add(_ stream: RenderStream, at time: ContinuousClock.Instant) {
    let isFirst = state.withLock { state in
      state.due.append((time, stream))
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if isFirst { Task { await run() } }
  }

  /// Calls every stream back at once, however long it might still gather text.
  func submitAll() {
    let waiting = state.withLock { state in
      defer { state.due = [] }
      return state.due.map(\.stream)
    }
    for stream in waiting { stream.submit() }
  }

  private func run() async {
    while true {
      try? await Task.sleep(for: Self.tick)
      let now = ContinuousClock.now
      let (ready, isEmpty) = state.withLock { state in
        let pivot = state.due.partition { $0.time <= now }
        let ready = state.due[pivot...].map(\.stream)
        state.due.removeSubrange(pivot...)
        if state.due.isEmpty, ready.isEmpty { state.isTicking = false }
        return (ready, !state.isTicking)
      }
      if isEmpty { return }
      for stream in ready { stream.submit() }
    }
  }
}
