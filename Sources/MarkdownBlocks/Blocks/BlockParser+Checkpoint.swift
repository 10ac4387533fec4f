extension BlockParser {
  /// What whole lines have decided. Everything that the block parser adds after a checkpoint is speculative,
  /// until ``rollBack()`` restores the checkpoint.
  struct Checkpoint {
    /// The nodes from this index on are speculative.
    var nodes: NodeIndex
    /// The open blocks, from the document on, each of them a child of the one before; none once the text has ended.
    var openNodes: [NodeIndex]
    /// The number of bytes of leaf text.
    var text: Int
    /// The number of rows, with the header, of the table that is open; 0 if none is.
    var tableRows: Int
    var definitions: Int
    /// Of the definitions the last ones, which are taken back should their paragraph become a table.
    var openDefinitions: OpenDefinitions
    var footnotes: Int
    fileprivate var rows: Int
    fileprivate var cells: Int
    fileprivate var alignments: Int
    fileprivate var paragraphLines: Int
    fileprivate var paddedCells: Int
    fileprivate var line: LineCursor
    fileprivate var lineNumber: Int32
    fileprivate var current: NodeIndex
    fileprivate var paragraph: OpenParagraph
    fileprivate var followsBlankLine: Bool

    /// Whether a block can no longer change: a child of an open block that is not open itself.
    func isFinal(_ index: NodeIndex, _ node: BlockNode) -> Bool {
      index < nodes && !isOpen(index, node)
    }

    /// Whether whole lines left a block open.
    func isOpen(_ index: NodeIndex, _ node: BlockNode) -> Bool {
      let level = Int(node.depth) + 1
      return level < openNodes.count && openNodes[level] == index
    }
  }

  /// A node as it was before it was changed by speculation.
  struct SavedNode {
    var index: NodeIndex
    var node: BlockNode
  }

  /// Returns the state before a line without an end is looked at. O(open blocks).
  func checkpoint() -> Checkpoint {
    var open: [NodeIndex] = []
    var index = NodeIndex.root
    while index != .none, nodes[index].isOpen {
      open.append(index)
      index = nodes[index].last
    }
    return Checkpoint(
      nodes: NodeIndex(nodes.count), openNodes: open, text: text.count,
      tableRows: Int(nodes[current].table?.rowCount ?? 0), definitions: definitions.count,
      openDefinitions: openDefinitions, footnotes: footnotes.count, rows: rows.count, cells: cells.count,
      alignments: alignments.count, paragraphLines: paragraphLines.count, paddedCells: paddedCells,
      line: line,
      lineNumber: lineNumber, current: current, paragraph: paragraph, followsBlankLine: followsBlankLine)
  }

  /// From here on every change can be undone. The cost of that follows the changes, not the document.
  mutating func beginSpeculation(behind checkpoint: Checkpoint) {
    precondition(speculation == nil, "speculations do not nest")
    speculation = checkpoint
    undone.truncate(to: 0)
  }

  /// Undoes everything since ``beginSpeculation(behind:)``.
  mutating func rollBack() {
    guard let start = speculation else { return }
    speculation = nil
    for index in (0..<undone.count).reversed() {
      nodes.base[undone[index].index.rawValue] = undone[index].node
    }
    nodes.truncate(to: start.nodes.rawValue)
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
    guard let start = speculation, index < start.nodes else { return }
    undone.append(SavedNode(index: index, node: nodes[index]))
  }
}
