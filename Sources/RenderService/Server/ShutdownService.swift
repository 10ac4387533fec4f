internal import CLibrary
internal import Dispatch
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Shuts the service down in steps. First `/ready` reports the shutdown for `drain-seconds`, while everything
/// else continues, except that streams and their readers go to other machines that share them. Then streams
/// refuse text, and readers are disconnected after they received everything that was acknowledged. Then new
/// connections are refused. After `grace-seconds` the process ends in any case.
final class ShutdownService: Service {
  private let registry: any StreamRegistry
  private let times: ServiceConfiguration.Times
  private let logger: Logger
  private let draining = Atomic(false)

  init(registry: any StreamRegistry, times: ServiceConfiguration.Times, logger: Logger) {
    self.registry = registry
    self.times = times
    self.logger = logger
  }

  /// Whether the shutdown has started.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Returns the maximum duration of the whole shutdown.
  static func limit(_ times: ServiceConfiguration.Times) -> Duration { times.drain + times.grace }

  func run() async throws {
    try? await gracefulShutdown()
    endInAnyCase(after: Self.limit(times))
    logger.info("shutting down", metadata: ["drain-seconds": "\(times.drain / .seconds(1))"])
    await drain()
  }

  /// Runs the steps before connections are refused.
  func drain() async {
    draining.store(true, ordering: .relaxed)
    let end = ContinuousClock.now + times.drain
    await registry.prepareToDrain()
    await registry.sendReadersAway(until: end)
    try? await Task.sleep(until: end)
    await registry.drain()
  }

  /// Ends the process after a time limit, even if threads are busy, because a rendering that does not end
  /// cannot be waited for.
  private func endInAnyCase(after limit: Duration) {
    let logger = logger
    DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) {
      logger.error("some work did not end within grace-seconds")
      _exit(1)
    }
  }
}
