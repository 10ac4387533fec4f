internal import StyledRuns

/// The place of a leaf's inline content in a document.
struct LeafLocation: Hashable {
  /// A cell of a table.
  struct Cell: Hashable {
    /// 0 is the header.
    var row: Int
    var column: Int
  }

  /// The footnote definition that the leaf is in, as its index; nil if it is in none.
  var footnote: FootnoteIndex?
  var block: BlockID
  /// Nil in a block that is not a table.
  var cell: Cell?
}

/// The finished leaves that a late definition may change, with their texts and the labels that they refer to.
struct ReparsableLeaves: ~Copyable {
  /// A finished leaf with a label in it. There may be as many as there are leaves, so it is small.
  struct Leaf {
    /// The offset of the leaf's text in ``texts``.
    var start: Int
    var length: UInt32
    var block: BlockID
    var footnote: FootnoteIndex
    var row: Int32
    var column: Int32
    /// Nil if the leaf refers to no footnotes.
    var numbering: Numbering?
  }

  /// The inline content of a leaf before its footnote references got numbers, and these references.
  final class Numbering {
    let unnumbered: Inlines
    var references: [FootnoteNumbering.Reference]

    init(_ unnumbered: Inlines, _ references: [FootnoteNumbering.Reference]) {
      self.unnumbered = unnumbered
      self.references = references
    }
  }

  private var leaves: [Leaf] = []
  private var texts = RawBuffer<UInt8>(capacity: 256)
  private var linkReferrers = LabelReferrers()
  private var footnoteReferrers = LabelReferrers()
  /// The leaves that refer to footnotes, in the order of the document.
  private var numbered: [Int] = []
  /// The number of leaves, from the first one on, that refer to no label a definition could still come for.
  private var resolvedCount = 0

  /// The number of allocated bytes.
  var byteCount: Int {
    texts.byteCount + leaves.capacity * MemoryLayout<Leaf>.stride + linkReferrers.byteCount
      + footnoteReferrers.byteCount
  }

  /// Remembers a finished leaf if there is a label in it.
  ///
  /// - Parameters:
  ///   - unnumbered: The inline content, if it refers to footnotes, before they got numbers; with the references as they
  ///     were numbered.
  mutating func add(
    _ text: UnsafeBufferPointer<UInt8>, at location: LeafLocation, withFootnoteLabels: Bool,
    unnumbered: (Inlines, [FootnoteNumbering.Reference])?
  ) {
    guard let bytes = text.baseAddress, text.contains(UInt8(ascii: "[")) else { return }
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
        column: Int32(location.cell?.column ?? -1), numbering: unnumbered.map { Numbering($0, $1) }))
    texts.append(bytes, count: text.count)
    if unnumbered != nil { numbered.append(index) }
  }

  private func location(_ leaf: Int) -> LeafLocation {
    let leaf = leaves[leaf]
    return LeafLocation(
      footnote: leaf.footnote == .none ? nil : leaf.footnote, block: leaf.block,
      cell: leaf.row < 0 ? nil : LeafLocation.Cell(row: Int(leaf.row), column: Int(leaf.column)))
  }

  /// A leaf that was parsed again.
  struct Reparsed {
    var location: LeafLocation
    /// The inline content; references to footnotes have no numbers in it.
    var inlines: Inlines
  }

  /// Parses the leaves again that refer to one of these labels, in the order of the document.
  ///
  /// - Returns: The leaves, and whether references to footnotes have come or gone with them.
  mutating func reparse(
    referrersOf labels: ChangedLabels, by parser: LeafParser, in context: LeafParser.Context
  ) -> (leaves: [Reparsed], changesNumbers: Bool) {
    var referrers: Set<Int> = []
    for key in labels.links { linkReferrers.forEach(key) { referrers.insert($0) } }
    for key in labels.footnotes { footnoteReferrers.forEach(key) { referrers.insert($0) } }
    var reparsed: [Reparsed] = []
    var changesNumbers = false
    var comingOrGoing: Set<Int> = []
    for leaf in referrers.sorted() {
      let (start, length) = (leaves[leaf].start, Int(leaves[leaf].length))
      let (inlines, hasFootnotes) = parser.parse(
        UnsafePointer(texts.base + start), count: length, endingAt: start + length, in: context)
      let hadFootnotes = leaves[leaf].numbering != nil
      if hasFootnotes || hadFootnotes { changesNumbers = true }
      if hasFootnotes != hadFootnotes { comingOrGoing.insert(leaf) }
      leaves[leaf].numbering =
        hasFootnotes ? Numbering(inlines, FootnoteNumbering.references(in: inlines.spans[...])) : nil
      reparsed.append(Reparsed(location: location(leaf), inlines: inlines))
    }
    if !comingOrGoing.isEmpty { numbered = comingOrGoing.symmetricDifference(numbered).sorted() }
    return (reparsed, changesNumbers)
  }

  /// A leaf with other numbers of footnotes than before.
  struct Renumbered {
    var location: LeafLocation
    /// The inline content without the numbers.
    var unnumbered: Inlines
    var references: [FootnoteNumbering.Reference]
  }

  /// Numbers the footnote references of all leaves anew. Returns those in which a number changed.
  mutating func renumber(by numbering: inout FootnoteNumbering) -> [Renumbered] {
    var changed: [Renumbered] = []
    for leaf in numbered {
      guard let known = leaves[leaf].numbering, numbering.number(&known.references) else { continue }
      changed.append(
        Renumbered(location: location(leaf), unnumbered: known.unnumbered, references: known.references))
    }
    return changed
  }

  /// Returns the offset of the block with the first leaf outside of footnotes that refers to a label without
  /// a definition; nil if none does. O(the leaves that came since the function was called last).
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
