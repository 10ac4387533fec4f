import BenchmarkInputs
import Rendering

/// How long one append of a token of four bytes takes in a session that holds a megabyte.
enum Latency {
  struct Row: Codable, Sendable {
    var shape: String
    /// Milliseconds.
    var samples: Samples
  }

  static func measure() -> [Row] {
    let bench = SessionBench(highlighter: RenderBench().highlighter)
    return MarkdownShape.allCases.map { shape in
      let text = shape.document(bytes: 1_000_000)
      let tail = min(80_000, text.count / 2)
      let session = bench.session()
      _ = session.append(Array(text[..<(text.count - tail)]))
      let times = pieces(of: Array(text[(text.count - tail)...]), bytes: 4).map { token in
        milliseconds { _ = session.append(token) }
      }
      return Row(shape: shape.rawValue, samples: Samples(times))
    }
  }

  static func text(_ rows: [Row]) -> String {
    table(
      [["a token more in 1 MB of", "p50", "p90", "p99"]]
        + rows.map {
          [
            $0.shape, microseconds($0.samples.p50), microseconds($0.samples.p90),
            microseconds($0.samples.p99),
          ]
        })
  }

  private static func microseconds(_ value: Double) -> String { "\((value * 1000).short) µs" }
}
