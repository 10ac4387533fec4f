internal import StyledRuns

extension IncrementalParser {
  // MARK: Open code and tables

  /// Puts the lines or rows that are not there yet into the open leaf; final ones stay.
  func extendLeaf(_ block: inout Block, _ stage: Stage) {
    guard var leaf = openLeaf else { return }
    let node = phase.nodes[leaf.node]
    if node.kind == .code {
      var code = block.takeCode()
      extend(&code, &leaf, node, stage)
      block.content = .code(code)
    } else {
      var table = block.takeTable()
      extend(&table, &leaf, node, stage)
      block.content = .table(table)
    }
    openLeaf = leaf
  }

  private func extend(_ code: inout CodeBlock, _ leaf: inout OpenLeaf, _ node: BlockNode, _ stage: Stage) {
    if leaf.textEnd < 0 {
      code = BlockContent.codeHeader(node, phase)
      leaf.textEnd = BlockContent.codeStart(node, phase)
    }
    code.isClosed = BlockContent.isClosed(node, unlabelled: code)
    code.lines.removeSubrange(leaf.count...)
    // Blank lines at the end of indented code are not yet its own.
    let end =
      stage == .final && node.isOpen && !node.flags.contains(.fenced)
      ? BlockContent.endWithoutBlankLines(node, phase) : node.contentEnd
    if end > leaf.textEnd {
      code.lines += BlockContent.lines(phase.text.base, from: leaf.textEnd, to: end)
    }
    if stage == .final {
      leaf.count = code.lines.count
      leaf.textEnd = max(leaf.textEnd, end)
    }
  }

  private func extend(_ table: inout Table, _ leaf: inout OpenLeaf, _ node: BlockNode, _ stage: Stage) {
    if leaf.count > 0 { table.rows.removeSubrange((leaf.count - 1)...) }
    for row in leaf.count..<Int(node.markerOffset) {
      let built = self.row(row, of: leaf.node, stage, footnote: nil)
      if row == 0 { table.header = built } else { table.rows.append(built) }
    }
    if stage == .final { leaf.count = Int(node.markerOffset) }
  }

  func row(_ row: Int, of index: Int, _ stage: Stage, footnote: Int?) -> Table.Row {
    let node = phase.nodes[index]
    let record = phase.rows[Int(node.start) + row]
    var cells: [Inlines] = []
    for column in 0..<Int(record.cellCount) {
      let place = LeafRecord.Place(
        footnote: footnote, block: BlockID(offset: node.sourceStart, depth: Int(node.depth)), row: row,
        column: column)
      cells.append(inlines(phase.cells[Int(record.firstCell) + column], at: place, stage))
    }
    while cells.count < Int(node.padding) { cells.append(Inlines()) }
    return Table.Row(source: record.sourceStart..<record.sourceEnd, cells: cells)
  }
}

extension Block {
  // What these take out is held by nobody else, and so is changed without a copy.

  fileprivate mutating func takeCode() -> CodeBlock {
    if case .code(let code) = takeContent() { return code }
    return CodeBlock(info: "", isFenced: false, lines: [])
  }

  fileprivate mutating func takeTable() -> Table {
    if case .table(let table) = takeContent() { return table }
    return Table(alignments: [], header: Table.Row(source: 0..<0, cells: []), rows: [])
  }
}
