import Benchmark
import BenchmarkInputs
import MarkdownBlocks
import RunFormatters

/// Markdown to blocks and inlines, and on to the bare HTML of the specification; nothing is highlighted.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident], maxDuration: .seconds(3), maxIterations: 1000)
  for (name, size) in [("1 KB", 1_000), ("100 KB", 100_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)] {
    let document = MarkdownShape.answer.document(bytes: size)
    Benchmark("parse \(name)") { _ in
      blackHole(MarkdownParser().parse(document))
    }
    Benchmark("parse and bare HTML \(name)") { _ in
      blackHole(BareHTMLFormatter().format(MarkdownParser().parse(document)))
    }
  }
}
