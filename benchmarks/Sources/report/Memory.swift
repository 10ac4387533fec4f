import ArgumentParser
import BenchmarkInputs
import Rendering
import Foundation

/// What memory work takes, and whether any of it is left when the work is over.
struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Resident memory after each kind of work, and what thousands of sessions leave behind.")

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Fail where sessions or catalogues leave memory behind.")
  var check = false

  struct Row: Codable, Sendable {
    var work: String
    var megabytes: Double
  }

  func run() async throws {
    let rows = try Self.measure()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(rows), as: UTF8.self))
    } else {
      print(Self.text(rows))
    }
    if check {
      let leaks = rows.filter { $0.work.hasPrefix("left by") && $0.megabytes > 8 }
      for row in leaks { print("\(row.work): \(row.megabytes.short) MB") }
      if !leaks.isEmpty { throw ExitCode.failure }
    }
  }

  static func text(_ rows: [Row]) -> String {
    table([["work", "MB"]] + rows.map { [$0.work, $0.megabytes.short] })
  }

  /// In the order in which it is done: memory only grows until it is given back.
  static func measure() throws -> [Row] {
    var rows: [Row] = []
    func note(_ work: String, _ megabytes: Double) { rows.append(Row(work: work, megabytes: megabytes)) }
    note("at the start", resident())

    let bench = RenderBench()
    let message = MarkdownShape.answer.document(bytes: 4_000)
    let session = SessionBench(highlighter: bench.highlighter)
    _ = session.append([message])
    var before = resident()
    var open = (0..<200).map { _ in session.session() }
    for session in open { for piece in pieces(of: message, bytes: 16) { _ = session.append(piece) } }
    note("200 open sessions of 4 KB", resident() - before)
    open.removeAll()

    for _ in 0..<500 { _ = session.append(pieces(of: message, bytes: 64)) }
    before = resident()
    for _ in 0..<10_000 { _ = session.append(pieces(of: message, bytes: 64)) }
    note("left by 10,000 sessions of 4 KB", resident() - before)

    for sample in try CodeSample.all(lines: 500) { _ = bench.render(sample.markdown, as: .html) }
    note("with all languages used", resident())

    let few = try ["swift", "typescript", "markdown", "cpp"].map { try CodeSample.of($0, lines: 100) }
    func loadAndDrop() {
      let bench = RenderBench()
      for sample in few { _ = bench.render(sample.markdown, as: .html) }
    }
    for _ in 0..<20 { loadAndDrop() }
    before = resident()
    for _ in 0..<100 { loadAndDrop() }
    note("left by 100 catalogues loaded and dropped", resident() - before)

    let large = MarkdownShape.answer.document(bytes: 1_000_000)
    _ = bench.render(large, as: .html)
    note("at most, after 1 MB to HTML", peak())
    return rows
  }

  private static func resident() -> Double { status("VmRSS") }
  private static func peak() -> Double { status("VmHWM") }

  /// A figure of the kernel's on this process, in MB; NaN where there is none.
  private static func status(_ key: String) -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(key + ":") }),
      let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Double($0) })
    else { return .nan }
    return kilobytes / 1024
  }
}
