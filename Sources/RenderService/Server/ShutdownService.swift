internal import CLibrary
internal import Dispatch
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Shuts the service down in steps: `/ready` says so for `drain-seconds`, in which everything else goes on; then
/// streams take no more text and readers are let go with what was acknowledged; then no more connections are
/// accepted. After `grace-seconds` the process ends in any case.
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

  /// Whether the service was told to shut down.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// The time that all of it may take.
  static func limit(_ times: ServiceConfiguration.Times) -> Duration { times.drain + times.grace }

  func run() async throws {
    try? await gracefulShutdown()
    endInAnyCase(after: Self.limit(times))
    logger.info("shutting down", metadata: ["drain-seconds": "\(times.drain / .seconds(1))"])
    await drain()
  }

  /// The steps before connections are refused.
  func drain() async {
    draining.store(true, ordering: .relaxed)
    try? await Task.sleep(for: times.drain)
    await registry.drain()
  }

  /// Ends the process at a time, whatever its threads are doing then: a rendering that does not end cannot be waited
  /// for.
  private func endInAnyCase(after limit: Duration) {
    let logger = logger
    DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) {
      logger.error("some work did not end within grace-seconds")
      _exit(1)
    }
  }
}
