import StyledRuns

/// The blocks of a container, whose first block may be replaced.
struct SiblingBlocks {
  private let blocks: [Block]
  private let first: Block?

  init(_ blocks: [Block], first: Block? = nil) {
    self.blocks = blocks
    self.first = first
  }

  var count: Int { blocks.count }

  subscript(index: Int) -> Block {
    _read {
      if index == 0, let first { yield first } else { yield blocks[index] }
    }
  }
}
