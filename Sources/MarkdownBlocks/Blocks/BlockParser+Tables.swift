internal import MarkdownSource
internal import StyledRuns

/// The rows of a document's tables, and the scans of a row that may still grow.
struct TableBuffers: ~Copyable {
  var rows = RawBuffer<TableRowRecord>(capacity: 7)
  var cells = RawBuffer<TextSpan>(capacity: 7)
  /// The column alignments of all tables, as raw values of ``Table/ColumnAlignment``.
  var alignments = RawBuffer<UInt8>(capacity: 7)
  /// The number of cells that were added to short rows, for the limit.
  var paddedCells = 0
  /// The header row and the delimiter row of the table that was opened last, with the source offset of the table.
  var head = (source: -1, text: [UInt8]())

  /// The scan of the current row, which depends only on the current line.
  var rowScan = RowScan()
  var delimiterRow = DelimiterRowScan()
  /// The cached number of cells of the last line that was checked as a table header.
  var headerColumns = (source: -1, span: TextSpan(start: 0, end: 0), count: 0)
  /// The paragraph, by source offset, whose text contains no `\|` before `end`.
  var linesWithoutEscapes = (source: -1, end: 0)

  struct BufferCounts { var rows, cells, alignments, paddedCells: Int }

  var counts: BufferCounts {
    BufferCounts(rows: rows.count, cells: cells.count, alignments: alignments.count, paddedCells: paddedCells)
  }

  mutating func truncate(to counts: BufferCounts) {
    rows.truncate(to: counts.rows)
    cells.truncate(to: counts.cells)
    alignments.truncate(to: counts.alignments)
    paddedCells = counts.paddedCells
  }

  var byteCount: Int { rows.byteCount + cells.byteCount + alignments.byteCount }
}

extension BlockParser {
  /// Turns an open paragraph into a table if the line is a delimiter row that matches the paragraph's last
  /// line. The preceding lines remain a paragraph.
  mutating func openTable(from paragraphIndex: NodeIndex) -> NodeIndex? {
    switch line.head {
    case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x0B, 0x0C: break
    default: return nil
    }
    let node = nodes[paragraphIndex]
    guard let header = lastLine(of: node) else { return nil }
    if tables.headerColumns.source != paragraph.lastLineStart || tables.headerColumns.span != header {
      tables.headerColumns = (paragraph.lastLineStart, header, RowScan.count(bytes(header)))
    }
    let columns = tables.headerColumns.count
    guard
      let found = tables.delimiterRow.read(line, columns: columns, &stretches)
        ?? begunAlignments(under: header)
    else { return nil }
    if node.text.count > BlockParser.maximumChangingParagraph, beginsWithDefinition(paragraphIndex) {
      return nil
    }
    var headerScan = RowScan()
    _ = headerScan.count(text.base + header.start, length: header.end - header.start, origin: -1)

    takeBackDefinitions(of: paragraphIndex)
    let firstAlignment = tables.alignments.count
    for alignment in found { tables.alignments.append(alignment.rawValue) }
    let isCut = header.start > node.text.start
    if isCut { insertParagraph(before: paragraphIndex, textEnd: header.start) }
    let headerSource = isCut ? paragraph.lastLineStart : node.sourceStart
    rememberHead(header, source: headerSource)
    let (firstRow, firstCell) = (tables.rows.count, tables.cells.count)
    headerScan.append(to: &text, &tables.cells, limit: columns, origin: -1)
    addRow(from: firstCell, source: headerSource..<node.sourceEnd)
    let end = line.sourceEnd
    edit(paragraphIndex) {
      $0.content = .table(
        BlockNode.TablePayload(
          firstRow: Int32(firstRow), rowCount: 1, firstAlignment: Int32(firstAlignment),
          columnCount: Int32(columns)))
      $0.sourceStart = headerSource
      $0.sourceEnd = end
    }
    line.advance(to: line.end)
    return paragraphIndex
  }

  private mutating func rememberHead(_ header: TextSpan, source: Int) {
    tables.head.source = source
    tables.head.text.removeAll(keepingCapacity: true)
    tables.head.text += bytes(header)
    tables.head.text.append(.newline)
    tables.head.text += line.bytes[line.firstNonspace..<line.end]
    tables.head.text.append(.newline)
  }

  /// Returns the column alignments of a delimiter row that is still incomplete; nil unless incomplete
  /// constructs are shown optimistically.
  func begunAlignments(under header: TextSpan?) -> [Table.ColumnAlignment]? {
    guard isOptimistic, extensions.contains(.table), let header else { return nil }
    let bytes = line.bytes[line.firstNonspace..<line.end]
    guard bytes.contains(UInt8(ascii: "-")) else { return nil }
    return DelimiterRowScan.begun(bytes, under: self.bytes(header))
  }

  /// Adds the line as a row; returns nil if the line has no cell.
  mutating func addRow(to index: NodeIndex) -> NodeIndex? {
    guard var table = nodes[index].table else { return nil }
    let columns = Int(table.columnCount)
    let found = countCells()
    guard found > 0 else { return nil }
    let end = line.sourceEnd
    let firstCell = tables.cells.count
    tables.rowScan.append(to: &text, &tables.cells, limit: columns, origin: rowOrigin)
    addRow(from: firstCell, source: line.source + line.firstNonspace..<end)
    tables.paddedCells += max(columns - found, 0)
    table.rowCount += 1
    edit(index) {
      $0.table = table
      $0.sourceEnd = end
      $0.isLastLineBlank = false
    }
    line.advance(to: line.end)
    return index
  }

  /// Adds a row with the cells from `firstCell` on.
  private mutating func addRow(from firstCell: Int, source: Range<Int>) {
    tables.rows.append(
      TableRowRecord(
        sourceStart: source.lowerBound, sourceEnd: source.upperBound, firstCell: Int32(firstCell),
        cellCount: Int32(tables.cells.count - firstCell)))
  }

  /// Returns the number of cells in the line.
  mutating func countCells() -> Int {
    tables.rowScan.count(
      line.bytes + line.firstNonspace, length: line.end - line.firstNonspace, origin: rowOrigin)
  }

  /// The source offset that identifies the current row.
  private var rowOrigin: Int { line.source + line.firstNonspace }

  /// Returns the last line of an open paragraph; nil if the paragraph has no text.
  func lastLine(of node: BlockNode) -> TextSpan? {
    guard node.text.end > node.text.start else { return nil }
    // The text ends with LF, which serves as the sentinel.
    return TextSpan(start: max(paragraph.lastLineTextStart, node.text.start), end: node.text.end - 1)
  }

  /// Replaces `\|` with `|` in the lines before a table. Text without `\|` is not moved, and this fact is
  /// cached, because each line of a long paragraph may look like a table header for a moment.
  private mutating func unescapePipes(_ span: TextSpan, of source: Int) -> TextSpan {
    var next = tables.linesWithoutEscapes.source == source ? tables.linesWithoutEscapes.end : span.start
    let start = text.count
    var read = span.start
    while next + 1 < span.end {
      if text[next] == UInt8(ascii: "\\"), text[next + 1] == UInt8(ascii: "|") {
        for index in read..<next { text.append(text[index]) }
        read = next + 1
      }
      next += 1
    }
    guard read > span.start else {
      tables.linesWithoutEscapes = (source: source, end: max(next, span.start))
      return span
    }
    for index in read..<span.end { text.append(text[index]) }
    return TextSpan(start: start, end: text.count)
  }

  /// Inserts a paragraph with the lines before the table header. It contains no definitions.
  private mutating func insertParagraph(before table: NodeIndex, textEnd: Int) {
    let node = nodes[table]
    let span = TextSpan(start: node.text.start, end: textEnd).trimmed(in: UnsafePointer(text.base))
    let content = unescapePipes(span, of: node.sourceStart)
    var cut = BlockNode(.paragraph, depth: node.depth)
    cut.isOpen = false
    cut.parent = node.parent
    cut.previous = node.previous
    cut.next = table
    cut.startLine = node.startLine
    cut.sourceStart = node.sourceStart
    cut.sourceEnd = paragraph.previousLineEnd
    cut.text = content
    let index = add(cut)
    link(index, after: node.previous, in: node.parent)
    edit(table) { $0.previous = index }
  }
}
