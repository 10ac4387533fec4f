/// Decodes the wire form of a conversation: versioned JSON, specified in docs/messages.md and
/// docs/conversation.schema.json.
extension Conversation: Decodable {
  enum CodingKeys: String, CodingKey {
    case version, type, scopes, session, messages
  }

  /// The value of `type`, which distinguishes a conversation from a document.
  public static let wireType = "conversation"

  /// Decodes a conversation.
  ///
  /// - Throws: `DecodingError` if the version is not ``wireVersion`` or the data is not a conversation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(String.self, forKey: .type)
    guard type == Self.wireType else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "this is a '\(type)', not a '\(Self.wireType)'")
    }
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Self.wireVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription:
          "the conversation has version \(version); this library reads version \(Self.wireVersion)")
    }
    self.init(
      session: try container.decodeIfPresent(Session.self, forKey: .session) ?? Session(),
      messages: try container.decode([Message].self, forKey: .messages),
      scopes: try container.decodeIfPresent(ScopeTable.self, forKey: .scopes) ?? ScopeTable())
    do throws(ConversationUpdateError) {
      try checkDocuments()
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Checks the documents of a conversation from an untrusted source.
  private func checkDocuments() throws(ConversationUpdateError) {
    for (message, parts) in messages.map(\.parts).enumerated() {
      for (index, part) in parts.enumerated() {
        let id = PartID(message: message, part: index)
        switch part.content {
        case .text(let text), .thinking(let text): try Self.check(text.document, scopes: scopes.count, of: id)
        case .toolCall(let call):
          try Self.check(call.view, scopes: scopes.count, of: id)
          if let view = call.output?.view { try Self.check(view, scopes: scopes.count, of: id) }
        case .image, .notice, .sources: break
        }
      }
    }
  }
}

/// Formats and parses the wire form: `MESSAGE.PART`.
extension PartID {
  public var wire: String { "\(message).\(part)" }

  public init?(wire: String) {
    guard let (message, part) = WireCount.pair(wire) else { return nil }
    self.init(message: message, part: part)
  }
}

extension Message: Decodable {
  enum CodingKeys: String, CodingKey { case parts }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      head: try MessageHead(from: decoder), parts: try container.decode([MessagePart].self, forKey: .parts))
  }
}

extension Message.MessageHead: Decodable {
  enum CodingKeys: String, CodingKey { case role, id, model, time, parentCall, stats, open }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      role: try container.decode(Message.MessageRole.self, forKey: .role),
      id: try container.decodeIfPresent(String.self, forKey: .id),
      model: try container.decodeIfPresent(String.self, forKey: .model),
      time: try container.decodeIfPresent(String.self, forKey: .time),
      parentCall: try container.decodeIfPresent(String.self, forKey: .parentCall),
      stats: try container.decodeIfPresent(MessageStats.self, forKey: .stats),
      isFinished: try container.decodeIfPresent(Bool.self, forKey: .open) != true)
  }
}

extension MessagePart: Decodable {
  enum CodingKeys: String, CodingKey {
    case type, source, blocks, footnotes, open, input, fields, view, output
  }

  public init(from decoder: any Decoder) throws {
    self.init(head: try PartHead(from: decoder))
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch content {
    case .text: content = .text(try MarkdownPart(container))
    case .thinking: content = .thinking(try MarkdownPart(container))
    case .toolCall(var call):
      call.input = try container.decodeIfPresent(String.self, forKey: .input) ?? ""
      call.fields = try container.decodeIfPresent([ToolField].self, forKey: .fields) ?? []
      if container.contains(.view) {
        call.view = try container.decode(PartDocument.self, forKey: .view).document
      }
      call.output = try container.decodeIfPresent(ToolOutput.self, forKey: .output)
      content = .toolCall(call)
    case .image, .notice, .sources: break
    }
  }
}

extension MarkdownPart {
  fileprivate init(_ container: KeyedDecodingContainer<MessagePart.CodingKeys>) throws {
    self.init(
      source: try container.decodeIfPresent(String.self, forKey: .source) ?? "",
      document: Document(
        blocks: try container.decodeIfPresent([Block].self, forKey: .blocks) ?? [],
        footnotes: try container.decodeIfPresent([Block].self, forKey: .footnotes) ?? []))
  }
}

/// The blocks of a document in a conversation, without a version and scopes of its own.
private struct PartDocument: Decodable {
  enum CodingKeys: String, CodingKey { case blocks, footnotes }

  var document: Document

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    document = Document(
      blocks: try container.decode([Block].self, forKey: .blocks),
      footnotes: try container.decodeIfPresent([Block].self, forKey: .footnotes) ?? [])
  }
}

extension MessagePart.PartHead: Decodable {
  enum CodingKeys: String, CodingKey {
    case type, open
    case id, name, state, summary, note
    case mediaType, address, bytes, alternative
    case level, text
    case sources
  }

  /// The kinds of parts, by their names in the wire form.
  enum PartType: String, Decodable { case text, thinking, toolCall, image, notice, sources }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind: PartKind =
      switch try container.decode(PartType.self, forKey: .type) {
      case .text: .text
      case .thinking: .thinking
      case .toolCall: .toolCall(try ToolCall.ToolCallHead(from: decoder))
      case .image: .image(try ImageReference(from: decoder))
      case .notice: .notice(try Notice(from: decoder))
      case .sources: .sources(try container.decode([SourceReference].self, forKey: .sources))
      }
    self.init(kind: kind, isFinished: try container.decodeIfPresent(Bool.self, forKey: .open) != true)
  }
}

extension ToolField: Decodable {
  enum CodingKeys: String, CodingKey { case depth, name, kind, value, omitted }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      depth: try container.decodeIfPresent(WireCount.self, forKey: .depth)?.value ?? 0,
      name: try container.decodeIfPresent(String.self, forKey: .name) ?? "",
      kind: try container.decode(FieldKind.self, forKey: .kind),
      value: try container.decodeIfPresent(String.self, forKey: .value) ?? "",
      omitted: try container.decodeIfPresent(WireCount.self, forKey: .omitted)?.value ?? 0)
  }
}

extension ToolOutput: Decodable {
  enum CodingKeys: String, CodingKey { case error, routine, lines, view, images }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      isError: try container.decodeIfPresent(Bool.self, forKey: .error) ?? false,
      isRoutine: try container.decodeIfPresent(Bool.self, forKey: .routine) ?? false,
      text: OutputText(lines: try container.decodeIfPresent([OutputLine].self, forKey: .lines) ?? []),
      view: try container.decodeIfPresent(PartDocument.self, forKey: .view)?.document ?? Document(),
      images: try container.decodeIfPresent([ImageReference].self, forKey: .images) ?? [])
  }
}

/// Decodes the wire form: a string if the line is plain, otherwise an array of runs, each `[text, style]`.
extension OutputLine: Decodable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      self.init(text: text)
      return
    }
    var list = try decoder.unkeyedContainer()
    self.init(text: "")
    while !list.isAtEnd {
      var run = try list.nestedUnkeyedContainer()
      let piece = try run.decode(String.self)
      let words = try run.decode(String.self)
      try run.checkEnd()
      guard let style = OutputStyle(wire: words) else {
        throw DecodingError.dataCorruptedError(in: run, debugDescription: "'\(words)' is no style of output")
      }
      text += piece
      runs.append(OutputRun(length: piece.utf8.count, style: style))
    }
  }
}

/// Decodes the wire form, which is that of a document's update with a `conversation` item in place of the
/// version.
extension ConversationUpdate: Decodable {
  public init(from decoder: any Decoder) throws {
    var list = try Update.list(decoder)
    self.init(sequence: try list.decode(WireCount.self).value)
    guard !list.isAtEnd, case .conversation = try list.decode(UpdateItem<ConversationEdit>.self) else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "this updates no conversation")
    }
    while !list.isAtEnd {
      switch try list.decode(UpdateItem<ConversationEdit>.self) {
      case .scopes(let entries): scopes += entries
      case .edit(let edit): edits.append(edit)
      case .final: isFinal = true
      case .version, .conversation, .finished:
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "an item that updates of conversations do not have")
      }
    }
  }
}

/// Decodes the wire form: an array that starts with the edit's name.
extension ConversationEdit: Decodable {
  /// The kinds of edits, by their names in the wire form.
  private enum ConversationEditName: String, Decodable {
    case session, message, part, source, fields, document, output, outputDocument
  }

  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    switch try list.decode(ConversationEditName.self) {
    case .session: self = .session(try list.decode(Conversation.Session.self))
    case .message:
      self = .message(try list.decode(WireCount.self).value, try list.decode(Message.MessageHead.self))
    case .part: self = .part(try Self.part(&list), try list.decode(MessagePart.PartHead.self))
    case .source: self = .source(try Self.part(&list), try list.decode(String.self))
    case .fields:
      self = .fields(
        try Self.part(&list), keep: try list.decode(WireCount.self).value,
        fields: try list.decode([ToolField].self))
    case .document: self = .document(try Self.part(&list), try list.decode(Update.self))
    case .output: self = .output(try Self.part(&list), try list.decode(ToolOutput.self))
    case .outputDocument: self = .outputDocument(try Self.part(&list), try list.decode(Update.self))
    }
    try list.checkEnd()
  }

  private static func part(_ list: inout any UnkeyedDecodingContainer) throws -> PartID {
    guard let id = PartID(wire: try list.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: list, debugDescription: "a part is named \"MESSAGE.PART\"")
    }
    return id
  }
}
