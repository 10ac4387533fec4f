internal import Synchronization

/// An event that happens once, and tasks that wait for it.
///
/// ```swift
/// let started = OneTimeEvent()
/// Task { await started.wait() }
/// started.happen()
/// ```
final class OneTimeEvent: Sendable {
  private enum State {
    case expected([CheckedContinuation<Void, Never>])
    case past
  }

  private let state = Mutex(State.expected([]))

  /// Whether the event has happened.
  var isPast: Bool { state.withLock { if case .past = $0 { true } else { false } } }

  /// Resumes all waiting tasks. Further calls have no effect.
  func happen() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard case .expected(let waiting) = state else { return [] }
      state = .past
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the event has happened. Cancellation does not end the wait.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isPast = state.withLock { state in
        guard case .expected(let waiting) = state else { return true }
        state = .expected(waiting + [continuation])
        return false
      }
      if isPast { continuation.resume() }
    }
  }
}
