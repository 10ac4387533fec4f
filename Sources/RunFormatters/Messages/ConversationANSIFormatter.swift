public import StyledRuns

/// Writes a conversation for a terminal: messages one below the other, tool calls as cards.
///
/// ```swift
/// let sheet = theme.styleSheet(for: conversation.scopes)
/// let bytes = ConversationANSIFormatter().format(conversation, sheet: sheet)
/// ```
///
/// The output has the same guarantees as that of ``ANSIFormatter``.
public struct ConversationANSIFormatter: Sendable {
  public var options: ANSIOptions
  public var expansion: ToolExpansion

  public init(options: ANSIOptions = ANSIOptions(), expansion: ToolExpansion = .preview) {
    self.options = options
    self.expansion = expansion
  }

  /// Returns the conversation in UTF-8. Each line ends with a line feed.
  public func format(_ conversation: Conversation, sheet: StyleSheet?) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(conversation, sheet: sheet, into: &sink)
    return sink.bytes
  }

  /// Appends the conversation to `sink`.
  public func format(_ conversation: Conversation, sheet: StyleSheet?, into sink: inout ByteSink) {
    var stream = ConversationANSIStream(options: options, expansion: expansion)
    stream.write(conversation, sheet: sheet, isFinal: true, into: &sink)
  }
}

/// Writes a conversation for a terminal while it grows. Each line is written once, as soon as it is final.
///
/// ```swift
/// var stream = ConversationANSIStream()
/// stream.write(conversation, sheet: sheet, into: &sink)  // after each update
/// stream.write(conversation, sheet: sheet, isFinal: true, into: &sink)  // at the end
/// ```
///
/// A tool call is written once its result has arrived. The parts after it wait for that.
public struct ConversationANSIStream: Sendable {
  private var options: ANSIOptions
  private let expansion: ToolExpansion
  private let boxCharacters: TerminalBoxCharacters?
  private var theme: ANSITheme
  private var styleCount: Int?
  private var message = 0
  private var part = 0
  /// The layout state of the current part; nil before it is started.
  private var progress: TerminalLayoutState?
  private var hasOutput = false
  /// Whether the last part was a call in one line. Such lines are not separated.
  private var wasLine = false
  /// The author of the last message.
  private var speaker: Speaker?
  /// The statistics of the current turn so far, and its author.
  private var turn = MessageStats()
  private var turnSpeaker: Speaker?

  /// The properties in which messages of one group agree.
  private struct Speaker: Equatable {
    var role: Message.MessageRole
    var parentCall: String?
    var model: String?
  }

  public init(options: ANSIOptions = ANSIOptions(), expansion: ToolExpansion = .preview) {
    self.init(options: options, expansion: expansion, boxCharacters: nil)
  }

  init(options: ANSIOptions, expansion: ToolExpansion, boxCharacters: TerminalBoxCharacters?) {
    self.options = options
    self.expansion = expansion
    self.boxCharacters = boxCharacters
    theme = ANSITheme(nil, colors: options.colors)
  }

  /// The width of later lines in columns. It can change when the terminal is resized.
  public var width: Int {
    get { options.width }
    set { options.width = newValue }
  }

  /// The width of characters with an ambiguous width, in columns.
  public var ambiguousWidth: Int { options.ambiguousWidth }

  /// Prepares for a conversation with another scope table, and thus another sheet. Its lines must equal those
  /// of the previous conversation.
  public mutating func forgetSheet() { styleCount = nil }

  /// Appends the final lines of `conversation` that have not been written yet.
  ///
  /// - Parameters:
  ///   - conversation: The same conversation in every call, with more content each time.
  ///   - sheet: The styles for all scopes so far.
  ///   - isFinal: Whether to write everything that remains, and the statistics. No call may follow.
  ///   - sink: The sink to append to.
  public mutating func write(
    _ conversation: Conversation, sheet: StyleSheet?, isFinal: Bool = false, into sink: inout ByteSink
  ) {
    if sheet?.styles.count != styleCount {
      theme = ANSITheme(sheet, colors: options.colors)
      styleCount = sheet?.styles.count
    }
    writeMessages(of: conversation, isFinal: isFinal, into: &sink)
    if isFinal { writeEnd(of: conversation.session, into: &sink) }
  }

  /// Appends the lines that would follow if the input ended here. They are not final and must be drawn again.
  public func writeTail(of conversation: Conversation, sheet: StyleSheet?, into sink: inout ByteSink) {
    var copy = self
    if sheet?.styles.count != styleCount { copy.theme = ANSITheme(sheet, colors: options.colors) }
    copy.writeMessages(of: conversation, isFinal: true, into: &sink)
  }

  private mutating func writeMessages(
    of conversation: Conversation, isFinal: Bool, into out: inout ByteSink
  ) {
    while message < conversation.messages.count, !out.isStopped {
      let current = conversation.messages[message]
      while part < current.parts.count, !out.isStopped {
        let isDone = write(current.parts[part], of: current.head, isFinal: isFinal, into: &out)
        guard isDone else { return }
        part += 1
        progress = nil
      }
      guard current.head.isFinished || isFinal else { return }
      writeStats(of: current, into: &out)
      message += 1
      part = 0
    }
  }

  // MARK: Parts

  /// Writes a part.
  ///
  /// - Returns: `false` if the part can still grow.
  private mutating func write(
    _ part: MessagePart, of head: Message.MessageHead, isFinal: Bool, into out: inout ByteSink
  ) -> Bool {
    let isSettled = part.isFinished || isFinal
    switch part.content {
    case .text(let text):
      guard !text.document.blocks.isEmpty else { return isSettled }
      begin(head, style: head.role == .user ? .spoken : .plain, into: &out)
      // Pending highlighting would change lines that are already written.
      let isWhole = isFinal || isSettled && !text.document.blocks.hasPendingColors
      write(text.document, isFinal: isWhole, into: &out)
      return isWhole
    case .thinking(let text):
      guard expansion == .all, !text.source.isEmpty else {
        guard isSettled else { return false }
        writeThinkingTitle(text, head, isFinished: part.isFinished, into: &out)
        return true
      }
      if progress == nil {
        writeThinkingTitle(text, head, isFinished: part.isFinished, into: &out)
        begin(head, style: .quiet, into: &out)
      }
      write(text.document, isFinal: isSettled, into: &out)
      return isSettled
    case .toolCall(let call):
      guard isFinal || call.output != nil || call.head.state == .unanswered else { return false }
      // Pending highlighting would change the card.
      guard isFinal || !call.hasPendingColors else { return false }
      let isLine = expansion == .none || expansion == .errors && call.head.state != .failed
      begin(head, style: .plain, isLine: isLine, into: &out)
      let expansion = expansion
      write(into: &out) { writer, out in writer.write(call, expansion: expansion, into: &out) }
      return true
    case .image(let image):
      begin(head, style: .plain, into: &out)
      writeLine([(MessageLabels.image(image), theme.muted)], into: &out)
      return true
    case .notice(let notice):
      begin(head, style: .plain, isNotice: true, into: &out)
      let color =
        switch notice.level {
        case .info: theme.info
        case .warning: theme.warning
        case .error: theme.error
        }
      let word = notice.level == .info ? "Note" : notice.level == .warning ? "Warning" : "Error"
      writeLine([("\(word): ", ANSIStyle.plain.with(color, .bold)), (notice.text, .plain)], into: &out)
      return true
    case .sources(let sources):
      guard !sources.isEmpty else { return true }
      begin(head, style: .plain, into: &out)
      writeLine([("Sources", theme.muted)], into: &out)
      progress = start(head, .plain)
      write(sources.document, isFinal: true, into: &out)
      return true
    }
  }

  private mutating func writeThinkingTitle(
    _ text: MarkdownPart, _ head: Message.MessageHead, isFinished: Bool, into out: inout ByteSink
  ) {
    begin(head, style: .plain, into: &out)
    var style = theme.muted
    style.attributes.insert(.italic)
    let isOpen = expansion == .all && !text.source.isEmpty
    let title = isOpen ? "Thinking" : MessageLabels.thinking(text, isFinished: isFinished)
    writeLine([("\u{2726} \(title)", style)], into: &out)
    progress = nil
  }

  /// The prefix of a part's lines.
  private enum PrefixStyle { case plain, spoken, quiet }

  /// Starts a part: writes the head of a new group of messages and an empty line, and creates the layout
  /// state.
  private mutating func begin(
    _ head: Message.MessageHead, style: PrefixStyle, isLine: Bool = false, isNotice: Bool = false,
    into out: inout ByteSink
  ) {
    guard progress == nil else { return }
    let next = Speaker(role: head.role, parentCall: head.parentCall, model: head.model)
    let isJoined = isLine && wasLine && next == speaker
    wasLine = isLine
    if style != .quiet, hasOutput, !isJoined { writeGap(before: head, isSame: next == speaker, into: &out) }
    hasOutput = true
    // A notice needs no label.
    if next != speaker, !(isNotice && next.role == .system && next.parentCall == nil) {
      let isSame = speaker?.role == next.role && speaker?.parentCall == next.parentCall && next.model == nil
      speaker = next
      if !isSame { writeHead(head, into: &out) }
    }
    progress = start(head, style)
  }

  /// Writes an empty line, with the bar of an agent that continues.
  private func writeGap(before head: Message.MessageHead, isSame: Bool, into out: inout ByteSink) {
    if isSame { start(head, .plain).prefix.writeBlank(into: &out) }
    out.append(0x0A)
  }

  private func start(_ head: Message.MessageHead, _ style: PrefixStyle) -> TerminalLayoutState {
    var progress = TerminalWriter.start(options)
    // Bars are ambiguous characters, so they are wide where those are.
    let isPlain = boxCharacters?.isPlain ?? (options.ambiguousWidth == 2)
    func push(_ mark: StaticString, _ look: ANSIStyle, base: ANSIStyle) {
      guard options.width - progress.prefix.width >= 30 else { return progress.prefix.push(base: base) }
      var sink = ByteSink(capacity: 64)
      var pen = ANSIPen(isEnabled: options.colors != .none)
      pen.set(look, into: &sink)
      sink.append(mark)
      pen.set(.plain, into: &sink)
      sink.append(0x20)
      progress.prefix.push(sink.bytes, columns: 2, base: base)
    }
    if head.parentCall != nil { push(isPlain ? ":" : "\u{250A}", theme.border, base: .plain) }
    switch style {
    case .plain: break
    case .spoken: push(isPlain ? ">" : "\u{258C}", ANSIStyle.plain.with(theme.accent), base: .plain)
    case .quiet: push(isPlain ? ":" : "\u{2502}", theme.border, base: theme.muted)
    }
    return progress
  }

  private mutating func writeHead(_ head: Message.MessageHead, into out: inout ByteSink) {
    var name = ANSIStyle.plain.with(head.role == .user ? theme.accent : theme.heading.foreground, .bold)
    if head.role == .system { name = theme.muted }
    var pieces = [(MessageLabels.name(of: head), name)]
    let facts = [head.model, head.time.flatMap(MessageLabels.clock)].compactMap { $0 }
    if !facts.isEmpty { pieces.append(("  " + facts.joined(separator: " \u{B7} "), theme.muted)) }
    progress = start(head, .plain)
    writeLine(pieces, into: &out)
  }

  private mutating func write(_ document: Document, isFinal: Bool, into out: inout ByteSink) {
    write(into: &out) { writer, out in writer.write(document, isFinal: isFinal, into: &out) }
  }

  /// Moves the layout state to a writer, so that it is changed in place.
  private mutating func write(
    into out: inout ByteSink, _ body: (inout TerminalWriter, inout ByteSink) -> Void
  ) {
    let taken = progress ?? TerminalWriter.start(options)
    progress = nil
    var writer = TerminalWriter(options: options, theme: theme, progress: taken, boxCharacters: boxCharacters)
    writer.listsSources = true
    body(&writer, &out)
    progress = writer.progress
  }

  /// Writes a wrapped line of text that this package provides.
  private mutating func writeLine(_ pieces: [(String, ANSIStyle)], into out: inout ByteSink) {
    write(into: &out) { writer, out in
      writer.text.removeAll()
      for (text, style) in pieces {
        writer.text.setStyle(style)
        writer.text.append(text, .verbatim)
      }
      writer.writeText(into: &out)
    }
  }

  // MARK: Statistics

  /// Writes the statistics at the end of a turn, not after each tool call.
  private mutating func writeStats(of message: Message, into out: inout ByteSink) {
    let head = message.head
    let next = Speaker(role: head.role, parentCall: head.parentCall, model: head.model)
    if next != turnSpeaker { turn = MessageStats() }
    turnSpeaker = next
    guard let stats = head.stats else { return }
    MessageLabels.add(stats, to: &turn)
    guard !["tool_use", "tool_calls"].contains(stats.stopReason) else { return }
    let text = MessageLabels.stats(turn)
    turn = MessageStats()
    guard !text.isEmpty, !message.parts.isEmpty else { return }
    wasLine = false
    progress = start(message.head, .plain)
    writeGap(before: message.head, isSame: true, into: &out)
    writeLine([(text, theme.muted)], into: &out)
    progress = nil
  }

  private mutating func writeEnd(of session: Conversation.Session, into out: inout ByteSink) {
    let text = MessageLabels.session(session)
    if let failure = session.failure {
      if hasOutput { out.append(0x0A) }
      hasOutput = true
      writeLine(
        [("\u{2717} Failed: ", ANSIStyle.plain.with(theme.error, .bold)), (failure, .plain)], into: &out)
    }
    guard !text.isEmpty else { return }
    if hasOutput { out.append(0x0A) }
    if boxCharacters?.isPlain != true {
      write(into: &out) { writer, out in writer.rule(columns: min(writer.textWidth, 12), into: &out) }
    }
    writeLine([(text, theme.muted)], into: &out)
  }
}

extension ToolCall {
  /// Whether code in the call still waits for tokens.
  fileprivate var hasPendingColors: Bool {
    view.blocks.hasPendingColors || output?.view.blocks.hasPendingColors ?? false
  }
}

extension [Block] {
  /// Whether code in the blocks or their descendants still waits for tokens.
  fileprivate var hasPendingColors: Bool {
    contains { block in
      if case .code(let code) = block.content { return code.highlighting == .pending }
      return block.children.hasPendingColors
    }
  }
}
