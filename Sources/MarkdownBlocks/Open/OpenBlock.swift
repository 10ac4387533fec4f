internal import StyledRuns

/// A block that may still change, beside the ``Block`` by which the document shows it: what is needed to go on with it.
///
/// Open blocks form a tree: one path of blocks that whole lines left open, and beside and below its end the blocks that an
/// unfinished line makes. Final blocks have none.
final class OpenBlock {
  enum State {
    case container(OpenLevel)
    /// A paragraph or heading.
    case leaf(OpenLeaf)
    case table(OpenTable)
    /// Code or raw HTML.
    case text(OpenText)
    /// A block that grows as a whole, if at all.
    case fixed
  }

  let id: BlockID
  var state: State

  init(_ id: BlockID, _ state: State) {
    self.id = id
    self.state = state
  }

  var level: OpenLevel? { if case .container(let level) = state { level } else { nil } }
  var table: OpenTable? { if case .table(let table) = state { table } else { nil } }

  /// Takes the payload of a state out, so that it is uniquely referenced; the caller puts it back. See ``Block/take(_:)``.
  func take<Payload>(_ payload: (OpenBlock) -> Payload?) -> Payload? {
    guard let taken = payload(self) else { return nil }
    state = .fixed
    return taken
  }
}

/// The children of an open container, or the blocks at the top of the document.
struct OpenLevel {
  /// The container.
  var node: NodeIndex
  /// The footnote definition that the children lie in, as its index; nil if they lie in none.
  var footnote: FootnoteIndex?
  /// The number of children in the document that are final.
  var finalCount = 0
  /// The last child that is final, whether the document shows it or not.
  var lastFinal = NodeIndex.none
  /// The children after the final ones, footnote definitions included.
  var open: [OpenBlock] = []

  init(node: NodeIndex, footnote: FootnoteIndex? = nil) {
    self.node = node
    self.footnote = footnote
  }

  /// Returns the first child that is not final; ``BlockNode/none`` where all are.
  func firstOpenChild(in blocks: borrowing BlockParser) -> NodeIndex {
    lastFinal == .none ? blocks.nodes[node].first : blocks.nodes[lastFinal].next
  }

  /// Takes over a child: as a final one where `open` is nil.
  mutating func add(_ child: NodeIndex, _ open: OpenBlock?, isShown: Bool) {
    if let open {
      self.open.append(open)
    } else {
      lastFinal = child
      if isShown { finalCount += 1 }
    }
  }

  /// The number of final blocks at this level, in its first open block, and so on; none at levels that are not named. A
  /// footnote definition ends the path, since its blocks have another place.
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

  /// Calls `body` with this level and those below it that whole lines left open, the outer ones first.
  mutating func forEachCommittedLevel(
    _ checkpoint: BlockParser.Checkpoint, _ body: (inout OpenLevel) -> Void
  ) {
    body(&self)
    guard let first = open.first, var level = first.take(\.level) else { return }
    if checkpoint.openNodes.contains(level.node) { level.forEachCommittedLevel(checkpoint, body) }
    first.state = .container(level)
  }
}
