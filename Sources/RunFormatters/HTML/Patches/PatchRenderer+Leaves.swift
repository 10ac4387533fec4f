import StyledRuns

/// Updates code blocks and tables line by line and row by row.
extension PatchRenderer {
  // MARK: Code

  mutating func build(_ unit: PatchUnit, _ code: CodeBlock, into out: inout ByteSink) {
    unit.attributes = CodeAttributes(info: code.info)
    var content = ByteSink(capacity: 512)
    let spans = write(code, 0..<code.lines.count, of: unit, into: &content)
    setStart(start(of: code, unit), of: unit)
    for span in spans { unit.spans.append(span) }
    out.append(unit.start)
    content.withBytes { out.append($0.bindMemory(to: UInt8.self)) }
    out.append("</code></pre></figure>\n")
  }

  private func start(of code: CodeBlock, _ unit: PatchUnit) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.writeStart(
      code, unit.attributes, isWide: !unit.wideLines.isEmpty,
      note: code.undrawnNote(writer.options.diagrams), into: &out)
    return out.bytes
  }

  /// Writes lines, and returns the nodes that each line adds to its parent. The nodes of the block's last
  /// line are kept.
  private mutating func write(
    _ code: CodeBlock, _ lines: Range<Int>, of unit: PatchUnit, into out: inout ByteSink
  ) -> [NodeSpan] {
    let attributes = unit.attributes
    let isSeparate = writer.separatesLines(attributes)
    let hasNotations = writer.options.codeNotations
    var notations = hasNotations ? CodeNotations(before: lines.lowerBound, of: code.lines) : CodeNotations()
    return lines.map { index in
      let start = out.count
      let line = code.lines[index]
      if index < HTMLWriter.widthLines, HTMLWriter.isWide(line) {
        unit.wideLines.insert(index)
      } else {
        unit.wideLines.remove(index)
      }
      let notation = hasNotations ? notations.next(line) : nil
      writer.write(line, at: index, notation, attributes, isSeparate: isSeparate, into: &out)
      let fragment = HTMLFragment(out.suffix(from: start))
      if index == code.lines.count - 1 { keep(fragment, of: unit) }
      return fragment.span
    }
  }

  mutating func update(_ unit: PatchUnit, _ code: CodeBlock, path: [Int]) -> NodeSpan? {
    guard code.info == unit.attributes.info || keepsLines(of: unit, code) else { return nil }
    let inner = path + unit.chain.dropFirst()
    replaceChanged(unit, count: code.lines.count, path: inner) { renderer, lines, out in
      renderer.write(code, lines, of: unit, into: &out)
    }
    if unit.wideLines.contains(where: { $0 >= code.lines.count }) {
      unit.wideLines = unit.wideLines.filter { $0 < code.lines.count }
    }
    return updateStart(start(of: code, unit), of: unit, path: path) ? .block : nil
  }

  /// Marks the lines that a new info string changes; returns `false` if all lines can change.
  private func keepsLines(of unit: PatchUnit, _ code: CodeBlock) -> Bool {
    let (old, new) = (unit.attributes, CodeAttributes(info: code.info))
    guard writer.separatesLines(old), writer.separatesLines(new), old.startLine == new.startLine,
      old.words == new.words
    else { return false }
    for line in 0..<min(unit.shownCount, code.lines.count) {
      let number = new.startLine + line
      if old.mark(of: number) != new.mark(of: number) { unit.changed.insert(line) }
    }
    unit.attributes = new
    return true
  }

  /// Rewrites the changed lines or rows, and appends new ones.
  private mutating func replaceChanged(
    _ unit: PatchUnit, count: Int, path: [Int],
    _ write: (inout PatchRenderer, Range<Int>, inout ByteSink) -> [NodeSpan]
  ) {
    var tail = min(unit.unchangedCount, unit.shownCount, count)
    while tail > 0, unit.changed.contains(tail - 1) { tail -= 1 }
    for range in Self.ranges(unit.changed.filter { $0 < tail }) {
      let place = UnitPosition(path: path, before: unit.before(range.lowerBound), endsElement: false)
      let end = unit.before(range.upperBound).end
      var out = ByteSink(capacity: 512)
      let spans = write(&self, range, &out)
      replace(nil, upTo: end, with: out.bytes, at: place)
      unit.spans.replace(range.lowerBound + 1..<range.upperBound + 1, with: spans)
    }
    guard tail < count || tail < unit.shownCount else { return }
    let old = tail == unit.shownCount ? HTMLFragment([]) : tail == unit.shownCount - 1 ? unit.kept : nil
    let place = UnitPosition(path: path, before: unit.before(tail), endsElement: true)
    var out = ByteSink(capacity: 512)
    if count == tail { keep(nil, of: unit) }
    let spans = write(&self, tail..<count, &out)
    replace(old, upTo: nil, with: out.bytes, at: place)
    unit.spans.truncate(to: tail + 1)
    for span in spans { unit.spans.append(span) }
  }

  /// Returns the ranges of consecutive indices, in order.
  static func ranges(_ indices: Set<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in indices.sorted() {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }

  // MARK: Tables

  mutating func build(_ unit: PatchUnit, _ table: Table, into out: inout ByteSink) {
    findDirection(of: unit, table)
    var content = ByteSink(capacity: 512)
    let spans = write(table, 0..<table.rows.count, of: unit, into: &content)
    setStart(start(of: table, unit), of: unit)
    for span in spans { unit.spans.append(span) }
    out.append(unit.start)
    content.withBytes { out.append($0.bindMemory(to: UInt8.self)) }
    out.append(table.rows.isEmpty ? "</table></div>\n" : "</tbody>\n</table></div>\n")
  }

  private mutating func start(of table: Table, _ unit: PatchUnit) -> [UInt8] {
    var out = ByteSink(capacity: 256)
    writer.writeStart(table, unit.direction, into: &out)
    return out.bytes
  }

  private mutating func write(
    _ table: Table, _ rows: Range<Int>, of unit: PatchUnit, into out: inout ByteSink
  ) -> [NodeSpan] {
    for index in rows {
      let start = out.count
      writer.write(table.rows[index], of: table, into: &out)
      if index == table.rows.count - 1 { keep(HTMLFragment(out.suffix(from: start)), of: unit) }
    }
    return Array(repeating: .block, count: rows.count)
  }

  mutating func update(_ unit: PatchUnit, _ table: Table, path: [Int]) -> NodeSpan? {
    guard table.rows.isEmpty == (unit.shownCount == 0) else { return nil }
    findDirection(of: unit, table)
    let inner = path + unit.chain.dropFirst()
    replaceChanged(unit, count: table.rows.count, path: inner) { renderer, rows, out in
      renderer.write(table, rows, of: unit, into: &out)
    }
    return updateStart(start(of: table, unit), of: unit, path: path) ? .block : nil
  }

  /// Finds the first letter with a direction in the changed rows, if earlier rows have none.
  private func findDirection(of unit: PatchUnit, _ table: Table) {
    func direction(of row: Table.TableRow) -> TextDirection? {
      row.cells.lazy.compactMap { TextDirection(of: $0.text) }.first
    }
    if let found = direction(of: table.header) {
      (unit.direction, unit.directed) = (found, nil)
      return
    }
    let unchanged = min(unit.unchangedCount, table.rows.count, unit.changed.min() ?? .max)
    if let known = unit.directed, known < unchanged { return }
    unit.directed = table.rows[unchanged...].firstIndex { direction(of: $0) != nil }
    unit.direction = unit.directed.flatMap { direction(of: table.rows[$0]) }
  }
}
