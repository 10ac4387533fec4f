import ArgumentParser
import BenchmarkInputs
import Rendering
import TextMate
import Foundation

/// How cost grows with size: 1.0 is linear.
struct Growth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Fits time and counts over 1, 10, 100 and 1,000 KB and says the exponents; 1.0 is linear.")

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Fail where an exponent is not 1.0 within 0.1: of counts, and with --times of times.")
  var check = false

  @Flag(inversion: .prefixedNo, help: "Measure times too; with --check only where this is said.")
  var times: Bool?

  @Option(help: "KB of the largest document: 100 or 1000.")
  var largest = 1000

  static let tolerance = 0.1

  struct Row: Codable, Sendable {
    var work: String
    /// What is measured: `ms` that a processor worked, or what is counted.
    var unit: String
    /// At 1, 10 and 100 KB, and 1,000 KB where it was measured.
    var values: [Double]
    var exponent: Double
    var isCount: Bool
  }

  func run() async throws {
    let rows = try Self.measure(countsOnly: !(times ?? !check), largest: largest)
    print(json ? try rows.json : Self.text(rows))
    if check {
      let wrong = rows.filter { abs($0.exponent - 1) > Self.tolerance }
      for row in wrong {
        print("does not grow as its input does: \(row.work), \(row.unit): \(row.exponent.short)")
      }
      if !wrong.isEmpty { throw ExitCode.failure }
    }
  }

  func validate() throws {
    guard [100, 1000].contains(largest) else { throw ValidationError("--largest is 100 or 1000") }
  }

  static func text(_ rows: [Row]) -> String {
    let sizes = ["1 KB", "10 KB", "100 KB", "1 MB"].prefix(rows.first?.values.count ?? 0)
    return table(
      [["work", "measured"] + sizes + ["exponent"]]
        + rows.map { row in
          [row.work, row.unit] + row.values.map { row.isCount ? "\(Int($0))" : $0.short } + [
            row.exponent.short
          ]
        })
  }

  static func measure(countsOnly: Bool, largest: Int) throws -> [Row] {
    let sizes = [1_000, 10_000, 100_000, 1_000_000].filter { $0 <= largest * 1000 }
    func timed(_ work: String, _ body: (Int) -> Void) -> Row {
      let values = sizes.indices.map { index in least { body(index) } }
      return Row(work: work, unit: "ms", values: values, exponent: exponent(values, sizes), isCount: false)
    }
    func counted(_ work: String, unit: String, _ body: (Int) -> Double) -> Row {
      let values = sizes.indices.map(body)
      return Row(work: work, unit: unit, values: values, exponent: exponent(values, sizes), isCount: true)
    }
    var rows: [Row] = []
    let render = RenderBench()
    let session = SessionBench(highlighter: render.highlighter)
    let tokenizer = TokenizerBench()
    _ = render.render(MarkdownShape.answer.document(bytes: 10_000), as: .html)
    if !countsOnly {
      let documents = sizes.map { MarkdownShape.answer.document(bytes: $0) }
      rows.append(timed("parse") { ParseBench.parse(documents[$0]) })
      rows.append(timed("render to HTML") { _ = render.render(documents[$0], as: .html) })
      rows.append(timed("render to ANSI") { _ = render.render(documents[$0], as: .ansi) })
    }
    let code = try sizes.map { try CodeSample.of("javascript", lines: $0 / 28) }
    rows.append(
      counted("tokenize", unit: "searches") { Double(tokenizer.tokenize(code[$0]).searches) })
    if !countsOnly { rows.append(timed("tokenize") { tokenizer.tokenize(code[$0]) }) }
    for shape in MarkdownShape.allCases {
      let texts = sizes.map { pieces(of: shape.document(bytes: $0), bytes: 16) }
      let work = "append \(shape.rawValue)"
      say("  \(work)")
      let outcomes = texts.map { session.append($0, counting: .updates) }
      rows.append(counted(work, unit: "bytes parsed") { Double(outcomes[$0].counters.inlineBytes) })
      rows.append(counted(work, unit: "lines tokenized") { Double(outcomes[$0].counters.tokenizedLines) })
      rows.append(counted(work, unit: "bytes of updates") { Double(outcomes[$0].updateBytes) })
      if !countsOnly { rows.append(timed(work) { _ = session.append(texts[$0]) }) }
    }
    // What a shape has next to nothing of, as a code block of inline text, is no cost that could grow.
    return rows.filter { !$0.isCount || ($0.values.last ?? 0) > 200 }
  }

  /// Milliseconds of the fastest of a few passes, since what disturbs a pass only makes it longer; of one where that is
  /// long.
  private static func least(_ body: () -> Void) -> Double {
    var least = processorMilliseconds(body)
    for _ in 0..<(least > 2000 ? 0 : least > 200 ? 2 : 6) { least = min(least, processorMilliseconds(body)) }
    return least
  }

  /// The slope of a line through the logarithms, from 10 KB on: below, what is constant weighs.
  static func exponent(_ values: [Double], _ sizes: [Int]) -> Double {
    let points = zip(sizes, values).dropFirst().map { (log(Double($0)), log(max($1, 1e-9))) }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.0 } / count
    let meanY = points.reduce(0) { $0 + $1.1 } / count
    let above = points.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let below = points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
    return above / below
  }
}
