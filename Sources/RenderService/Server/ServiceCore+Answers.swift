internal import CoreMetrics
internal import HTTPTypes
internal import Hummingbird
internal import Rendering

extension ServiceCore {
  /// Reads the body, and answers from the cache, or makes the answer on the pool and keeps it.
  ///
  /// - Parameter variant: names the route and whatever else the answer depends on besides the body, the query and
  ///   the types that the client accepts.
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
    // What would be refused when it is made is not made.
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
        ? AnswerCache.Key(variant: "\(variant)\n\(accept)\n\(query)\n\(takesGzip)", body: body) : nil
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

  /// The response that sends an answer. Its bytes are held until the client has taken them.
  ///
  /// - Throws: 503 or 429 where too many bytes wait for clients already.
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

  /// Counts what a rendering shows less well than it could.
  func count(_ rendered: RenderedDocument) {
    metrics.limitedBlocks.increment(by: rendered.degraded.count { $0.reason == .highlightLimit })
  }
}

extension StageTimings {
  /// The last part of `Server-Timing`: everything, waiting for a worker included.
  fileprivate static func total(_ duration: Duration) -> String {
    "total;dur=\(Double(Int(duration / .microseconds(1))) / 1000)"
  }
}
