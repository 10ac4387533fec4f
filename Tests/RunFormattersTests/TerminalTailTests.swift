import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// The growing part of a rendering, drawn in place on a small terminal of ours.
@Suite("Drawing in place while the document grows")
struct TerminalTailTests {
  struct Step {
    var final: [String]
    var tail: [String]
  }

  /// Lines become final from the top of the tail, while the tail changes.
  static func steps(_ random: inout SeededGenerator, widest: Int, highest: Int) -> [Step] {
    var steps: [Step] = []
    var number = 0
    func line() -> String {
      number += 1
      return "\(number) "
        + String(repeating: "x", count: Int.random(in: 0...max(0, widest - 6), using: &random))
    }
    var tail: [String] = []
    for _ in 0..<60 {
      let count = Int.random(in: 0...tail.count, using: &random)
      let final = Array(tail.prefix(count))
      tail.removeFirst(count)
      if Bool.random(using: &random), !tail.isEmpty { tail[tail.count - 1] = line() }
      while tail.count < highest, Bool.random(using: &random) { tail.append(line()) }
      steps.append(Step(final: final, tail: tail))
    }
    return steps
  }

  private static func bytes(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  @Test(arguments: [40, 80, 200], 0..<8)
  func theScreenShowsEachLineOnce(columns: Int, seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed * 1000 + columns))
    var screen = ScreenModel(columns: columns, rows: 12)
    var tail = TerminalTail()
    var written: [String] = []
    // Every other seed has tails that are higher than the screen: of these only the end is shown.
    let steps = Self.steps(&random, widest: columns, highest: seed % 2 == 0 ? 8 : 40)
    for step in steps {
      let output = tail.paint(
        final: Self.bytes(step.final), tail: Self.bytes(step.tail), columns: columns, rows: 12)
      screen.receive(output ?? [])
      written += step.final
      #expect(screen.text == written + step.tail.suffix(11))
    }
    #expect(screen.problems.isEmpty)
  }

  @Test(arguments: 0..<16) func aTerminalThatChangesItsSizeShowsEachLineOnce(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var screen = ScreenModel(columns: 80, rows: 24)
    var tail = TerminalTail()
    var written: [String] = []
    for step in Self.steps(&random, widest: 80, highest: 5) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        screen.resize(columns: [40, 60, 80, 200].randomElement(using: &random)!, rows: 24)
      }
      let output = tail.paint(
        final: Self.bytes(step.final), tail: Self.bytes(step.tail), columns: screen.columns, rows: screen.rows
      )
      screen.receive(output ?? [])
      written += step.final
      #expect(screen.text == written + step.tail)
    }
    #expect(screen.problems.isEmpty)
  }

  @Test func nothingIsSentWhereNothingChanged() {
    var tail = TerminalTail()
    #expect(tail.paint(final: [], tail: Self.bytes(["a"]), columns: 80, rows: 24) != nil)
    #expect(tail.paint(final: [], tail: Self.bytes(["a"]), columns: 80, rows: 24) == nil)
  }

  @Test func eachDrawingIsSynchronizedAndClearsNoScreen() throws {
    var tail = TerminalTail()
    _ = tail.paint(final: [], tail: Self.bytes(["a", "b"]), columns: 80, rows: 24)
    let painted = tail.paint(final: Self.bytes(["a"]), tail: Self.bytes(["c"]), columns: 80, rows: 24)
    let output = try #require(painted)
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    #expect(!text.contains("\u{1B}[2J"))
  }

  @Test(arguments: [40, 80, 200]) func aDocumentLaidOutAnewForAnotherWidthStaysWithinIt(columns: Int) {
    let document = SampleDocument.make()
    var options = ANSIFormatter.Options()
    options.width = 100
    options.colors = .none
    options.links = .none
    var stream = ANSIStream(options: options)
    var sink = ByteSink()
    var part = document
    part.blocks = Array(document.blocks.prefix(3))
    stream.write(part, sheet: nil, into: &sink)
    let before = sink.count
    stream.width = columns
    stream.write(document, sheet: nil, isFinal: true, into: &sink)
    let lines = sink.bytes[before...].split(separator: UInt8(ascii: "\n"))
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
  }
}
