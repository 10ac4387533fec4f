internal import CoreMetrics
internal import HTTPTypes
internal import Metrics
internal import Synchronization

/// The metrics of the service.
final class ServiceMetrics: Sendable {
  private struct AnswerLabels: Hashable {
    var method: String
    var route: String
    var status: Int
  }

  let factory: PrometheusMetrics
  private let answers = Mutex<[AnswerLabels: (Counter, Metrics.Timer)]>([:])
  private let parse: Metrics.Timer
  private let highlight: Metrics.Timer
  private let format: Metrics.Timer
  let cacheHits: Counter
  let cacheMisses: Counter
  let refusals: Counter
  let cancellations: Counter
  let acceptFailures: Counter
  let chunkToEvent: Metrics.Timer
  let limitedBlocks: Counter
  let streamEvents: Counter
  let snapshots: Counter
  /// The time of commands to the store.
  let storeRoundTrip: Metrics.Timer
  let storeFailures: Counter
  /// The time from a rendered event until other machines can read it.
  let publish: Metrics.Timer
  let takeovers: Counter
  let leasesLost: Counter
  private let gauges = Mutex<[(Meter, @Sendable () -> Double)]>([])

  init(factory: PrometheusMetrics = PrometheusMetrics()) {
    self.factory = factory
    func counter(_ metric: Metric) -> Counter {
      Counter(label: metric.name, dimensions: [], factory: factory)
    }
    func stage(_ name: String) -> Metrics.Timer {
      Metrics.Timer(label: Metric.stageSeconds.name, dimensions: [("stage", name)], factory: factory)
    }
    parse = stage("parse")
    highlight = stage("highlight")
    format = stage("format")
    cacheHits = counter(.cacheHits)
    cacheMisses = counter(.cacheMisses)
    refusals = counter(.refusals)
    cancellations = counter(.cancellations)
    acceptFailures = counter(.acceptFailures)
    limitedBlocks = counter(.limitedBlocks)
    streamEvents = counter(.streamEvents)
    snapshots = counter(.snapshots)
    storeRoundTrip = Metrics.Timer(label: Metric.storeRoundTrip.name, dimensions: [], factory: factory)
    storeFailures = counter(.storeFailures)
    publish = Metrics.Timer(label: Metric.publish.name, dimensions: [], factory: factory)
    takeovers = counter(.takeovers)
    leasesLost = counter(.leasesLost)
    chunkToEvent = Metrics.Timer(label: Metric.chunkToEvent.name, dimensions: [], factory: factory)
    Meter(
      label: Metric.buildInfo.name, dimensions: [("version", ServiceVersion.current)], factory: factory
    ).set(1)
  }

  /// Counts a response.
  ///
  /// - Parameter method: The request's method; nil if the head of the request did not arrive.
  func answered(
    method: HTTPRequest.Method?, route: String, status: HTTPResponse.Status, after duration: Duration
  ) {
    // Clients can send arbitrary methods, and each would create a series.
    let known = method.flatMap {
      [.get, .head, .post, .put, .patch, .delete, .options].contains($0) ? $0 : nil
    }
    let answer = AnswerLabels(method: known?.rawValue ?? "other", route: route, status: status.code)
    let (counter, timer) = answers.withLock { answers in
      if let known = answers[answer] { return known }
      let route = [("method", answer.method), ("route", route)]
      let made = (
        Counter(
          label: Metric.requests.name, dimensions: route + [("status", "\(status.code)")], factory: factory),
        Metrics.Timer(label: Metric.requestSeconds.name, dimensions: route, factory: factory)
      )
      answers[answer] = made
      return made
    }
    counter.increment()
    timer.recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }

  /// Records the durations of a rendering's stages.
  func rendered(_ timings: StageTimings) {
    parse.recordNanoseconds(Int64(timings.parse / .nanoseconds(1)))
    highlight.recordNanoseconds(Int64(timings.highlight / .nanoseconds(1)))
    format.recordNanoseconds(Int64(timings.format / .nanoseconds(1)))
  }

  /// Adds a gauge whose value is computed whenever the metrics are exported.
  func observe(_ metric: Metric, _ value: @escaping @Sendable () -> Double) {
    let meter = Meter(label: metric.name, dimensions: [], factory: factory)
    gauges.withLock { $0.append((meter, value)) }
  }

  /// Returns the current values of all metrics as Prometheus text.
  func text() -> String {
    for (meter, value) in gauges.withLock({ $0 }) { meter.set(value()) }
    return factory.text()
  }
}
