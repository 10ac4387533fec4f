import ArgumentParser
import BenchmarkInputs
import Rendering

/// What sessions keep for each byte of their text, in bytes that are allocated: a count, the same on every machine.
struct SessionMemory: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session-memory",
    abstract: "What open and ended sessions keep, as a multiple of their text.",
    discussion: "Fails where one keeps more than it may; counts bytes, so that it is the same anywhere.")

  @Flag(help: "Print JSON.")
  var json = false

  struct Row: Codable, Sendable {
    var work: String
    /// Of all sessions together.
    var textBytes: Int
    var open: Int
    var ended: Int
    /// How many bytes an open session may keep for a byte of text.
    var allowed: Double

    var openMultiple: Double { Double(open) / Double(textBytes) }
    var endedMultiple: Double { Double(ended) / Double(textBytes) }
  }

  func run() async throws {
    guard Allocations.bytesInUse != nil else {
      return print("skipped: what sessions keep (this C library does not say what is allocated)")
    }
    let rows = Self.measure()
    print(json ? try rows.json : Self.text(rows))
    let large = rows.filter { $0.openMultiple > $0.allowed }
    for row in large {
      print(
        "session-memory: \(row.work): \(row.openMultiple.short) times its text, \(row.allowed.short) allowed")
    }
    if !large.isEmpty { throw ExitCode.failure }
  }

  static func text(_ rows: [Row]) -> String {
    table(
      [["bytes kept for a byte of text", "text", "open", "ended"]]
        + rows.map { [$0.work, "\($0.textBytes)", $0.openMultiple.short, $0.endedMultiple.short] })
  }

  /// A little over what is kept: more is a change that somebody should know of.
  static func measure() -> [Row] {
    let bench = SessionBench(highlighter: RenderBench().highlighter)
    let answer = MarkdownShape.answer
    return [
      measure("200 messages of 4 KB", bench, answer.document(bytes: 4_000), count: 200, allowed: 8),
      measure("1 MB of answers", bench, answer.document(bytes: 1_000_000), allowed: 5),
      measure(
        "1 MB of plain paragraphs", bench, PlainText.document(bytes: 1_000_000, end: "\n\n"), allowed: 4.5),
      measure("1 MB in one paragraph", bench, PlainText.document(bytes: 1_000_000, end: "\n"), allowed: 3.5),
      measure("1 MB in one list", bench, MarkdownShape.list.document(bytes: 1_000_000), allowed: 7.5),
      measure("1 MB of code", bench, MarkdownShape.code.document(bytes: 1_000_000), allowed: 3.5),
    ]
  }

  private static func measure(
    _ work: String, _ bench: SessionBench, _ text: [UInt8], count: Int = 1, allowed: Double
  ) -> Row {
    // Of four kilobytes as tokens come, of more in larger pieces.
    let pieces = pieces(of: text, bytes: text.count > 100_000 ? 1024 : 32)
    let first = bench.session()
    for piece in pieces { _ = first.append(piece) }
    let before = Allocations.bytesInUse ?? 0
    let sessions = (0..<count).map { _ in bench.session() }
    for session in sessions { for piece in pieces { _ = session.append(piece) } }
    let open = (Allocations.bytesInUse ?? 0) - before
    for session in sessions { _ = session.finish() }
    let ended = (Allocations.bytesInUse ?? 0) - before
    // What was there before stays until all is counted.
    return withExtendedLifetime((pieces, first, sessions)) {
      Row(work: work, textBytes: text.count * count, open: open, ended: ended, allowed: allowed)
    }
  }
}
