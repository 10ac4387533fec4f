internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Rendering
internal import StyledRuns
internal import Synchronization
internal import Tracing

/// What all routes share.
final class ServiceCore: Sendable {
  let configuration: ServiceConfiguration
  let catalog: Catalog
  let pool: WorkerPool
  let cache: AnswerCache
  let metrics: ServiceMetrics
  let keys: APIKeys
  let logger: Logger
  let streams: any StreamRegistry
  let renders: RenderQueue
  let clients: ClientLedger
  let tickets = StreamTickets()
  let addresses: ClientAddress
  /// Open connections.
  let connections = Atomic(0)
  /// Bytes of bodies of requests that are not answered yet.
  let bodyBytes: ByteTotal
  /// Bytes of answers that clients have not taken yet.
  let answerBytes: ByteTotal

  init(
    configuration: ServiceConfiguration, catalog: Catalog, pool: WorkerPool, workers: Int,
    streams: any StreamRegistry, clients: ClientLedger, metrics: ServiceMetrics, logger: Logger
  ) {
    self.configuration = configuration
    self.catalog = catalog
    self.pool = pool
    self.streams = streams
    self.clients = clients
    self.metrics = metrics
    self.logger = logger
    renders = RenderQueue(
      pool: pool, workers: workers, capacity: configuration.limits.renders, wait: configuration.times.queue,
      limit: configuration.times.render)
    addresses = ClientAddress(configuration)
    bodyBytes = ByteTotal(limit: configuration.limits.bodiesBytes)
    answerBytes = ByteTotal(limit: configuration.limits.answersBytes)
    cache = AnswerCache(capacity: configuration.limits.cacheBytes)
    keys = APIKeys(keys: configuration.keys, hashes: configuration.keyHashes)
  }

  private let readerCount = Atomic<Int>(0)

  /// Clients that read events.
  var readers: Int { readerCount.load(ordering: .relaxed) }

  func readerCame() { readerCount.wrappingAdd(1, ordering: .relaxed) }

  func readerLeft() { readerCount.wrappingSubtract(1, ordering: .relaxed) }

  /// Does CPU work on the pool, in the scope of the request's ``Cancellation``.
  ///
  /// - Parameter bytes: how much text it is about.
  /// - Throws: 503 where too much waits already or the work has waited or run too long, 499 where the client is gone.
  func onPool<Result: Sendable>(
    bytes: Int = 0, _ work: @escaping @Sendable () throws(APIError) -> Result
  ) async throws -> Result {
    try await withSpan("worker") { span in
      span.attributes["ilsrender.bytes"] = bytes
      do {
        return try await waitForWorker(bytes: bytes, work)
      } catch let error as APIError where error.code == .clientClosed && Task.isCancelled {
        // Tasks are cancelled by a shutdown only.
        throw APIError.draining
      }
    }
  }

  private func waitForWorker<Result: Sendable>(
    bytes: Int, _ work: @escaping @Sendable () throws(APIError) -> Result
  ) async throws -> Result {
    let cancellation = Cancellation.current ?? Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        renders.add(bytes: bytes, cancellation: cancellation) { turn in
          switch turn {
          case .refused:
            self.metrics.refusals.increment()
            continuation.resume(throwing: APIError.overloaded)
          case .cancelled: continuation.resume(throwing: self.cancelled(after: .zero))
          case .itsTurn:
            let start = ContinuousClock.now
            let result = Cancellation.$current.withValue(cancellation) { Swift.Result { try work() } }
            // What was cancelled is not complete, whatever it looks like.
            if cancellation.isCancelled {
              continuation.resume(throwing: self.cancelled(after: .now - start))
            } else {
              continuation.resume(with: result)
            }
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Why a rendering that ran so long was cancelled.
  private func cancelled(after duration: Duration) -> APIError {
    metrics.cancellations.increment()
    if renders.isStopped { return .draining }
    return duration > configuration.times.render ? .renderingTimeout : .clientClosed
  }
}
