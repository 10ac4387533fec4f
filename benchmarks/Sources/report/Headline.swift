import ArgumentParser
import BenchmarkInputs
import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// 500 lines of each language, from text to HTML and to ANSI, cold and warm.
struct Headline: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "500 lines of each language to HTML and to ANSI, cold (a process of its own) and warm.")

  /// No block may take longer, cold or warm.
  static let requirement = 200.0
  /// What we want of a warm and of a cold block.
  static let aims = (warm: 5.0, cold: 50.0)

  @Option(help: "Warm passes for each language and format.")
  var passes = 31

  @Option(help: "Cold passes for each language and format, each in a process of its own.")
  var coldPasses = 5

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Fail where a language takes more than 200 ms.")
  var check = false

  struct Row: Codable, Sendable {
    var language: String
    var format: String
    var cold: Samples
    var warm: Samples
  }

  func run() async throws {
    let rows = try await Self.measure(passes: passes, coldPasses: coldPasses)
    if json {
      print(try rows.json)
    } else {
      print(Self.text(rows))
      print(Self.summary(rows))
    }
    if check {
      let late = try await Self.late(rows)
      for row in late { print("over \(Int(Self.requirement)) ms: \(row.language) to \(row.format)") }
      if !late.isEmpty { throw ExitCode.failure }
    }
  }

  /// Rows over the requirement, and still over it in the fastest of a few passes more: another program may have disturbed
  /// one.
  private static func late(_ rows: [Row]) async throws -> [Row] {
    var late: [Row] = []
    for row in rows where max(row.cold.p50, row.warm.p50) > requirement {
      guard let format = RenderBench.Format(rawValue: row.format) else { continue }
      let bench = RenderBench()
      let text = try CodeSample.of(row.language, lines: 500).markdown
      var (cold, warm) = (Double.infinity, Double.infinity)
      for _ in 0..<5 {
        cold = min(cold, try await Cold.measure(row.language, format))
        warm = min(warm, milliseconds { _ = bench.render(text, as: format) })
      }
      if max(cold, warm) > requirement { late.append(row) }
    }
    return late
  }

  static func measure(passes: Int, coldPasses: Int) async throws -> [Row] {
    let bench = RenderBench()
    var rows: [Row] = []
    let samples = try CodeSample.all(lines: 500)
    for (number, sample) in samples.enumerated() {
      if number.isMultiple(of: 20) { say("  language \(number + 1) of \(samples.count)") }
      for format in RenderBench.Format.allCases {
        var cold: [Double] = []
        for _ in 0..<coldPasses { cold.append(try await Cold.measure(sample.language, format)) }
        let text = sample.markdown
        _ = bench.render(text, as: format)
        let warm = (0..<passes).map { _ in milliseconds { _ = bench.render(text, as: format) } }
        rows.append(
          Row(language: sample.language, format: format.rawValue, cold: Samples(cold), warm: Samples(warm)))
      }
    }
    return rows
  }

  static func text(_ rows: [Row]) -> String {
    table(
      [["language", "to", "cold p50", "p90", "p99", "warm p50", "p90", "p99"]]
        + rows.map {
          [
            $0.language, $0.format, $0.cold.p50.short, $0.cold.p90.short, $0.cold.p99.short,
            $0.warm.p50.short, $0.warm.p90.short, $0.warm.p99.short,
          ]
        })
  }

  static func summary(_ rows: [Row]) -> String {
    let cold = Samples(rows.map(\.cold.p50))
    let warm = Samples(rows.map(\.warm.p50))
    let slowest = rows.max { $0.cold.p50 < $1.cold.p50 }
    let late = rows.count { $0.cold.p50 > aims.cold || $0.warm.p50 > aims.warm }
    return """
      \(rows.count / RenderBench.Format.allCases.count) languages, milliseconds. Median language: \
      cold \(cold.p50.short), warm \(warm.p50.short). Slowest: \(slowest?.language ?? "-") with \
      \(slowest?.cold.p50.short ?? "-") cold. Required: \(Int(requirement)); aimed at: \(Int(aims.cold)) cold, \
      \(Int(aims.warm)) warm; past an aim: \(late) of \(rows.count).
      """
  }
}

/// One cold pass, for a parent that measures many: prints its milliseconds.
struct Cold: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Render 500 lines of a language once, with nothing loaded, and print the milliseconds.",
    shouldDisplay: false)

  @Argument var language: String
  @Argument var format: String

  func run() async throws {
    guard let format = RenderBench.Format(rawValue: format) else { throw ValidationError("no such format") }
    let text = try CodeSample.of(language, lines: 500).markdown
    print(milliseconds { _ = RenderBench().render(text, as: format) })
  }

  /// In a process of its own, because what was compiled stays compiled.
  static func measure(_ language: String, _ format: RenderBench.Format) async throws -> Double {
    let result = try await Subprocess.run(
      .path(FilePath(CommandLine.executable)), arguments: ["cold", language, format.rawValue],
      output: .string(limit: 200))
    guard let value = Double(result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw ValidationError("the cold pass of \(language) failed") }
    return value
  }
}

extension CommandLine {
  /// This program's own file.
  static var executable: String {
    #if os(Linux)
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments[0]
    #else
      Bundle.main.executablePath ?? arguments[0]
    #endif
  }
}
