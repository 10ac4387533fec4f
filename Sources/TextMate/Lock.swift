internal import Synchronization

/// A mutual exclusion that the thread sanitizer can follow.
///
/// Where threads contend, a `Mutex` is handed over inside the system, unseen by the sanitizer, which then reports
/// races that are none; the pair of atomic operations around the critical section shows it the order.
struct Lock: ~Copyable, Sendable {
  private let mutex = Mutex(())
  private let handOver = Atomic<UInt8>(0)

  borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    mutex.withLock { _ in
      _ = handOver.load(ordering: .acquiring)
      result = body()
      handOver.store(0, ordering: .releasing)
    }
    // Set above, without exception.
    return result.unsafelyUnwrapped
  }
}
