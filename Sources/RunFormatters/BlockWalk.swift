import StyledRuns

/// Iterates over blocks in document order, a container before its descendants. Uses an explicit stack, so
/// that nesting cannot overflow the thread's stack.
///
/// ```swift
/// for block in BlockWalk(document.blocks) where !block.isContainer { count(block) }
/// ```
struct BlockWalk: Sequence, IteratorProtocol {
  private var open: [(blocks: [Block], next: Int)]

  init(_ blocks: [Block]) { open = [(blocks, 0)] }

  mutating func next() -> Block? {
    while let last = open.indices.last {
      guard open[last].next < open[last].blocks.count else {
        open.removeLast()
        continue
      }
      let block = open[last].blocks[open[last].next]
      open[last].next += 1
      if block.isContainer { open.append((block.children, 0)) }
      return block
    }
    return nil
  }
}
