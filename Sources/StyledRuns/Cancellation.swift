internal import Synchronization

/// A flag that says that nobody wants the result of some work any more.
///
/// Work that takes long asks the flag every few lines, blocks or tokens, and returns early with whatever it has; whoever set
/// the flag throws that away. The flag is found as `Task.isCancelled` is, through the scope that the work runs in, and so
/// serves threads that run no task:
///
///     let cancellation = Cancellation()
///     pool.submit {
///       let html = Cancellation.$current.withValue(cancellation) { render(bytes) }
///       if cancellation.isCancelled { return }  // `html` is incomplete
///       send(html)
///     }
///     cancellation.cancel()  // from any thread, at any time
///
/// Parsers, tokenizers and sinks look for the flag once, when they are made.
public final class Cancellation: Sendable {
  /// The flag of the work that the current thread or task does; nil where nobody can cancel it.
  @TaskLocal public static var current: Cancellation?

  private let flag = Atomic(false)

  public init() {}

  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Cancels the work; a second time changes nothing.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
