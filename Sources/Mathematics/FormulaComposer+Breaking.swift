/// Breaks formulas that are too wide into lines, before relations and binary operators.
extension FormulaComposer {
  /// The indentation of the lines after the first, in columns.
  private static let indentation = 4

  /// Returns the formula with broken lines; nil if a part is wider than `columns`.
  ///
  /// - Parameter drawings: The drawings of the root's items.
  mutating func broken(_ root: MathNode, _ drawings: [FormulaDrawing], in columns: Int) -> FormulaDrawing? {
    var lines: [FormulaDrawing] = []
    switch root {
    case .table(let table) where table.isDisplayStyle:
      for (index, row) in table.rows.enumerated() {
        var nodes = row.flatMap(\.items)
        if let tag = table.tags[index] { nodes += [.space(36), .text(tag, .plain)] }
        guard let broken = brokenLines(nodes, self.drawings(of: nodes), in: columns) else { return nil }
        if index > 0, lines.contains(where: { $0.height > 1 }) || broken.contains(where: { $0.height > 1 }) {
          lines.append(.spaces(1))
        }
        lines += broken
      }
    default:
      guard let broken = brokenLines(root.items, drawings, in: columns) else { return nil }
      lines = broken
    }
    return .stacked(lines, baseline: 0, .left)
  }

  private mutating func brokenLines(
    _ nodes: [MathNode], _ drawings: [FormulaDrawing], in columns: Int
  ) -> [FormulaDrawing]? {
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
    let ends = ends(of: nodes, drawings)
    var lines: [FormulaDrawing] = []
    var start = 0
    while start + 1 < starts.count {
      let room = columns - (lines.isEmpty ? 0 : Self.indentation)
      // At the start of a further line, a sign joins this line to the line above.
      let joint: [MathNode] = lines.isEmpty ? [] : [.row([])]
      func parts(to end: Int) -> [FormulaDrawing.RowPart]? {
        let row = starts[start]..<starts[end]
        let parts = place(joint.map { _ in .empty } + drawings[row], of: joint + nodes[row])
        return parts.reduce(0) { $0 + $1.gap + $1.drawing.columns } <= room ? parts : nil
      }
      // The longest part that fits is sought from where the whole row says that it ends.
      let origin = start == 0 ? 0 : ends[starts[start] - 1]
      var end = start + 1
      while end + 1 < starts.count, ends[starts[end + 1] - 1] - origin <= room { end += 1 }
      while end + 1 < starts.count, parts(to: end + 1) != nil { end += 1 }
      while end > start + 1, parts(to: end) == nil { end -= 1 }
      guard let best = parts(to: end) else { return nil }
      lines.append(FormulaDrawing.joined([(columns - room, .joined(best))]))
      start = end
    }
    return lines
  }

  /// Returns the column at which each node ends if all are in one row.
  private mutating func ends(of nodes: [MathNode], _ drawings: [FormulaDrawing]) -> [Int] {
    var parts = place(drawings, of: nodes)[...]
    var end = 0
    return nodes.map { node in
      if case .space = node { return end }
      if let part = parts.popFirst() { end += part.gap + part.drawing.columns }
      return end
    }
  }
}
