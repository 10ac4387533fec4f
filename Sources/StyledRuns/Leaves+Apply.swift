// Applies edits to leaf blocks.

extension Block {
  /// Appends text to a leaf, as ``Edit/text(_:_:)`` defines.
  mutating func append(text: String) throws(UpdateError) {
    if var code = take(\.code) {
      defer { content = .code(code) }
      guard !code.lines.isEmpty else { throw UpdateError(code: .outOfRange, block: id) }
      code.append(continuation: text)
    } else if var html = take(\.html) {
      defer { content = .html(html) }
      guard html.utf8.last == 0x0A else { throw UpdateError(code: .outOfRange, block: id) }
      html.removeSuffix(utf8Count: 1)
      html += text
      html += "\n"
    } else if var matter = take(\.frontMatter) {
      matter.text += text
      content = .frontMatter(matter)
    } else {
      try modifyInlines { (inlines) throws(UpdateError) in inlines.append(continuation: text) }
    }
  }
}

extension Block {
  /// Moves the end of a table's last row to the end of the table.
  mutating func endLastRow() throws(UpdateError) {
    guard var table = take(\.table) else { return }
    defer { content = .table(table) }
    guard let row = table.rows.indices.last else { return }
    let start = table.rows[row].source.lowerBound
    guard source.upperBound >= start else { throw UpdateError(code: .outOfRange, block: id) }
    table.rows[row].source = start..<source.upperBound
  }
}

extension Inlines {
  /// Appends text in the span of the last run. Line feeds become soft breaks.
  mutating func append(continuation added: String) {
    text += added
    runs.appendContinuation(added)
  }
}

extension [InlineRun] {
  /// Appends the runs for a text that ``Inlines/append(continuation:)`` appends.
  mutating func appendContinuation(_ added: String) {
    let span = last?.span ?? InlineRun.noSpan
    var length = 0
    for byte in added.utf8 {
      if byte == 0x0A {
        appendText(length, span)
        append(InlineRun(length: 1, kind: .softBreak, span: span))
        length = 0
      } else {
        length += 1
      }
    }
    appendText(length, span)
  }

  private mutating func appendText(_ length: Int, _ span: Int32) {
    guard length > 0 else { return }
    if let index = indices.last, self[index].kind == .text {
      self[index].length += UInt32(length)
    } else {
      append(InlineRun(length: length, span: span))
    }
  }
}

extension CodeBlock {
  /// Appends text to the last line, which must exist, and further plain lines after it.
  mutating func append(continuation added: String) {
    let last = lines.count - 1
    for (index, part) in added.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard index == 0 else {
        lines.append(CodeLine(text: String(part)))
        continue
      }
      lines[last].text += part
      if let run = lines[last].runs.indices.last {
        lines[last].runs[run].length += UInt32(part.utf8.count)
      }
    }
  }

  /// Applies an edit of code.
  ///
  /// - Returns: The number of bytes by which the source range grows, or nil if the edit does not move its
  ///   end.
  mutating func apply(_ edit: Edit, in id: BlockID) throws(UpdateError) -> Int? {
    switch edit {
    case .lines(_, let keep?, let new):
      guard keep >= 0, keep <= lines.count else { throw UpdateError(code: .outOfRange, block: id) }
      lines.removeSubrange(keep...)
      lines += new
    case .lines(_, nil, let new):
      lines += new
      return new.reduce(0) { $0 + $1.text.utf8.count + 1 }
    case .lastLine(_, let bytes, let runs, let tail):
      guard let last = lines.indices.last, bytes >= 0, bytes <= lines[last].text.utf8.count,
        runs >= 0, runs <= lines[last].runs.count,
        lines[last].text.isScalarBoundary(utf8CountFromEnd: lines[last].text.utf8.count - bytes)
      else { throw UpdateError(code: .outOfRange, block: id) }
      let before = lines[last].text.utf8.count
      lines[last].replaceTail(keepingBytes: bytes, runs: runs, with: tail)
      guard lines[last].isCovered(by: lines[last].runs) else {
        lines[last].runs = []
        throw UpdateError(code: .outOfRange, block: id)
      }
      return lines[last].text.utf8.count - before
    case .rehighlight(_, let first, let runs):
      guard first >= 0, first <= lines.count, runs.count <= lines.count - first else {
        throw UpdateError(code: .outOfRange, block: id)
      }
      for (offset, line) in runs.enumerated() {
        guard lines[first + offset].isCovered(by: line) else {
          throw UpdateError(code: .outOfRange, block: id)
        }
        lines[first + offset].runs = line
      }
    case .code(_, let header):
      self.header = header
    default:
      break
    }
    return nil
  }
}

extension Table {
  /// Applies an edit of rows.
  ///
  /// - Returns: The new end of the source range, or nil if the edit does not move it.
  mutating func apply(_ edit: Edit, in id: BlockID) throws(UpdateError) -> Int? {
    switch edit {
    case .rows(_, let keep, let new):
      let keep = keep ?? rows.count
      guard keep >= 0, keep <= rows.count else { throw UpdateError(code: .outOfRange, block: id) }
      rows.removeSubrange(keep...)
      rows += new
      var filled = 0
      for index in keep..<rows.count {
        filled += max(0, alignments.count - rows[index].cells.count)
        // The parser ends a table at this number of cells that are missing from its text.
        guard filled <= Self.maximumFilledCells + alignments.count else {
          throw UpdateError(code: .tooLarge, block: id)
        }
        try fill(index, in: id)
      }
      guard rows.count <= Self.maximumCells / max(1, alignments.count) else {
        throw UpdateError(code: .tooLarge, block: id)
      }
      return new.last?.source.upperBound
    case .cells(_, let keep, let cells, let growth):
      guard let last = rows.indices.last, keep >= 0, keep <= rows[last].cells.count,
        case let end = rows[last].source.upperBound &+ growth, end >= rows[last].source.lowerBound,
        end <= Document.maximumSource
      else { throw UpdateError(code: .outOfRange, block: id) }
      rows[last].cells.removeSubrange(keep...)
      rows[last].cells += cells
      rows[last].source = rows[last].source.lowerBound..<end
      try fill(last, in: id)
      return end
    case .cell(_, let row, let column, let content):
      guard row >= 0, row <= rows.count, column >= 0,
        column < (row == 0 ? header : rows[row - 1]).cells.count
      else { throw UpdateError(code: .outOfRange, block: id) }
      if row == 0 { header.cells[column] = content } else { rows[row - 1].cells[column] = content }
      return nil
    default:
      return nil
    }
  }

  /// The maximum number of empty cells that an update may leave out.
  private static let maximumFilledCells = 1 << 19
  /// The maximum number of cells in a table: more than the largest text that a service accepts can have.
  private static let maximumCells = 1 << 24

  /// Appends the empty cells that are missing in a row.
  private mutating func fill(_ row: Int, in id: BlockID) throws(UpdateError) {
    let missing = alignments.count - rows[row].cells.count
    guard missing >= 0 else { throw UpdateError(code: .outOfRange, block: id) }
    rows[row].cells += repeatElement(Inlines(), count: missing)
  }
}
