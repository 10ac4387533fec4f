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
  private let renders = Atomic<Int>(0)

  init(
    configuration: ServiceConfiguration, catalog: Catalog, pool: WorkerPool, streams: any StreamRegistry,
    metrics: ServiceMetrics, logger: Logger
  ) {
    self.configuration = configuration
    self.catalog = catalog
    self.pool = pool
    self.streams = streams
    self.metrics = metrics
    self.logger = logger
    cache = AnswerCache(capacity: configuration.limits.cacheBytes)
    keys = APIKeys(keys: configuration.keys, hashes: configuration.keyHashes)
  }

  /// Renderings that run or wait.
  var rendersInWork: Int { renders.load(ordering: .relaxed) }

  private let readerCount = Atomic<Int>(0)

  /// Clients that read events.
  var readers: Int { readerCount.load(ordering: .relaxed) }

  func readerCame() { readerCount.wrappingAdd(1, ordering: .relaxed) }

  func readerLeft() { readerCount.wrappingSubtract(1, ordering: .relaxed) }

  /// Does CPU work on the pool; refuses where too much waits already.
  func onPool<Result: Sendable>(
    _ work: @escaping @Sendable () throws(APIError) -> Result
  ) async throws -> Result {
    let count = renders.wrappingAdd(1, ordering: .relaxed).newValue
    defer { renders.wrappingSubtract(1, ordering: .relaxed) }
    guard count <= configuration.limits.renders else {
      metrics.refusals.increment()
      throw APIError.overloaded
    }
    return try await withCheckedThrowingContinuation { continuation in
      let isTaken = pool.submit {
        do {
          continuation.resume(returning: try work())
        } catch {
          continuation.resume(throwing: error)
        }
      }
      if !isTaken {
        metrics.refusals.increment()
        continuation.resume(throwing: APIError.overloaded)
      }
    }
  }

  /// A request's body, within the limit.
  func body(of request: Request) async throws -> [UInt8] {
    let limit = configuration.limits.bodyBytes
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw APIError.unsupported(encoding, supported: "it without Content-Encoding")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw APIError.tooLarge(limit: limit)
    }
    do {
      let buffer = try await request.body.collect(upTo: limit)
      return Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw APIError.tooLarge(limit: limit)
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
