internal import MarkdownSource
internal import StyledRuns

// Updates the leaves of the document: inline content, tables, code and raw HTML.
extension MarkdownStream {
  // MARK: Inline content

  /// Updates a paragraph or heading to its text.
  func changeLeaf(
    _ leaf: inout OpenLeaf, _ node: BlockNode, _ block: inout Block, in level: OpenLevel,
    at address: BlockAddress, _ isFinal: Bool, _ pass: inout UpdatePass
  ) -> ConversionOutcome {
    guard var inlines = takeInlines(of: &block, node) else { return .isAnother }
    let location = LeafLocation(footnote: level.footnote, block: block.id)
    let edit = update(&leaf, &inlines, to: node.text, at: location, isFinal, &pass)
    if case .heading(let heading) = node.content {
      block.content = .heading(Heading(level: Int(heading.level), inlines: inlines))
    } else {
      block.content = .paragraph(inlines)
    }
    if let edit = edit.edit(address.leafTarget) { pass.add(edit, for: block.id) }
    if case .text(let added) = edit { return .changed(end: block.source.upperBound + added.utf8.count) }
    return .changed(end: nil)
  }

  /// Moves the inline content out of a block; returns nil if the node is a different block.
  private func takeInlines(of block: inout Block, _ node: BlockNode) -> Inlines? {
    guard case .heading(let now) = node.content else { return block.take(\.paragraph) }
    guard let heading = block.take(\.heading) else { return nil }
    guard heading.level == Int(now.level) else {
      block.content = .heading(heading)
      return nil
    }
    return heading.inlines
  }

  /// Creates the inline content of a new leaf, and its state if it is not final.
  func makeLeaf(
    _ node: BlockNode, _ state: inout OpenBlock.OpenState, in level: OpenLevel, _ isFinal: Bool,
    _ pass: inout UpdatePass
  ) -> Inlines {
    var inlines = Inlines()
    let location = LeafLocation(footnote: level.footnote, block: node.id)
    if let leaf = make(node.text, &inlines, at: location, isFinal, &pass) { state = .leaf(leaf) }
    return inlines
  }

  /// Updates the inline content of a leaf to its text.
  ///
  /// - Parameter isNew: Whether the document does not contain the leaf.
  private func update(
    _ leaf: inout OpenLeaf, _ inlines: inout Inlines, to text: TextSpan, at location: LeafLocation,
    isNew: Bool = false, _ isFinal: Bool, _ pass: inout UpdatePass
  ) -> InlinesEdit {
    let isRead = leaf.read(to: text, isUnfinished: isUnfinished(text) && !isFinal, by: leafParser, in: pass)
    var edit = InlinesEdit.none
    var unnumbered: UnnumberedInlines?
    if leaf.hasFootnotes || isRead || isNew {
      let extended =
        isNew || isFinal && leaf.hasFootnotes
        ? nil
        : leaf.extend(&inlines, &counters) { tail, bytes, kept in
          number(&tail, of: bytes, at: location, behind: kept)
        }
      if let extended {
        edit = extended
      } else {
        var new = leaf.make(text, by: leafParser, in: pass, &counters)
        if leaf.hasFootnotes { unnumbered = number(&new, at: location, isFinal) }
        leaf.note(new)
        counters.shownBytes += inlines.text.utf8.count
        counters.shownRuns += new.runs.count
        if !isNew { edit = new.edit(from: inlines) }
        inlines = new
      }
    }
    if isFinal {
      leaf.finish(&inlines, by: leafParser)
      remember(text, at: location, unnumbered)
    }
    return edit
  }

  /// Creates the inline content of a leaf that is not in the document.
  private func make(
    _ text: TextSpan, _ inlines: inout Inlines, at location: LeafLocation, _ isFinal: Bool,
    _ pass: inout UpdatePass
  ) -> OpenLeaf? {
    let released = pass.takeReleased(startingAt: text.start)
    guard isFinal, released == nil else {
      var leaf = released ?? OpenLeaf(startingAt: text.start, leafParser.makeLeaf())
      _ = update(&leaf, &inlines, to: text, at: location, isNew: true, isFinal, &pass)
      return isFinal ? nil : leaf
    }
    // A leaf that arrives complete needs no state for growing.
    let (parsed, hasFootnotes) = leafParser.parse(text, in: pass.context)
    inlines = parsed
    counters.shownBytes += inlines.text.utf8.count
    remember(text, at: location, hasFootnotes ? number(&inlines, at: location, isFinal) : nil)
    return nil
  }

  /// Numbers the footnote references of a leaf.
  ///
  /// - Returns: The leaf without numbers.
  private func number(
    _ inlines: inout Inlines, at location: LeafLocation, _ isFinal: Bool
  ) -> UnnumberedInlines {
    let unnumbered = UnnumberedInlines(
      inlines: inlines, references: footnotes.number(inlines, at: location, isFinal: isFinal))
    inlines = numbered(unnumbered)
    return unnumbered
  }

  /// Numbers the references at the end of an open leaf, after a number of unchanged references; returns
  /// `false` if all must be numbered again.
  private func number(
    _ tail: inout FootnoteNumbering.Tail, of text: UnsafeBufferPointer<UInt8>, at location: LeafLocation,
    behind kept: Int
  ) -> Bool {
    var references = FootnoteNumbering.references(in: tail.spans)
    guard footnotes.number(&references, at: location, behind: kept) else { return false }
    tail.number(references, of: text) { blocks.string(footnotes.label($0)) }
    return true
  }

  func numbered(_ leaf: UnnumberedInlines) -> Inlines {
    leaf.numbered { blocks.string(footnotes.label($0)) }
  }

  /// Keeps the text of a finished leaf if it contains an undefined label.
  private func remember(_ text: TextSpan, at location: LeafLocation, _ unnumbered: UnnumberedInlines?) {
    guard !isFinished else { return }
    leaves.add(
      blocks.bytes(text), at: location, withFootnoteLabels: options.extensions.contains(.footnotes),
      unnumbered: unnumbered)
  }

  /// Whether the text ends with this leaf, so that its incomplete constructs are shown optimistically.
  private func isUnfinished(_ leaf: TextSpan) -> Bool {
    guard options.isOptimistic, !isFinished, blocks.text.count - leaf.end < 64 else { return false }
    for index in leaf.end..<blocks.text.count where !blocks.text[index].isSpace { return false }
    return true
  }

  // MARK: Code and raw HTML

  /// Updates a code block.
  ///
  /// - Returns: Its source end after the edits; nil if it is unchanged.
  func changeCode(
    _ text: inout OpenText, _ content: BlockNode.CodePayload, _ node: BlockNode, _ block: inout Block,
    at address: BlockAddress, _ isFinal: Bool, _ pass: inout UpdatePass
  ) -> Int? {
    guard var code = block.take(\.code) else { return nil }
    let (header, count) = (code.header, code.lines.count)
    let length = code.lines.last?.text.utf8.count ?? 0
    let kept = text.update(&code, content, to: node, in: blocks, pass, &counters)
    if header != code.header || header.isClosed != code.isClosed {
      pass.add(.code(address.leafTarget, code.header), for: block.id)
    }
    let change = code.edit(from: count, length, keeping: min(kept, count), in: address.leafTarget)
    if let change { pass.add(change.edit, for: block.id) }
    if isFinal { code.shrinkToFit() }
    block.content = .code(code)
    return change?.growth.map { block.source.upperBound + $0 }
  }

  /// Appends to raw HTML.
  ///
  /// - Returns: Its source end after the edit; nil if it is unchanged.
  func changeHTML(
    _ text: inout OpenText, _ node: BlockNode, _ block: inout Block, at address: BlockAddress,
    _ isFinal: Bool, _ pass: inout UpdatePass
  ) -> Int? {
    guard var html = block.take(\.html) else { return nil }
    let before = html.utf8.count
    let added = text.extend(&html, to: node, in: blocks)
    counters.rawBytes += html.utf8.count - before
    if let added, !added.isEmpty { pass.add(.text(address.leafTarget, added), for: block.id) }
    if isFinal { html.shrinkToFit() }
    block.content = .html(html)
    return added.map { block.source.upperBound + $0.utf8.count }
  }

  // MARK: Tables

  /// Creates a new table.
  func makeTable(
    _ content: BlockNode.TablePayload, _ index: NodeIndex, _ state: inout OpenBlock.OpenState,
    in level: OpenLevel,
    _ isFinal: Bool, _ pass: inout UpdatePass
  ) -> Table {
    var open = OpenTable()
    var table = Table(
      alignments: BlockConversion.alignments(of: content, blocks),
      header: header(of: index, in: level, &pass), rows: [])
    appendRows(&table, &open, index, in: level, &pass)
    if isFinal { table.rows.shrinkToFit() }
    state = .table(open)
    return table
  }

  private func header(of index: NodeIndex, in level: OpenLevel, _ pass: inout UpdatePass) -> Table.TableRow {
    var row = OpenTable.OpenRow()
    let header = makeRow(0, of: index, &row, in: level, pass.finalRows(of: index, blocks) > 0, &pass)
    row.last?.recycle(leafParser)
    return header
  }

  private func makeRow(
    _ row: Int, of index: NodeIndex, _ open: inout OpenTable.OpenRow, in level: OpenLevel, _ isFinal: Bool,
    _ pass: inout UpdatePass
  ) -> Table.TableRow {
    let record = blocks.row(row, of: index)
    var result = Table.TableRow(source: record.sourceStart..<record.sourceEnd, cells: [])
    _ = parseCells(&result.cells, &open, row, of: index, from: 0, in: level, isFinal, &pass)
    return result
  }

  /// Updates a table to its lines.
  func changeTable(
    _ open: inout OpenTable, _ content: BlockNode.TablePayload, _ index: NodeIndex, _ block: inout Block,
    in level: OpenLevel, at address: BlockAddress, _ pass: inout UpdatePass
  ) -> ConversionOutcome {
    guard var table = block.take(\.table) else { return .isAnother }
    defer { block.content = .table(table) }
    let isFinal = pass.isFinal(index, blocks)
    if open.finalRows == 0 {
      // The delimiter row was incomplete, so that the columns may have changed. The header is compared last, and only if
      // it is the same, because its references are numbered with it.
      let alignments = BlockConversion.alignments(of: content, blocks)
      guard alignments == table.alignments, pass.changedLabels.isEmpty,
        header(of: index, in: level, &pass) == table.header
      else { return .isAnother }
    }
    let rowCount = table.rows.count
    var end: Int?
    var kept = max(open.finalRows, 1) - 1
    if rowCount == kept + 1, kept + 1 < Int(content.rowCount),
      table.rows[kept].source.lowerBound == blocks.row(kept + 1, of: index).sourceStart
    {
      end = changeRow(&table.rows[kept], kept + 1, &open, index, in: level, at: address, &pass)
      kept += 1
    } else {
      table.rows.removeSubrange(kept...)
      open.row = nil
    }
    appendRows(&table, &open, index, in: level, &pass)
    if kept < rowCount || kept < table.rows.count {
      let new = table.rows[kept...].map {
        Table.TableRow(source: $0.source, cells: $0.cells[...].withoutEmptyEnd())
      }
      pass.add(.rows(address.leafTarget, keep: kept == rowCount ? nil : kept, rows: new), for: block.id)
      if let last = new.last { end = last.source.upperBound }
    }
    if isFinal { table.rows.shrinkToFit() }
    return .changed(end: end)
  }

  /// Appends new rows, and records which rows are final.
  private func appendRows(
    _ table: inout Table, _ open: inout OpenTable, _ index: NodeIndex, in level: OpenLevel,
    _ pass: inout UpdatePass
  ) {
    let finalCount = pass.finalRows(of: index, blocks)
    while table.rows.count + 1 < blocks.rowCount(of: index) {
      let next = table.rows.count + 1
      var row = OpenTable.OpenRow()
      table.rows.append(makeRow(next, of: index, &row, in: level, next < finalCount, &pass))
      if next == finalCount { open.row = row } else { row.last?.recycle(leafParser) }
    }
    open.finalRows = finalCount
  }

  /// Updates the row that is not final.
  ///
  /// - Returns: The source end of the table after the edits.
  private func changeRow(
    _ row: inout Table.TableRow, _ number: Int, _ open: inout OpenTable, _ index: NodeIndex,
    in level: OpenLevel, at address: BlockAddress, _ pass: inout UpdatePass
  ) -> Int? {
    let record = blocks.row(number, of: index)
    let isFinal = number < pass.finalRows(of: index, blocks)
    let oldSource = row.source
    row.source = record.sourceStart..<record.sourceEnd
    var shown = open.row ?? OpenTable.OpenRow()
    open.row = nil
    let unchanged = isFinal ? 0 : shown.unchangedCells(of: record, blocks.tables.cells, pass)
    var filled = row.cells.count
    while filled > unchanged, row.cells[filled - 1] == Inlines() { filled -= 1 }
    let edits = parseCells(
      &row.cells, &shown, number, of: index, from: unchanged, in: level, isFinal, &pass)
    if !isFinal { open.row = shown }
    guard row.source != oldSource || edits.contains(where: { $0 != .none }) else { return nil }
    // The first changed cell. All cells after the last filled one are new.
    var column = unchanged
    while column < filled, edits[column - unchanged] == .none { column += 1 }
    var growth = row.source.upperBound - oldSource.upperBound
    if column == filled - 1, edits[column - unchanged].keepsBeginning,
      let edit = edits[column - unchanged].edit(address.leafTarget)
    {
      pass.add(edit, for: address.id)
      if case .text(let added) = edits[column - unchanged] { growth -= added.utf8.count }
      column += 1
    }
    let rest = row.cells[min(column, row.cells.count)...].withoutEmptyEnd()
    if !rest.isEmpty || column < filled {
      pass.add(.cells(address.leafTarget, keep: column, cells: rest, growth: growth), for: address.id)
    } else if growth != 0 {
      pass.add(.end(address.leafTarget, by: growth), for: address.id)
    }
    return row.source.upperBound
  }

  /// Parses the cells of a row from a column on, and adds missing cells.
  ///
  /// - Returns: The changes of these cells.
  private func parseCells(
    _ cells: inout [Inlines], _ shown: inout OpenTable.OpenRow, _ row: Int, of index: NodeIndex,
    from first: Int,
    in level: OpenLevel, _ isFinal: Bool, _ pass: inout UpdatePass
  ) -> [InlinesEdit] {
    let record = blocks.row(row, of: index)
    let columns = Int(blocks.nodes[index].table?.columnCount ?? 0)
    let count = Int(record.cellCount)
    var edits: [InlinesEdit] = []
    var last = shown.last
    shown.last = nil
    let lastColumn = shown.spans.count - 1
    cells.reserveCapacity(columns)
    shown.cellsWithoutFootnotes = min(shown.cellsWithoutFootnotes, first)
    var hasFootnotes = false
    for column in first..<max(columns, first) {
      let isShown = column < cells.count
      if !isShown { cells.append(Inlines()) }
      guard column < count else {
        edits.append(cells[column] == Inlines() ? .none : Inlines().edit(from: cells[column]))
        cells[column] = Inlines()
        continue
      }
      let text = blocks.tables.cells[Int(record.firstCell) + column]
      let location = LeafLocation(
        footnote: level.footnote, block: blocks.nodes[index].id,
        cell: LeafLocation.TableCell(row: row, column: column))
      if column == lastColumn, var leaf = last, leaf.start == text.start {
        last = nil
        edits.append(update(&leaf, &cells[column], to: text, at: location, isFinal, &pass))
        hasFootnotes = hasFootnotes || leaf.hasFootnotes
        if column == count - 1, !isFinal { shown.last = leaf } else if !isFinal { leaf.recycle(leafParser) }
      } else {
        var inlines = Inlines()
        let leaf = make(text, &inlines, at: location, isFinal, &pass)
        edits.append(isShown ? inlines.edit(from: cells[column]) : .none)
        cells[column] = inlines
        hasFootnotes = hasFootnotes || (leaf?.hasFootnotes ?? false)
        if column == count - 1 { shown.last = leaf } else { leaf?.recycle(leafParser) }
      }
      if !hasFootnotes { shown.cellsWithoutFootnotes = column + 1 }
    }
    last?.recycle(leafParser)
    if !isFinal { shown.spans = (0..<count).map { blocks.tables.cells[Int(record.firstCell) + $0] } }
    return edits
  }
}

extension UpdatePass {
  /// Returns the number of final rows of a table, including the header.
  func finalRows(of index: NodeIndex, _ blocks: borrowing BlockParser) -> Int {
    if isFinal(index, blocks) { return blocks.rowCount(of: index) }
    return checkpoint.isOpen(index, blocks.nodes[index]) ? checkpoint.tableRows : 0
  }
}

extension BlockParser {
  /// Returns the number of rows of a table, including the header.
  func rowCount(of table: NodeIndex) -> Int { Int(nodes[table].table?.rowCount ?? 0) }

  /// Returns a row of a table. Row 0 is the header.
  func row(_ row: Int, of table: NodeIndex) -> TableRowRecord {
    tables.rows[Int(nodes[table].table?.firstRow ?? 0) + row]
  }
}
