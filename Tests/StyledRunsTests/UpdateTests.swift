import TestSupport
import Testing

@testable import StyledRuns

@Suite struct UpdateTests {
  /// Inlines with runs joined as a parser gives them: neighbours differ in kind or span.
  static func randomInlines(_ generator: inout SeededGenerator) -> Inlines {
    var inlines = Inlines()
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      let parent = Int32.random(in: -1..<Int32(inlines.spans.count), using: &generator)
      inlines.spans.append(
        InlineSpan(kind: Bool.random(using: &generator) ? .emphasis : .strong, parent: parent))
    }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let text = ["a", "é", "日", "👍🏽", "ab"].randomElement(using: &generator)!
      let kind: InlineRun.RunKind = Bool.random(using: &generator) ? .text : .code
      let span = Int32.random(in: -1..<Int32(inlines.spans.count), using: &generator)
      if let last = inlines.runs.last, last.kind == kind, last.span == span { continue }
      let copies = String(repeating: text, count: Int.random(in: 1...3, using: &generator))
      inlines.text += copies
      inlines.runs.append(InlineRun(length: copies.utf8.count, kind: kind, span: span))
    }
    return inlines
  }

  @Test func editsOfInlinesMakeTheNewOfTheOld() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let old = Self.randomInlines(&generator)
      let new = Self.randomInlines(&generator)
      let id = BlockID(offset: 0, depth: 0)
      var document = Document(blocks: [Block(id: id, source: 0..<1, content: .paragraph(old))])
      let edit = new.edit(from: old)
      let edits = edit.edit(.tip).map { [$0] } ?? []
      let growth = if case .text(let added) = edit { added.utf8.count } else { 0 }
      try document.apply(Update(sequence: 1, edits: edits))
      #expect(document.blocks[0].content == .paragraph(new), "\(old) to \(new) by \(edits)")
      #expect(document.blocks[0].source == 0..<(1 + growth))
    }
  }

  @Test func anUpdateThatDoesNotFitIsRefused() {
    let id = BlockID(offset: 0, depth: 0)
    let other = BlockID(offset: 7, depth: 2)
    let item = Block(
      id: other, source: 7..<8, content: .listItem(ListItem(task: nil, followsBlankLine: false, blocks: [])))
    let edits: [(Edit, UpdateErrorCode)] = [
      (.splice(nil, keep: 2, blocks: []), .outOfRange),
      (.splice(.block(id), keep: 0, blocks: []), .wrongKind),
      (.splice(nil, keep: -1, blocks: []), .outOfRange),
      (.splice(nil, keep: 1, blocks: [item]), .wrongKind),
      (.footnotes(keep: 0, blocks: [item]), .wrongKind),
      (.replace(Block(id: id, source: 0..<4, content: item.content)), .wrongKind),
      (.end(.block(other), by: 9), .unknownBlock),
      (.end(.tip, by: -9), .outOfRange),
      (.end(.last(depth: 1), by: 9), .unknownBlock),
      (.lines(.tip, keep: 0, lines: []), .wrongKind),
      (.cells(.last(depth: 0), keep: 0, cells: [], growth: 9), .wrongKind),
      (.cell(.tip, row: 0, column: 0, content: Inlines()), .wrongKind),
      (.inlines(.tip, runs: 5, bytes: 0, spans: 0, tail: Inlines()), .outOfRange),
      (.inlines(.tip, runs: 0, bytes: 99, spans: 0, tail: Inlines()), .outOfRange),
    ]
    for (edit, code) in edits {
      var document = Document(blocks: [
        Block(id: id, source: 0..<4, content: .paragraph(Inlines(plain: "text")))
      ])
      #expect(throws: UpdateError.self) { try document.apply(Update(sequence: 1, edits: [edit])) }
      do { try document.apply(Update(sequence: 1, edits: [edit])) } catch { #expect(error.code == code) }
      #expect(document.blocks[0].content == .paragraph(Inlines(plain: "text")))
    }
  }

  @Test func rawHTMLGoesOnBeforeItsLastLineEnd() throws {
    let id = BlockID(offset: 0, depth: 0)
    var document = Document(blocks: [Block(id: id, source: 0..<5, content: .html("<div>\n"))])
    try document.apply(Update(sequence: 1, edits: [.text(.tip, "é"), .text(.tip, "\n</div>\n")]))
    #expect(document.blocks == [Block(id: id, source: 0..<15, content: .html("<div>é\n</div>\n\n"))])
    document.blocks[0].content = .html("<div>")
    #expect(throws: UpdateError.self) {
      try document.apply(Update(sequence: 2, edits: [.text(.tip, "x")]))
    }
    #expect(document.blocks[0].content == .html("<div>"))
  }

  @Test func aCellIsReplacedByItself() throws {
    let id = BlockID(offset: 0, depth: 0)
    func row(_ names: String...) -> Table.TableRow {
      Table.TableRow(source: 0..<9, cells: names.map { Inlines(plain: $0) })
    }
    let table = Table(
      alignments: [.none, .left], header: row("a", "b"), rows: [row("c", "d"), row("e", "f")])
    let document = Document(blocks: [Block(id: id, source: 0..<9, content: .table(table))])
    var now = document
    try now.apply(
      Update(
        sequence: 1,
        edits: [
          .cell(.tip, row: 0, column: 1, content: Inlines(plain: "B")),
          .cell(.block(id), row: 2, column: 0, content: Inlines(plain: "E")),
        ]))
    let expected = Table(
      alignments: table.alignments, header: row("a", "B"), rows: [row("c", "d"), row("E", "f")])
    #expect(now.blocks[0].content == .table(expected))
    for (row, column) in [(-1, 0), (3, 0), (0, 2), (1, -1)] {
      var same = document
      #expect(throws: UpdateError.self) {
        try same.apply(
          Update(sequence: 1, edits: [.cell(.tip, row: row, column: column, content: Inlines())]))
      }
      #expect(same.blocks == document.blocks)
    }
  }

  @Test func whatStandsBehindTheFinishedBlocksIsOpen() throws {
    let blocks = [
      Block(id: BlockID(offset: 0, depth: 0), source: 0..<4, content: .thematicBreak),
      Block(
        id: BlockID(offset: 5, depth: 0), source: 5..<9,
        content: .quote([
          Block(id: BlockID(offset: 7, depth: 1), source: 7..<9, content: .paragraph(Inlines(plain: "a")))
        ])),
    ]
    var document = Document()
    try document.apply(
      Update(sequence: 1, edits: [.splice(nil, keep: nil, blocks: blocks)], finished: [1, 0]))
    #expect(document.blocks.map(\.isFinished) == [true, false])
    #expect(document.blocks[1].children.map(\.isFinished) == [false])
    try document.apply(Update(sequence: 2, isFinal: true))
    #expect(document.blocks.map(\.isFinished) == [true, true])
    #expect(document.blocks[1].children.map(\.isFinished) == [true])
  }
}
