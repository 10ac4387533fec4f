internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Shows a document or a conversation while it arrives: final lines once and for ever, and on a terminal the growing rest in place.
struct LiveOutput {
  /// Nil for plain text.
  private let theme: Theme?
  private var content = StreamContent()
  private var sheet: StyleSheet?
  private var stream: ContentANSIStream
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
    _ stream: ContentANSIStream, theme: Theme, ambiguousWidth: Int, hasFixedWidth: Bool = false,
    terminal: Terminal, sharesErrors: Bool = false
  ) {
    self.stream = stream
    self.theme = theme
    self.hasFixedWidth = hasFixedWidth
    painter =
      terminal.isTerminal ? TailPainter(ambiguousWidth: ambiguousWidth, sharesErrors: sharesErrors) : nil
    beginContent()
  }

  /// Writes plain text, and no block of it before it is known how it stays.
  init(text options: PlainTextFormatter.Options) {
    theme = nil
    hasFixedWidth = true
    stream = ContentANSIStream(ANSIStream(text: options))
  }

  /// Whether nothing was found in the input.
  var isEmpty: Bool { content == StreamContent() || content == .conversation(Conversation()) }

  private mutating func beginContent() {
    content = StreamContent()
    sheet = theme?.styleSheet(for: ScopeTable())
  }

  /// Reads to the end, and returns when all is written: whether there was any input.
  @discardableResult
  mutating func run(_ pieces: consuming InputPieces, through session: some LiveSession) throws -> Bool {
    var session = session
    var hadInput = false
    while true {
      // A frame may be due before more text comes, or a signal say that the terminal has another size.
      if let wakeups = painter?.wakeups, !pieces.waitForMore(or: wakeups) {
        try showIfReady()
        continue
      }
      guard let piece = try pieces.next() else { break }
      hadInput = hadInput || !piece.isEmpty
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
      let limit = session.settledLimit
      try show(limit: limit)
      if limit != nil, !hasMore, theme != nil, !pieces.hasMore(within: Self.pause) { try show() }
    }
    try session.finish { try take($0) }
    try show(isFinal: true)
    return hadInput
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

  /// Shows what somebody else renders, to the end.
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

  /// The next update is the first of another stream, and brings all that is there: nothing of it that is shown is
  /// shown again.
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

  /// Draws a frame on a terminal, if the time for it has come.
  private mutating func showIfReady() throws {
    if try painter?.isReady() == true { try show() }
  }

  private mutating func show(isFinal: Bool = false, limit: Int? = nil) throws {
    waitingBytes = 0
    if let theme, sheet != nil { theme.extend(&sheet!, for: content.scopes) }
    if painter != nil, !hasFixedWidth, let columns = Terminal.size()?.columns { stream.setWidth(columns) }
    var lines = ByteSink()
    stream.write(content, sheet: sheet, isFinal: isFinal, limit: limit, into: &lines)
    guard painter != nil else {
      if lines.count > 0 { try StandardOutput.write(lines.bytes) }
      return
    }
    var tail = ByteSink()
    if !isFinal { stream.writeTail(of: content, sheet: sheet, into: &tail) }
    try painter?.paint(final: lines.bytes, tail: tail.bytes)
  }
}
