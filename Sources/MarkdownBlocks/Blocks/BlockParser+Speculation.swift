extension BlockParser {
  /// The state that a rollback restores.
  struct Speculation {
    var nodes: Int
    var text: Int
    var rows: Int
    var cells: Int
    var alignments: Int
    var definitions: Int
    var footnotes: Int
    var paragraphLines: Int
    var paddedCells: Int
    var line: LineCursor
    var lineNumber: Int32
    var current: NodeIndex
    var paragraph: OpenParagraph
    var followsBlankLine: Bool
    var openDefinitions: OpenDefinitions
  }

  struct SavedNode {
    var index: NodeIndex
    var node: BlockNode
  }

  /// From here on every change can be undone. The cost of that follows the changes, not the document.
  mutating func beginSpeculation() {
    precondition(speculation == nil, "speculations do not nest")
    speculation = Speculation(
      nodes: nodes.count, text: text.count, rows: rows.count, cells: cells.count,
      alignments: alignments.count,
      definitions: definitions.count, footnotes: footnotes.count, paragraphLines: paragraphLines.count,
      paddedCells: paddedCells,
      line: line,
      lineNumber: lineNumber, current: current, paragraph: paragraph,
      followsBlankLine: followsBlankLine, openDefinitions: openDefinitions)
    undone.truncate(to: 0)
  }

  /// Undoes everything since ``beginSpeculation()``.
  mutating func rollBack() {
    guard let start = speculation else { return }
    speculation = nil
    var index = undone.count - 1
    while index >= 0 {
      nodes.base[undone[index].index.rawValue] = undone[index].node
      index -= 1
    }
    nodes.truncate(to: start.nodes)
    text.truncate(to: start.text)
    rows.truncate(to: start.rows)
    cells.truncate(to: start.cells)
    alignments.truncate(to: start.alignments)
    definitions.truncate(to: start.definitions)
    footnotes.truncate(to: start.footnotes)
    paragraphLines.truncate(to: start.paragraphLines)
    paddedCells = start.paddedCells
    let knownBlanks = line.knownBlanks
    line = start.line
    line.knownBlanks = knownBlanks
    lineNumber = start.lineNumber
    current = start.current
    paragraph = start.paragraph
    followsBlankLine = start.followsBlankLine
    openDefinitions = start.openDefinitions
    text.beginComparison()
  }

  mutating func save(_ index: NodeIndex) {
    guard let start = speculation, index.rawValue < start.nodes else { return }
    undone.append(SavedNode(index: index, node: nodes[index]))
  }
}
