internal import StyledRuns

/// The footnote definitions of a document: the labels that they define, their numbers, and their blocks.
///
/// Definitions are named by their index, which is the order in which they open in the source. The blocks of a definition
/// stand in ``Document/footnotes``, in the order of the numbers, as long as something refers to it, and here otherwise.
struct Footnotes {
  /// A definition, with its label as a stretch of the leaf text.
  private struct Definition: Equatable {
    var node: NodeIndex
    var label: TextSpan
    var source: Int
  }

  /// A definition that the document shows.
  private struct Shown {
    var definition: FootnoteIndex
    var id: BlockID
  }

  /// A label and the definition that counts for it, named by its offset in the source.
  private struct Meaning: Hashable {
    var key: LabelKey
    var source: Int
  }

  /// The definitions that count, by label.
  private(set) var map = ReferenceMap<FootnoteIndex>()
  private var definitions: [Definition] = []
  /// The number of definitions that whole lines opened.
  private(set) var committedCount = 0
  /// The committed definitions that are open, each within the one before.
  private var open: [FootnoteIndex] = []
  /// The labels of definitions that have not ended, in the order in which they count.
  private var previews: [Meaning] = []

  /// The numbers that final leaves give, and after them the others.
  private var numbers = FootnoteNumbering(count: 0)
  /// The references of leaves that are not final, in the order in which they were numbered.
  private var previewed: [FootnoteNumbering.Reference] = []
  /// The first of these leaves.
  private var previewedLeaf: LeafLocation?
  /// Whether the leaves that are not final were numbered in this update.
  private var isPreviewed = false

  /// By definition, its block where that is not in the document.
  private var blocks: [Block?] = []
  private var shown: [Shown] = []
  private var shownEntries: [FootnoteNumbering.Entry] = []
  /// By definition, its place in ``shown``.
  private var places: [Int?] = []

  /// The number of allocated bytes, estimated.
  var byteCount: Int { map.byteCount + blocks.reduce(0) { $0 + ($1.map { [$0].memoryBytes } ?? 0) } }

  // MARK: Labels

  /// Takes over the definitions of the block parser, which has speculated after the checkpoint.
  ///
  /// Of two definitions with the same label the one that ends first counts. So the labels of definitions that
  /// have ended are committed, and those of the others are previewed after them.
  ///
  /// - Returns: The labels that mean another definition than before, or none, or one for the first time.
  mutating func update(to parser: borrowing BlockParser, _ checkpoint: BlockParser.Checkpoint) -> Set<
    LabelKey
  > {
    let known = definitions
    definitions.removeSubrange(committedCount...)
    for index in committedCount..<parser.footnotes.count {
      let node = parser.footnotes[index].node
      let label = parser.nodes[node].text
      definitions.append(Definition(node: node, label: label, source: parser.nodes[node].sourceStart))
    }
    let isLastOpen = open.last.map { checkpoint.openNodes.contains(node($0)) } ?? true
    if checkpoint.footnotes == committedCount, isLastOpen, definitions == known,
      definitions.last.map({ $0.label.end <= parser.text.changedFrom }) ?? true
    {
      return []
    }
    let before = Set(previews)
    for preview in previews.reversed() { map.removeLast(preview.key) }
    var ended: [FootnoteIndex] = []
    for definition in (committedCount..<checkpoint.footnotes).map({ FootnoteIndex($0) }) {
      while let last = open.last, !parser.isNode(node(definition), inside: node(last)) {
        ended.append(open.removeLast())
      }
      open.append(definition)
    }
    while let last = open.last, !checkpoint.openNodes.contains(node(last)) {
      ended.append(open.removeLast())
    }
    committedCount = checkpoint.footnotes
    let committed = count(ended, in: parser)
    previews = count(speculatedOrder(parser), in: parser)
    let changed = Set(before.symmetricDifference(committed + previews).map(\.key))
    if !changed.isEmpty || definitions != known { retractPreviews(keeping: 0) }
    numbers.resize(to: definitions.count)
    if blocks.count > definitions.count { blocks.removeSubrange(definitions.count...) }
    places += repeatElement(nil, count: max(definitions.count - places.count, 0))
    blocks += repeatElement(nil, count: definitions.count - blocks.count)
    return changed
  }

  /// Lets definitions count, in this order, and returns those that do.
  private mutating func count(_ definitions: [FootnoteIndex], in parser: borrowing BlockParser) -> [Meaning] {
    var added: [Meaning] = []
    for definition in definitions {
      if let key = map.add(definition, label: parser.bytes(label(definition))) {
        added.append(Meaning(key: key, source: self.definitions[definition.rawValue].source))
      }
    }
    return added
  }

  /// Returns the definitions that have not ended, each after those inside it.
  private func speculatedOrder(_ parser: borrowing BlockParser) -> [FootnoteIndex] {
    var order: [FootnoteIndex] = []
    var open = open
    for definition in (committedCount..<definitions.count).map({ FootnoteIndex($0) }) {
      while let last = open.last, !parser.isNode(node(definition), inside: node(last)) {
        order.append(open.removeLast())
      }
      open.append(definition)
    }
    return order + open.reversed()
  }

  /// Returns the label of a definition.
  func label(_ definition: FootnoteIndex) -> TextSpan { definitions[definition.rawValue].label }

  private func node(_ definition: FootnoteIndex) -> NodeIndex { definitions[definition.rawValue].node }

  // MARK: Numbers

  /// Numbers the references of a leaf. Leaves come in the order of the document, final ones before all others.
  mutating func number(_ leaf: Inlines, at location: LeafLocation, isFinal: Bool)
    -> [FootnoteNumbering.Reference]
  {
    if isFinal || !isPreviewed || previewedLeaf == location { retractPreviews(keeping: 0) }
    var references = FootnoteNumbering.references(in: leaf.spans[...])
    _ = numbers.number(&references)
    if !isFinal {
      if !isPreviewed { previewedLeaf = location }
      isPreviewed = true
      previewed += references
    }
    return references
  }

  /// Numbers the references of a leaf that goes on, after some that stay. False, and nothing is done, where
  /// all of them must be numbered anew.
  mutating func number(
    _ references: inout [FootnoteNumbering.Reference], at location: LeafLocation, behind kept: Int
  ) -> Bool {
    guard !isPreviewed, previewedLeaf == location, kept <= previewed.count else { return false }
    retractPreviews(keeping: kept)
    (previewedLeaf, isPreviewed) = (location, true)
    _ = numbers.number(&references)
    previewed += references
    return true
  }

  /// Takes the numbers of leaves that are not final back, the last first.
  private mutating func retractPreviews(keeping kept: Int) {
    while previewed.count > kept { numbers.retract(previewed.removeLast()) }
    if kept == 0 { (previewedLeaf, isPreviewed) = (nil, false) }
  }

  /// Counts the references of final leaves anew.
  ///
  /// - Returns: The leaves in which a number changed.
  mutating func renumber(_ leaves: inout ReparsableLeaves) -> [ReparsableLeaves.Renumbered] {
    (previewed, previewedLeaf, isPreviewed) = ([], nil, false)
    numbers = FootnoteNumbering(count: definitions.count)
    return leaves.renumber(by: &numbers)
  }

  // MARK: Blocks

  /// Puts a definition, made anew, in the place of the one with the same index.
  mutating func set(_ block: Block, for definition: FootnoteIndex) { blocks[definition.rawValue] = block }

  /// Takes out the block of a definition that is not in the document.
  private mutating func takeBlock(_ definition: FootnoteIndex) -> Block? {
    var block: Block?
    swap(&block, &blocks[definition.rawValue])
    return block
  }

  private func place(_ definition: FootnoteIndex) -> Int? { places[definition.rawValue] }

  /// Takes a definition out, to be changed and ``set(_:for:)`` again. Its place in the document stays, without its blocks.
  mutating func take(_ definition: FootnoteIndex, from document: inout [Block]) -> Block? {
    if let block = takeBlock(definition) { return block }
    guard let place = place(definition), case .footnote(var header) = document[place].content else {
      return nil
    }
    let taken = document[place]
    header.blocks = []
    document[place].content = .footnote(header)
    return taken
  }

  /// Changes the blocks of a definition, where they are.
  mutating func modify(_ definition: FootnoteIndex, in document: inout [Block], _ body: (inout Block) -> Void)
  {
    if var block = takeBlock(definition) {
      body(&block)
      blocks[definition.rawValue] = block
    } else if let place = place(definition) {
      body(&document[place])
    }
  }

  /// Shows the definitions that are referred to in the order of their numbers, and appends the edits that say so.
  ///
  /// - Parameters:
  ///   - document: The document's footnotes.
  ///   - pass: The update, with the edits that were made within definitions.
  mutating func show(in document: inout [Block], _ pass: inout UpdatePass) {
    if !isPreviewed { retractPreviews(keeping: 0) }
    let entries = numbers.entries
    let changed = pass.changedFootnotes
    let isSameOrder =
      entries == shownEntries
      || entries.elementsEqual(shownEntries) { $0.isShown(as: $1) }
    if isSameOrder, changed.allSatisfy({ isSame($0) }) {
      for definition in changed {
        guard let place = place(definition) else { continue }
        put(definition, at: place, in: &document, &pass, isNews: false)
      }
    } else {
      reorder(&document, &pass)
    }
    shownEntries = entries
    isPreviewed = false
  }

  /// Whether a definition is the one that the document shows under its index: another one may have taken the index of one
  /// that was taken back.
  private func isSame(_ definition: FootnoteIndex) -> Bool {
    guard let place = place(definition), let block = blocks[definition.rawValue] else { return true }
    return shown[place].id == block.id
  }

  /// Shows the definitions to which other numbers or counts of references belong than before.
  private mutating func reorder(_ document: inout [Block], _ pass: inout UpdatePass) {
    let order = numbers.order
    let before = shown
    for (place, footnote) in before.enumerated()
    where footnote.definition.rawValue < blocks.count && blocks[footnote.definition.rawValue] == nil {
      blocks[footnote.definition.rawValue] = document[place]
    }
    document.removeAll(keepingCapacity: true)
    shown.removeAll(keepingCapacity: true)
    places = Array(repeating: nil, count: definitions.count)
    for (place, definition) in order.enumerated() {
      guard let block = takeBlock(definition) else { continue }
      document.append(block)
      shown.append(Shown(definition: definition, id: block.id))
      places[definition.rawValue] = place
      document[place].setNumber(numbers[definition])
    }
    let kept = zip(before, shown).prefix { $0.id == $1.id }.count
    for place in 0..<kept {
      let definition = shown[place].definition
      let isNews =
        before[place].definition != definition || definition.rawValue >= shownEntries.count
        || !shownEntries[definition.rawValue].isShown(as: numbers[definition])
      put(definition, at: place, in: &document, &pass, isNews: isNews)
    }
    if kept < max(before.count, shown.count) {
      pass.add(.footnotes(keep: kept, blocks: Array(document[kept...])), for: nil)
    }
    pass.keptFootnotes = kept
  }

  /// Puts a definition in its place, which it had before, and appends its edits: as a whole where its header or all of it
  /// is new.
  private mutating func put(
    _ definition: FootnoteIndex, at place: Int, in document: inout [Block], _ pass: inout UpdatePass,
    isNews: Bool
  ) {
    if let block = takeBlock(definition) {
      document[place] = block
      document[place].setNumber(numbers[definition])
    }
    if isNews {
      pass.replaceFootnote(definition, by: document[place])
    } else {
      pass.showFootnote(definition, as: document[place])
    }
  }

  /// Returns the place of a definition that is in the document and was there before the update, where edits
  /// may be for it.
  func keptPlace(_ definition: FootnoteIndex, _ pass: borrowing UpdatePass) -> Int? {
    guard let place = place(definition), place < pass.keptFootnotes else { return nil }
    return pass.isReplaced(definition) ? nil : place
  }
}

extension BlockParser {
  /// Whether a node lies in another one.
  func isNode(_ inner: NodeIndex, inside outer: NodeIndex) -> Bool {
    var index = nodes[inner].parent
    while index != .none, index != outer { index = nodes[index].parent }
    return index == outer
  }
}

extension Block {
  /// Gives a footnote its number and the count of its references.
  fileprivate mutating func setNumber(_ entry: FootnoteNumbering.Entry) {
    guard var footnote = take(\.footnote) else { return }
    footnote.number = entry.number
    footnote.referenceCount = entry.shownReferences
    content = .footnote(footnote)
  }
}
