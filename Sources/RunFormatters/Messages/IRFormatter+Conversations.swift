public import StyledRuns

extension IRFormatter {
  /// Returns a conversation's wire form (docs/messages.md) as UTF-8 JSON on one line, without a line end.
  public func format(_ conversation: Conversation) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 16)
    format(conversation, into: &sink)
    return sink.bytes
  }

  /// Appends a conversation to `out`.
  public func format(_ conversation: Conversation, into out: inout ByteSink) {
    out.append("{\"type\":")
    out.append(jsonString: Conversation.wireType)
    out.append(",\"version\":")
    out.append(decimal: Conversation.wireVersion)
    if conversation.scopes.count > 1 {
      out.append(",\"scopes\":")
      write(conversation.scopes.entries, into: &out)
    }
    if conversation.session != Conversation.Session() {
      out.append(",\"session\":")
      write(conversation.session, into: &out)
    }
    out.append(",\"messages\":[")
    for (index, message) in conversation.messages.enumerated() {
      if index > 0 { out.append(",") }
      out.append("{")
      writeMembers(of: message.head, into: &out)
      out.append(",\"parts\":[")
      for (index, part) in message.parts.enumerated() where !out.isStopped {
        if index > 0 { out.append(",") }
        write(part, into: &out)
      }
      out.append("]}")
    }
    out.append("]}")
  }

  /// Returns an update's wire form as UTF-8 JSON on one line, without a line end.
  public func format(_ update: ConversationUpdate) -> [UInt8] {
    var sink = ByteSink(capacity: 512)
    format(update, into: &sink)
    return sink.bytes
  }

  /// Appends an update to `out`.
  public func format(_ update: ConversationUpdate, into out: inout ByteSink) {
    out.append("[")
    out.append(decimal: update.sequence)
    out.append(",[\"conversation\",")
    out.append(decimal: ConversationUpdate.wireVersion)
    out.append("]")
    write(newScopes: update.scopes, into: &out)
    for edit in update.edits {
      out.append(",")
      write(edit, into: &out)
    }
    if update.isFinal { out.append(",[\"final\"]") }
    out.append("]")
  }

  private func write(_ edit: ConversationEdit, into out: inout ByteSink) {
    func begin(_ name: StaticString, _ id: PartID) {
      out.append("[\"")
      out.append(name)
      out.append("\",\"")
      out.append(decimal: id.message)
      out.append(".")
      out.append(decimal: id.part)
      out.append("\",")
    }
    switch edit {
    case .session(let session):
      out.append("[\"session\",")
      write(session, into: &out)
    case .message(let index, let head):
      out.append("[\"message\",")
      out.append(decimal: index)
      out.append(",{")
      writeMembers(of: head, into: &out)
      out.append("}")
    case .part(let id, let head):
      begin("part", id)
      out.append("{")
      writeMembers(of: head, into: &out)
      out.append("}")
    case .source(let id, let text):
      begin("source", id)
      out.append(jsonString: text)
    case .fields(let id, let keep, let fields):
      begin("fields", id)
      out.append(decimal: keep)
      out.append(",")
      write(fields, into: &out)
    case .document(let id, let update):
      begin("document", id)
      format(update, into: &out)
    case .output(let id, let output):
      begin("output", id)
      write(output, into: &out)
    case .outputDocument(let id, let update):
      begin("outputDocument", id)
      format(update, into: &out)
    }
    out.append("]")
  }

  // MARK: Heads

  private func write(_ session: Conversation.Session, into out: inout ByteSink) {
    var members = JSONMembers()
    members.add("id", session.id, into: &out)
    members.add("name", session.name, into: &out)
    members.add("model", session.model, into: &out)
    members.add("directory", session.directory, into: &out)
    members.add("time", session.time, into: &out)
    members.add("turns", session.turns, into: &out)
    if let stats = session.stats {
      members.begin("stats", into: &out)
      write(stats, into: &out)
    }
    members.add("failure", session.failure, into: &out)
    members.end(into: &out)
  }

  private func write(_ stats: MessageStats, into out: inout ByteSink) {
    var members = JSONMembers()
    members.add("inputTokens", stats.inputTokens, into: &out)
    members.add("outputTokens", stats.outputTokens, into: &out)
    members.add("cacheReadTokens", stats.cacheReadTokens, into: &out)
    members.add("cacheWriteTokens", stats.cacheWriteTokens, into: &out)
    members.add("elapsedMilliseconds", stats.elapsedMilliseconds, into: &out)
    if let cost = stats.cost, cost.isFinite {
      members.begin("cost", into: &out)
      out.append(text: "\(cost)")
    }
    members.add("stopReason", stats.stopReason, into: &out)
    members.end(into: &out)
  }

  /// Writes the members without braces.
  private func writeMembers(of head: Message.MessageHead, into out: inout ByteSink) {
    out.append("\"role\":")
    out.append(jsonString: head.role.rawValue)
    var members = JSONMembers(isBegun: true)
    members.add("id", head.id, into: &out)
    members.add("model", head.model, into: &out)
    members.add("time", head.time, into: &out)
    members.add("parentCall", head.parentCall, into: &out)
    if let stats = head.stats {
      members.begin("stats", into: &out)
      write(stats, into: &out)
    }
    if !head.isFinished { out.append(",\"open\":true") }
  }

  private func writeMembers(of head: MessagePart.PartHead, into out: inout ByteSink) {
    var members = JSONMembers(isBegun: true)
    switch head.kind {
    case .text: out.append("\"type\":\"text\"")
    case .thinking: out.append("\"type\":\"thinking\"")
    case .toolCall(let call):
      out.append("\"type\":\"toolCall\"")
      members.add("id", call.id, into: &out)
      members.add("name", call.name, into: &out)
      members.add("state", call.state.rawValue, into: &out)
      members.add("summary", call.summary, into: &out)
      members.add("note", call.note, into: &out)
    case .image(let image):
      out.append("\"type\":\"image\"")
      writeMembers(of: image, &members, into: &out)
    case .notice(let notice):
      out.append("\"type\":\"notice\"")
      members.add("level", notice.level.rawValue, into: &out)
      members.add("text", notice.text, into: &out)
    case .sources(let sources):
      out.append("\"type\":\"sources\",\"sources\":[")
      for (index, source) in sources.enumerated() {
        if index > 0 { out.append(",") }
        var members = JSONMembers()
        members.add("title", source.title, into: &out)
        members.add("address", source.address, into: &out)
        members.add("quote", source.quote, into: &out)
        members.end(into: &out)
      }
      out.append("]")
    }
    if !head.isFinished { out.append(",\"open\":true") }
  }

  private func writeMembers(of image: ImageReference, _ members: inout JSONMembers, into out: inout ByteSink)
  {
    members.add("mediaType", image.mediaType, into: &out)
    members.add("address", image.address, into: &out)
    members.add("bytes", image.bytes, into: &out)
    members.add("alternative", image.alternative, into: &out)
  }

  // MARK: Parts

  private func write(_ part: MessagePart, into out: inout ByteSink) {
    out.append("{")
    writeMembers(of: part.head, into: &out)
    switch part.content {
    case .text(let text), .thinking(let text):
      if !text.source.isEmpty {
        out.append(",\"source\":")
        out.append(jsonString: text.source)
      }
      out.append(",")
      writeMembers(of: text.document, into: &out)
    case .toolCall(let call):
      if !call.input.isEmpty {
        out.append(",\"input\":")
        out.append(jsonString: call.input)
      }
      if !call.fields.isEmpty {
        out.append(",\"fields\":")
        write(call.fields, into: &out)
      }
      if !call.view.blocks.isEmpty {
        out.append(",\"view\":{")
        writeMembers(of: call.view, into: &out)
        out.append("}")
      }
      if let output = call.output {
        out.append(",\"output\":")
        write(output, into: &out)
      }
    case .image, .notice, .sources: break
    }
    out.append("}")
  }

  private func writeMembers(of document: Document, into out: inout ByteSink) {
    out.append("\"blocks\":")
    write(document.blocks, into: &out)
    guard !document.footnotes.isEmpty else { return }
    out.append(",\"footnotes\":")
    write(document.footnotes, into: &out)
  }

  private func write(_ fields: [ToolField], into out: inout ByteSink) {
    out.append("[")
    for (index, field) in fields.enumerated() {
      if index > 0 { out.append(",") }
      out.append("{\"kind\":")
      out.append(jsonString: field.kind.rawValue)
      var members = JSONMembers(isBegun: true)
      if field.depth != 0 { members.add("depth", field.depth, into: &out) }
      if !field.name.isEmpty { members.add("name", field.name, into: &out) }
      if !field.value.isEmpty { members.add("value", field.value, into: &out) }
      if field.omitted != 0 { members.add("omitted", field.omitted, into: &out) }
      out.append("}")
    }
    out.append("]")
  }

  private func write(_ output: ToolOutput, into out: inout ByteSink) {
    var members = JSONMembers()
    if output.isError {
      members.begin("error", into: &out)
      out.append("true")
    }
    if output.isRoutine {
      members.begin("routine", into: &out)
      out.append("true")
    }
    if !output.text.lines.isEmpty {
      members.begin("lines", into: &out)
      out.append("[")
      for (index, line) in output.text.lines.enumerated() {
        if index > 0 { out.append(",") }
        write(line, into: &out)
      }
      out.append("]")
    }
    if !output.view.blocks.isEmpty {
      members.begin("view", into: &out)
      out.append("{")
      writeMembers(of: output.view, into: &out)
      out.append("}")
    }
    if !output.images.isEmpty {
      members.begin("images", into: &out)
      out.append("[")
      for (index, image) in output.images.enumerated() {
        if index > 0 { out.append(",") }
        var members = JSONMembers()
        writeMembers(of: image, &members, into: &out)
        members.end(into: &out)
      }
      out.append("]")
    }
    members.end(into: &out)
  }

  /// Writes a string if the line is plain, otherwise an array of `[text, style]`.
  private func write(_ line: OutputLine, into out: inout ByteSink) {
    guard !line.runs.isEmpty else { return out.append(jsonString: line.text) }
    out.append("[")
    withUTF8(line.text) { bytes in
      var cursor = RunCursor(bytes)
      for (index, run) in line.runs.enumerated() {
        out.append(index == 0 ? "[" : ",[")
        out.append(jsonString: cursor.next(UInt32(clamping: run.length)))
        out.append(",")
        out.append(jsonString: run.style.wire)
        out.append("]")
      }
    }
    out.append("]")
  }
}

/// Writes the members of one object, separated by commas.
private struct JSONMembers {
  var isBegun = false

  mutating func begin(_ name: StaticString, into out: inout ByteSink) {
    out.append(isBegun ? ",\"" : "{\"")
    isBegun = true
    out.append(name)
    out.append("\":")
  }

  mutating func add(_ name: StaticString, _ value: String?, into out: inout ByteSink) {
    guard let value else { return }
    begin(name, into: &out)
    out.append(jsonString: value)
  }

  mutating func add(_ name: StaticString, _ value: Int?, into out: inout ByteSink) {
    guard let value else { return }
    begin(name, into: &out)
    out.append(decimal: value)
  }

  func end(into out: inout ByteSink) { out.append(isBegun ? "}" : "{}") }
}
