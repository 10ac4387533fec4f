internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Rendering
internal import StyledRuns
internal import Synchronization
internal import Tracing

/// The dependencies and counters that all routes share.
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
  let tickets: TicketOffice
  let addresses: ClientAddress
  /// The number of open connections.
  let connections = Atomic(0)
  /// The bytes in bodies of unanswered requests.
  let bodyBytes: ByteTotal
  /// The bytes of responses that clients have not received yet.
  let answerBytes: ByteTotal

  init(
    configuration: ServiceConfiguration, catalog: Catalog, pool: WorkerPool, workers: Int,
    streams: any StreamRegistry, clients: ClientLedger, metrics: ServiceMetrics, logger: Logger
  ) {
    self.configuration = configuration
    self.catalog = catalog
    self.pool = pool
    self.streams = streams
    tickets = TicketOffice(streams: streams)
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

  /// The number of clients that read events.
  var readers: Int { readerCount.load(ordering: .relaxed) }

  func readerCame() { readerCount.wrappingAdd(1, ordering: .relaxed) }

  func readerLeft() { readerCount.wrappingSubtract(1, ordering: .relaxed) }

  /// Runs CPU work on the pool, with the request's ``Cancellation`` in scope.
  ///
  /// - Parameter bytes: The size of the text that the work processes.
  /// - Throws: 503 if the queue is full or the work waited or ran too long, 499 if the client has
  ///   disconnected.
  func onPool<Result: Sendable>(
    bytes: Int = 0, _ work: @escaping @Sendable () throws(APIError) -> Result
  ) async throws -> Result {
    try await withSpan("worker") { span in
      span.attributes["ilsrender.bytes"] = bytes
      do {
        return try await waitForWorker(bytes: bytes, work)
      } catch let error as APIError where error.code == .clientClosed && Task.isCancelled {
        // Only a shutdown cancels tasks.
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
            // The result of cancelled work is incomplete, even if it looks complete.
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

  /// Returns the error for a rendering that was cancelled after this duration.
  private func cancelled(after duration: Duration) -> APIError {
    metrics.cancellations.increment()
    if renders.isStopped { return .draining }
    return duration > configuration.times.render ? .renderingTimeout : .clientClosed
  }
}
