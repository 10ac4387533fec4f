public import Rendering
internal import MarkdownBlocks
internal import RunFormatters
internal import StyledRuns

/// Appends a document to a session, piece by piece, and counts what came of it.
public struct SessionBench: Sendable {
  public struct Outcome: Sendable {
    public var counters: RenderSession.RenderingCounters
    public var updates = 0
    /// Bytes of all updates in their wire form.
    public var updateBytes = 0
    /// Bytes of the final document in its wire form.
    public var documentBytes = 0
  }

  private let highlighter: Highlighter?

  public init(highlighter: Highlighter?) {
    self.highlighter = highlighter
  }

  public func session() -> RenderSession {
    RenderSession(markdown: MarkdownOptions(extensions: .standard), highlighter: highlighter)
  }

  /// What is counted beside the session's own counters.
  public enum Counting: Sendable {
    case nothing
    /// Bytes of updates.
    case updates
    /// Bytes of updates and of the document that they make, which is applied to and written.
    case all
  }

  /// Takes an update after every piece.
  public func append(_ pieces: [[UInt8]], counting: Counting = .nothing) -> Outcome {
    let session = session()
    var outcome = Outcome(counters: session.counters)
    let formatter = IRFormatter()
    var document = Document()
    func take(_ update: Update?) {
      guard let update else { return }
      outcome.updates += 1
      if counting != .nothing { outcome.updateBytes += formatter.format(update).count }
      if counting == .all { try? document.apply(update) }
    }
    for piece in pieces { take(session.append(piece)) }
    take(session.finish())
    if counting == .all { outcome.documentBytes = formatter.format(document).count }
    outcome.counters = session.counters
    return outcome
  }
}
