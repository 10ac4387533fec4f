extension BlockParser {
  /// Turns an open paragraph into a table if the line is a delimiter row that fits its last line. Lines before
  /// that one stay a paragraph of their own.
  mutating func openTable(from paragraphIndex: NodeIndex) -> NodeIndex? {
    guard TableScanner.isDelimiterRow(line.bytes + line.firstNonspace) else { return nil }
    let node = nodes[paragraphIndex]
    guard let header = lastLine(of: node) else { return nil }
    let (headerStart, headerEnd) = (header.start, header.end)
    let columns = TableScanner.cells(UnsafePointer(text.base), from: headerStart, to: headerEnd) { _, _ in }
    let found = delimiters()
    guard columns > 0, columns == found.count else { return nil }

    takeBackDefinitions(of: paragraphIndex)
    let firstAlignment = alignments.count
    for alignment in found { alignments.append(alignment) }
    if headerStart > node.text.start {
      insertParagraph(before: paragraphIndex, textEnd: headerStart)
    }
    let headerSource = headerStart > node.text.start ? paragraph.lastLineStart : node.sourceStart
    let headerSourceEnd = node.sourceEnd
    let table = BlockNode.Table(
      firstRow: Int32(rows.count), rowCount: 1, firstAlignment: Int32(firstAlignment),
      columnCount: Int32(columns))
    let end = line.sourceEnd
    edit(paragraphIndex) {
      $0.content = .table(table)
      $0.sourceStart = headerSource
      $0.sourceEnd = end
    }
    let firstCell = cells.count
    appendCells(inText: headerStart, headerEnd, limit: columns)
    rows.append(
      TableRowRecord(
        sourceStart: headerSource, sourceEnd: headerSourceEnd, firstCell: Int32(firstCell),
        cellCount: Int32(cells.count - firstCell)))
    line.advanceToEnd()
    return paragraphIndex
  }

  /// Adds the line as a row; a line without a cell is none.
  mutating func addRow(to index: NodeIndex) -> NodeIndex? {
    guard var table = nodes[index].table else { return nil }
    let columns = Int(table.columnCount)
    let found = countCells()
    guard found > 0 else { return nil }
    let firstCell = cells.count
    let start = text.count
    text.append(UnsafePointer(rowScan.bytes.base), count: rowScan.bytes.count, origin: rowOrigin)
    if rowScan.endsWithBackslash { text.append(UInt8(ascii: "\\")) }
    text.append(.newline)
    let count = min(found, columns)
    for index in 0..<count {
      let cell = rowScan.cell(index)
      cells.append(TextSpan(start: start + cell.start, end: start + cell.end))
    }
    paddedCells += columns - count
    rows.append(
      TableRowRecord(
        sourceStart: line.source + line.firstNonspace, sourceEnd: line.sourceEnd, firstCell: Int32(firstCell),
        cellCount: Int32(count)))
    table.rowCount += 1
    let end = line.sourceEnd
    edit(index) {
      $0.table = table
      $0.sourceEnd = end
      $0.isLastLineBlank = false
    }
    line.advanceToEnd()
    return index
  }

  /// The number of cells that the line has as a row.
  mutating func countCells() -> Int {
    rowScan.count(
      line.bytes + line.firstNonspace, length: line.end - line.firstNonspace, origin: rowOrigin)
  }

  /// Names the row that the line is.
  private var rowOrigin: Int { line.sourceLimit == .max ? line.source + line.firstNonspace : -1 }

  /// The alignments that the line says as a delimiter row.
  private func delimiters() -> [UInt8] {
    let bytes = line.bytes
    var found: [UInt8] = []
    let count = TableScanner.cells(bytes, from: line.firstNonspace, to: line.end) { start, end in
      let left = bytes[start] == UInt8(ascii: ":")
      let right = bytes[end - 1] == UInt8(ascii: ":")
      found.append(left ? (right ? 2 : 1) : (right ? 3 : 0))
    }
    return count == 0 ? [] : found
  }

  /// The last line of a paragraph that is open; nil for one without text.
  func lastLine(of node: BlockNode) -> TextSpan? {
    guard node.text.end > node.text.start else { return nil }
    // The text ends with LF, which is the sentinel.
    var line = TextSpan(start: node.text.end - 1, end: node.text.end - 1)
    while line.start > node.text.start, text[line.start - 1] != .newline { line.start -= 1 }
    return line
  }

  private mutating func appendCells(inText start: Int, _ end: Int, limit: Int) {
    var spans: [TextSpan] = []
    spans.reserveCapacity(min(limit, 64))
    _ = TableScanner.cells(UnsafePointer(text.base), from: start, to: end) { from, to in
      if spans.count < limit { spans.append(TextSpan(start: from, end: to)) }
    }
    for span in spans { cells.append(unescapePipes(span)) }
  }

  /// `\|` in a cell is `|`. The text that was there stays where no escape is in it.
  private mutating func unescapePipes(_ span: TextSpan) -> TextSpan {
    var index = span.start
    while index + 1 < span.end {
      if text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "|") { break }
      index += 1
    }
    guard index + 1 < span.end else { return span }
    let start = text.count
    var read = span.start
    while read < span.end {
      if text[read] == UInt8(ascii: "\\"), read + 1 < span.end, text[read + 1] == UInt8(ascii: "|") {
        read += 1
      }
      let byte = text[read]
      text.append(byte)
      read += 1
    }
    return TextSpan(start: start, end: text.count)
  }

  /// The lines of a paragraph before its last one become a paragraph that holds no definitions.
  private mutating func insertParagraph(before table: NodeIndex, textEnd: Int) {
    let node = nodes[table]
    var span = TextSpan(start: node.text.start, end: textEnd)
    while span.end > span.start, text[span.end - 1].isSpace { span.end -= 1 }
    while span.start < span.end, text[span.start].isSpace { span.start += 1 }
    let content = unescapePipes(span)
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
