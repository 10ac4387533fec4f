import MarkdownBlocks
import StyledRuns

/// What both parsers of a growing text tell of an update.
protocol GrowingParser {
  var document: Document { get }
  var closedCounts: [Int] { get }
  var tellsChanges: Bool { get }
  var changes: [BlockID: LeafChange] { get }
  var repainted: [RepaintedLeaf] { get }
  func update() -> Bool
}

extension StreamingParser: GrowingParser {}
extension IncrementalParser: GrowingParser {
  var tellsChanges: Bool { true }
}

/// A document that is told of each update what changed, and never shown the document itself, as a session's client
/// is.
struct FollowedDocument {
  private var document = Document()
  var blocks: [Block] { document.blocks }
  /// Bytes of text that were compared to find out what changed.
  private(set) var comparedBytes = 0

  /// Updates the parser and takes over what changed.
  mutating func update(_ parser: some GrowingParser) throws {
    var spine = Spine(
      of: parser.document.blocks, closed: parser.closedCounts, isTold: parser.tellsChanges)
    let footnotes = parser.document.footnotes
    guard parser.update() else { return }
    var edits = spine.edits(to: parser.document.blocks, changes: parser.changes)
    comparedBytes += spine.comparedBytes
    let same = zip(parser.document.footnotes, footnotes).prefix { $0 == $1 }.count
    if same < max(footnotes.count, parser.document.footnotes.count) {
      edits.append(.footnotes(keep: same, blocks: Array(parser.document.footnotes[same...])))
    }
    edits += parser.repainted.compactMap { $0.edit(in: parser.document) }
    try document.apply(Update(sequence: 1, edits: edits))
  }
}
