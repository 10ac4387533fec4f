internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Rendering
internal import Synchronization

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
  /// Bytes of bodies of requests that are not answered yet.
  let bodyBytes = Atomic<Int>(0)

  init(
    configuration: ServiceConfiguration, catalog: Catalog, pool: WorkerPool, workers: Int,
    streams: any StreamRegistry, metrics: ServiceMetrics, logger: Logger
  ) {
    self.configuration = configuration
    self.catalog = catalog
    self.pool = pool
    self.streams = streams
    self.metrics = metrics
    self.logger = logger
    renders = RenderQueue(
      pool: pool, workers: workers, capacity: configuration.limits.renders, wait: configuration.times.queue)
    cache = AnswerCache(capacity: configuration.limits.cacheBytes)
    keys = APIKeys(keys: configuration.keys, hashes: configuration.keyHashes)
  }

  private let readerCount = Atomic<Int>(0)

  /// Clients that read events.
  var readers: Int { readerCount.load(ordering: .relaxed) }

  func readerCame() { readerCount.wrappingAdd(1, ordering: .relaxed) }

  func readerLeft() { readerCount.wrappingSubtract(1, ordering: .relaxed) }

  /// Does CPU work on the pool; refuses where too much waits already, and what has waited too long.
  ///
  /// - Parameter bytes: how much text it is about.
  func onPool<Result: Sendable>(
    bytes: Int = 0, _ work: @escaping @Sendable () throws(APIError) -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      renders.add(bytes: bytes) { turn in
        guard turn == .itsTurn else {
          self.metrics.refusals.increment()
          return continuation.resume(throwing: APIError.overloaded)
        }
        do {
          continuation.resume(returning: try work())
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// The members of a JSON body that must be an object.
  static func object(_ bytes: [UInt8]) throws(APIError) -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw .malformed("the body is no JSON: byte \(error.offset): \(error.message)")
    }
    guard case .object(let members) = value else {
      throw .malformed("the body must be a JSON object, not \(value.kind)")
    }
    return members
  }

  /// The parameters behind the `?`.
  static func query(_ request: Request) -> [(name: String, value: String)] {
    request.uri.queryParameters.map { (String($0.key), String($0.value)) }
  }
}
