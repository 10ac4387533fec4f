public import StyledRuns

/// The changes that a ``MarkdownStream`` made to its document in one update.
///
///     stream.append("- a **b")
///     if let update = stream.update() {
///       for change in update.edits { send(change.edit) }
///     }
public struct DocumentUpdate: Sendable {
  /// One edit, addressed as the wire form wants it, and the block that it changes.
  public struct BlockEdit: Hashable, Sendable {
    public var edit: Edit
    /// The identity of the block that the edit changes; nil for the blocks at the top and for the footnotes.
    public var block: BlockID?

    package init(_ edit: Edit, for block: BlockID?) {
      self.edit = edit
      self.block = block
    }
  }

  /// The edits, in the order in which they are to be applied.
  public var edits: [BlockEdit]
  /// The number of blocks that are final at each level: at the top, in the open block of the level above, and so on.
  /// None are at a level that is not named.
  public var finished: [Int]
}

/// One update while it is made: what the text says now, and the edits so far.
struct UpdatePass {
  /// The extent of what whole lines have decided; nodes after it are speculative.
  let checkpoint: BlockParser.Checkpoint
  let context: LeafParser.Context
  /// The labels that mean something else than in the update before.
  let changedLabels: ChangedLabels
  /// The first byte of the leaf text that differs from what it was in the update before.
  let changedFrom: Int

  private(set) var edits: [DocumentUpdate.BlockEdit] = []
  /// The edits that were made within footnote definitions, by definition.
  private var footnoteEdits: [FootnoteIndex: [DocumentUpdate.BlockEdit]] = [:]
  /// The definitions that were made anew.
  private var rebuiltFootnotes: Set<FootnoteIndex> = []
  private var replacedFootnotes: Set<FootnoteIndex> = []
  /// The number of footnotes of the document, from the first one on, that stay where they are.
  var keptFootnotes = Int.max
  /// The leaves of blocks that the document no longer shows: a block that begins with the same text goes on with them.
  private(set) var released: [OpenLeaf] = []

  init(
    checkpoint: BlockParser.Checkpoint, context: LeafParser.Context, changedLabels: ChangedLabels,
    changedFrom: Int
  ) {
    self.checkpoint = checkpoint
    self.context = context
    self.changedLabels = changedLabels
    self.changedFrom = changedFrom
  }

  mutating func add(_ edit: Edit, for block: BlockID?) {
    edits.append(DocumentUpdate.BlockEdit(edit, for: block))
  }

  // MARK: Footnotes

  /// The definitions that were changed or made anew.
  var changedFootnotes: [FootnoteIndex] { rebuiltFootnotes.union(footnoteEdits.keys).sorted() }

  /// Keeps the edits that `body` adds apart, for it is not known yet whether the document shows the definition.
  mutating func collectEdits(of definition: FootnoteIndex, _ body: (inout UpdatePass) -> Void) {
    var outer: [DocumentUpdate.BlockEdit] = []
    swap(&outer, &edits)
    body(&self)
    swap(&outer, &edits)
    footnoteEdits[definition] = outer
  }

  mutating func rebuildFootnote(_ definition: FootnoteIndex) { rebuiltFootnotes.insert(definition) }

  /// Adds the edits that were made within a definition that the document showed before.
  mutating func showFootnote(_ definition: FootnoteIndex, as block: Block) {
    if rebuiltFootnotes.contains(definition) { return replaceFootnote(definition, by: block) }
    edits += footnoteEdits[definition] ?? []
  }

  mutating func replaceFootnote(_ definition: FootnoteIndex, by block: Block) {
    replacedFootnotes.insert(definition)
    add(.replace(block), for: block.id)
  }

  func isReplaced(_ definition: FootnoteIndex) -> Bool { replacedFootnotes.contains(definition) }

  // MARK: Leaves

  mutating func release(_ leaf: OpenLeaf) { released.append(leaf) }

  /// Returns a released leaf that begins at a place of the text.
  mutating func takeReleased(startingAt start: Int) -> OpenLeaf? {
    guard let index = released.lastIndex(where: { $0.start == start }) else { return nil }
    return released.remove(at: index)
  }
}

/// Labels that have come to mean another definition, or none, or one for the first time.
struct ChangedLabels {
  var links: Set<LabelKey> = []
  var footnotes: Set<LabelKey> = []

  var isEmpty: Bool { links.isEmpty && footnotes.isEmpty }

  /// Whether one of the labels may be referred to in a leaf's text.
  func mayOccur(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isEmpty, let bytes = text.baseAddress else { return false }
    var occurs = false
    if !links.isEmpty {
      LeafLabels.links(bytes, count: text.count) { label in
        if !occurs, let key = LabelKey(label), links.contains(key) { occurs = true }
      }
    }
    if !footnotes.isEmpty, !occurs {
      LeafLabels.footnotes(bytes, count: text.count) { label in
        if !occurs, let key = LabelKey(label), footnotes.contains(key) { occurs = true }
      }
    }
    return occurs
  }
}

/// The address of a block in edits: its depth where it is the last one of the document at its level, and its identity
/// elsewhere.
struct BlockAddress {
  let id: BlockID
  private let depth: Int
  private let isLast: Bool

  init(_ id: BlockID, depth: Int, isLast: Bool) {
    self.id = id
    self.depth = depth
    self.isLast = isLast
  }

  /// The address for edits of a block's children.
  var target: Edit.Target { isLast ? .last(depth: depth) : .block(id) }

  /// The address for edits of a block in which there are no others.
  var leafTarget: Edit.Target { isLast ? .tip : .block(id) }

  /// Returns the address of a child.
  func child(_ id: BlockID, isLast: Bool) -> BlockAddress {
    BlockAddress(id, depth: depth + 1, isLast: self.isLast && isLast)
  }
}
