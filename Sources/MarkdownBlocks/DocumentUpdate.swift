public import StyledRuns

/// The changes of a ``MarkdownStream``'s document in one update.
///
/// ```swift
/// stream.append("- a **b")
/// if let update = stream.update() {
///   for change in update.edits { send(change.edit) }
/// }
/// ```
public struct DocumentUpdate: Sendable {
  /// An edit, addressed as in the wire form, and the block that it changes.
  ///
  /// ```swift
  /// for change in update.edits { print(change.block?.wire ?? "document", change.edit) }
  /// ```
  public struct BlockEdit: Hashable, Sendable {
    public var edit: Edit
    /// The identity of the changed block; nil for the top-level blocks and the footnotes.
    public var block: BlockID?

    package init(_ edit: Edit, for block: BlockID?) {
      self.edit = edit
      self.block = block
    }
  }

  /// The edits in the order of their application.
  public var edits: [BlockEdit]
  /// The number of final blocks at each level: at the top level, in the open block of that level, and so on.
  /// A missing level has no final blocks.
  public var finished: [Int]
}

/// The state of one update: the current text, and the edits so far.
struct UpdatePass {
  /// The state after complete lines. Later nodes are speculative.
  let checkpoint: BlockParser.BlockCheckpoint
  let context: LeafParser.Context
  /// The labels whose definition changed since the last update.
  let changedLabels: ChangedLabels
  /// The offset of the first byte of the leaf text that changed since the last update.
  let changedFrom: Int

  private(set) var edits: [DocumentUpdate.BlockEdit] = []
  /// The edits inside footnote definitions; nil for definitions that were rebuilt.
  private(set) var footnoteEdits: [FootnoteIndex: [DocumentUpdate.BlockEdit]?] = [:]
  private(set) var replacedFootnotes: Set<FootnoteIndex> = []
  /// The number of leading footnotes of the document that keep their position.
  private(set) var keptFootnotes = Int.max
  /// The size in memory of the footnotes that are sent as a whole.
  private(set) var footnoteBytes = 0
  /// The leaves of blocks that were removed from the document. A block that begins with the same text can
  /// reuse them.
  private(set) var released: [OpenLeaf] = []

  mutating func add(_ edit: Edit, for block: BlockID?) {
    edits.append(DocumentUpdate.BlockEdit(edit, for: block))
  }

  // MARK: Footnotes

  /// The definitions that were changed while the document shows them, or rebuilt.
  var changedFootnotes: [FootnoteIndex] { footnoteEdits.keys.sorted() }

  /// Collects the edits of `body` separately, because it is not decided yet whether the document continues to show
  /// the definition.
  ///
  /// - Parameter isShown: Whether the document shows the definition. Of others, no edits are kept.
  mutating func collectEdits(
    of definition: FootnoteIndex, isShown: Bool, _ body: (inout UpdatePass) -> Void
  ) {
    var outer: [DocumentUpdate.BlockEdit] = []
    swap(&outer, &edits)
    body(&self)
    swap(&outer, &edits)
    if isShown { footnoteEdits[definition] = outer }
  }

  mutating func rebuildFootnote(_ definition: FootnoteIndex) { footnoteEdits[definition] = .some(nil) }

  /// Adds the edits inside a definition that the document already shows.
  mutating func showFootnote(_ definition: FootnoteIndex, as block: Block) {
    guard let inner = footnoteEdits[definition] ?? [] else { return replaceFootnote(definition, by: block) }
    edits += inner
  }

  mutating func replaceFootnote(_ definition: FootnoteIndex, by block: Block) {
    replacedFootnotes.insert(definition)
    footnoteBytes += [block].memoryBytes
    add(.replace(block), for: block.id)
  }

  /// Replaces the footnotes of the document behind the first `kept`.
  mutating func replaceFootnotes(behind kept: Int, by blocks: [Block]) {
    keptFootnotes = kept
    footnoteBytes += blocks.memoryBytes
    add(.footnotes(keep: kept, blocks: blocks), for: nil)
  }

  func isReplaced(_ definition: FootnoteIndex) -> Bool { replacedFootnotes.contains(definition) }

  // MARK: Leaves

  mutating func release(_ leaf: OpenLeaf) { released.append(leaf) }

  /// Returns a released leaf that starts at an offset of the text; nil if there is none.
  mutating func takeReleased(startingAt start: Int) -> OpenLeaf? {
    guard let index = released.lastIndex(where: { $0.start == start }) else { return nil }
    return released.remove(at: index)
  }
}

/// The labels that gained, lost or changed their definition.
struct ChangedLabels {
  var links: Set<LabelKey> = []
  var footnotes: Set<LabelKey> = []

  var isEmpty: Bool { links.isEmpty && footnotes.isEmpty }

  /// Whether the text of a leaf may refer to one of the labels.
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

/// The address of a block in edits: its depth if it is the last block at its level, otherwise its identity.
struct BlockAddress {
  let id: BlockID
  let depth: Int
  let isLast: Bool

  /// The address for edits of a block's children.
  var target: Edit.EditTarget { isLast ? .last(depth: depth) : .block(id) }

  /// The address for edits of a leaf block.
  var leafTarget: Edit.EditTarget { isLast ? .tip : .block(id) }

  /// Returns the address of a child block.
  func child(_ id: BlockID, isLast: Bool) -> BlockAddress {
    BlockAddress(id: id, depth: depth + 1, isLast: self.isLast && isLast)
  }
}
