extension BlockPhase {
  /// Turns an open paragraph into a table if the line is a delimiter row that fits its last line. Lines before
  /// that one stay a paragraph of their own.
  mutating func openTable(from paragraphIndex: Int) -> Int? {
    guard TableScanner.isDelimiterRow(line.bytes + line.firstNonspace) else { return nil }
    let node = nodes[paragraphIndex]
    guard node.contentEnd > node.contentStart else { return nil }
    // The text ends with LF, which is the sentinel.
    let headerEnd = node.contentEnd - 1
    var headerStart = headerEnd
    while headerStart > node.contentStart, text[headerStart - 1] != .newline { headerStart -= 1 }
    let columns = TableScanner.cells(UnsafePointer(text.base), from: headerStart, to: headerEnd) { _, _ in }
    guard columns > 0, columns == delimiterCount() else { return nil }

    takeBackDefinitions(of: paragraphIndex)
    let firstAlignment = alignments.count
    _ = appendAlignments()
    if headerStart > node.contentStart {
      insertParagraph(before: paragraphIndex, textEnd: headerStart)
    }
    let headerSource = headerStart > node.contentStart ? paragraph.lastLineStart : node.sourceStart
    let headerSourceEnd = node.sourceEnd
    let table = edit(paragraphIndex)
    table.pointee.kind = .table
    table.pointee.sourceStart = headerSource
    table.pointee.sourceEnd = line.sourceEnd
    table.pointee.padding = Int32(columns)
    table.pointee.unjudged = Int32(firstAlignment)
    table.pointee.start = Int32(rows.count)
    table.pointee.markerOffset = 1
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
  mutating func addRow(to table: Int) -> Int? {
    let columns = Int(nodes[table].padding)
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
    let node = edit(table)
    node.pointee.markerOffset += 1
    node.pointee.sourceEnd = line.sourceEnd
    node.pointee.flags.remove(.lastLineBlank)
    line.advanceToEnd()
    return table
  }

  /// How many cells the line has as a row.
  mutating func countCells() -> Int {
    rowScan.count(
      line.bytes + line.firstNonspace, length: line.end - line.firstNonspace, origin: rowOrigin)
  }

  /// Names the row that the line is.
  private var rowOrigin: Int { line.sourceLimit == .max ? line.source + line.firstNonspace : -1 }

  private func delimiterCount() -> Int {
    TableScanner.cells(line.bytes, from: line.firstNonspace, to: line.end) { _, _ in }
  }

  private mutating func appendAlignments() -> Int {
    let bytes = line.bytes
    var found: [UInt8] = []
    let count = TableScanner.cells(bytes, from: line.firstNonspace, to: line.end) { start, end in
      let left = bytes[start] == UInt8(ascii: ":")
      let right = bytes[end - 1] == UInt8(ascii: ":")
      found.append(left ? (right ? 2 : 1) : (right ? 3 : 0))
    }
    for value in found { alignments.append(value) }
    return count
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
  private mutating func insertParagraph(before table: Int, textEnd: Int) {
    let node = nodes[table]
    var span = TextSpan(start: node.contentStart, end: textEnd)
    while span.end > span.start, text[span.end - 1].isSpace { span.end -= 1 }
    while span.start < span.end, text[span.start].isSpace { span.start += 1 }
    let content = unescapePipes(span)
    var cut = BlockNode(kind: .paragraph, flags: [], depth: node.depth)
    cut.parent = node.parent
    cut.previous = node.previous
    cut.next = Int32(table)
    cut.startLine = node.startLine
    cut.sourceStart = node.sourceStart
    cut.sourceEnd = paragraph.previousLineEnd
    cut.contentStart = content.start
    cut.contentEnd = content.end
    let index = add(cut)
    if node.previous != BlockNode.none {
      edit(Int(node.previous)).pointee.next = Int32(index)
    } else {
      edit(Int(node.parent)).pointee.first = Int32(index)
    }
    edit(table).pointee.previous = Int32(index)
  }
}
