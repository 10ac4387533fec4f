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
    var lines: [FormulaDrawing] = []
    var first = 0
    var next = 1
    starts.append(nodes.count)
    while first < nodes.count {
      let indent = lines.isEmpty ? 0 : Self.indentation
      // At the start of a further line, a sign joins this line to the line above.
      let joint: [MathNode] = lines.isEmpty ? [] : [.row([])]
      // The longest prefix that fits, searched from the start, because lines are much shorter than formulas
      // can be.
      var best: (end: Int, parts: [FormulaDrawing.RowPart])?
      while next < starts.count {
        let row = first..<starts[next]
        let parts = place(joint.map { _ in .empty } + drawings[row], of: joint + nodes[row])
        let width = parts.reduce(indent) { $0 + $1.gap + $1.drawing.columns }
        guard width <= columns else { break }
        best = (row.upperBound, parts)
        next += 1
      }
      guard let best else { return nil }
      lines.append(FormulaDrawing.joined([(indent, .joined(best.parts))]))
      first = best.end
    }
    return lines
  }
}
