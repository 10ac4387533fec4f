internal import StyledRuns

extension Block {
  /// Replaces the inline content of a paragraph, heading or table cell. O(1) if the block is uniquely
  /// referenced.
  mutating func setInlines(_ inlines: Inlines, at cell: LeafLocation.TableCell?) {
    if case .paragraph = content {
      content = .paragraph(inlines)
    } else if var heading = take(\.heading) {
      heading.inlines = inlines
      content = .heading(heading)
    } else if let cell, var table = take(\.table) {
      if cell.row == 0 {
        table.header.cells[cell.column] = inlines
      } else {
        table.rows[cell.row - 1].cells[cell.column] = inlines
      }
      content = .table(table)
    }
  }

  /// Changes the block with an identity in `blocks` or among their descendants. Siblings must be in source
  /// order.
  ///
  /// - Returns: Whether the block was found.
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
