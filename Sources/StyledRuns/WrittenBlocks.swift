/// The blocks of a growing document that have been written and will not be read again.
///
/// Such blocks can be removed from the document, so that a document of any length takes little memory. All
/// parties that address blocks by their number must remove the same blocks at the same time.
///
/// For the markdown `# A`, followed by an open list of three items of which two are written:
///
/// ```swift
/// let written = WrittenBlocks(counts: [2, 2])
/// document.remove(written)
/// ```
package struct WrittenBlocks: Hashable, Sendable {
  /// The number of written blocks at each level: of the document, of the last written block of the document,
  /// and so on. An open container counts as written once its children are being written.
  package var counts: [Int]
  /// The lines that have been written of the code block after the written blocks of the innermost level.
  package var codeLines: Range<Int>

  package init(counts: [Int], codeLines: Range<Int> = 0..<0) {
    self.counts = counts
    self.codeLines = codeLines
  }

  /// Returns the indices of the siblings that are removed if this number of siblings has been written.
  ///
  /// The last written block remains, because the space after it depends on it. So do the first two blocks,
  /// because a container is recognised by its first blocks, and the space after an item depends on whether
  /// the item has more than two.
  package static func removed(ofWritten count: Int) -> Range<Int> { 2..<max(2, count - 1) }
}

extension Document {
  /// Removes written blocks, except those that still matter. The text of written lines of code is emptied.
  ///
  /// Cost: O(blocks that remain at the same levels).
  package mutating func remove(_ written: WrittenBlocks) {
    blocks.remove(written.counts[...], written.codeLines)
  }
}

extension [Block] {
  fileprivate mutating func remove(_ counts: ArraySlice<Int>, _ codeLines: Range<Int>) {
    guard let count = counts.first, count <= self.count else { return }
    if counts.count > 1, count > 0 {
      self[count - 1].modifyChildren { $0.remove(counts.dropFirst(), codeLines) }
    } else if !codeLines.isEmpty, count < self.count, var code = self[count].take(\.code) {
      for line in codeLines.clamped(to: code.lines.indices) { code.lines[line] = CodeLine(text: "") }
      self[count].content = .code(code)
    }
    let removed = WrittenBlocks.removed(ofWritten: count)
    if !removed.isEmpty { removeSubrange(removed) }
  }
}
