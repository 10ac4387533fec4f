package import StyledRuns

extension IncrementalParser {
  // MARK: Footnotes

  func buildFootnote(_ index: Int, _ stage: Stage) {
    guard let definition = shownFootnotes.lastIndex(of: index) else { return }
    let node = phase.nodes[index]
    let content = Footnote(
      label: phase.string(node.contentStart, node.contentEnd), number: 0, referenceCount: 0,
      blocks: children(of: index, stage, definition))
    footnoteBlocks[definition] = block(index, .footnote(content), stage)
    changedFootnotes.insert(definition)
  }

  /// Puts the definitions that are referred to into the document, by number: those that changed, or whose numbers did.
  func buildFootnotes() {
    defer { changedFootnotes = [] }
    if shownEntries == numbering.entries {
      let changed = changedFootnotes.filter { $0 < shownEntries.count && shownEntries[$0].number > 0 }
      for number in changed.map({ shownEntries[$0].number }).sorted() { showFootnote(number) }
      return
    }
    let order = numbering.order
    if document.footnotes.count > order.count { document.footnotes.removeSubrange(order.count...) }
    for (index, definition) in order.enumerated() {
      let isShown =
        index < shownOrder.count && shownOrder[index] == definition
        && shownEntries[definition] == numbering.entries[definition] && !changedFootnotes.contains(definition)
      if !isShown { showFootnote(index + 1, of: definition) }
    }
    shownEntries = numbering.entries
    shownOrder = order
  }

  private func showFootnote(_ number: Int) { showFootnote(number, of: shownOrder[number - 1]) }

  /// Shows a definition behind those with smaller numbers.
  private func showFootnote(_ number: Int, of definition: Int) {
    guard let block = numberedFootnote(definition) else { return }
    if number > document.footnotes.count {
      document.footnotes.append(block)
    } else {
      changedFootnoteBlocks.append(ChangedFootnote(index: number - 1, old: document.footnotes[number - 1]))
      document.footnotes[number - 1] = block
    }
  }

  private func numberedFootnote(_ index: Int) -> Block? {
    guard var block = footnoteBlocks[index], case .footnote(var footnote) = block.content else { return nil }
    footnote.number = numbering.entries[index].number
    footnote.referenceCount = numbering.entries[index].references
    block.content = .footnote(footnote)
    return block
  }
}

/// A footnote of the document that an update made another one.
package struct ChangedFootnote {
  /// Among the document's footnotes.
  package var index: Int
  package var old: Block

  package init(index: Int, old: Block) {
    self.index = index
    self.old = old
  }
}
