internal import CoreMetrics
internal import Synchronization

/// A number that only increases.
final class CountCell: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }
  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

/// A number that increases and decreases.
final class GaugeCell: MeterHandler, RecorderHandler {
  private let number = Mutex(0.0)

  var value: Double { number.withLock { $0 } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { number.withLock { $0 = value } }
  func increment(by amount: Double) { number.withLock { $0 += amount } }
  func decrement(by amount: Double) { number.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }
}

/// A histogram of durations (in seconds) or sizes.
final class HistogramCell: TimerHandler, RecorderHandler {
  struct Histogram: Sendable {
    /// The number of values up to each bound, and the number of larger values.
    var counts = Array(repeating: 0, count: HistogramCell.bounds.count + 1)
    var sum = 0.0
  }

  static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
  private let histogram = Mutex(Histogram())

  var value: Histogram { histogram.withLock { $0 } }
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) {
    let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    histogram.withLock {
      $0.counts[index] += 1
      $0.sum += value
    }
  }
}
