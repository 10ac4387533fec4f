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
      let kind: InlineRun.Kind = Bool.random(using: &generator) ? .text : .code
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
      var edits: [Edit] = []
      let growth = new.appendEdits(from: InlinesChange(of: old), in: .tip, to: &edits) ?? 0
      try document.apply(Update(sequence: 1, edits: edits))
      #expect(document.blocks[0].content == .paragraph(new), "\(old) to \(new) by \(edits)")
      #expect(document.blocks[0].source == 0..<(1 + growth))
    }
  }

  /// Documents that differ only behind the closed children of each level.
  static func randomBlocks(
    _ generator: inout SeededGenerator, offset: Int, depth: Int, count: Int
  ) -> [Block] {
    // Children lie within their parent's stretch of the source.
    let stretch = [100_000, 10_000, 1_000, 100, 10][depth]
    return (0..<count).map { index in
      let start = offset + index * stretch
      let id = BlockID(offset: start, depth: depth)
      let content: Block.Content =
        switch Int.random(in: 0..<7, using: &generator) {
        case 0 where depth < 4:
          .quote(
            randomBlocks(
              &generator, offset: start, depth: depth + 1, count: Int.random(in: 0...3, using: &generator)))
        case 1 where depth < 4:
          .listItem(
            ListItem(
              task: [true, false, nil].randomElement(using: &generator)!,
              blocks: randomBlocks(
                &generator, offset: start, depth: depth + 1, count: Int.random(in: 0...3, using: &generator)))
          )
        case 2:
          .code(
            CodeBlock(
              info: ["swift", "c"].randomElement(using: &generator)!, isFenced: true,
              lines: (0..<Int.random(in: 0...3, using: &generator)).map { CodeLine(text: "line \($0)") }))
        case 3: .thematicBreak
        case 4: .html("<b>\n")
        default: .paragraph(randomInlines(&generator))
        }
      return Block(
        id: id, source: start..<(start + Int.random(in: 1...99, using: &generator)), content: content)
    }
  }

  @Test func aSpineTellsHowTheOpenBlocksChanged() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let old = Self.randomBlocks(
        &generator, offset: 0, depth: 0, count: Int.random(in: 0...4, using: &generator))
      // The open path, and how many children on it are closed.
      var closed: [Int] = []
      var children = old
      while closed.count < 6 {
        closed.append(Int.random(in: 0...children.count, using: &generator))
        guard let open = children.dropFirst(closed.last!).first else { break }
        children = open.children
        if children.isEmpty { break }
      }
      var spine = Spine(of: old, closed: closed)
      var last = LastBlocks(of: old)
      let new = Self.regrown(old, closed: closed[...], depth: 0, &generator)
      var document = Document(blocks: old)
      var edits = spine.edits(to: new)
      for index in edits.indices { last.shorten(&edits[index]) }
      try document.apply(Update(sequence: 1, edits: edits))
      #expect(document.blocks == new)
    }
  }

  /// Keeps the closed children along the path and makes everything behind them anew.
  static func regrown(
    _ old: [Block], closed: ArraySlice<Int>, base: Int = 0, depth: Int, _ generator: inout SeededGenerator
  ) -> [Block] {
    guard let count = closed.first else { return old }
    // What stands where an open container stood is another block: a container is never taken back.
    var new = Array(old.prefix(count))
    var shift = 5
    if var open = old.dropFirst(count).first, Bool.random(using: &generator) {
      let start = open.id.offset
      open.modifyChildren {
        $0 = regrown($0, closed: closed.dropFirst(), base: start, depth: depth + 1, &generator)
      }
      if case .paragraph = open.content { open.content = .paragraph(randomInlines(&generator)) }
      open.source =
        open.source.lowerBound..<(open.source.lowerBound + Int.random(in: 1...99, using: &generator))
      new.append(open)
      shift = 0
    }
    let stretch = [100_000, 10_000, 1_000, 100, 10][depth]
    let offset = new.last.map { $0.id.offset + stretch } ?? base
    new += randomBlocks(
      &generator, offset: offset + shift, depth: depth, count: Int.random(in: 0...2, using: &generator))
    return new
  }

  @Test func anUpdateThatDoesNotFitIsRefused() {
    let id = BlockID(offset: 0, depth: 0)
    let other = BlockID(offset: 7, depth: 2)
    let edits: [(Edit, UpdateError.Code)] = [
      (.splice(nil, keep: 2, blocks: []), .outOfRange),
      (.splice(.block(id), keep: 0, blocks: []), .wrongKind),
      (.splice(nil, keep: -1, blocks: []), .outOfRange),
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
    func row(_ names: String...) -> Table.Row {
      Table.Row(source: 0..<9, cells: names.map { Inlines(plain: $0) })
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
