import StyledRuns
import Testing

/// An update changes the arrays of the block that it names where they lie, and copies none of them.
@Suite struct ApplyInPlaceTests {
  private static let id = BlockID(offset: 0, depth: 0)
  private static let edits = 1000

  /// Applies edits to a document of one block. Returns how often an array of the block got another place in memory: when it
  /// has no more room, or when it is copied.
  private func moves(
    _ content: Block.BlockContent, of address: (Block.BlockContent) -> UnsafeRawPointer?,
    _ edit: (Int) -> Edit
  ) throws -> Int {
    var document = Document()
    let block = Block(id: Self.id, source: 0..<1, content: content)
    try document.apply(
      Update(sequence: 1, edits: [.splice(nil, keep: 0, blocks: [block])], finished: [0]))
    var moves = 0
    var last = address(document.blocks[0].content)
    for index in 0..<Self.edits {
      try document.apply(Update(sequence: index + 2, edits: [edit(index)], finished: [0]))
      let now = address(document.blocks[0].content)
      if now != last { moves += 1 }
      last = now
    }
    return moves
  }

  private func address<Element>(of array: [Element]) -> UnsafeRawPointer? {
    array.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
  }

  @Test func spansThatAreAddedToAParagraph() throws {
    let start = Inlines(text: "a", runs: [InlineRun(length: 1)], spans: [])
    let moves = try moves(.paragraph(start)) { content in
      guard case .paragraph(let inlines) = content else { return nil }
      return address(of: inlines.spans)
    } _: { index in
      let run = InlineRun(length: 1, kind: .text, span: Int32(index))
      let span = InlineSpan(kind: .link(destination: "/\(index)", title: ""))
      return .inlines(
        .tip, runs: index + 1, bytes: 0, spans: index, tail: Inlines(text: "b", runs: [run], spans: [span]))
    }
    #expect(moves <= 20)
  }

  @Test func linesThatAreAddedToCode() throws {
    let start = CodeBlock(info: "", isFenced: true, lines: [CodeLine(text: "a")])
    let moves = try moves(.code(start)) { content in
      guard case .code(let code) = content else { return nil }
      return address(of: code.lines)
    } _: { _ in
      .text(.tip, "b\nc")
    }
    #expect(moves <= 20)
  }

  @Test func rowsThatAreAddedToATable() throws {
    let row = Table.TableRow(source: 0..<1, cells: [Inlines(text: "a", runs: [InlineRun(length: 1)])])
    let moves = try moves(.table(Table(alignments: [.none], header: row, rows: []))) { content in
      guard case .table(let table) = content else { return nil }
      return address(of: table.rows)
    } _: { _ in
      .rows(.tip, keep: nil, rows: [row])
    }
    #expect(moves <= 20)
  }

  @Test func itemsThatAreAddedToAList() throws {
    let list = List(marker: .bullet("-"), isTight: true, items: [])
    let moves = try moves(.list(list)) { content in
      guard case .list(let list) = content else { return nil }
      return address(of: list.items)
    } _: { index in
      let item = Block(
        id: BlockID(offset: index + 1, depth: 1), source: index + 1..<index + 2,
        content: .listItem(ListItem(blocks: [])))
      return .splice(.last(depth: 0), keep: nil, blocks: [item])
    }
    #expect(moves <= 20)
  }
}
