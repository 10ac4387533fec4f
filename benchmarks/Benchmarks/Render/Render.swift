import Benchmark
import BenchmarkInputs

/// Markdown to HTML and to ANSI in one go, highlighted, grammars loaded.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident], maxDuration: .seconds(2), maxIterations: 500)
  let bench = RenderBench()
  for (name, size) in [("1 KB", 1_000), ("100 KB", 100_000), ("1 MB", 1_000_000)] {
    let document = MarkdownShape.answer.document(bytes: size)
    for format in RenderBench.Format.allCases {
      Benchmark("\(format) of \(name)") { _ in blackHole(bench.render(document, as: format)) }
    }
  }
}
