internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Shows markdown while it arrives: final lines once and for ever, and on a terminal the growing rest in place.
struct LiveOutput {
  /// Nil for plain text.
  private let theme: Theme?
  private var document = Document()
  private var sheet: StyleSheet?
  private var stream: ANSIStream
  private var painter: TailPainter?
  private let hasFixedWidth: Bool
  /// Bytes of text that came since the last writing.
  private var waitingBytes = 0

  /// With that many bytes of text what is final is written, even if more text is there at once.
  static let patience = 1 << 16
  /// Milliseconds without text after which a pipe gets what is final, though a late definition could change it.
  private static let pause: CInt = 50

  /// Paints the tail where `terminal` is one; to a pipe or file only final lines are written. Unless its width is
  /// fixed, what is written follows that of the terminal. With `sharesErrors` another program writes to standard error.
  init(
    theme: Theme, options: ANSIFormatter.Options, hasFixedWidth: Bool = false, terminal: Terminal,
    sharesErrors: Bool = false
  ) {
    self.hasFixedWidth = hasFixedWidth
    self.theme = theme
    stream = ANSIStream(options: options)
    painter =
      terminal.isTerminal
      ? TailPainter(ambiguousWidth: options.ambiguousWidth, sharesErrors: sharesErrors) : nil
    beginDocument()
  }

  /// Writes plain text, and no block of it before it is known how it stays.
  init(text options: PlainTextFormatter.Options) {
    theme = nil
    hasFixedWidth = true
    stream = ANSIStream(text: options)
  }

  private mutating func beginDocument() {
    document = Document()
    sheet = theme?.styleSheet(for: ScopeTable())
  }

  /// Reads to the end, and returns when all is written.
  mutating func run(_ pieces: consuming InputPieces, through session: consuming SectionedSession) throws {
    while true {
      // A frame may be due before more text comes, or a signal say that the terminal has another size.
      if let wakeups = painter?.wakeups, !pieces.waitForMore(or: wakeups) {
        try showIfReady()
        continue
      }
      guard let piece = try pieces.next() else { break }
      try session.append(piece) { try take($0) }
      if painter != nil {
        painter?.change()
        try showIfReady()
        continue
      }
      waitingBytes += piece.count
      let hasMore = pieces.hasMore
      if hasMore, waitingBytes < Self.patience { continue }
      // For what lies behind these blocks a definition may still come; who waits for more text gets it as it is.
      try show(limit: session.settledBlocks)
      if !hasMore, theme != nil, !pieces.hasMore(within: Self.pause) { try show() }
    }
    try session.finish { try take($0) }
    try show(isFinal: true)
  }

  private mutating func take(_ event: SectionedSession.Event) throws {
    switch event {
    case .update(let update): try apply(update)
    case .nextDocument:
      try show(isFinal: true)
      stream.beginDocument()
      beginDocument()
    }
  }

  /// Shows what somebody else renders, to the end.
  mutating func run(_ updates: consuming RemoteUpdates) throws {
    receiving: while true {
      switch try updates.next(or: painter?.wakeups) {
      case .end: break receiving
      case .wakeup: break
      case .update(.document(let update)):
        if update.sequence == 1 { startOver() }
        try apply(update)
        painter?.change()
        if painter == nil { try show() }
      case .update: throw Failure.brokenOff("it has two kinds of updates")
      }
      try showIfReady()
    }
    try show(isFinal: true)
  }

  /// The next update is the first of another stream, and brings all that is there: nothing of it that is shown is
  /// shown again.
  private mutating func startOver() {
    beginDocument()
    stream.forgetSheet()
  }

  private mutating func apply(_ update: Update?) throws {
    guard let update else { return }
    do {
      try document.apply(update)
    } catch {
      throw Failure.brokenOff(error)
    }
  }

  /// Draws a frame on a terminal, if the time for it has come.
  private mutating func showIfReady() throws {
    if try painter?.isReady() == true { try show() }
  }

  private mutating func show(isFinal: Bool = false, limit: Int? = nil) throws {
    waitingBytes = 0
    if let theme, sheet != nil { theme.extend(&sheet!, for: document.scopes) }
    if painter != nil, !hasFixedWidth, let columns = Terminal.size()?.columns { stream.width = columns }
    var lines = ByteSink()
    stream.write(document, sheet: sheet, isFinal: isFinal, limit: limit, into: &lines)
    guard painter != nil else {
      if lines.count > 0 { try StandardOutput.write(lines.bytes) }
      return
    }
    var tail = ByteSink()
    if !isFinal { stream.writeTail(of: document, sheet: sheet, into: &tail) }
    try painter?.paint(final: lines.bytes, tail: tail.bytes)
  }
}
