import Benchmark
import BenchmarkInputs
import Rendering
import TextMate

/// Counts, not times: the same on every machine, and held to the committed thresholds by CI.
let benchmarks: @Sendable () -> Void = {
  func configuration(_ metrics: [BenchmarkMetric]) -> Benchmark.Configuration {
    let tolerance = BenchmarkThresholds(relative: [.p50: 5.0, .p75: 5.0, .p90: 5.0, .p99: 5.0, .p100: 5.0])
    return .init(
      metrics: metrics, warmupIterations: 0, maxIterations: 1,
      thresholds: Dictionary(uniqueKeysWithValues: metrics.map { ($0, tolerance) }))
  }
  let searches = BenchmarkMetric.custom("searches", useScalingFactor: false)
  let libraryMatches = BenchmarkMetric.custom("library matches", useScalingFactor: false)
  let inlineBytes = BenchmarkMetric.custom("bytes parsed", useScalingFactor: false)
  let lines = BenchmarkMetric.custom("lines tokenized", useScalingFactor: false)
  let blocks = BenchmarkMetric.custom("blocks emitted", useScalingFactor: false)
  let updateBytes = BenchmarkMetric.custom("bytes of updates", useScalingFactor: false)
  let documentBytes = BenchmarkMetric.custom("bytes of the document", useScalingFactor: false)

  let tokenizer = TokenizerBench()
  for sample in (try? CodeSample.all(lines: 500)) ?? [] {
    Benchmark("tokenize-\(sample.language)", configuration: configuration([searches, libraryMatches])) {
      let counters = tokenizer.tokenize(sample)
      $0.measurement(searches, counters.searches)
      $0.measurement(libraryMatches, counters.libraryMatches)
    }
  }
  let session = SessionBench(highlighter: RenderBench().highlighter)
  for shape in MarkdownShape.allCases {
    let text = pieces(of: shape.document(bytes: 50_000), bytes: 16)
    Benchmark(
      "stream-\(shape.rawValue)",
      configuration: configuration([inlineBytes, lines, blocks, updateBytes, documentBytes])
    ) {
      let outcome = session.append(text, counting: .all)
      $0.measurement(inlineBytes, outcome.counters.inlineBytes)
      $0.measurement(lines, outcome.counters.tokenizedLines)
      $0.measurement(blocks, outcome.counters.emittedBlocks)
      $0.measurement(updateBytes, outcome.updateBytes)
      $0.measurement(documentBytes, outcome.documentBytes)
    }
  }
}
