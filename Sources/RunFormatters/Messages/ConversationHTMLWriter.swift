import StyledRuns

/// Writes a conversation as HTML elements, with an article for each group of consecutive messages by one
/// author.
struct ConversationHTMLWriter: ~Copyable {
  let options: HTMLOptions
  let sheets: [StyleSheet]
  private let expansion: ToolExpansion
  let outputColors: OutputColors
  var writer: HTMLWriter

  /// The number of lines of output that are shown before the rest is folded.
  static let shownLines = 5

  init(options: HTMLOptions, sheets: [StyleSheet], expansion: ToolExpansion) {
    self.options = options
    self.sheets = sheets
    self.expansion = expansion
    outputColors = OutputColors(options.styling == .inline ? Array(sheets.prefix(1)) : sheets)
    writer = HTMLWriter(options: options, sheets: sheets)
  }

  var isInline: Bool { options.styling == .inline }
  var palette: Palette? { isInline ? sheets.first?.palette : nil }

  mutating func write(_ conversation: Conversation, into out: inout ByteSink) {
    if options.isStandalone { writeHead(of: conversation, into: &out) }
    var start = 0
    let messages = conversation.messages
    while start < messages.count {
      var end = start + 1
      while end < messages.count, Self.speakOn(messages[start].head, messages[end].head) { end += 1 }
      writeGroup(messages[start..<end], into: &out)
      start = end
    }
    writeEnd(of: conversation.session, into: &out)
  }

  /// Whether a message continues the group of the preceding message.
  static func speakOn(_ head: Message.MessageHead, _ next: Message.MessageHead) -> Bool {
    head.role == .assistant && next.role == .assistant && head.parentCall == next.parentCall
      && (next.model == nil || head.model == next.model)
  }

  /// Returns the title of the conversation, or the start of its first message.
  static func title(of conversation: Conversation) -> String {
    if let name = conversation.session.name { return name }
    for message in conversation.messages where message.head.role == .user {
      for case .text(let text) in message.parts.map(\.content) {
        for block in text.document.blocks {
          let words: String
          switch block.content {
          case .paragraph(let inlines): words = inlines.text
          case .heading(let heading): words = heading.inlines.text
          default: continue
          }
          if words.contains(where: \.isLetter) { return cut(words) }
        }
      }
    }
    return "Conversation"
  }

  /// Truncates a text to the length of a title.
  private static func cut(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    guard line.count > 64 else { return String(line) }
    let start = line.prefix(63)
    let end = start.lastIndex(of: " ") ?? start.endIndex
    return String(start[..<end]) + "\u{2026}"
  }

  private func writeHead(of conversation: Conversation, into out: inout ByteSink) {
    let session = conversation.session
    out.append("<header class=\"ils-session\">\n<h1 dir=\"auto\">")
    out.append(escapingHTML: options.title ?? Self.title(of: conversation))
    out.append("</h1>\n")
    let facts = [
      ("Model", session.model), ("Folder", session.directory),
      (
        "Began",
        (session.time ?? conversation.messages.lazy.compactMap(\.head.time).first).map(MessageLabels.date)
      ),
    ].compactMap { name, value in value.map { (name, $0) } }
    if !facts.isEmpty {
      out.append("<dl class=\"ils-facts\">")
      for (name, value) in facts {
        out.append("<div><dt>")
        out.append(text: name)
        out.append("</dt><dd dir=\"auto\">")
        out.append(escapingHTML: value)
        out.append("</dd></div>")
      }
      out.append("</dl>\n")
    }
    out.append("</header>\n")
  }

  func writeEnd(of session: Conversation.Session, into out: inout ByteSink) {
    let text = MessageLabels.session(session)
    guard session.failure != nil || !text.isEmpty else { return }
    out.append("<footer class=\"ils-total\">\n")
    if let failure = session.failure {
      out.append("<p class=\"ils-notice ils-error\" role=\"note\" dir=\"auto\"><strong>Failed:</strong> ")
      out.append(escapingHTML: failure)
      out.append("</p>\n")
    }
    if !text.isEmpty {
      out.append("<p><bdi>")
      out.append(escapingHTML: text)
      out.append("</bdi></p>\n")
    }
    out.append("</footer>\n")
  }

  // MARK: Messages

  private mutating func writeGroup(_ messages: ArraySlice<Message>, into out: inout ByteSink) {
    guard Self.isShown(messages), let head = messages.first?.head else { return }
    writeStart(of: messages, head, into: &out)
    for index in messages.indices {
      for part in messages[index].parts.indices where !out.isStopped {
        writer.beginPart(Self.prefix(of: PartID(message: index, part: part)))
        write(messages[index].parts[part], into: &out)
      }
    }
    out.append("</div>\n")
    let source = Self.source(of: messages)
    writeFoot(stats: Self.stats(of: messages), source: source.isEmpty ? nil : source, into: &out)
    out.append("</article>\n")
  }

  /// Whether a group of messages has anything to show.
  static func isShown(_ messages: ArraySlice<Message>) -> Bool {
    messages.contains { !$0.parts.isEmpty || !$0.head.isFinished }
  }

  /// Returns the prefix of all identifiers in a part.
  static func prefix(of id: PartID) -> String { "m\(id.message)-\(id.part)-" }

  /// Writes the start tags and the byline of a group of messages.
  func writeStart(of messages: ArraySlice<Message>, _ head: Message.MessageHead, into out: inout ByteSink) {
    out.append("<article class=\"ils-msg ils-")
    out.append(text: head.role.rawValue)
    if head.parentCall != nil { out.append(" ils-agent") }
    out.append("\" aria-label=\"")
    out.append(escapingHTML: MessageLabels.name(of: head))
    out.append("\">\n")
    writeByline(head, messages, into: &out)
    out.append("<div class=\"ils-bubble\">\n")
  }

  private func writeByline(
    _ head: Message.MessageHead, _ messages: ArraySlice<Message>, into out: inout ByteSink
  ) {
    let isNotice = messages.allSatisfy { message in
      message.parts.allSatisfy {
        if case .notice = $0.content { true } else { false }
      }
    }
    if head.role == .system, isNotice { return }
    out.append("<header class=\"ils-by\"><h2 class=\"ils-who\">")
    out.append(escapingHTML: MessageLabels.name(of: head))
    out.append("</h2>")
    for fact in [head.model, head.time.flatMap(MessageLabels.clock)].compactMap({ $0 }) {
      out.append("<span dir=\"auto\">")
      out.append(escapingHTML: fact)
      out.append("</span>")
    }
    let calls = messages.reduce(0) { sum, message in
      sum
        + message.parts.count {
          if case .toolCall = $0.content { true } else { false }
        }
    }
    if calls >= 2, !isInline {
      out.append(
        "<span class=\"ils-alls\"><button type=\"button\" class=\"ils-all ils-open-all\" hidden>Expand all</button>"
      )
      out.append("<button type=\"button\" class=\"ils-all\" hidden>Collapse all</button></span>")
    }
    out.append("</header>\n")
  }

  /// Returns the statistics of a group of messages, such as `142 tokens, 3.2 s`; empty if the turn continues
  /// after tool calls.
  static func stats(of messages: ArraySlice<Message>) -> String {
    let sum = MessageLabels.sum(messages)
    // Between tool calls, no turn has ended.
    let isWaiting = ["tool_use", "tool_calls"].contains(sum.stopReason)
    return isWaiting ? "" : MessageLabels.stats(sum)
  }

  /// Returns the markdown of a group of messages.
  private static func source(of messages: ArraySlice<Message>) -> String {
    var source = ""
    for message in messages {
      for case .text(let text) in message.parts.map(\.content) where !text.source.isEmpty {
        source += separator(behind: source) + text.source
      }
    }
    return source
  }

  /// Returns the text to insert between `source` and the markdown of the next part.
  static func separator(behind source: String) -> String {
    source.isEmpty ? "" : source.hasSuffix("\n") ? "\n" : "\n\n"
  }

  /// Writes the footer of a group of messages, unless it would be empty.
  ///
  /// - Parameter source: The markdown for the copy button, or `nil` for no button.
  func writeFoot(stats: String, source: String?, into out: inout ByteSink) {
    let source = isInline ? nil : source
    guard source != nil || !stats.isEmpty else { return }
    out.append("<footer class=\"ils-foot\">")
    if !stats.isEmpty {
      out.append("<span class=\"ils-stats\" dir=\"auto\">")
      out.append(escapingHTML: stats)
      out.append("</span>")
    }
    if let source {
      out.append("<button type=\"button\" class=\"ils-md\" data-source=\"")
      out.append(escapingHTML: source)
      out.append("\" hidden>Copy markdown</button>")
    }
    out.append("</footer>\n")
  }

  static let textStart: StaticString = "<div class=\"ils-text\">\n"
  static let textEnd: StaticString = "</div>\n"
  static let thinkingEnd: StaticString = "</div>\n</details>\n"

  /// Writes a part of a message.
  mutating func write(_ part: MessagePart, into out: inout ByteSink) {
    switch part.content {
    case .text(let text):
      guard !text.document.blocks.isEmpty else { return }
      out.append(Self.textStart)
      writer.write(text.document, into: &out)
      out.append(Self.textEnd)
    case .thinking(let text):
      if writeThinkingStart(text, isFinished: part.isFinished, into: &out) {
        writer.write(text.document, into: &out)
        out.append(Self.thinkingEnd)
      }
    case .toolCall(let call): write(call, isOpen: isOpen(call), into: &out)
    case .image(let image): write(image, into: &out)
    case .notice(let notice):
      out.append("<p class=\"ils-notice ils-")
      out.append(text: notice.level.rawValue)
      out.append("\" role=\"note\" dir=\"auto\"><strong>")
      out.append(notice.level == .info ? "Note" : notice.level == .warning ? "Warning" : "Error")
      out.append(":</strong> ")
      out.append(escapingHTML: notice.text)
      out.append("</p>\n")
    case .sources(let sources):
      guard !sources.isEmpty else { return }
      // A group is no landmark, because a page can have several.
      out.append("<div class=\"ils-sources\" role=\"group\" aria-label=\"Sources\">\n<p>Sources</p>\n")
      writer.write(sources.document, into: &out)
      out.append("</div>\n")
    }
  }

  func isOpen(_ call: ToolCall) -> Bool {
    switch expansion {
    case .all, .preview: true
    case .none: false
    case .errors: call.head.state == .failed
    }
  }

  /// Writes the HTML before the document of a thinking part; returns `false` if the part has no document to
  /// show and is written as a whole.
  func writeThinkingStart(_ text: MarkdownPart, isFinished: Bool, into out: inout ByteSink) -> Bool {
    let label = MessageLabels.thinking(text, isFinished: isFinished)
    guard !text.document.blocks.isEmpty else {
      out.append("<p class=\"ils-unshown\">")
      out.append(escapingHTML: label)
      out.append("</p>\n")
      return false
    }
    out.append("<details class=\"ils-thinking\"")
    if expansion == .all { out.append(" open") }
    out.append("><summary><bdi>")
    out.append(escapingHTML: label)
    out.append("</bdi></summary>\n<div class=\"ils-think\">\n")
    return true
  }

  /// Writes an image if its address is allowed, otherwise its description.
  func write(_ image: ImageReference, into out: inout ByteSink) {
    let label = MessageLabels.image(image)
    switch image.address.map(options.links.verdict(onImage:)) {
    case .allowed(let address)?:
      out.append("<p class=\"ils-picture\"><img src=\"")
      withUTF8(address) { out.append(escapingAddress: $0) }
      out.append("\" alt=\"")
      out.append(escapingHTML: label)
      out.append("\" loading=\"lazy\"></p>\n")
    case .elsewhere(let address)?:
      out.append("<p class=\"ils-unshown\">")
      let unloaded = UnloadedImage(address: address, links: options.links)
      unloaded.writeStart(into: &out)
      out.append(escapingHTML: label)
      unloaded.writeEnd(hasText: !label.isEmpty, into: &out)
      out.append("</p>\n")
    case .refused?, nil:
      out.append("<p class=\"ils-unshown\">")
      out.append(escapingHTML: label)
      out.append("</p>\n")
    }
  }
}
