import Benchmark
import BenchmarkInputs
import Rendering

/// Tokens of four bytes appended to a session: whole documents, and the next token of a long one that is open.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident], maxDuration: .seconds(2), maxIterations: 10_000)
  let bench = SessionBench(highlighter: RenderBench().highlighter)
  for (name, size) in [("1 KB", 1_000), ("10 KB", 10_000), ("100 KB", 100_000), ("1 MB", 1_000_000)] {
    let tokens = pieces(of: MarkdownShape.answer.document(bytes: size), bytes: 4)
    Benchmark("\(name) in tokens") { _ in blackHole(bench.append(tokens)) }
  }
  for shape in MarkdownShape.allCases {
    let text = shape.document(bytes: 1_000_000)
    let session = bench.session()
    _ = session.append(Array(text[..<(text.count - 100_000)]))
    var rest = pieces(of: Array(text[(text.count - 100_000)...]), bytes: 4)[...]
    Benchmark("a token more in 1 MB of \(shape.rawValue)") { benchmark in
      guard let token = rest.popFirst() else { return }
      benchmark.startMeasurement()
      blackHole(session.append(token))
      benchmark.stopMeasurement()
    }
  }
}
