internal import MessageStreams
internal import Rendering
internal import RunFormatters
internal import StyledRuns
internal import TextMate

/// Shows a conversation: at once, or while it arrives.
struct ConversationOutput {
  var format: RenderCommand.Format
  var appearance: AppearanceArguments
  var html: HTMLArguments
  var expansion: ToolExpansion
  var catalog: Catalog
  /// What reads the input, where it is read here.
  var session: ConversationSession?

  /// Renders input that is all there.
  func run(_ bytes: [UInt8], title: String?) throws {
    guard let session else { return }
    var conversation = Conversation()
    try conversation.take(session.append(bytes))
    try conversation.take(session.finish())
    if conversation == Conversation(), !bytes.isEmpty { return try reportNothing(session.skipped) }
    try write(conversation.canonical())
    report(session.skipped)
  }

  /// Shows input as it arrives, in a terminal or as updates.
  func run(_ pieces: consuming InputPieces) throws {
    guard let session else { return }
    switch format {
    case .updates:
      while let piece = try pieces.next() { try write(session.append(piece)) }
      try write(session.finish())
    case .ansi:
      var terminal = Terminal.detect()
      let theme = try appearance.theme(in: catalog, on: &terminal)
      defer { terminal.settle() }
      var live = LiveConversation(
        theme: theme,
        stream: ConversationANSIStream(
          options: appearance.ansiOptions(on: terminal, besides: nil), expansion: expansion),
        hasFixedWidth: appearance.width != nil, isTerminal: terminal.isTerminal)
      let hadInput = try live.run(pieces, through: session)
      if hadInput, live.isEmpty { return try reportNothing(session.skipped) }
    case .text, .html, .ir, .markdown:
      var bytes: [UInt8] = []
      while let piece = try pieces.next() { bytes += piece }
      return try run(bytes, title: nil)
    }
    report(session.skipped)
  }

  /// Writes a conversation to standard output.
  func write(_ conversation: Conversation) throws {
    switch format {
    case .ansi: try writeForTerminal(conversation)
    case .html:
      let output = DocumentOutput(format: format, appearance: appearance, html: html)
      let sheets = try appearance.themes(in: catalog).map { $0.styleSheet(for: conversation.scopes) }
      let formatter = HTMLFormatter(options: try output.htmlOptions(title: nil))
      try StandardOutput.write(formatter.format(conversation, sheets: sheets, expansion: expansion))
    case .text: try StandardOutput.write(ConversationTextFormatter(expansion: expansion).format(conversation))
    case .markdown: try StandardOutput.write(ConversationMarkdownFormatter().format(conversation))
    case .ir, .updates: try StandardOutput.write(IRFormatter().format(conversation))
    }
  }

  private func writeForTerminal(_ conversation: Conversation) throws {
    var terminal = Terminal.detect()
    // A late answer is waited for when all has been written.
    defer { terminal.settle() }
    let theme = try appearance.theme(in: catalog, on: &terminal)
    let formatter = ConversationANSIFormatter(
      options: appearance.ansiOptions(on: terminal, besides: nil), expansion: expansion)
    try StandardOutput.write(
      formatter.format(conversation, sheet: theme.styleSheet(for: conversation.scopes)))
  }

  private func write(_ update: ConversationUpdate?) throws {
    guard let update else { return }
    var line = IRFormatter().format(update)
    line.append(UInt8(ascii: "\n"))
    try StandardOutput.write(line)
  }

  /// There was input, but not of the form that it was said to have.
  private func reportNothing(_ skipped: SkippedInput) throws {
    report(skipped)
    throw Failure.input("the input holds no messages of this form; without --input its form is found out")
  }

  private func report(_ skipped: SkippedInput) {
    if let summary = skipped.summary { StandardError.write("ilsrender: \(summary)") }
  }
}

extension Conversation {
  /// Applies what a session says.
  mutating func take(_ update: ConversationUpdate?) throws {
    guard let update else { return }
    do {
      try apply(update)
    } catch {
      throw Failure.brokenOff(error)
    }
  }
}

/// Shows a conversation in a terminal while it arrives: final lines once, and the growing rest in place.
struct LiveConversation {
  private let theme: Theme
  private var conversation = Conversation()
  private var sheet: StyleSheet
  private var stream: ConversationANSIStream
  private var painter: TailPainter?
  private let hasFixedWidth: Bool
  /// Bytes of input that came since the last writing.
  private var waitingBytes = 0

  /// Paints the tail on a terminal; to a pipe or file only final lines are written. Unless its width is fixed, what is
  /// written follows that of the terminal. With `sharesErrors` another program writes to standard error.
  init(
    theme: Theme, stream: ConversationANSIStream, hasFixedWidth: Bool, isTerminal: Bool,
    sharesErrors: Bool = false
  ) {
    self.theme = theme
    self.hasFixedWidth = hasFixedWidth
    self.stream = stream
    sheet = theme.styleSheet(for: ScopeTable())
    painter =
      isTerminal ? TailPainter(ambiguousWidth: stream.ambiguousWidth, sharesErrors: sharesErrors) : nil
  }

  /// Whether nothing was found.
  var isEmpty: Bool { conversation == Conversation() }

  /// Reads to the end, and returns when all is written: whether there was any input.
  mutating func run(_ pieces: consuming InputPieces, through session: ConversationSession) throws -> Bool {
    var hadInput = false
    while true {
      // A frame may be due before more text comes, or a signal say that the terminal has another size.
      if let wakeups = painter?.wakeups, !pieces.waitForMore(or: wakeups) {
        try showIfReady()
        continue
      }
      guard let piece = try pieces.next() else { break }
      hadInput = hadInput || !piece.isEmpty
      try conversation.take(session.append(piece))
      if painter != nil {
        painter?.change()
        try showIfReady()
        continue
      }
      waitingBytes += piece.count
      if pieces.hasMore, waitingBytes < LiveOutput.patience { continue }
      try show(isFinal: false)
    }
    try conversation.take(session.finish())
    try show(isFinal: true)
    return hadInput
  }

  /// Shows what somebody else renders, to the end.
  mutating func run(_ updates: consuming RemoteUpdates) throws {
    receiving: while true {
      switch try updates.next(or: painter?.wakeups) {
      case .end: break receiving
      case .wakeup: break
      case .update(.conversation(let update)):
        if update.sequence == 1 { startOver() }
        try conversation.take(update)
        painter?.change()
        if painter == nil { try show(isFinal: false) }
      case .update: throw Failure.brokenOff("it has two kinds of updates")
      }
      try showIfReady()
    }
    try show(isFinal: true)
  }

  /// The next update is the first of another stream, and brings all that is there: nothing of it that is shown is
  /// shown again.
  private mutating func startOver() {
    conversation = Conversation()
    sheet = theme.styleSheet(for: ScopeTable())
    stream.forgetSheet()
  }

  /// Draws a frame on a terminal, if the time for it has come.
  private mutating func showIfReady() throws {
    if try painter?.isReady() == true { try show(isFinal: false) }
  }

  private mutating func show(isFinal: Bool) throws {
    waitingBytes = 0
    theme.extend(&sheet, for: conversation.scopes)
    if painter != nil, !hasFixedWidth, let columns = Terminal.size()?.columns { stream.width = columns }
    var lines = ByteSink()
    stream.write(conversation, sheet: sheet, isFinal: isFinal, into: &lines)
    guard painter != nil else {
      if lines.count > 0 { try StandardOutput.write(lines.bytes) }
      return
    }
    var tail = ByteSink()
    if !isFinal { stream.writeTail(of: conversation, sheet: sheet, into: &tail) }
    try painter?.paint(final: lines.bytes, tail: tail.bytes)
  }
}
