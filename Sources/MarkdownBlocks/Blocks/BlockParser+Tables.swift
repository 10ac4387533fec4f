internal import StyledRuns

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
    if headerColumns.source != paragraph.lastLineStart || headerColumns.span != header {
      headerColumns = (paragraph.lastLineStart, header, RowScan.count(bytes(header)))
    }
    let columns = headerColumns.count
    guard let found = delimiterRow.read(line, columns: columns, &stretches) ?? begunAlignments(under: header)
    else { return nil }
    var headerScan = RowScan()
    _ = headerScan.count(text.base + header.start, length: header.end - header.start, origin: -1)

    takeBackDefinitions(of: paragraphIndex)
    let firstAlignment = alignments.count
    for alignment in found { alignments.append(alignment.rawValue) }
    let isCut = header.start > node.text.start
    if isCut { insertParagraph(before: paragraphIndex, textEnd: header.start) }
    let headerSource = isCut ? paragraph.lastLineStart : node.sourceStart
    let (firstRow, firstCell) = (rows.count, cells.count)
    headerScan.append(to: &text, &cells, limit: columns, origin: -1)
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

  /// Returns the column alignments of a delimiter row that is still incomplete; nil unless incomplete
  /// constructs are shown optimistically.
  func begunAlignments(under header: TextSpan?) -> [Table.ColumnAlignment]? {
    guard isOptimistic, extensions.contains(.table), let header else { return nil }
    let bytes = UnsafeBufferPointer(
      start: line.bytes + line.firstNonspace, count: line.end - line.firstNonspace)
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
    let firstCell = cells.count
    rowScan.append(to: &text, &cells, limit: columns, origin: rowOrigin)
    addRow(from: firstCell, source: line.source + line.firstNonspace..<end)
    paddedCells += max(columns - found, 0)
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
    rows.append(
      TableRowRecord(
        sourceStart: source.lowerBound, sourceEnd: source.upperBound, firstCell: Int32(firstCell),
        cellCount: Int32(cells.count - firstCell)))
  }

  /// Returns the number of cells in the line.
  mutating func countCells() -> Int {
    rowScan.count(
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
    var next = linesWithoutEscapes.source == source ? linesWithoutEscapes.end : span.start
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
      linesWithoutEscapes = (source: source, end: max(next, span.start))
      return span
    }
    for index in read..<span.end { text.append(text[index]) }
    return TextSpan(start: start, end: text.count)
  }

  /// Inserts a paragraph with the lines before the table header. It contains no definitions.
  private mutating func insertParagraph(before table: NodeIndex, textEnd: Int) {
    let node = nodes[table]
    var span = TextSpan(start: node.text.start, end: textEnd)
    while span.end > span.start, text[span.end - 1].isSpace { span.end -= 1 }
    while span.start < span.end, text[span.start].isSpace { span.start += 1 }
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
    if node.previous != .none {
      edit(node.previous) { $0.next = index }
    } else {
      edit(node.parent) { $0.first = index }
    }
    edit(table) { $0.previous = index }
  }
}
