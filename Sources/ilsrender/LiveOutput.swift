internal import Redaction
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Shows a document or a conversation while it arrives. Final lines are written once; a terminal also shows
/// the lines that can still change, and redraws them in place.
struct LiveOutput {
  /// The theme; nil for plain text.
  private let theme: Theme?
  private var content = StreamContent()
  private var sheet: StyleSheet?
  private var stream: ContentANSIStream
  private var painter: TailPainter?
  private let hasFixedWidth: Bool
  /// Whether somebody may wait for the output of a pipe, so that a pause in the input ends the wait for
  /// definitions.
  private let isAwaited: Bool
  /// The number of bytes of text since the last output.
  private var waitingBytes = 0

  /// The number of bytes of text after which final lines are written, even if more input is available.
  static let patience = 1 << 16

  /// Creates an output for a terminal, a pipe or a file.
  ///
  /// - Parameters:
  ///   - stream: Writes the lines.
  ///   - theme: The theme of the output.
  ///   - ambiguousWidth: The width of characters with an ambiguous width, in columns.
  ///   - hasFixedWidth: Whether the width stays when the terminal is resized.
  ///   - terminal: The terminal. If standard output is none, only final lines are written.
  ///   - sharesErrors: Whether another program writes to standard error.
  init(
    _ stream: ContentANSIStream, theme: Theme, ambiguousWidth: Int, hasFixedWidth: Bool = false,
    terminal: Terminal, sharesErrors: Bool = false
  ) {
    self.stream = stream
    self.theme = theme
    self.hasFixedWidth = hasFixedWidth
    isAwaited = true
    painter =
      terminal.isTerminal ? TailPainter(ambiguousWidth: ambiguousWidth, sharesErrors: sharesErrors) : nil
    beginContent()
  }

  /// Creates an output that nobody waits for. A block is only written once no definition can change it, so
  /// that the output is that of the finished document.
  ///
  /// - Parameter theme: The theme; nil for plain text.
  init(complete stream: ANSIStream, theme: Theme?) {
    self.stream = ContentANSIStream(stream)
    self.theme = theme
    hasFixedWidth = true
    isAwaited = false
    beginContent()
  }

  /// Whether the input had no content.
  var isEmpty: Bool { content.isEmpty }

  private mutating func beginContent() {
    content = StreamContent()
    sheet = theme?.styleSheet(for: ScopeTable())
  }

  /// Reads the input to its end and writes everything.
  ///
  /// - Returns: Whether there was any input, and counts of the secrets that were replaced.
  mutating func run(
    _ pieces: consuming InputPieces, through session: some LiveSession
  ) throws -> (hadInput: Bool, secrets: SecretCounts) {
    var session = session
    var hadInput = false
    while true {
      // A frame may be due before more text arrives, or a signal may report another terminal size.
      if let wakeups = painter?.wakeups, !pieces.waitForMore(or: wakeups) {
        try showIfReady(of: &session)
        continue
      }
      guard let piece = try pieces.next() else { break }
      hadInput = hadInput || !piece.isEmpty
      try session.append(piece) { try take($0) }
      if session.isBehind, pieces.pauses() { try session.catchUp { try take($0) } }
      if painter != nil {
        painter?.change()
        try showIfReady(of: &session)
        continue
      }
      waitingBytes += piece.count
      let hasMore = pieces.hasMore
      if hasMore, waitingBytes < Self.patience { continue }
      // A definition can still change the blocks after the limit. In a pause they are written anyway.
      let limit = session.finalBlockLimit
      try show(limit: limit)
      if limit != nil, !hasMore, isAwaited, pieces.pauses() { try show() }
      removeWritten(from: &session)
    }
    try session.finish { try take($0) }
    try show(isFinal: true)
    return (hadInput, session.secrets)
  }

  private mutating func take(_ event: LiveEvent) throws {
    switch event {
    case .update(let update): try apply(update)
    case .nextDocument:
      try show(isFinal: true)
      stream.beginDocument()
      beginContent()
    }
  }

  /// Shows a rendering of the service to its end.
  mutating func run(_ updates: consuming RemoteUpdates) throws {
    receiving: while true {
      switch try updates.next(or: painter?.wakeups) {
      case .end: break receiving
      case .wakeup: break
      case .update(let update):
        if update.sequence == 1 { startOver() }
        try apply(update)
        painter?.change()
        if painter == nil { try show() }
      }
      try showIfReady()
    }
    try show(isFinal: true)
  }

  /// Prepares for the first update of a new stream, which contains everything so far. Lines that are already
  /// shown are not written again.
  private mutating func startOver() {
    beginContent()
    stream.forgetSheet()
  }

  private mutating func apply(_ update: StreamUpdate) throws {
    do {
      try content.apply(update)
    } catch {
      throw Failure.brokenOff(error)
    }
  }

  /// Draws a frame on a terminal if it is due, and removes what was written.
  private mutating func showIfReady(of session: inout some LiveSession) throws {
    guard try painter?.isReady() == true else { return }
    try show()
    removeWritten(from: &session)
  }

  /// Removes the blocks that were written from the content and from the session.
  private mutating func removeWritten(from session: inout some LiveSession) {
    guard let written = stream.removeWritten() else { return }
    content.remove(written)
    session.remove(written)
  }

  /// Draws a frame on a terminal if it is due.
  private mutating func showIfReady() throws {
    if try painter?.isReady() == true { try show() }
  }

  private mutating func show(isFinal: Bool = false, limit: Int? = nil) throws {
    waitingBytes = 0
    if let theme, sheet != nil { theme.extend(&sheet!, for: content.scopes) }
    let frame = try painter?.beginFrame()
    if !hasFixedWidth, let columns = frame?.size?.columns { stream.setWidth(columns) }
    var lines = ByteSink()
    stream.write(content, sheet: sheet, isFinal: isFinal, limit: limit, into: &lines)
    guard let frame else {
      if lines.count > 0 { try lines.withBytes { try StandardOutput.write($0) } }
      return
    }
    var tail = ByteSink()
    if !isFinal { stream.writeTail(of: content, sheet: sheet, into: &tail) }
    try painter?.paint(final: lines.bytes, tail: tail.bytes, in: frame)
  }
}
