internal import CLibrary
internal import StyledRuns

/// The location of a leaf's inline content in a document.
struct LeafLocation: Hashable {
  /// A cell of a table.
  struct TableCell: Hashable {
    /// The row; 0 is the header.
    var row: Int
    var column: Int
  }

  /// The footnote definition that contains the leaf; nil outside footnotes.
  var footnote: FootnoteIndex?
  var block: BlockID
  /// The table cell; nil for other blocks.
  var cell: TableCell?
}

/// The finished leaves that a late definition may change, with their texts and referenced labels.
struct ReparsableLeaves: ~Copyable {
  /// A finished leaf that contains a label. There can be as many as leaves, so the type is small.
  struct Leaf {
    /// The offset of the leaf's text in ``texts``.
    var start: Int
    var length: UInt32
    var block: BlockID
    var footnote: FootnoteIndex
    var row: Int32
    var column: Int32
    /// The footnote references; nil if the leaf has none.
    var numbering: Numbering?
  }

  /// A reference to inline content, which takes eight bytes in a ``Leaf``.
  final class Numbering {
    var leaf: UnnumberedInlines
    init(_ leaf: UnnumberedInlines) { self.leaf = leaf }
  }

  private var leaves: [Leaf] = []
  private var texts = RawBuffer<UInt8>(capacity: 256)
  private var linkReferrers = LabelReferrers()
  private var footnoteReferrers = LabelReferrers()
  /// The leaves with footnote references, in document order.
  private var numbered: [Int] = []
  /// The number of leading leaves that contain no undefined label.
  private var resolvedCount = 0

  /// The number of leaves with footnote references.
  var numberedCount: Int { numbered.count }

  /// The number of allocated bytes.
  var byteCount: Int {
    texts.byteCount + leaves.capacity * MemoryLayout<Leaf>.stride + linkReferrers.byteCount
      + footnoteReferrers.byteCount
  }

  /// Records a finished leaf if it contains a label.
  ///
  /// - Parameters:
  ///   - unnumbered: The inline content before numbering; nil without footnote references.
  mutating func add(
    _ text: UnsafeBufferPointer<UInt8>, at location: LeafLocation, withFootnoteLabels: Bool,
    unnumbered: UnnumberedInlines?
  ) {
    guard let bytes = text.baseAddress, memchr(bytes, Int32(UInt8(ascii: "[")), text.count) != nil else {
      return
    }
    let index = leaves.count
    var refers = unnumbered != nil
    LeafLabels.links(bytes, count: text.count) { label in
      guard let key = LabelKey(label) else { return }
      linkReferrers.add(index, key)
      refers = true
    }
    if withFootnoteLabels {
      LeafLabels.footnotes(bytes, count: text.count) { label in
        guard let key = LabelKey(label) else { return }
        footnoteReferrers.add(index, key)
        refers = true
      }
    }
    guard refers else { return }
    leaves.append(
      Leaf(
        start: texts.count, length: UInt32(text.count), block: location.block,
        footnote: location.footnote ?? .none, row: Int32(location.cell?.row ?? -1),
        column: Int32(location.cell?.column ?? -1), numbering: unnumbered.map(Numbering.init)))
    texts.append(bytes, count: text.count)
    if unnumbered != nil { numbered.append(index) }
  }

  private func location(_ leaf: Int) -> LeafLocation {
    let leaf = leaves[leaf]
    return LeafLocation(
      footnote: leaf.footnote == .none ? nil : leaf.footnote, block: leaf.block,
      cell: leaf.row < 0 ? nil : LeafLocation.TableCell(row: Int(leaf.row), column: Int(leaf.column)))
  }

  /// A leaf that was parsed again, or whose footnote numbers changed.
  struct ChangedLeaf {
    var location: LeafLocation
    var content: UnnumberedInlines
  }

  /// Parses the leaves that refer to changed labels again, in document order.
  ///
  /// - Returns: The leaves, and whether they gained or lost footnote references.
  mutating func reparse(
    referrersOf labels: ChangedLabels, by parser: LeafParser, in context: LeafParser.Context
  ) -> (leaves: [ChangedLeaf], changesNumbers: Bool) {
    var referrers: Set<Int> = []
    for key in labels.links { linkReferrers.forEach(key) { referrers.insert($0) } }
    for key in labels.footnotes { footnoteReferrers.forEach(key) { referrers.insert($0) } }
    var reparsed: [ChangedLeaf] = []
    var changesNumbers = false
    var comingOrGoing: [Int] = []
    for leaf in referrers.sorted() {
      let (start, length) = (leaves[leaf].start, Int(leaves[leaf].length))
      let (inlines, hasFootnotes) = parser.parse(
        UnsafePointer(texts.base + start), count: length, endingAt: start + length, in: context)
      let hadFootnotes = leaves[leaf].numbering != nil
      if hasFootnotes || hadFootnotes { changesNumbers = true }
      if hasFootnotes != hadFootnotes { comingOrGoing.append(leaf) }
      let content = UnnumberedInlines(
        inlines: inlines, references: FootnoteNumbering.references(in: inlines.spans[...]))
      leaves[leaf].numbering = hasFootnotes ? Numbering(content) : nil
      reparsed.append(ChangedLeaf(location: location(leaf), content: content))
    }
    toggleNumbered(comingOrGoing)
    return (reparsed, changesNumbers)
  }

  /// Adds each leaf to ``numbered``, or removes it. The leaves are in document order.
  private mutating func toggleNumbered(_ changed: [Int]) {
    guard let first = changed.first else { return }
    let kept = numbered.lastIndex(where: { $0 < first }).map { $0 + 1 } ?? 0
    var merged: [Int] = []
    var rest = changed[...]
    for leaf in numbered[kept...] {
      while let next = rest.first, next < leaf { merged.append(rest.removeFirst()) }
      if rest.first == leaf { rest.removeFirst() } else { merged.append(leaf) }
    }
    numbered.replaceSubrange(kept..., with: merged + rest)
  }

  /// Renumbers the footnote references of all leaves.
  ///
  /// - Returns: The leaves in which a number changed.
  mutating func renumber(by numbering: inout FootnoteNumbering) -> [ChangedLeaf] {
    var changed: [ChangedLeaf] = []
    for leaf in numbered {
      guard let known = leaves[leaf].numbering, numbering.number(&known.leaf.references) else { continue }
      changed.append(ChangedLeaf(location: location(leaf), content: known.leaf))
    }
    return changed
  }

  /// Returns the offset of the first block outside footnotes that refers to an undefined label; nil if there
  /// is none. O(leaves since the last call).
  mutating func firstUnresolvedBlock(
    isLinkDefined: (UnsafeBufferPointer<UInt8>) -> Bool,
    isFootnoteDefined: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Int? {
    while resolvedCount < leaves.count {
      let leaf = leaves[resolvedCount]
      guard leaf.footnote != .none || isResolved(leaf, isLinkDefined, isFootnoteDefined) else {
        return leaf.block.offset
      }
      resolvedCount += 1
    }
    return nil
  }

  private func isResolved(
    _ leaf: Leaf, _ isLinkDefined: (UnsafeBufferPointer<UInt8>) -> Bool,
    _ isFootnoteDefined: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var isResolved = true
    LeafLabels.links(UnsafePointer(texts.base + leaf.start), count: Int(leaf.length)) { label in
      guard isResolved, LabelKey(label) != nil, !isLinkDefined(label) else { return }
      isResolved =
        label.first == UInt8(ascii: "^")
        && isFootnoteDefined(UnsafeBufferPointer(rebasing: label.dropFirst()))
    }
    return isResolved
  }
}
