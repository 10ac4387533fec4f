internal import Synchronization

/// A mutex that the thread sanitizer understands.
///
/// A contended `Mutex` is handed over inside the kernel, which the sanitizer cannot see, so that it reports
/// false races. The two atomic operations around the critical section show it the order.
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
    // Always set above.
    return result.unsafelyUnwrapped
  }
}
