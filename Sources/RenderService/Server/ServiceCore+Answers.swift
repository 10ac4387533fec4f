internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import Rendering

extension ServiceCore {
  /// Reads the body and responds from the cache, or computes the response on the pool and caches it.
  ///
  /// - Parameters:
  ///   - variant: The route, and everything else that the response depends on besides the body, the query and
  ///     the accepted types.
  ///   - make: Computes the response from the body.
  func answer(
    _ request: Request, _ context: ServiceContext, variant: String,
    make: @escaping @Sendable ([UInt8]) throws(APIError) -> Answer
  ) async throws -> Response {
    try await withBody(of: request, context) { try await answer(request, context, $0, variant, make) }
  }

  private func answer(
    _ request: Request, _ context: ServiceContext, _ body: [UInt8], _ variant: String,
    _ make: @escaping @Sendable ([UInt8]) throws(APIError) -> Answer
  ) async throws -> Response {
    // Do not compute a response that would be refused.
    guard answerBytes.hasRoom else {
      metrics.refusals.increment()
      throw APIError.tooManyBytes
    }
    let accept = request.headers[.accept] ?? "*/*"
    let query = request.uri.query ?? ""
    let takesGzip = Gzip.isAccepted(request.headers[.acceptEncoding])
    let start = ContinuousClock.now
    let (answer, isHit) = try await onPool(bytes: body.count) { () throws(APIError) -> (Answer, Bool) in
      let key =
        self.cache.takes(bodyOf: body.count)
        ? AnswerCache.CacheKey(variant: "\(variant)\n\(accept)\n\(query)\n\(takesGzip)", body: body) : nil
      if let key, let known = self.cache.answer(to: key) {
        self.metrics.cacheHits.increment()
        return (known, true)
      }
      var answer = try make(body)
      if takesGzip { answer.compress() }
      if let timings = answer.timings { self.metrics.rendered(timings) }
      if let key {
        self.metrics.cacheMisses.increment()
        self.cache.insert(answer, for: key)
      }
      return (answer, false)
    }
    let total = ContinuousClock.now - start
    let timing = isHit ? "cache;desc=hit" : answer.timings?.header
    return try response(answer, context, timing: timing.map { $0 + ", " + StageTimings.total(total) })
  }

  /// Creates the response for an answer. Its bytes are held until the client has received them.
  ///
  /// - Throws: 503 or 429 if too many bytes are waiting for clients.
  func response(
    _ answer: Answer, _ context: ServiceContext, timing: String? = nil
  ) throws(APIError) -> Response {
    let held = HeldBytes(in: answerBytes, of: context.client)
    do throws(APIError) {
      try held.add(answer.body.count)
    } catch {
      metrics.refusals.increment()
      throw error
    }
    return answer.response(timing: timing, held: held)
  }

  /// Counts the degradations of a rendering.
  func count(_ rendered: RenderedDocument) {
    metrics.limitedBlocks.increment(by: rendered.degraded.count { $0.reason == .highlightLimit })
  }
}

extension StageTimings {
  /// Returns the last part of `Server-Timing`: the total duration, including the time in the queue.
  fileprivate static func total(_ duration: Duration) -> String {
    "total;dur=" + text(duration)
  }
}
