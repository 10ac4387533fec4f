internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Shows markdown while it arrives: final lines once and for ever, and on a terminal the growing rest in place.
struct LiveOutput {
  private let theme: Theme
  private var document = Document()
  private var sheet: StyleSheet
  private var stream: ANSIStream
  private var painter: TailPainter?
  private let hasFixedWidth: Bool

  /// Paints the tail where `terminal` is one; to a pipe or file only final lines are written. Unless its width is
  /// fixed, what is written follows that of the terminal.
  init(theme: Theme, options: ANSIFormatter.Options, hasFixedWidth: Bool = false, terminal: Terminal) {
    self.hasFixedWidth = hasFixedWidth
    self.theme = theme
    sheet = theme.styleSheet(for: ScopeTable())
    stream = ANSIStream(options: options)
    painter = terminal.isTerminal ? TailPainter() : nil
  }

  /// Reads to the end, and returns when all is written.
  mutating func run(_ pieces: consuming InputPieces, through session: RenderSession) throws {
    while true {
      if painter != nil, !pieces.waitForMore() {
        // A signal came first: the terminal may have another size.
        try show(isFinal: false)
        continue
      }
      guard let piece = try pieces.next() else { break }
      try apply(session.append(piece))
      // What is there already is taken first: painting each of a thousand small pieces would only delay the last.
      if pieces.hasMore, !(painter?.isDue ?? false) { continue }
      try show(isFinal: false)
    }
    try apply(session.finish())
    try show(isFinal: true)
  }

  /// Shows what somebody else renders, to the end.
  mutating func run(_ updates: consuming RemoteUpdates) throws {
    while let update = try updates.next() {
      guard case .document(let update) = update else {
        throw Failure.brokenOff("it has two kinds of updates")
      }
      if update.sequence == 1 { startOver() }
      try apply(update)
      if updates.hasMore, !(painter?.isDue ?? false) { continue }
      try show(isFinal: false)
    }
    try show(isFinal: true)
  }

  /// The next update is the first of another stream, and brings all that is there: nothing of it that is shown is
  /// shown again.
  private mutating func startOver() {
    document = Document()
    sheet = theme.styleSheet(for: ScopeTable())
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

  private mutating func show(isFinal: Bool) throws {
    theme.extend(&sheet, for: document.scopes)
    if painter != nil, !hasFixedWidth, let columns = Terminal.size()?.columns { stream.width = columns }
    var lines = ByteSink()
    stream.write(document, sheet: sheet, isFinal: isFinal, into: &lines)
    guard painter != nil else {
      if lines.count > 0 { try StandardOutput.write(lines.bytes) }
      return
    }
    var tail = ByteSink()
    if !isFinal { stream.writeTail(of: document, sheet: sheet, into: &tail) }
    try painter?.paint(final: lines.bytes, tail: tail.bytes)
  }
}
