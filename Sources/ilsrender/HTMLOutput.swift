internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes markdown as an HTML fragment while it is read, so that the memory does not depend on the length of
/// the text.
///
/// ```swift
/// var output = HTMLOutput(HTMLOptions(), themes: [])
/// let session = SectionedSession(highlighter: nil)
/// let secrets = try output.run(try InputPieces(["book.md"]), through: session)
/// ```
struct HTMLOutput: ~Copyable {
  private let themes: [Theme]
  private var sheets: [StyleSheet]
  private var stream: HTMLStream
  private var document = Document()

  init(_ options: HTMLOptions, themes: [Theme]) {
    self.themes = themes
    sheets = themes.map { $0.styleSheet(for: ScopeTable()) }
    stream = HTMLStream(options: options, sheets: sheets)
  }

  /// Reads the input to its end and writes everything.
  ///
  /// - Parameter session: A session whose text is one document.
  /// - Returns: Counts of the secrets that were replaced.
  mutating func run(
    _ pieces: consuming InputPieces, through session: consuming SectionedSession
  ) throws -> SecretCounts {
    var updates: [Update] = []
    func take(_ event: SectionedSession.SectionEvent) {
      if case .update(let update) = event { updates.append(update) }
    }
    var waitingBytes = 0
    while let piece = try pieces.next() {
      session.append(piece, take)
      try apply(&updates)
      waitingBytes += piece.count
      guard waitingBytes >= LiveOutput.patience else { continue }
      waitingBytes = 0
      try write(limit: session.finalBlockCount)
      guard let written = stream.removeWritten() else { continue }
      document.remove(written)
      session.remove(written)
    }
    session.finish(take)
    try apply(&updates)
    try write(isFinal: true)
    return session.secrets
  }

  private mutating func apply(_ updates: inout [Update]) throws {
    for update in updates {
      do {
        try document.apply(update)
      } catch {
        throw Failure.brokenOff(error)
      }
    }
    updates = []
  }

  private mutating func write(isFinal: Bool = false, limit: Int = .max) throws {
    for index in themes.indices { themes[index].extend(&sheets[index], for: document.scopes) }
    var sink = ByteSink()
    stream.write(document, sheets: sheets, isFinal: isFinal, limit: limit, into: &sink)
    if sink.count > 0 { try StandardOutput.write(sink.bytes) }
  }
}
