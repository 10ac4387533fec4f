import MarkdownBlocks
import StyledRuns

/// A document that is made from a stream's updates alone, as a session's client makes it.
struct FollowedDocument {
  private(set) var document = Document()
  /// Updates the stream and applies what changed.
  mutating func update(_ stream: MarkdownStream) throws {
    guard let update = stream.update() else { return }
    try document.apply(Update(sequence: 1, edits: update.edits.map(\.edit)))
  }
}
