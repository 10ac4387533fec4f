internal import CoreMetrics
internal import HTTPTypes
internal import Metrics
internal import Synchronization

/// What the service measures of itself.
final class ServiceMetrics: Sendable {
  private struct Answer: Hashable {
    var method: String
    var route: String
    var status: Int
  }

  let factory: PrometheusMetrics
  private let answers = Mutex<[Answer: (Counter, Metrics.Timer)]>([:])
  private let parse: Metrics.Timer
  private let highlight: Metrics.Timer
  private let format: Metrics.Timer
  let cacheHits: Counter
  let cacheMisses: Counter
  let refusals: Counter
  let limitedBlocks: Counter
  let streamEvents: Counter
  let snapshots: Counter
  private let gauges = Mutex<[(Meter, @Sendable () -> Int)]>([])

  init(factory: PrometheusMetrics = PrometheusMetrics()) {
    self.factory = factory
    func counter(_ name: String) -> Counter {
      Counter(label: "ilsrender_\(name)", dimensions: [], factory: factory)
    }
    func stage(_ name: String) -> Metrics.Timer {
      Metrics.Timer(label: "ilsrender_stage_seconds", dimensions: [("stage", name)], factory: factory)
    }
    parse = stage("parse")
    highlight = stage("highlight")
    format = stage("format")
    cacheHits = counter("cache_hits")
    cacheMisses = counter("cache_misses")
    refusals = counter("refused_renders")
    limitedBlocks = counter("highlight_limited_blocks")
    streamEvents = counter("stream_events")
    snapshots = counter("stream_snapshots")
  }

  /// Counts an answer.
  func answered(
    method: HTTPRequest.Method, route: String, status: HTTPResponse.Status, after duration: Duration
  ) {
    // Other methods are anything that a client sends; each would be a series.
    let isKnown = [.get, .head, .post, .put, .patch, .delete, .options].contains(method)
    let answer = Answer(method: isKnown ? method.rawValue : "other", route: route, status: status.code)
    let (counter, timer) = answers.withLock { answers in
      if let known = answers[answer] { return known }
      let route = [("method", answer.method), ("route", route)]
      let made = (
        Counter(
          label: "ilsrender_requests", dimensions: route + [("status", "\(status.code)")], factory: factory),
        Metrics.Timer(label: "ilsrender_request_seconds", dimensions: route, factory: factory)
      )
      answers[answer] = made
      return made
    }
    counter.increment()
    timer.recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }

  /// Counts what the stages of a rendering took.
  func rendered(_ timings: StageTimings) {
    parse.recordNanoseconds(Int64(timings.parse / .nanoseconds(1)))
    highlight.recordNanoseconds(Int64(timings.highlight / .nanoseconds(1)))
    format.recordNanoseconds(Int64(timings.format / .nanoseconds(1)))
  }

  /// Adds a number that is asked for whenever the metrics are read.
  func observe(_ name: String, _ value: @escaping @Sendable () -> Int) {
    let meter = Meter(label: "ilsrender_\(name)", dimensions: [], factory: factory)
    gauges.withLock { $0.append((meter, value)) }
  }

  /// Everything measured, as Prometheus text.
  func text() -> String {
    for (meter, value) in gauges.withLock({ $0 }) { meter.set(value()) }
    return factory.text()
  }
}
