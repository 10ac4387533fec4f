internal import StyledRuns

/// The footnote definitions of a document: their labels, numbers and blocks.
///
/// A definition is identified by its index in source order. The blocks of a referenced definition are in
/// ``Document/footnotes``, in the order of the numbers; those of other definitions are stored here.
struct Footnotes {
  /// A definition, and the range of its label in the leaf text.
  private struct Definition: Equatable {
    var node: NodeIndex
    var label: TextSpan
    var source: Int
  }

  /// A definition that is in the document.
  private struct Shown {
    var definition: FootnoteIndex
    var id: BlockID
  }

  /// A label and its effective definition, identified by the definition's source offset.
  private struct FootnoteMeaning: Hashable {
    var key: LabelKey
    var source: Int
  }

  /// The effective definitions by label.
  private(set) var map = ReferenceMap<FootnoteIndex>()
  private var definitions: [Definition] = []
  /// The number of definitions that complete lines opened.
  private(set) var committedCount = 0
  /// The open committed definitions, each inside the preceding one.
  private var open: [FootnoteIndex] = []
  /// The labels of unfinished definitions, in the order in which they take effect.
  private var previews: [FootnoteMeaning] = []

  /// The numbers from final leaves, followed by those from other leaves.
  private var numbers = FootnoteNumbering(count: 0)
  /// The references in leaves that are not final, in the order of their numbering.
  private var previewed: [FootnoteNumbering.FootnoteReference] = []
  /// The first leaf that is not final.
  private var previewedLeaf: LeafLocation?
  /// Whether the leaves that are not final were numbered in this update.
  private var isPreviewed = false

  /// The blocks of definitions that are not in the document, indexed by definition.
  private var blocks: [Block?] = []
  private var shown: [Shown] = []
  private var shownEntries: [FootnoteNumbering.NumberedFootnote] = []
  /// The positions of definitions in ``shown``, indexed by definition.
  private var places: [Int?] = []
  /// Whether numbers may have changed since they were shown.
  private var hasNewNumbers = false
  /// A definition whose place is compared, or a leaf that is numbered again, costs as much as this many definitions
  /// whose numbers are compared.
  private static let orderingCost = 4
  /// A definition that is put at another place costs as much as this many.
  private static let placingCost = 8
  /// The number of definitions whose numbers were compared. Those that were put in order, and leaves whose references
  /// were numbered again, count several times.
  private(set) var checkedDefinitions = 0

  /// The approximate number of allocated bytes.
  var byteCount: Int { map.byteCount + blocks.reduce(0) { $0 + ($1.map { [$0].memoryBytes } ?? 0) } }

  // MARK: Labels

  /// Updates the definitions from the block parser, which has speculated after the checkpoint.
  ///
  /// Of two definitions with the same label, the one that ends first takes effect. Labels of finished
  /// definitions are therefore committed; those of unfinished definitions are previewed after them.
  ///
  /// - Returns: The labels that gained, lost or changed their definition.
  mutating func update(to parser: borrowing BlockParser, _ checkpoint: BlockParser.BlockCheckpoint) -> Set<
    LabelKey
  > {
    let first = committedCount
    let known = Array(definitions[first...])
    definitions.removeSubrange(first...)
    for index in committedCount..<parser.footnotes.count {
      let node = parser.footnotes[index]
      let label = parser.nodes[node].text
      definitions.append(Definition(node: node, label: label, source: parser.nodes[node].sourceStart))
    }
    let isSame = definitions[first...].elementsEqual(known)
    let isLastOpen = open.last.map { checkpoint.openNodes.contains(node($0)) } ?? true
    if checkpoint.footnotes == committedCount, isLastOpen, isSame,
      definitions.last.map({ $0.label.end <= parser.text.changedFrom }) ?? true
    {
      return []
    }
    let before = Set(previews)
    for preview in previews { map.remove(preview.key) }
    var ended: [FootnoteIndex] = []
    enter(committedCount..<checkpoint.footnotes, in: parser, &open, &ended)
    while let last = open.last, !checkpoint.openNodes.contains(node(last)) {
      ended.append(open.removeLast())
    }
    committedCount = checkpoint.footnotes
    let committed = count(ended, in: parser)
    previews = count(speculatedOrder(parser), in: parser)
    let changed = Set(before.symmetricDifference(committed + previews).map(\.key))
    if !changed.isEmpty || !isSame { retractPreviews(keeping: 0) }
    resizeNumbers(to: definitions.count)
    if blocks.count > definitions.count { blocks.removeSubrange(definitions.count...) }
    places += repeatElement(nil, count: max(definitions.count - places.count, 0))
    blocks += repeatElement(nil, count: definitions.count - blocks.count)
    return changed
  }

  /// Adds entries for new definitions, or removes the last ones. This changes what is shown only if a removed
  /// definition has a number.
  private mutating func resizeNumbers(to count: Int) {
    numbers.resize(to: count)
    while shownEntries.count > count, shownEntries.last?.number == 0 { shownEntries.removeLast() }
    if shownEntries.count > count { hasNewNumbers = true }
    while shownEntries.count < count { shownEntries.append(FootnoteNumbering.NumberedFootnote()) }
  }

  /// Makes definitions effective in this order, and returns those that took effect.
  private mutating func count(_ definitions: [FootnoteIndex], in parser: borrowing BlockParser)
    -> [FootnoteMeaning]
  {
    var added: [FootnoteMeaning] = []
    for definition in definitions {
      if let key = map.add(definition, label: parser.bytes(label(definition))) {
        added.append(FootnoteMeaning(key: key, source: self.definitions[definition.rawValue].source))
      }
    }
    return added
  }

  /// Returns the unfinished definitions, each after the definitions inside it.
  private func speculatedOrder(_ parser: borrowing BlockParser) -> [FootnoteIndex] {
    var order: [FootnoteIndex] = []
    var open = open
    enter(committedCount..<definitions.count, in: parser, &open, &order)
    return order + open.reversed()
  }

  /// Appends definitions to the open ones, and moves the open ones that do not contain them to the ended ones.
  private func enter(
    _ definitions: Range<Int>, in parser: borrowing BlockParser, _ open: inout [FootnoteIndex],
    _ ended: inout [FootnoteIndex]
  ) {
    for definition in definitions.lazy.map({ FootnoteIndex($0) }) {
      while let last = open.last, !parser.isNode(node(definition), inside: node(last)) {
        ended.append(open.removeLast())
      }
      open.append(definition)
    }
  }

  /// Returns the range of a definition's label.
  func label(_ definition: FootnoteIndex) -> TextSpan { definitions[definition.rawValue].label }

  private func node(_ definition: FootnoteIndex) -> NodeIndex { definitions[definition.rawValue].node }

  // MARK: Numbers

  /// Numbers the references of a leaf. Leaves must be passed in document order, final ones first.
  mutating func number(_ leaf: Inlines, at location: LeafLocation, isFinal: Bool)
    -> [FootnoteNumbering.FootnoteReference]
  {
    if isFinal || !isPreviewed || previewedLeaf == location { retractPreviews(keeping: 0) }
    var references = FootnoteNumbering.references(in: leaf.spans[...])
    _ = numbers.number(&references)
    hasNewNumbers = true
    if !isFinal {
      if !isPreviewed { previewedLeaf = location }
      isPreviewed = true
      previewed += references
    }
    return references
  }

  /// Numbers the references of an open leaf after a number of unchanged ones. Does nothing and returns
  /// `false` if all references must be numbered again.
  mutating func number(
    _ references: inout [FootnoteNumbering.FootnoteReference], at location: LeafLocation, behind kept: Int
  ) -> Bool {
    guard !isPreviewed, previewedLeaf == location, kept <= previewed.count else { return false }
    retractPreviews(keeping: kept)
    (previewedLeaf, isPreviewed, hasNewNumbers) = (location, true, true)
    _ = numbers.number(&references)
    previewed += references
    return true
  }

  /// Undoes the numbering of leaves that are not final, in reverse order.
  private mutating func retractPreviews(keeping kept: Int) {
    if previewed.count > kept { hasNewNumbers = true }
    while previewed.count > kept { numbers.retract(previewed.removeLast()) }
    if kept == 0 { (previewedLeaf, isPreviewed) = (nil, false) }
  }

  /// Renumbers the references of final leaves.
  ///
  /// - Returns: The leaves in which a number changed.
  mutating func renumber(_ leaves: inout ReparsableLeaves) -> [ReparsableLeaves.ChangedLeaf] {
    (previewed, previewedLeaf, isPreviewed, hasNewNumbers) = ([], nil, false, true)
    numbers = FootnoteNumbering(count: definitions.count)
    checkedDefinitions += Self.orderingCost * leaves.numberedCount
    return leaves.renumber(by: &numbers)
  }

  // MARK: Blocks

  /// Stores a rebuilt definition under its index.
  mutating func set(_ block: Block, for definition: FootnoteIndex) { blocks[definition.rawValue] = block }

  /// Moves the block of a definition that is not in the document out of the table.
  private mutating func takeBlock(_ definition: FootnoteIndex) -> Block? {
    var block: Block?
    swap(&block, &blocks[definition.rawValue])
    return block
  }

  private func place(_ definition: FootnoteIndex) -> Int? { places[definition.rawValue] }

  /// Whether the document shows a definition.
  func isShown(_ definition: FootnoteIndex) -> Bool { place(definition) != nil }

  /// Moves a definition out, so that it can be changed and stored with ``set(_:for:)``. A placeholder without
  /// blocks keeps its position in the document.
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

  /// Changes the block of a definition in place.
  mutating func modify(_ definition: FootnoteIndex, in document: inout [Block], _ body: (inout Block) -> Void)
  {
    if var block = takeBlock(definition) {
      body(&block)
      blocks[definition.rawValue] = block
    } else if let place = place(definition) {
      body(&document[place])
    }
  }

  /// Puts the referenced definitions into the document in the order of their numbers, and appends the edits.
  ///
  /// - Parameters:
  ///   - document: The document's footnotes.
  ///   - pass: The update, with the edits inside definitions.
  mutating func show(in document: inout [Block], _ pass: inout UpdatePass) {
    if !isPreviewed { retractPreviews(keeping: 0) }
    let changed = pass.changedFootnotes
    if hasNewNumbers { checkedDefinitions += definitions.count }
    let isSameOrder =
      !hasNewNumbers || numbers.entries.elementsEqual(shownEntries) { $0.isShown(as: $1) }
    if isSameOrder, changed.allSatisfy({ isSame($0) }) {
      for definition in changed {
        guard let place = place(definition) else { continue }
        put(definition, at: place, in: &document, &pass, isNews: false)
      }
    } else {
      reorder(&document, &pass)
    }
    if hasNewNumbers {
      shownEntries = numbers.entries
      hasNewNumbers = false
    }
    isPreviewed = false
  }

  /// Whether the document shows this definition under its index. After a rollback, another definition may
  /// have taken the index.
  private func isSame(_ definition: FootnoteIndex) -> Bool {
    guard let place = place(definition), let block = blocks[definition.rawValue] else { return true }
    return shown[place].id == block.id
  }

  /// Puts the definitions in the order of their numbers, and updates those whose number or count of references changed.
  private mutating func reorder(_ document: inout [Block], _ pass: inout UpdatePass) {
    let order = numbers.order
    let same = zip(order, shown).prefix { $0 == $1.definition && isSame($0) }.count
    checkedDefinitions +=
      Self.orderingCost * definitions.count + Self.placingCost * (max(order.count, shown.count) - same)
    let before = shown[same...]
    for place in before.indices where before[place].definition.rawValue < definitions.count {
      let definition = before[place].definition.rawValue
      if blocks[definition] == nil { blocks[definition] = document[place] }
      places[definition] = nil
    }
    places.removeSubrange(definitions.count...)
    document.removeSubrange(same...)
    shown.removeSubrange(same...)
    for (place, definition) in order.enumerated().dropFirst(same) {
      guard let block = takeBlock(definition) else { continue }
      document.append(block)
      shown.append(Shown(definition: definition, id: block.id))
      places[definition.rawValue] = place
      document[place].setNumber(numbers[definition])
    }
    let kept = same + zip(before, shown[same...]).prefix { $0.id == $1.id }.count
    func isNews(_ place: Int) -> Bool {
      let definition = shown[place].definition
      return place >= same && before[place].definition != definition
        || definition.rawValue >= shownEntries.count
        || !shownEntries[definition.rawValue].isShown(as: numbers[definition])
    }
    var isChanged = Array(repeating: false, count: shown.count)
    for definition in pass.changedFootnotes {
      if let place = place(definition) { isChanged[place] = true }
    }
    for place in 0..<kept where isChanged[place] || isNews(place) {
      put(shown[place].definition, at: place, in: &document, &pass, isNews: isNews(place))
    }
    if kept < max(same + before.count, shown.count) {
      pass.replaceFootnotes(behind: kept, by: Array(document[kept...]))
    }
  }

  /// Puts a definition at a position and appends its edits. If its header or the whole definition is new, it
  /// is sent as a whole.
  private mutating func put(
    _ definition: FootnoteIndex, at place: Int, in document: inout [Block], _ pass: inout UpdatePass,
    isNews: Bool
  ) {
    if let block = takeBlock(definition) { document[place] = block }
    document[place].setNumber(numbers[definition])
    if isNews {
      pass.replaceFootnote(definition, by: document[place])
    } else {
      pass.showFootnote(definition, as: document[place])
    }
  }

  /// Returns the position of a definition that was in the document before the update and can be edited there;
  /// nil for others.
  func keptPlace(_ definition: FootnoteIndex, _ pass: borrowing UpdatePass) -> Int? {
    guard let place = place(definition), place < pass.keptFootnotes else { return nil }
    return pass.isReplaced(definition) ? nil : place
  }
}

extension BlockParser {
  /// Whether a node is a descendant of another node.
  func isNode(_ inner: NodeIndex, inside outer: NodeIndex) -> Bool {
    var index = nodes[inner].parent
    while index != .none, index != outer { index = nodes[index].parent }
    return index == outer
  }
}

extension Block {
  /// Sets the number of a footnote and the count of its references.
  fileprivate mutating func setNumber(_ entry: FootnoteNumbering.NumberedFootnote) {
    guard var footnote = take(\.footnote) else { return }
    footnote.number = entry.number
    footnote.referenceCount = entry.shownReferences
    content = .footnote(footnote)
  }
}
