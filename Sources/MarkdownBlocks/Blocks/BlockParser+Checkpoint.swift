extension BlockParser {
  /// The extent of what whole lines decided. Everything that the block parser adds behind a checkpoint is speculative.
  struct Checkpoint {
    /// The nodes from this index on are speculative.
    var nodes: NodeIndex
    /// The open blocks, from the document on, each of them a child of the one before; none once the text has ended.
    var openNodes: [NodeIndex]
    var definitions: Int
    /// The number of these definitions, the last ones, that are taken back should their paragraph become a table.
    var openDefinitions: Int
    var footnotes: Int
    /// The number of rows, with the header, of the table that is open; 0 where none is.
    var tableRows: Int

    /// The checkpoint before the first line.
    static var beginning: Checkpoint {
      Checkpoint(
        nodes: NodeIndex(1), openNodes: [NodeIndex.root], definitions: 0, openDefinitions: 0, footnotes: 0,
        tableRows: 0
      )
    }

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

  /// Remembers what whole lines decided, before a line without an end is looked at.
  func checkpoint() -> Checkpoint {
    var open: [NodeIndex] = []
    var index = NodeIndex.root
    while index != .none, nodes[index].isOpen {
      open.append(index)
      index = nodes[index].last
    }
    return Checkpoint(
      nodes: NodeIndex(nodes.count), openNodes: open, definitions: definitions.count,
      openDefinitions: openDefinitions.count, footnotes: footnotes.count,
      tableRows: Int(nodes[current].table?.rowCount ?? 0))
  }
}
