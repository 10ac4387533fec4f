import ArgumentParser
import BenchmarkInputs
import Foundation
import Rendering
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// What memory work takes: of the filter as a process, and of the engine in this one.
struct Memory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The most memory that each kind of work takes; report leaks says what is left of it.")

  @Flag(help: "Print JSON.")
  var json = false

  struct Row: Codable, Sendable {
    var work: String
    var megabytes: Double
  }

  func run() async throws {
    let rows = try await Self.measure()
    print(json ? try rows.json : Self.text(rows))
  }

  static func text(_ rows: [Row]) -> String {
    table([["work", "MB"]] + rows.map { [$0.work, $0.megabytes.short] })
  }

  static func measure() async throws -> [Row] { try await programs() + engine() }

  /// The filter, each time a process of its own. Empty where it is not built.
  private static func programs() async throws -> [Row] {
    let program =
      ProcessInfo.processInfo.environment["ILSRENDER"] ?? Repository.path + "/.build/release/ilsrender"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      say("skipped: the filter's memory (no program at \(program))")
      return []
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "ilsrender-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try Inputs.write(to: folder.path)
    let works: [(name: String, arguments: [String])] = [
      ("nothing", ["/dev/null"]),
      ("500 lines of swift to a terminal", ["--color", "always", "swift.fence.md"]),
      ("100 KB to a terminal", ["--color", "always", "answer-100k.md"]),
      ("100 KB to HTML", ["--format", "html", "answer-100k.md"]),
      ("1 MB to a terminal", ["--color", "always", "answer-1m.md"]),
      ("1 MB to HTML", ["--format", "html", "answer-1m.md"]),
      ("10 MB to a terminal", ["--color", "always", "answer-10m.md"]),
      ("10 MB to HTML", ["--format", "html", "answer-10m.md"]),
    ]
    var rows: [Row] = []
    for work in works {
      // A program of its own: peak says why.
      let result = try await Subprocess.run(
        .path(FilePath(CommandLine.executable).removingLastComponent().appending("peak")),
        arguments: Arguments([program] + work.arguments), workingDirectory: FilePath(folder.path),
        output: .discarded, error: .string(limit: 10_000))
      guard result.terminationStatus.isSuccess,
        let kilobytes = result.standardError.split(separator: "\n").last.flatMap({ Double($0) })
      else { throw ValidationError("ilsrender on \(work.name): \(result.standardError)") }
      rows.append(Row(work: "ilsrender, \(work.name), at most", megabytes: kilobytes / 1024))
    }
    return rows
  }

  /// In the order in which it is done: memory only grows until it is given back.
  private static func engine() throws -> [Row] {
    var rows: [Row] = []
    let process = ProcessFigures.own
    let bench = RenderBench()
    let message = MarkdownShape.answer.document(bytes: 4_000)
    let session = SessionBench(highlighter: bench.highlighter)
    _ = session.append([message])
    let before = process.resident
    let open = (0..<200).map { _ in session.session() }
    for session in open { for piece in pieces(of: message, bytes: 16) { _ = session.append(piece) } }
    rows.append(Row(work: "200 open sessions of 4 KB", megabytes: process.resident - before))
    withExtendedLifetime(open) {}
    for sample in try CodeSample.all(lines: 500) { _ = bench.render(sample.markdown, as: .html) }
    rows.append(Row(work: "in process, all languages used", megabytes: process.resident))
    _ = bench.render(MarkdownShape.answer.document(bytes: 1_000_000), as: .html)
    rows.append(Row(work: "in process, at most, after 1 MB to HTML", megabytes: process.peak))
    return rows
  }
}

/// Says something that is no result.
func say(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
