import Diagrams
import MarkdownBlocks
import StyledRuns
import Testing

/// The diagrams of a text may together cost what its length allows.
@Suite struct DiagramBudgetTests {
  /// A diagram of a few bytes whose layout has 1,150 parts.
  static let dense =
    "```mermaid\ngraph TD\na&b&c&d&e&f&g&h&i&j&k&l&m&n&o-->a&b&c&d&e&f&g&h&i&j&k&l&m&n&o\n```\n\n"
  static let small = "```mermaid\ngraph LR; a --> b\n```\n\n"

  private func codes(_ text: String) -> [CodeBlock] {
    MarkdownParser().parse(Array(text.utf8)).blocks.compactMap(\.code)
  }

  private func drawnSize(_ codes: [CodeBlock]) throws -> Int {
    try codes.filter { $0.drawing == .diagram }.reduce(0) { $0 + (try Diagram(mermaid: $1.text)).size }
  }

  @Test func fewDiagramsAreAllDrawn() throws {
    let text = String(repeating: Self.small, count: 500)
    #expect(codes(text).allSatisfy { $0.drawing == .diagram && !$0.header.isUndrawn })
    #expect(try drawnSize(codes(Self.dense + Self.dense)) > 2_000)
  }

  /// Without a bound for all, a thousand of them had 1,150,000 parts.
  @Test func manyLargeDiagramsAreNotAllDrawn() throws {
    let text = String(repeating: Self.dense + "a\n\n", count: 1_000)
    let codes = codes(text)
    #expect(try drawnSize(codes) <= 3_000 + text.utf8.count / 64)
    let undrawn = codes.filter(\.header.isUndrawn)
    #expect(undrawn.count > 980)
    #expect(undrawn.allSatisfy { $0.drawing == nil && $0.lines.count == 2 })
  }

  /// The frame, the style and the title of a drawing take longer than a node does.
  @Test func eachDrawingHasAPriceOfItsOwn() {
    let text = String(repeating: "```mermaid\nerDiagram\nA\n```\n", count: 4_000)
    let drawn = codes(text).count { $0.drawing == .diagram }
    #expect(drawn > 800)
    #expect(drawn * 4 <= 3_000 + text.utf8.count / 64)
  }

  @Test func textBetweenDiagramsPaysForThem() throws {
    let text = String(repeating: Self.dense, count: 2)
    #expect(try drawnSize(codes(text + String(repeating: "a ", count: 4_000) + "\n\n" + Self.dense)) < 3_000)
    #expect(try drawnSize(codes(text + String(repeating: "a ", count: 40_000) + "\n\n" + Self.dense)) > 3_000)
  }

  /// What is read has its price, too: after so many, none is read any more.
  @Test func diagramsThatCannotBeDrawnCount() throws {
    let unread = Self.dense.replacing("\n```\n\n", with: "\nx --\n```\n\n")
    #expect(codes(String(repeating: unread, count: 20) + Self.small).last?.drawing == .diagram)
    #expect(codes(String(repeating: unread, count: 100) + Self.small).last?.header.isUndrawn == true)
    let unsupported = String(repeating: "```mermaid\ngitGraph\n```\n", count: 1_000)
    #expect(codes(unsupported + Self.small).last?.drawing == .diagram)
  }

  @Test func aStreamDrawsWhatOneShotRenderingDraws() {
    let text = "> \(Self.dense)\n- a\n\n" + Self.dense + "b\n" + Self.dense + Self.small + "```mermaid\na"
    for step in [1, 7, 48] { PrefixComparison.check(Array(text.utf8), MarkdownOptions()) { step } }
  }

  /// The last line of a closed diagram may go on with spaces; the diagram is read once.
  @Test func anOpenLineDoesNotReadTheDiagramAgain() throws {
    let stream = MarkdownStream()
    stream.append(String(repeating: Self.dense, count: 2).replacing("\n\n```", with: "\n```"))
    stream.append(String(Self.dense.dropLast(2)))
    _ = stream.update()
    let drawn = stream.document.blocks.compactMap(\.code).map(\.header.isUndrawn)
    for _ in 0..<100 {
      stream.append(" ")
      _ = stream.update()
    }
    #expect(stream.document.blocks.compactMap(\.code).map(\.header.isUndrawn) == drawn)
    #expect(drawn == [false, false, true])
    #expect(stream.currentCounters.readDiagrams == 3)
  }
}
