import Foundation

/// Milliseconds that `work` takes.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let (seconds, attoseconds) = try clock.measure(work).components
  return Double(seconds) * 1000 + Double(attoseconds) / 1e15
}

/// Milliseconds that a processor worked for this thread during `work`: unlike those of a clock, they do not grow when
/// other programs want the processor too.
func processorMilliseconds(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
  let start = now()
  try work()
  return now() - start
}

/// Measurements of the same thing, in milliseconds.
struct Samples: Codable, Sendable {
  private(set) var p50: Double
  private(set) var p90: Double
  private(set) var p99: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    func percentile(_ share: Double) -> Double {
      sorted.isEmpty
        ? .nan : sorted[min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.down)))]
    }
    p50 = percentile(0.5)
    p90 = percentile(0.9)
    p99 = percentile(0.99)
  }
}

extension Double {
  /// Two digits behind the point.
  var short: String {
    guard isFinite else { return "-" }
    let hundredths = Int((magnitude * 100).rounded())
    let fraction = hundredths % 100
    let sign = self < 0 && hundredths > 0 ? "-" : ""
    return "\(sign)\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}

extension Encodable {
  /// As JSON for programs, the members in the order of their names.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

/// A table of text, the first column flush left, the others flush right.
func table(_ rows: [[String]]) -> String {
  guard let header = rows.first else { return "" }
  let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    row.enumerated().map { column, cell in
      let space = String(repeating: " ", count: widths[column] - cell.count)
      return column == 0 ? cell + space : space + cell
    }.joined(separator: "  ")
  }.joined(separator: "\n")
}
