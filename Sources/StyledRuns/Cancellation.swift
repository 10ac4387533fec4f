internal import Synchronization

/// A flag that cancels work whose result is no longer needed.
///
/// Long work checks the flag every few lines, blocks or tokens, and returns early with an incomplete result.
/// The code that cancelled the work must discard the result. The flag is task-local like `Task.isCancelled`,
/// but it also works on threads that run no task:
///
/// ```swift
/// let cancellation = Cancellation()
/// pool.submit {
///   let html = Cancellation.$current.withValue(cancellation) { render(bytes) }
///   if cancellation.isCancelled { return }  // `html` is incomplete
///   send(html)
/// }
/// cancellation.cancel()  // from any thread, at any time
/// ```
///
/// Parsers, tokenizers and sinks read ``current`` once, in their initializers.
public final class Cancellation: Sendable {
  /// The flag of the current task or thread; nil if its work cannot be cancelled.
  @TaskLocal public static var current: Cancellation?

  private let flag = Atomic(false)

  public init() {}

  /// Whether ``cancel()`` has been called.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Cancels the work. Further calls have no effect.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
