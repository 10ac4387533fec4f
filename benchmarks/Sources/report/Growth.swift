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

  @Flag(help: "Fail where a count grows with an exponent over 1.1.")
  var check = false

  static let sizes = [1_000, 10_000, 100_000, 1_000_000]
  static let tolerance = 0.1

  struct Row: Codable, Sendable {
    var work: String
    /// What is measured: `ms`, or what is counted.
    var unit: String
    var values: [Double]
    var exponent: Double
    var isCount: Bool
  }

  func run() async throws {
    let rows = try Self.measure(countsOnly: check)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(rows), as: UTF8.self))
    } else {
      print(Self.text(rows))
    }
    if check {
      let steep = rows.filter { $0.isCount && $0.exponent > 1 + Self.tolerance }
      for row in steep { print("grows too fast: \(row.work), \(row.unit): \(row.exponent.short)") }
      if !steep.isEmpty { throw ExitCode.failure }
    }
  }

  static func text(_ rows: [Row]) -> String {
    table(
      [["work", "measured", "1 KB", "10 KB", "100 KB", "1 MB", "exponent"]]
        + rows.map { row in
          [row.work, row.unit] + row.values.map { row.isCount ? "\(Int($0))" : $0.short } + [
            row.exponent.short
          ]
        })
  }

  static func measure(countsOnly: Bool) throws -> [Row] {
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
      let outcomes = texts.map { session.append($0, counting: true) }
      rows.append(counted(work, unit: "bytes parsed") { Double(outcomes[$0].counters.inlineBytes) })
      rows.append(counted(work, unit: "lines tokenized") { Double(outcomes[$0].counters.tokenizedLines) })
      rows.append(counted(work, unit: "bytes of updates") { Double(outcomes[$0].updateBytes) })
      if !countsOnly { rows.append(timed(work) { _ = session.append(texts[$0]) }) }
    }
    return rows.filter { $0.values.allSatisfy { $0 > 0 } }
  }

  private static func timed(_ work: String, _ body: (Int) -> Void) -> Row {
    let values = sizes.indices.map { index in
      (0..<(index == sizes.count - 1 ? 3 : 7)).map { _ in milliseconds { body(index) } }.min() ?? .nan
    }
    return Row(work: work, unit: "ms", values: values, exponent: exponent(values), isCount: false)
  }

  private static func counted(_ work: String, unit: String, _ body: (Int) -> Double) -> Row {
    let values = sizes.indices.map(body)
    return Row(work: work, unit: unit, values: values, exponent: exponent(values), isCount: true)
  }

  /// The slope of a line through the logarithms, from 10 KB on: below, what is constant weighs.
  static func exponent(_ values: [Double]) -> Double {
    let points = zip(sizes, values).dropFirst().map { (log(Double($0)), log(max($1, 1e-9))) }
    let count = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.0 } / count
    let meanY = points.reduce(0) { $0 + $1.1 } / count
    let above = points.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let below = points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
    return above / below
  }
}
