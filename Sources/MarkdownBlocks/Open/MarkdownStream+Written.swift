package import StyledRuns

extension MarkdownStream {
  /// Removes written blocks from ``document``. All counts and indices of later updates are those of the
  /// remaining blocks.
  ///
  /// Leaves with labels that a later definition may resolve keep their texts and numbers, as before.
  package func remove(_ written: WrittenBlocks) {
    document.remove(written)
    root.remove(written.counts[...])
  }

  /// The sum of ``finishedCounts``, plus the blocks that were removed at the same levels.
  package var closedBlockCount: Int { root.closedCount }
}

extension OpenLevel {
  /// Subtracts the written children that the document does not contain any more, here and in the open child.
  fileprivate mutating func remove(_ counts: ArraySlice<Int>) {
    guard let count = counts.first else { return }
    // The last written child is open if it is not one of the final ones.
    if count > finalCount, let index = firstShownIndex, var inner = open[index].take(\.level) {
      inner.remove(counts.dropFirst())
      open[index].state = .container(inner)
    }
    let removed = WrittenBlocks.removed(ofWritten: count).count
    finalCount -= removed
    removedCount += removed
  }

  fileprivate var closedCount: Int {
    let inner = firstShownIndex == 0 ? open[0].level?.closedCount ?? 0 : 0
    return finalCount + removedCount + inner
  }

  /// The index of the first open child that is in the document at its place; nil if there is none. A footnote
  /// definition is not.
  private var firstShownIndex: Int? {
    open.firstIndex { $0.level.map { $0.footnote == footnote } ?? true }
  }
}
