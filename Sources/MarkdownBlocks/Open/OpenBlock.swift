internal import StyledRuns

/// The parse state of a block that can still change, in addition to its ``Block`` in the document.
///
/// Open blocks form a tree: the path of blocks that are open after complete lines, and next to and below its
/// end the blocks that a partial line opens. Final blocks have no state.
final class OpenBlock {
  enum OpenState {
    case container(OpenLevel)
    /// A paragraph or heading.
    case leaf(OpenLeaf)
    case table(OpenTable)
    /// Code or raw HTML.
    case text(OpenText)
    /// A block that is always replaced as a whole.
    case fixed
  }

  let id: BlockID
  var state: OpenState

  init(_ id: BlockID, _ state: OpenState) {
    self.id = id
    self.state = state
  }

  var level: OpenLevel? { if case .container(let level) = state { level } else { nil } }
  var leaf: OpenLeaf? { if case .leaf(let leaf) = state { leaf } else { nil } }
  var table: OpenTable? { if case .table(let table) = state { table } else { nil } }

  /// Moves a payload out of the state, so that it is uniquely referenced. The caller moves it back. See
  /// ``Block/take(_:)``.
  func take<Payload>(_ payload: (OpenBlock) -> Payload?) -> Payload? {
    guard let taken = payload(self) else { return nil }
    state = .fixed
    return taken
  }
}

/// The children of an open container, or the top-level blocks.
struct OpenLevel {
  /// The container.
  var node: NodeIndex
  /// The footnote definition that contains the children; nil outside footnotes.
  var footnote: FootnoteIndex?
  /// The number of final children in the document.
  var finalCount = 0
  /// The number of final children that were written and removed from the document.
  var removedCount = 0
  /// The last final child, which may be missing in the document.
  var lastFinal = NodeIndex.none
  /// The children after the final ones, including footnote definitions.
  var open: [OpenBlock] = []

  /// Returns the first child that is not final; ``BlockNode/none`` if all are final.
  func firstOpenChild(in blocks: borrowing BlockParser) -> NodeIndex {
    lastFinal == .none ? blocks.nodes[node].first : blocks.nodes[lastFinal].next
  }

  /// Counts a final child.
  mutating func addFinal(_ child: NodeIndex, isShown: Bool) {
    lastFinal = child
    if isShown { finalCount += 1 }
  }

  /// The number of final blocks at this level, in its first open block, and so on. A missing level has none.
  /// A footnote definition ends the path, because its blocks are stored separately.
  var finishedCounts: [Int] {
    var counts = [finalCount]
    var level = self
    while let first = level.open.first, case .container(let inner) = first.state, inner.footnote == footnote {
      counts.append(inner.finalCount)
      level = inner
    }
    while counts.count > 1, counts[counts.count - 1] == 0 { counts.removeLast() }
    return counts
  }

  /// Calls `body` with each open block below this level.
  func forEachOpenBlock(_ body: (OpenBlock) -> Void) {
    for block in open {
      body(block)
      if case .container(let level) = block.state { level.forEachOpenBlock(body) }
    }
  }

  /// Calls `body` with this level and its descendants that complete lines left open, outermost first. O(depth).
  ///
  /// - Parameter openNodes: The nodes that complete lines left open below this level, each a child of the preceding
  ///   one.
  mutating func forEachCommittedLevel(
    _ openNodes: ArraySlice<NodeIndex>, _ body: (inout OpenLevel) -> Void
  ) {
    body(&self)
    guard let node = openNodes.first, let first = open.first, first.level?.node == node,
      var level = first.take(\.level)
    else { return }
    level.forEachCommittedLevel(openNodes.dropFirst(), body)
    first.state = .container(level)
  }
}
