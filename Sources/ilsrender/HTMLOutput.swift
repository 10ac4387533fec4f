internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Writes markdown or code as HTML while it is read, so that the memory does not depend on the length of the text.
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
  /// The output so far while the head is not known; nil after the head.
  private var held: HeldOutput? = HeldOutput()

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
    extendSheets(for: document.scopes)
    var body = ByteSink()
    stream.write(document, sheets: sheets, isFinal: isFinal, limit: limit, into: &body)
    try write(body.bytes, isLast: isFinal)
  }

  private mutating func extendSheets(for scopes: ScopeTable) {
    for index in themes.indices { themes[index].extend(&sheets[index], for: scopes) }
  }

  private mutating func write(_ body: [UInt8], isLast: Bool) throws {
    guard held != nil else { return try StandardOutput.write(body) }
    try held?.append(body)
    guard isLast || stream.knowsHead else { return }
    var head = ByteSink()
    stream.writeHead(sheets: sheets, into: &head)
    try StandardOutput.write(head.bytes)
    try held?.write()
    held = nil
  }
}

extension HTMLOutput: CodeWriter {
  mutating func write(part: CodeBlock, scopes: ScopeTable, isLast: Bool) throws {
    extendSheets(for: scopes)
    var body = ByteSink()
    stream.write(part: part, sheets: sheets, isLast: isLast, into: &body)
    try write(body.bytes, isLast: isLast)
  }
}
