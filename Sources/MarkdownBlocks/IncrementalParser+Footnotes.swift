package import StyledRuns

/// A footnote of the document whose definition has not ended.
package struct GrowingFootnote {
  /// Among the document's footnotes.
  package var index: Int
  /// How many blocks are final at each level, the footnote's own first; of levels that are not named none.
  package var closed: [Int]
}

/// A footnote of the document to which another label, number or count of references belongs than before.
package struct ChangedFootnote {
  /// Among the document's footnotes.
  package var index: Int
  /// Which footnote was there before.
  package var old: BlockID
}

extension IncrementalParser {
  /// The footnotes in the document that may still grow.
  package var growingFootnotes: [GrowingFootnote] {
    var result: [GrowingFootnote] = []
    for level in spine.indices where isFootnote(level) {
      guard let index = shownIndex(spine[level].footnote) else { continue }
      result.append(GrowingFootnote(index: index, closed: [0] + closedCounts(from: level)))
    }
    for definition in committedFootnotes..<footnoteNodes.count {
      if let index = shownIndex(definition) { result.append(GrowingFootnote(index: index, closed: [])) }
    }
    return result
  }

  /// How many blocks are final at each level from one on, as far as no footnote is opened, which lies elsewhere.
  func closedCounts(from level: Int) -> [Int] {
    let end = spine.indices.dropFirst(level + 1).first { isFootnote($0) } ?? spine.count
    let deepest = spine[level..<end].lastIndex { $0.closed > 0 } ?? level
    return spine[level...deepest].map(\.closed)
  }

  func isFootnote(_ level: Int) -> Bool { phase.kind(spine[level].node) == .footnote }

  /// Where the document shows a definition, if it does.
  private func shownIndex(_ definition: Int?) -> Int? {
    guard let definition, definition < shownEntries.count, shownEntries[definition].number > 0 else {
      return nil
    }
    return shownEntries[definition].number - 1
  }

  // MARK: Definitions that grow

  /// Takes the blocks of footnotes that may grow out of the document, so that they can be changed in place.
  func takeGrowingFootnotes() {
    builtFootnotes = Set(openFootnotes + (committedFootnotes..<footnoteNodes.count))
    for definition in builtFootnotes {
      if let index = shownIndex(definition) {
        footnoteBlocks[definition] = document.footnotes[index].takeFootnote()
      }
    }
  }

  /// Changes a definition, where it is.
  func modifyFootnote(_ definition: Int?, _ body: (inout Block) -> Void) {
    guard let definition else { return }
    if var block = footnoteBlocks.removeValue(forKey: definition) {
      body(&block)
      footnoteBlocks[definition] = block
    } else if let index = shownIndex(definition) {
      body(&document.footnotes[index])
    }
  }

  /// Changes a block among `blocks`, or in a definition, or below them.
  func modify(
    _ id: BlockID, inFootnote footnote: Int?, _ blocks: inout [Block], _ body: (inout Block) -> Void
  ) {
    guard let footnote else {
      _ = Block.modify(id, in: &blocks, body)
      return
    }
    modifyFootnote(footnote) { block in
      block.modifyChildren { _ = Block.modify(id, in: &$0, body) }
    }
  }

  /// Gives an open definition its place, with nothing in it. Answers with its index.
  func beginFootnote(_ index: Int) -> Int {
    let definition = Int(phase.nodes[index].start)
    setFootnote(definition, index, [], .speculative)
    return definition
  }

  func buildFootnote(_ index: Int, _ stage: Stage) {
    let definition = Int(phase.nodes[index].start)
    setFootnote(definition, index, children(of: index, stage, definition), stage)
  }

  private func setFootnote(_ definition: Int, _ index: Int, _ blocks: [Block], _ stage: Stage) {
    let node = phase.nodes[index]
    let content = Footnote(
      label: phase.string(node.contentStart, node.contentEnd), number: 0, referenceCount: 0, blocks: blocks)
    footnoteBlocks[definition] = block(index, .footnote(content), stage)
    builtFootnotes.insert(definition)
  }

  // MARK: Those that are shown

  /// Puts the definitions that are referred to into the document, by number.
  func buildFootnotes() {
    let (old, new) = (shownEntries, numbering.entries)
    var changed = builtFootnotes
    if old != new {
      for definition in 0..<max(old.count, new.count) {
        let before = definition < old.count ? old[definition] : FootnoteNumbering.Entry()
        let now = definition < new.count ? new[definition] : FootnoteNumbering.Entry()
        guard before != now, changed.insert(definition).inserted else { continue }
        if before.number > 0, before.number != now.number {
          footnoteBlocks[definition] = document.footnotes[before.number - 1].takeFootnote()
        }
      }
      shownEntries = new
      shownOrder = numbering.order
      if document.footnotes.count > shownOrder.count {
        document.footnotes.removeSubrange(shownOrder.count...)
      }
    }
    for index in changed.compactMap({ shownIndex($0) }).sorted() {
      showFootnote(shownOrder[index], at: index)
    }
    builtFootnotes = []
    repainted = repainted.compactMap { leaf in
      guard leaf.footnote != nil else { return leaf }
      guard let index = shownIndex(leaf.footnote) else { return nil }
      var leaf = leaf
      leaf.footnote = index
      return leaf
    }
  }

  /// Shows a definition behind those with smaller numbers, or leaves it there.
  private func showFootnote(_ definition: Int, at index: Int) {
    let entry = numbering.entries[definition]
    var block = footnoteBlocks.removeValue(forKey: definition)
    block?.setNumber(entry)
    guard index < document.footnotes.count else {
      if let block { document.footnotes.append(block) }
      return
    }
    let old = document.footnotes[index].footnoteHeader
    if let block { document.footnotes[index] = block } else { document.footnotes[index].setNumber(entry) }
    if document.footnotes[index].footnoteHeader != old {
      changedFootnotes.append(ChangedFootnote(index: index, old: old.id))
    }
  }
}

extension Block {
  /// A footnote without its blocks.
  fileprivate var footnoteHeader: Block {
    guard case .footnote(var footnote) = content else { return self }
    footnote.blocks = []
    return Block(id: id, source: 0..<0, content: .footnote(footnote))
  }

  /// Takes a footnote out, so that nobody else holds what is in it. What stays has all but its blocks.
  fileprivate mutating func takeFootnote() -> Block {
    var taken = self
    guard case .footnote(var footnote) = takeContent() else { return taken }
    taken.content = .footnote(footnote)
    footnote.blocks = []
    content = .footnote(footnote)
    return taken
  }

  fileprivate mutating func setNumber(_ entry: FootnoteNumbering.Entry) {
    guard case .footnote(var footnote) = takeContent() else { return }
    footnote.number = entry.number
    footnote.referenceCount = entry.references
    content = .footnote(footnote)
  }
}
