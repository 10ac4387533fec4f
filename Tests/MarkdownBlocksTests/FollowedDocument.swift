import MarkdownBlocks
import StyledRuns

/// What both parsers of a growing text can do.
protocol GrowingParser: GrowingDocument {
  func update() -> Bool
}

extension StreamingParser: GrowingParser {}
extension IncrementalParser: GrowingParser {}

/// A document that is told of each update what changed, and never shown the document itself, as a session's client
/// is.
struct FollowedDocument {
  private(set) var document = Document()
  /// Bytes of text that were compared to find out what changed.
  private(set) var comparedBytes = 0

  /// Updates the parser and takes over what changed.
  mutating func update(_ parser: some GrowingParser) throws {
    var spine = DocumentSpine(of: parser)
    guard parser.update() else { return }
    let edits = spine.edits(to: parser)
    comparedBytes += spine.comparedBytes
    try document.apply(Update(sequence: 1, edits: edits))
  }
}
