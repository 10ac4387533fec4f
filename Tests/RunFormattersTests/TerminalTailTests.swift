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
      // As the rows of a table: lines come above the last one, go, and change within.
      while !tail.isEmpty, tail.count < highest, Int.random(in: 0..<3, using: &random) > 0 {
        tail.insert(line(), at: Int.random(in: 0..<tail.count, using: &random))
      }
      if !tail.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
        tail.remove(at: Int.random(in: 0..<tail.count, using: &random))
      }
      for index in tail.indices where Int.random(in: 0..<3, using: &random) == 0 {
        tail[index] = changed(tail[index], widest: widest, &random)
      }
      steps.append(Step(final: final, tail: tail))
    }
    return steps
  }

  /// Words of a line that are longer, shorter, or others.
  private static func changed(_ line: String, widest: Int, _ random: inout SeededGenerator) -> String {
    var text = Array(line)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, place + Int.random(in: 0...4, using: &random))
      let letters = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        "abcde".randomElement(using: &random)!
      }
      text.replaceSubrange(place..<end, with: letters)
    }
    return String(text.prefix(widest))
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

  @Test(arguments: 0..<12) func aTailThatIsTakenOffIsDrawnAgainWhereTheCursorIs(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var screen = ScreenModel(columns: 80, rows: 24)
    var tail = TerminalTail()
    var written: [String] = []
    for step in Self.steps(&random, widest: 80, highest: 30) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        screen.receive(tail.erase())
        #expect(screen.text == written)
        screen.receive(Array("stopped\n".utf8))
        written.append("stopped")
      }
      let output = tail.paint(
        final: Self.bytes(step.final), tail: Self.bytes(step.tail), columns: 80, rows: 24)
      screen.receive(output ?? [])
      written += step.final
      #expect(screen.text == written + step.tail.suffix(23))
    }
    #expect(screen.problems.isEmpty)
  }

  /// As a table ends, with a last row in the same piece: only lines that had no room and the new one are written.
  @Test func linesOnTheScreenStayWhenTheyBecomeFinal() throws {
    let rows = (1...60).map { "row \($0) " + String(repeating: "x", count: 60) }
    var screen = ScreenModel(columns: 80, rows: 24)
    var tail = TerminalTail()
    screen.receive(tail.paint(final: [], tail: Self.bytes(rows + ["edge"]), columns: 80, rows: 24) ?? [])
    let painted = tail.paint(final: Self.bytes(rows + ["last", "edge"]), tail: [], columns: 80, rows: 24)
    let output = try #require(painted)
    screen.receive(output)
    #expect(screen.text == rows + ["last", "edge"])
    let hidden = Self.bytes(Array(rows.prefix(39))).count
    #expect(output.count < hidden + 40 * 16)
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
    var options = ANSIOptions()
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
