internal import StyledRuns

extension Block {
  /// Puts other inline content into a paragraph, heading or cell of a table. O(1), if the block is uniquely referenced.
  mutating func setInlines(_ inlines: Inlines, at cell: LeafLocation.Cell?) {
    switch content {
    case .paragraph:
      content = .paragraph(inlines)
    case .heading(let heading):
      content = .heading(Heading(level: heading.level, inlines: inlines))
    case .table:
      guard let cell else { return }
      var table = takeTable()
      if cell.row == 0 {
        table.header.cells[cell.column] = inlines
      } else {
        table.rows[cell.row - 1].cells[cell.column] = inlines
      }
      content = .table(table)
    default:
      break
    }
  }

  /// Takes a table out, so that it is uniquely referenced; the caller puts it back.
  mutating func takeTable() -> Table {
    if case .table(let table) = takeContent() { return table }
    return Table(alignments: [], header: Table.Row(source: 0..<0, cells: []), rows: [])
  }

  /// Changes the block named `id` among `blocks` or below them; siblings are in the order of the source.
  ///
  /// - Returns: Whether the block is there.
  static func modify(_ id: BlockID, in blocks: inout [Block], _ body: (inout Block) -> Void) -> Bool {
    guard let index = blocks.index(atOrBefore: id.offset) else { return false }
    if blocks[index].id == id {
      body(&blocks[index])
      return true
    }
    var found = false
    blocks[index].modifyChildren { found = modify(id, in: &$0, body) }
    return found
  }
}
