internal import StyledRuns

extension IncrementalParser {
  // MARK: Open tables

  /// Puts the rows that are not there yet into the open table; final ones stay.
  func extendLeaf(_ block: inout Block, _ stage: Stage) {
    guard var leaf = openLeaf else { return }
    // What it holds of the document is changed in place, and so held by nobody else.
    openLeaf = nil
    var table = block.takeTable()
    extend(&table, &leaf, phase.nodes[leaf.node], stage)
    block.content = .table(table)
    openLeaf = leaf
  }

  private func extend(_ table: inout Table, _ leaf: inout OpenLeaf, _ node: BlockNode, _ stage: Stage) {
    if stage == .final {
      if table.rows.count >= leaf.count, leaf.count > 0 {
        leaf.shownRow?.cells = table.rows[leaf.count - 1].cells
      } else {
        leaf.shownRow = nil
        // The last row that there is was final before.
        note(.same, of: BlockID(offset: node.sourceStart, depth: Int(node.depth)))
      }
    }
    if leaf.count > 0 { table.rows.removeSubrange((leaf.count - 1)...) }
    for row in leaf.count..<Int(node.markerOffset) {
      let built: Table.Row
      if var shown = leaf.shownRow {
        leaf.shownRow = nil
        built = self.row(row, of: leaf.node, stage, &shown)
      } else {
        built = self.row(row, of: leaf.node, stage, footnote: spine[spine.count - 1].footnote)
      }
      if row == 0 { table.header = built } else { table.rows.append(built) }
    }
    if stage == .final {
      leaf.count = Int(node.markerOffset)
      if !phase.nodes[leaf.node].isOpen { table.rows.fit() }
    } else {
      leaf.shownRow = shownRow(leaf.count, of: node)
    }
  }

  /// The row behind the final ones, if there is one.
  private func shownRow(_ row: Int, of node: BlockNode) -> OpenLeaf.ShownRow? {
    guard row < Int(node.markerOffset) else { return nil }
    let record = phase.rows[Int(node.start) + row]
    let spans = (0..<Int(record.cellCount)).map { phase.cells[Int(record.firstCell) + $0] }
    return OpenLeaf.ShownRow(
      sourceStart: record.sourceStart, spans: spans, definitions: openLeaves.definitions)
  }

  /// A row that was shown when its line was shorter: only what changed is made anew, and noted.
  private func row(
    _ row: Int, of index: Int, _ stage: Stage, _ shown: inout OpenLeaf.ShownRow
  ) -> Table.Row {
    let node = phase.nodes[index]
    let record = phase.rows[Int(node.start) + row]
    let block = BlockID(offset: node.sourceStart, depth: Int(node.depth))
    let kept = stage == .final ? 0 : settledCells(of: shown, record)
    var cells: [Inlines] = []
    swap(&cells, &shown.cells)
    var shownCount = cells.count
    while shownCount > kept, cells[shownCount - 1] == Inlines() { shownCount -= 1 }
    var changes: [InlinesChange] = []
    while cells.count < Int(node.padding) { cells.append(Inlines()) }
    for column in kept..<max(cells.count, kept) {
      var old = Inlines()
      swap(&old, &cells[column])
      guard column < Int(record.cellCount) else {
        if column < shownCount { changes.append(InlinesChange(of: old)) }
        continue
      }
      let place = LeafRecord.Place(
        footnote: spine[spine.count - 1].footnote, block: block, row: row, column: column, isInTable: true)
      if column < shownCount { openLeaves.take(old, at: place.leaf) }
      old = Inlines()
      let result = readInlines(phase.cells[Int(record.firstCell) + column], at: place, stage)
      cells[column] = result.inlines
      guard column < shownCount else { continue }
      switch result.change {
      case .inlines(let change): changes.append(change)
      default: changes.append(InlinesChange(none: result.inlines))
      }
    }
    note(.row(RowChange(kept: kept, cells: changes)), of: block)
    return Table.Row(source: record.sourceStart..<record.sourceEnd, cells: cells)
  }

  /// How many of the first cells are what they were: behind them stood a pipe already.
  private func settledCells(of shown: OpenLeaf.ShownRow, _ record: TableRowRecord) -> Int {
    // References to footnotes must be counted.
    guard shown.sourceStart == record.sourceStart, shown.definitions == openLeaves.definitions,
      footnoteNodes.isEmpty
    else { return 0 }
    let limit = min(shown.spans.count - 1, Int(record.cellCount), shown.cells.count)
    var count = 0
    while count < limit {
      let span = phase.cells[Int(record.firstCell) + count]
      guard span.start == shown.spans[count].start, span.end == shown.spans[count].end else { break }
      count += 1
    }
    return count
  }

  func row(_ row: Int, of index: Int, _ stage: Stage, footnote: Int?) -> Table.Row {
    let node = phase.nodes[index]
    let record = phase.rows[Int(node.start) + row]
    var cells: [Inlines] = []
    cells.reserveCapacity(Int(node.padding))
    for column in 0..<Int(record.cellCount) {
      let place = LeafRecord.Place(
        footnote: footnote, block: BlockID(offset: node.sourceStart, depth: Int(node.depth)), row: row,
        column: column, isInTable: true)
      cells.append(readInlines(phase.cells[Int(record.firstCell) + column], at: place, stage).inlines)
    }
    while cells.count < Int(node.padding) { cells.append(Inlines()) }
    return Table.Row(source: record.sourceStart..<record.sourceEnd, cells: cells)
  }
}

extension Block {
  /// What this takes out is held by nobody else, and so is changed without a copy.
  fileprivate mutating func takeTable() -> Table {
    if case .table(let table) = takeContent() { return table }
    return Table(alignments: [], header: Table.Row(source: 0..<0, cells: []), rows: [])
  }
}
