internal import CoreMetrics
internal import Synchronization

/// Stores the metrics of swift-metrics and exports them as Prometheus text.
final class PrometheusMetrics: MetricsFactory {
  private struct MetricKey: Hashable {
    var label: String
    var dimensions: [[String]]

    init(_ label: String, _ dimensions: [(String, String)]) {
      self.label = label
      self.dimensions = dimensions.map { [$0.0, $0.1] }
    }
  }

  private struct MetricSamples {
    var counters: [MetricKey: CountCell] = [:]
    var gauges: [MetricKey: GaugeCell] = [:]
    var timers: [MetricKey: HistogramCell] = [:]
  }

  private let state = Mutex(MetricSamples())

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    state.withLock { $0.counters.cell(MetricKey(label, dimensions)) { CountCell() } }
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    state.withLock { $0.gauges.cell(MetricKey(label, dimensions)) { GaugeCell() } }
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    if aggregate {
      return state.withLock { $0.timers.cell(MetricKey(label, dimensions)) { HistogramCell() } }
    }
    return state.withLock { $0.gauges.cell(MetricKey(label, dimensions)) { GaugeCell() } }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    state.withLock { $0.timers.cell(MetricKey(label, dimensions)) { HistogramCell() } }
  }

  // Series stay as long as the process runs, because Prometheus expects this of counters.
  func destroyCounter(_: any CounterHandler) {}
  func destroyMeter(_: any MeterHandler) {}
  func destroyRecorder(_: any RecorderHandler) {}
  func destroyTimer(_: any TimerHandler) {}

  /// Returns the current values of all metrics, in version 0.0.4 of Prometheus' text format.
  func text() -> String {
    let snapshot = state.withLock { $0 }
    var text = ""
    Self.write(snapshot.counters, as: "counter", to: &text) { name, labels, cell, text in
      text += "\(name)_total\(Self.braces(labels)) \(cell.value)\n"
    }
    // A gauge that never decreases is exported as a counter. Only its name identifies it.
    for (type, isMeant) in [("counter", true), ("gauge", false)] {
      let cells = snapshot.gauges.filter { ($0.key.label == Metric.cpuSeconds.name) == isMeant }
      Self.write(cells, as: type, to: &text) { name, labels, cell, text in
        text += "\(name)\(isMeant ? "_total" : "")\(Self.braces(labels)) \(cell.value)\n"
      }
    }
    Self.write(snapshot.timers, as: "histogram", to: &text) { name, labels, cell, text in
      let histogram = cell.value
      var sum = 0
      for (index, count) in histogram.counts.enumerated() {
        sum += count
        let bound = index < HistogramCell.bounds.count ? "\(HistogramCell.bounds[index])" : "+Inf"
        text += "\(name)_bucket\(Self.braces(labels + [["le", bound]])) \(sum)\n"
      }
      text += "\(name)_sum\(Self.braces(labels)) \(histogram.sum)\n"
      text += "\(name)_count\(Self.braces(labels)) \(sum)\n"
    }
    return text
  }

  private static func write<Cell>(
    _ cells: [MetricKey: Cell], as type: String, to text: inout String,
    _ line: (String, [[String]], Cell, inout String) -> Void
  ) {
    for (label, series) in Dictionary(grouping: cells, by: \.key.label).sorted(by: { $0.key < $1.key }) {
      let name = String(
        label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") ? $0 : "_" })
      let full = name + (type == "counter" ? "_total" : "")
      if let help = Metric.helps[label] { text += "# HELP \(full) \(help)\n" }
      text += "# TYPE \(full) \(type)\n"
      let sorted = series.sorted {
        $0.key.dimensions.lexicographicallyPrecedes($1.key.dimensions) { $0[1] < $1[1] }
      }
      for (key, cell) in sorted { line(name, key.dimensions, cell, &text) }
    }
  }

  private static func braces(_ labels: [[String]]) -> String {
    if labels.isEmpty { return "" }
    let pairs = labels.map { label in
      let value = label[1].flatMap { character -> String in
        switch character {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(character)
        }
      }
      return "\(label[0])=\"\(String(value))\""
    }
    return "{\(pairs.joined(separator: ","))}"
  }
}

extension Dictionary {
  /// Returns the value of a key, and creates it if necessary.
  fileprivate mutating func cell(_ key: Key, _ make: () -> Value) -> Value {
    if let cell = self[key] { return cell }
    let cell = make()
    self[key] = cell
    return cell
  }
}
