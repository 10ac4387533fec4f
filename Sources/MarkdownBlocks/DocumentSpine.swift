package import StyledRuns

/// A document that grows, and what its parser tells of an update.
package protocol GrowingDocument {
  var document: Document { get }
  var closedCounts: [Int] { get }
  var growingFootnotes: [GrowingFootnote] { get }
  /// Whether it is told how leaves change.
  var tellsChanges: Bool { get }
  var changes: [BlockID: LeafChange] { get }
  var changedFootnotes: [ChangedFootnote] { get }
  var repainted: [RepaintedLeaf] { get }
}

extension IncrementalParser: GrowingDocument {
  package var tellsChanges: Bool { true }
}
extension StreamingParser: GrowingDocument {}

/// What a growing document showed where it may change, its footnotes included, remembered before an update to say
/// afterwards what changed.
package struct DocumentSpine {
  private struct Footnote {
    var index: Int
    var id: BlockID
    /// Nil for one that has ended.
    var spine: Spine?
  }

  private var blocks: Spine
  private var footnotes: [Footnote]
  private let footnoteCount: Int

  /// Bytes of inline text that were compared.
  package var comparedBytes: Int {
    footnotes.reduce(blocks.comparedBytes) { $0 + ($1.spine?.comparedBytes ?? 0) }
  }

  /// Holds nothing of the document that the parser changes in place.
  package init(of parser: some GrowingDocument) {
    let document = parser.document
    let isTold = parser.tellsChanges
    blocks = Spine(of: document.blocks, closed: parser.closedCounts, isTold: isTold)
    footnotes = parser.growingFootnotes.map {
      let block = document.footnotes[$0.index]
      return Footnote(
        index: $0.index, id: block.id, spine: Spine(of: [block], closed: $0.closed, isTold: isTold))
    }
    footnoteCount = document.footnotes.count
  }

  /// The edits that make of the remembered document the one that the parser has now.
  package mutating func edits(to parser: some GrowingDocument) -> [Edit] {
    let changes = parser.changes
    let document = parser.document
    var edits = blocks.edits(to: document.blocks, changes: changes)
    let known = Set(footnotes.map(\.index))
    footnotes += parser.changedFootnotes.filter { !known.contains($0.index) }
      .map { Footnote(index: $0.index, id: $0.old) }
    footnotes.sort { $0.index < $1.index }
    // Those that stay where they are change one by one, from the first that is another one on they give way.
    var kept = min(footnoteCount, document.footnotes.count)
    var replaced: Set<Int> = []
    for position in footnotes.indices where footnotes[position].index < kept {
      let index = footnotes[position].index
      let now = document.footnotes[index]
      if footnotes[position].id != now.id {
        kept = index
      } else if let told = footnotes[position].spine?.edits(to: now, changes: changes) {
        edits += told
      } else {
        edits.append(.replace(now))
        replaced.insert(index)
      }
    }
    if kept < max(footnoteCount, document.footnotes.count) {
      edits.append(.footnotes(keep: kept, blocks: Array(document.footnotes[kept...])))
    }
    for leaf in parser.repainted {
      if let footnote = leaf.footnote, footnote >= kept || replaced.contains(footnote) { continue }
      if let edit = leaf.edit(in: document) { edits.append(edit) }
    }
    return edits
  }
}
