internal import DequeModule
internal import CLibrary
internal import StyledRuns

/// A fixed number of threads that execute work from one bounded queue.
///
/// ```swift
/// let pool = try WorkerPool(threads: 2)
/// guard pool.submit({ highlight() }) else { return }  // the queue is full
/// ```
///
/// CPU work runs here, so that no event loop and no append waits for a grammar. Work can be submitted from
/// any thread and starts in the order of submission.
// Unchecked: `mutex` protects all mutable state.
public final class WorkerPool: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var queue: Deque<@Sendable () -> Void> = []
  private var isStopped = false
  private var threads: [pthread_t] = []
  /// In scope of all work that has no cancellation of its own.
  private let cancellation = Cancellation()

  /// The number of work items that may wait.
  public let capacity: Int

  /// The error for a pool none of whose threads could be started.
  ///
  /// ```swift
  /// do {
  ///   pool = try WorkerPool(threads: 2)
  /// } catch {
  ///   print(error)  // no thread can be started: ...
  /// }
  /// ```
  public struct NoThreads: Error, CustomStringConvertible {
    /// The system's error number, such as `EAGAIN`.
    public let errorNumber: Int32

    public var description: String { "no thread can be started: \(String(cString: strerror(errorNumber)))" }
  }

  /// Starts `threads` threads, or as many as the system allows.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - capacity: The number of work items that may wait.
  /// - Throws: ``NoThreads`` if no thread can be started.
  public convenience init(threads: Int, capacity: Int = 1024) throws(NoThreads) {
    // Regular expressions recurse inside the library. Its own limits keep the stack well below this size.
    try self.init(threads: threads, capacity: capacity, stackBytes: 4 << 20)
  }

  init(threads count: Int, capacity: Int, stackBytes: Int) throws(NoThreads) {
    self.capacity = max(1, capacity)
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
    var errorNumber: Int32 = 0
    for _ in 0..<max(1, count) where errorNumber == 0 { errorNumber = startThread(stackBytes: stackBytes) }
    if threads.isEmpty { throw NoThreads(errorNumber: errorNumber) }
  }

  /// Cancels the current work, drops the waiting work and stops the threads. Blocks until the threads have
  /// ended, so it must not be called from one of them.
  public func stop() {
    cancellation.cancel()
    pthread_mutex_lock(mutex)
    isStopped = true
    queue = []
    let running = threads
    threads = []
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
    for thread in running { pthread_join(thread, nil) }
  }

  deinit {
    // Each thread holds a reference, so all threads have ended.
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Submits work.
  ///
  /// - Returns: `false` if the queue is full or the pool is stopped. The work is not executed then.
  public func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isStopped, queue.count < capacity else { return false }
    queue.append(work)
    pthread_cond_signal(condition)
    return true
  }

  /// The number of work items that wait.
  public var depth: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return queue.count
  }

  /// Starts a thread.
  ///
  /// - Returns: 0, or the system's error number.
  private func startThread(stackBytes: Int) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackBytes)
    defer { pthread_attr_destroy(&attributes) }
    let context = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          Unmanaged<WorkerPool>.fromOpaque(context).takeRetainedValue().run()
        #else
          if let context { Unmanaged<WorkerPool>.fromOpaque(context).takeRetainedValue().run() }
        #endif
        return nil
      }, context)
    guard code == 0 else {
      Unmanaged<WorkerPool>.fromOpaque(context).release()
      return code
    }
    #if canImport(Darwin)
      if let thread { threads.append(thread) }
    #else
      threads.append(thread)
    #endif
    return 0
  }

  private func run() {
    Cancellation.$current.withValue(cancellation) {
      while let work = next() { work() }
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while queue.isEmpty, !isStopped { pthread_cond_wait(condition, mutex) }
    return isStopped ? nil : queue.popFirst()
  }
}
