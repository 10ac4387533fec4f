public import StyledRuns

/// Writes a conversation as markdown, for storage and export: the properties of the session and all messages.
///
/// ```swift
/// let markdown = ConversationMarkdownFormatter().format(conversation)
/// ```
public struct ConversationMarkdownFormatter: Sendable {
  public init() {}

  /// Returns the conversation in UTF-8.
  public func format(_ conversation: Conversation) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(conversation, into: &sink)
    return sink.bytes
  }

  /// Appends the conversation to `sink`.
  public func format(_ conversation: Conversation, into sink: inout ByteSink) {
    writeHead(of: conversation, into: &sink)
    var speaker: Message.MessageHead?
    for message in conversation.messages where !message.parts.isEmpty {
      if !Self.speaksOn(speaker, message.head) {
        writeHead(of: message.head, into: &sink)
        speaker = message.head
      }
      for part in message.parts where !sink.isStopped { write(part, into: &sink) }
      if let stats = message.head.stats.map(MessageLabels.stats), !stats.isEmpty {
        sink.append(text: "\n*\(stats)*\n")
      }
    }
    writeEnd(of: conversation.session, into: &sink)
  }

  private static func speaksOn(_ last: Message.MessageHead?, _ next: Message.MessageHead) -> Bool {
    guard let last, next.role == .assistant else { return false }
    return last.role == next.role && last.parentCall == next.parentCall
      && (next.model == nil || next.model == last.model)
  }

  private func writeHead(of conversation: Conversation, into out: inout ByteSink) {
    let session = conversation.session
    out.append(text: "# \(Self.escaped(ConversationHTMLWriter.title(of: conversation)))\n")
    let time = session.time ?? conversation.messages.lazy.compactMap(\.head.time).first
    let model = session.model ?? conversation.messages.lazy.compactMap(\.head.model).first
    let facts = [
      ("Session", session.id), ("Model", model), ("Folder", session.directory),
      ("Began", time.map(MessageLabels.date)),
    ]
    let known = facts.compactMap { name, value in value.map { (name, $0) } }
    if !known.isEmpty { out.append("\n") }
    for (name, value) in known { out.append(text: "- \(name): \(Self.code(value))\n") }
  }

  private func writeHead(of head: Message.MessageHead, into out: inout ByteSink) {
    let facts = [head.model, head.time.map(MessageLabels.date)].compactMap { $0 }
    out.append(text: "\n## \(MessageLabels.name(of: head))")
    if !facts.isEmpty { out.append(text: " \u{B7} " + Self.escaped(facts.joined(separator: " \u{B7} "))) }
    out.append("\n")
  }

  private func writeEnd(of session: Conversation.Session, into out: inout ByteSink) {
    if let failure = session.failure { out.append(text: "\n**Failed:** \(Self.escaped(failure))\n") }
    let text = MessageLabels.session(session)
    if !text.isEmpty { out.append(text: "\n---\n\n\(text)\n") }
  }

  private func write(_ part: MessagePart, into out: inout ByteSink) {
    switch part.content {
    case .text(let text):
      guard !text.source.isEmpty else { return }
      out.append(0x0A)
      writeClosed(text.source, into: &out)
    case .thinking(let text):
      let label = MessageLabels.thinking(text, isFinished: part.isFinished)
      guard !text.source.isEmpty else { return out.append(text: "\n*\(label)*\n") }
      out.append(text: "\n<details>\n<summary>\(label)</summary>\n\n")
      writeClosed(text.source, into: &out)
      out.append("\n</details>\n")
    case .toolCall(let call): write(call, into: &out)
    case .image(let image): write(image, into: &out)
    case .notice(let notice):
      let word = notice.level == .info ? "NOTE" : notice.level == .warning ? "WARNING" : "CAUTION"
      out.append(text: "\n> [!\(word)]\n> \(Self.escaped(notice.text))\n")
    case .sources(let sources):
      guard !sources.isEmpty else { return }
      out.append("\nSources:\n")
      for block in sources.document.blocks { write(block, into: &out) }
    }
  }

  private func write(_ image: ImageReference, into out: inout ByteSink) {
    let label = Self.escaped(MessageLabels.image(image))
    guard let address = image.address.flatMap(LinkPolicy().image) else {
      return out.append(text: "\n*\(label)*\n")
    }
    let safe = address.replacing("<", with: "%3C").replacing(">", with: "%3E").filter { !$0.isNewline }
    out.append(text: "\n![\(label)](<\(safe)>)\n")
  }

  /// Writes the source of a message. Closes a fence that is left open, so that it does not swallow the
  /// following text.
  private func writeClosed(_ source: String, into out: inout ByteSink) {
    out.append(text: source)
    if source.utf8.last != 0x0A { out.append(0x0A) }
    if let fence = Self.openFence(in: source) { out.append(text: fence + "\n") }
  }

  /// Returns the fence of the last code block if it is not closed; nil otherwise.
  static func openFence(in source: String) -> String? {
    var open: (mark: Character, count: Int)?
    for line in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let text = line.drop { $0 == " " }
      guard line.count - text.count <= 3, let mark = text.first, mark == "`" || mark == "~" else { continue }
      let count = text.prefix { $0 == mark }.count
      let rest = text.dropFirst(count)
      if let fence = open {
        if mark == fence.mark, count >= fence.count, rest.allSatisfy({ $0 == " " || $0 == "\t" }) {
          open = nil
        }
      } else if count >= 3, mark == "~" || !rest.contains("`") {
        open = (mark, count)
      }
    }
    return open.map { String(repeating: $0.mark, count: $0.count) }
  }

  // MARK: Tool calls

  private func write(_ call: ToolCall, into out: inout ByteSink) {
    var title = "**\(Self.escaped(MessageLabels.tool(call.head.name)))**"
    if !call.head.summary.isEmpty { title += " \(Self.code(call.head.summary))" }
    if !call.head.note.isEmpty { title += " (\(call.head.note))" }
    out.append(text: "\n\(title) \u{2014} \(MessageLabels.word(call.head.state))\n")
    if !call.fields.isEmpty { out.append(0x0A) }
    for field in call.fields {
      out.append(repeating: 0x20, count: min(field.depth, 8) * 2)
      out.append(text: "- \(Self.escaped(field.name)):")
      if !field.value.isEmpty { out.append(text: " \(Self.code(field.value))") }
      if field.omitted > 0 {
        out.append(text: " \u{2026} \(MessageLabels.grouped(field.omitted)) more chars")
      }
      out.append(0x0A)
    }
    for block in call.view.blocks { write(block, into: &out) }
    guard let output = call.output else { return }
    if output.isError { out.append("\n**Error**\n") }
    for block in output.view.blocks { write(block, into: &out) }
    if !output.text.lines.isEmpty { writeFenced(output.text.plain, language: "text", into: &out) }
    for image in output.images { write(image, into: &out) }
  }

  /// Writes a block of a view: code, a diff, or a list of tasks or links.
  private func write(_ block: Block, into out: inout ByteSink) {
    switch block.content {
    case .code(let code):
      let attributes = CodeAttributes(info: code.info)
      let isDiff = !attributes.marks.isEmpty
      var text = ""
      for (index, line) in code.lines.enumerated() {
        if isDiff {
          switch attributes.mark(of: attributes.startLine + index) {
          case .inserted: text += "+"
          case .deleted: text += "-"
          default: text += " "
          }
        }
        text += line.text
        text += "\n"
      }
      writeFenced(text, language: isDiff ? "diff" : code.language ?? attributes.label, into: &out)
    case .list(let list):
      out.append(0x0A)
      for (index, item) in list.items.enumerated() {
        guard case .listItem(let item) = item.content,
          case .paragraph(let inlines)? = item.blocks.first?.content
        else { continue }
        if case .ordered(let start, _) = list.marker {
          out.append(text: "\(start + index). ")
        } else {
          out.append("- ")
        }
        if let task = item.task { out.append(task ? "[x] " : "[ ] ") }
        if case .link(let destination, _)? = inlines.spans.first?.kind,
          let address = LinkPolicy().link(destination)
        {
          // The link is the first run; a source has more after it.
          let length = Int(inlines.runs.first?.length ?? 0)
          let text = String(decoding: inlines.text.utf8.prefix(length), as: UTF8.self)
          let rest = String(decoding: inlines.text.utf8.dropFirst(length), as: UTF8.self)
          let safe = address.filter { $0 != "<" && $0 != ">" && !$0.isNewline }
          out.append(text: "[\(Self.escaped(text))](<\(safe)>)\(Self.escaped(rest))\n")
        } else {
          out.append(text: Self.escaped(inlines.text) + "\n")
        }
      }
    default: break
    }
  }

  /// Writes text between fences that are longer than any fence in the text.
  private func writeFenced(_ text: String, language: String, into out: inout ByteSink) {
    var longest = 2
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    out.append(text: "\n\(fence)\(language == "plain" ? "text" : language)\n")
    out.append(text: text)
    if text.utf8.last != 0x0A { out.append(0x0A) }
    out.append(text: fence + "\n")
  }

  /// Formats a text as a code span of one line.
  private static func code(_ text: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    if line.isEmpty || line.allSatisfy({ $0 == " " }) { return "" }
    var longest = 0
    var run = 0
    for byte in line.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = longest > 0 || line.first == " " ? " " : ""
    return fence + space + line + space + fence
  }

  /// Escapes all characters with a meaning in markdown.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isNewline {
        result += " "
      } else {
        if "\\`*_[]<>#|~&$!".contains(character) { result += "\\" }
        result.append(character)
      }
    }
    return result
  }
}
