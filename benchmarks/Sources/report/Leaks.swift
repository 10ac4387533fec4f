import ArgumentParser
import BenchmarkInputs
import Rendering

/// What is left when thousands of sessions and many catalogues of grammars have gone, in bytes that are allocated.
struct Leaks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Fails where sessions or catalogues leave memory behind; counts bytes, so that it is the same anywhere."
  )

  @Option(help: "Sessions of each kind.")
  var sessions = 10_000

  @Option(help: "Catalogues of grammars that are loaded, used and dropped.")
  var catalogues = 100

  @Flag(help: "Print JSON.")
  var json = false

  struct Row: Codable, Sendable {
    var work: String
    var times: Int
    /// Bytes in use after all these, less those before them.
    var left: Int
    /// What each may leave: less than any object has, but for lists of which one may grow at any time.
    var allowed: Int

    var each: Double { Double(left) / Double(times) }
  }

  func run() async throws {
    guard Allocations.bytesInUse != nil else {
      return print("skipped: what is left (this C library does not say what is allocated)")
    }
    let rows = try Self.measure(sessions: sessions, catalogues: catalogues)
    print(json ? try rows.json : Self.text(rows))
    let leaks = rows.filter { $0.left > $0.allowed }
    for row in leaks { print("leaks: \(row.work): \(row.left) bytes are left, \(row.allowed) are allowed") }
    if !leaks.isEmpty { throw ExitCode.failure }
  }

  static func text(_ rows: [Row]) -> String {
    table(
      [["what came and went", "times", "bytes left", "each"]]
        + rows.map { [$0.work, "\($0.times)", "\($0.left)", $0.each.short] })
  }

  static func measure(sessions: Int, catalogues: Int) throws -> [Row] {
    var rows: [Row] = []
    /// A tenth of the work first, so that what is kept once is there. 64 KB is what lists of an engine may grow by.
    func count(_ work: String, _ times: Int, each: Int, _ body: (Int) throws -> Void) rethrows {
      for index in 0..<max(2, times / 10) { try body(index) }
      let before = Allocations.bytesInUse ?? 0
      for index in 0..<times { try body(index) }
      let left = (Allocations.bytesInUse ?? 0) - before
      rows.append(Row(work: work, times: times, left: left, allowed: 65_536 + each * times))
    }
    let bench = SessionBench(highlighter: RenderBench().highlighter)
    let message = pieces(of: MarkdownShape.answer.document(bytes: 4_000), bytes: 64)
    count("sessions of 4 KB", sessions, each: 1) { _ in _ = bench.append(message) }
    count("sessions left in the middle", sessions, each: 1) { index in
      let session = bench.session()
      for piece in message.prefix(index % message.count) { _ = session.append(piece) }
    }
    let samples = try ["swift", "typescript", "markdown", "cpp"].map {
      try CodeSample.of($0, lines: 100).markdown
    }
    count("catalogues with four languages", catalogues, each: 64) { _ in
      let bench = RenderBench()
      for sample in samples { _ = bench.render(sample, as: .html) }
    }
    return rows
  }
}
