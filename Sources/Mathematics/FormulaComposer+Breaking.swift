/// Breaks formulas that are too wide into lines, before relations and binary operators.
extension FormulaComposer {
  /// The indentation of the lines after the first, in columns.
  private static let indentation = 4

  /// Returns a formula in two dimensions, whole or with broken lines; nil if a part is wider than `columns`, or the
  /// formula exceeds a limit.
  mutating func drawing(of root: MathNode, in columns: Int) -> FormulaBox? {
    let whole: FormulaBox
    let breakLines: (inout Self) -> [FormulaBox]?
    if case .table(let table) = root, table.isDisplayStyle {
      let cells = boxes(ofCellsOf: table)
      whole = checked(composeTall(table, cells))
      breakLines = { $0.brokenLines(of: table, cells, in: columns) }
    } else {
      let boxes = boxes(of: root.items)
      whole = row(boxes, of: root.items)
      breakLines = { $0.brokenLines(root.items, boxes, in: columns) }
    }
    if isTooLarge { return nil }
    if whole.columns <= columns { return whole }
    return breakLines(&self).map { .stacked($0, baseline: 0, .left) }
  }

  /// Breaks each row of a table.
  ///
  /// - Parameter cells: The boxes of the items of each cell.
  private mutating func brokenLines(
    of table: MathTable, _ cells: [[[FormulaBox]]], in columns: Int
  ) -> [FormulaBox]? {
    var lines: [FormulaBox] = []
    for (index, row) in table.rows.enumerated() {
      var nodes = row.flatMap(\.items)
      var boxes = cells[index].flatMap(\.self)
      if let text = table.tags[index] {
        let tag: [MathNode] = [.space(36), .text(text, .plain)]
        nodes += tag
        boxes += self.boxes(of: tag)
      }
      guard let broken = brokenLines(nodes, boxes, in: columns) else { return nil }
      if index > 0, lines.contains(where: { $0.height > 1 }) || broken.contains(where: { $0.height > 1 }) {
        lines.append(.spaces(1))
      }
      lines += broken
    }
    return lines
  }

  private mutating func brokenLines(
    _ nodes: [MathNode], _ boxes: [FormulaBox], in columns: Int
  ) -> [FormulaBox]? {
    if boxes.contains(where: { $0.columns > columns }) { return nil }
    let classes = spacedClasses(of: nodes)
    var starts = [0]
    var depth = 0
    for index in nodes.indices.dropFirst() {
      switch nodes[index].mathClass {
      case .opening: depth += 1
      case .closing: depth -= depth > 0 ? 1 : 0
      default: break
      }
      guard depth == 0, index > 0 else { continue }
      if classes[index] == .relation || classes[index] == .binary { starts.append(index) }
    }
    starts.append(nodes.count)
    let ends = ends(of: nodes, boxes)
    var lines: [FormulaBox] = []
    var start = 0
    while start + 1 < starts.count {
      let room = columns - (lines.isEmpty ? 0 : Self.indentation)
      // At the start of a further line, a sign joins this line to the line above.
      let joint: [MathNode] = lines.isEmpty ? [] : [.row([])]
      func parts(to end: Int) -> [FormulaBox.RowPart]? {
        let row = starts[start]..<starts[end]
        let parts = place(joint.map { _ in .empty } + boxes[row], of: joint + nodes[row])
        return parts.reduce(0) { $0 + $1.gap + $1.box.columns } <= room ? parts : nil
      }
      // The longest part that fits is sought from where the whole row says that it ends.
      let origin = start == 0 ? 0 : ends[starts[start] - 1]
      var end = start + 1
      while end + 1 < starts.count, ends[starts[end + 1] - 1] - origin <= room { end += 1 }
      while end + 1 < starts.count, parts(to: end + 1) != nil { end += 1 }
      while end > start + 1, parts(to: end) == nil { end -= 1 }
      guard let best = parts(to: end) else { return nil }
      lines.append(FormulaBox.joined([(columns - room, .joined(best))]))
      start = end
    }
    return lines
  }

  /// Returns the column at which each node ends if all are in one row.
  private mutating func ends(of nodes: [MathNode], _ boxes: [FormulaBox]) -> [Int] {
    var parts = place(boxes, of: nodes)[...]
    var end = 0
    return nodes.map { node in
      if node.isSpace { return end }
      if let part = parts.popFirst() { end += part.gap + part.box.columns }
      return end
    }
  }
}
