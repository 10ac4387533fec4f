internal import StyledRuns

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

  /// Puts the definitions that are referred to into the document, by number: those that changed, or all if
  /// numbers did.
  func buildFootnotes() {
    defer { changedFootnotes = [] }
    if shownEntries == numbering.entries {
      for index in changedFootnotes where index < shownEntries.count && shownEntries[index].number > 0 {
        guard let block = numberedFootnote(index) else { continue }
        document.footnotes[shownEntries[index].number - 1] = block
      }
      return
    }
    shownEntries = numbering.entries
    let used = numbering.entries.indices.filter { numbering.entries[$0].number > 0 }
    document.footnotes = used.sorted { numbering.entries[$0].number < numbering.entries[$1].number }
      .compactMap(numberedFootnote)
  }

  private func numberedFootnote(_ index: Int) -> Block? {
    guard var block = footnoteBlocks[index], case .footnote(var footnote) = block.content else { return nil }
    footnote.number = numbering.entries[index].number
    footnote.referenceCount = numbering.entries[index].references
    block.content = .footnote(footnote)
    return block
  }
}
