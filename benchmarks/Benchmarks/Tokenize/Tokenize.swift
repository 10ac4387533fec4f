import Benchmark
import BenchmarkInputs
import TextMate

/// Code to tokens, grammars loaded: 500 lines of every language, a long file, and one long line.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident], maxDuration: .milliseconds(500),
    maxIterations: 200)
  let bench = TokenizerBench()
  guard let samples = try? CodeSample.all(lines: 500) else { return }
  for sample in samples {
    Benchmark("500 lines of \(sample.language)") { _ in blackHole(bench.tokenize(sample)) }
  }
  guard let long = try? CodeSample.of("javascript", lines: 10_000) else { return }
  Benchmark("10,000 lines of javascript") { _ in blackHole(bench.tokenize(long)) }
  let minified = CodeSample(language: "javascript", lines: [CodeSample.minified(bytes: 500_000)])
  Benchmark("one line of 500 KB") { _ in blackHole(bench.tokenize(minified)) }
}
