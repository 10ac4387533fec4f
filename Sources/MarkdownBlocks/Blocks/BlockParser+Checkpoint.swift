extension BlockParser {
  /// The state of the block parser after complete lines. Everything that is parsed after a checkpoint is
  /// speculative, until ``rollBack()`` restores the checkpoint.
  struct BlockCheckpoint {
    /// The number of committed nodes. Later nodes are speculative.
    var nodes: NodeIndex
    /// The open blocks, each a child of the preceding one, starting with the document; empty after the end of
    /// the text.
    var openNodes: [NodeIndex]
    /// The number of bytes of leaf text.
    var text: Int
    /// The number of rows of the open table, including the header; 0 if no table is open.
    var tableRows: Int
    var definitions: Int
    /// The definitions at the start of the open paragraph. They are removed if the paragraph becomes a table.
    var openDefinitions: OpenDefinitions
    var footnotes: Int
    fileprivate var tables: TableBuffers.BufferCounts
    fileprivate var paragraphLines: Int
    fileprivate var line: LineCursor
    fileprivate var lineNumber: Int32
    fileprivate var current: NodeIndex
    fileprivate var paragraph: OpenParagraph
    fileprivate var followsBlankLine: Bool
    fileprivate var brackets: Int
    fileprivate var usedOnDiagrams: Int

    /// Whether a block can no longer change. This holds for closed children of open blocks.
    func isFinal(_ index: NodeIndex, _ node: BlockNode) -> Bool {
      index < nodes && !isOpen(index, node)
    }

    /// Whether a block was open after the last complete line.
    func isOpen(_ index: NodeIndex, _ node: BlockNode) -> Bool {
      let level = Int(node.depth) + 1
      return level < openNodes.count && openNodes[level] == index
    }
  }

  /// A node before its first speculative change.
  struct SavedNode {
    var index: NodeIndex
    var node: BlockNode
  }

  /// Returns the state before a partial line is parsed. O(open blocks).
  func checkpoint() -> BlockCheckpoint {
    var open: [NodeIndex] = []
    var index = NodeIndex.root
    while index != .none, nodes[index].isOpen {
      open.append(index)
      index = nodes[index].last
    }
    return BlockCheckpoint(
      nodes: NodeIndex(nodes.count), openNodes: open, text: text.count,
      tableRows: Int(nodes[current].table?.rowCount ?? 0), definitions: definitions.count,
      openDefinitions: openDefinitions, footnotes: footnotes.count, tables: tables.counts,
      paragraphLines: paragraphLines.count, line: line, lineNumber: lineNumber, current: current,
      paragraph: paragraph, followsBlankLine: followsBlankLine, brackets: brackets,
      usedOnDiagrams: diagrams.used)
  }

  /// Starts speculation: further changes are recorded, so that they can be undone. The cost depends on the
  /// changes, not on the document.
  mutating func beginSpeculation(behind checkpoint: BlockCheckpoint) {
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
    tables.truncate(to: start.tables)
    definitions.truncate(to: start.definitions)
    footnotes.truncate(to: start.footnotes)
    paragraphLines.truncate(to: start.paragraphLines)
    let knownBlanks = line.knownBlanks
    line = start.line
    line.knownBlanks = knownBlanks
    lineNumber = start.lineNumber
    current = start.current
    paragraph = start.paragraph
    followsBlankLine = start.followsBlankLine
    brackets = start.brackets
    diagrams.used = start.usedOnDiagrams
    openDefinitions = start.openDefinitions
    text.beginComparison()
  }

  mutating func save(_ index: NodeIndex) {
    guard let start = speculation, index < start.nodes else { return }
    undone.append(SavedNode(index: index, node: nodes[index]))
  }
}
