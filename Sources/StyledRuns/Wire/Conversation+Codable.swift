/// The wire form of a conversation: versioned JSON, described in docs/messages.md and docs/conversation.schema.json.
extension Conversation: Codable {
  enum CodingKeys: String, CodingKey {
    case version, type, scopes, session, messages
  }

  /// What tells a conversation from a document.
  public static let wireType = "conversation"

  /// Fails for another version than ``wireVersion`` and for anything that is no conversation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.check(.version, Self.wireVersion, .type, Self.wireType)
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

  /// Checks the documents of a conversation that came from outside.
  private func checkDocuments() throws(ConversationUpdateError) {
    for (message, parts) in messages.map(\.parts).enumerated() {
      for (index, part) in parts.enumerated() {
        let id = PartID(message: message, part: index)
        switch part.content {
        case .text(let text), .thinking(let text): try Self.check(text.document, scopes: scopes.count, of: id)
        case .toolCall(let call):
          try Self.check(call.view, scopes: scopes.count, of: id)
          if let view = call.output?.view { try Self.check(view, scopes: scopes.count, of: id) }
        case .image, .notice: break
        }
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.wireType, forKey: .type)
    try container.encode(Self.wireVersion, forKey: .version)
    if scopes.count > 1 { try container.encode(scopes, forKey: .scopes) }
    if session != Session() { try container.encode(session, forKey: .session) }
    try container.encode(messages, forKey: .messages)
  }
}

extension KeyedDecodingContainer {
  /// Refuses what has another version or is of another type.
  fileprivate func check(_ versionKey: Key, _ known: Int, _ typeKey: Key, _ type: String) throws {
    let found = try decode(String.self, forKey: typeKey)
    guard found == type else {
      throw DecodingError.dataCorruptedError(
        forKey: typeKey, in: self, debugDescription: "this is a '\(found)', not a '\(type)'")
    }
    let version = try decode(Int.self, forKey: versionKey)
    guard version == known else {
      throw DecodingError.dataCorruptedError(
        forKey: versionKey, in: self,
        debugDescription:
          "the \(type) has version \(version); this library reads version \(known)")
    }
  }
}

/// `MESSAGE.PART`.
extension PartID {
  public var wire: String { "\(message).\(part)" }

  public init?(wire: String) {
    let numbers = wire.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let message = Int(numbers[0]), let part = Int(numbers[1]), message >= 0,
      part >= 0
    else { return nil }
    self.init(message: message, part: part)
  }
}

extension Message: Codable {
  enum CodingKeys: String, CodingKey { case parts }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      head: try Head(from: decoder), parts: try container.decode([MessagePart].self, forKey: .parts))
  }

  public func encode(to encoder: any Encoder) throws {
    try head.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(parts, forKey: .parts)
  }
}

extension Message.Head: Codable {
  enum CodingKeys: String, CodingKey { case role, id, model, time, parentCall, stats, open }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      role: try container.decode(Message.Role.self, forKey: .role),
      id: try container.decodeIfPresent(String.self, forKey: .id),
      model: try container.decodeIfPresent(String.self, forKey: .model),
      time: try container.decodeIfPresent(String.self, forKey: .time),
      parentCall: try container.decodeIfPresent(String.self, forKey: .parentCall),
      stats: try container.decodeIfPresent(MessageStats.self, forKey: .stats),
      isFinished: try container.decodeIfPresent(Bool.self, forKey: .open) != true)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(role, forKey: .role)
    try container.encodeIfPresent(id, forKey: .id)
    try container.encodeIfPresent(model, forKey: .model)
    try container.encodeIfPresent(time, forKey: .time)
    try container.encodeIfPresent(parentCall, forKey: .parentCall)
    try container.encodeIfPresent(stats, forKey: .stats)
    if !isFinished { try container.encode(true, forKey: .open) }
  }
}

extension MessagePart: Codable {
  enum CodingKeys: String, CodingKey {
    case type, source, blocks, footnotes, open, input, fields, view, output
  }

  public init(from decoder: any Decoder) throws {
    self.init(head: try Head(from: decoder))
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
    case .image, .notice: break
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try head.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch content {
    case .text(let part), .thinking(let part):
      if !part.source.isEmpty { try container.encode(part.source, forKey: .source) }
      try container.encode(part.document.blocks, forKey: .blocks)
      if !part.document.footnotes.isEmpty {
        try container.encode(part.document.footnotes, forKey: .footnotes)
      }
    case .toolCall(let call):
      if !call.input.isEmpty { try container.encode(call.input, forKey: .input) }
      if !call.fields.isEmpty { try container.encode(call.fields, forKey: .fields) }
      if !call.view.blocks.isEmpty { try container.encode(PartDocument(document: call.view), forKey: .view) }
      try container.encodeIfPresent(call.output, forKey: .output)
    case .image, .notice: break
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

/// The blocks of a document that is part of a conversation: neither a version nor scopes of its own.
private struct PartDocument: Codable {
  enum CodingKeys: String, CodingKey { case blocks, footnotes }

  var document: Document

  init(document: Document) { self.document = document }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    document = Document(
      blocks: try container.decode([Block].self, forKey: .blocks),
      footnotes: try container.decodeIfPresent([Block].self, forKey: .footnotes) ?? [])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(document.blocks, forKey: .blocks)
    if !document.footnotes.isEmpty { try container.encode(document.footnotes, forKey: .footnotes) }
  }
}

extension MessagePart.Head: Codable {
  enum CodingKeys: String, CodingKey {
    case type, open
    case id, name, state, summary, note
    case mediaType, address, bytes, alternative
    case level, text
  }

  /// The kinds of parts, as the wire form names them.
  enum PartType: String, Codable { case text, thinking, toolCall, image, notice }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind: Kind =
      switch try container.decode(PartType.self, forKey: .type) {
      case .text: .text
      case .thinking: .thinking
      case .toolCall: .toolCall(try ToolCall.Head(from: decoder))
      case .image: .image(try ImageReference(from: decoder))
      case .notice: .notice(try Notice(from: decoder))
      }
    self.init(kind: kind, isFinished: try container.decodeIfPresent(Bool.self, forKey: .open) != true)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch kind {
    case .text: try container.encode(PartType.text, forKey: .type)
    case .thinking: try container.encode(PartType.thinking, forKey: .type)
    case .toolCall(let call):
      try container.encode(PartType.toolCall, forKey: .type)
      try call.encode(to: encoder)
    case .image(let image):
      try container.encode(PartType.image, forKey: .type)
      try image.encode(to: encoder)
    case .notice(let notice):
      try container.encode(PartType.notice, forKey: .type)
      try notice.encode(to: encoder)
    }
    if !isFinished { try container.encode(true, forKey: .open) }
  }
}

extension ToolField: Codable {
  enum CodingKeys: String, CodingKey { case depth, name, kind, value, omitted }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      depth: try container.decodeIfPresent(WireCount.self, forKey: .depth)?.value ?? 0,
      name: try container.decodeIfPresent(String.self, forKey: .name) ?? "",
      kind: try container.decode(Kind.self, forKey: .kind),
      value: try container.decodeIfPresent(String.self, forKey: .value) ?? "",
      omitted: try container.decodeIfPresent(WireCount.self, forKey: .omitted)?.value ?? 0)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if depth != 0 { try container.encode(depth, forKey: .depth) }
    if !name.isEmpty { try container.encode(name, forKey: .name) }
    try container.encode(kind, forKey: .kind)
    if !value.isEmpty { try container.encode(value, forKey: .value) }
    if omitted != 0 { try container.encode(omitted, forKey: .omitted) }
  }
}

extension ToolOutput: Codable {
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

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if isError { try container.encode(true, forKey: .error) }
    if isRoutine { try container.encode(true, forKey: .routine) }
    if !text.lines.isEmpty { try container.encode(text.lines, forKey: .lines) }
    if !view.blocks.isEmpty { try container.encode(PartDocument(document: view), forKey: .view) }
    if !images.isEmpty { try container.encode(images, forKey: .images) }
  }
}

/// A string where the line is plain; else an array of runs, each `[text, style]`.
extension OutputLine: Codable {
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
      guard let style = OutputStyle(wire: words) else {
        throw DecodingError.dataCorruptedError(in: run, debugDescription: "'\(words)' is no style of output")
      }
      text += piece
      runs.append(OutputRun(length: piece.utf8.count, style: style))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    guard !runs.isEmpty else {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var list = encoder.unkeyedContainer()
    var start = text.startIndex
    for run in runs {
      let end = text.utf8.index(start, offsetBy: run.length, limitedBy: text.endIndex) ?? text.endIndex
      var item = list.nestedUnkeyedContainer()
      try item.encode(String(text[start..<end]))
      try item.encode(run.style.wire)
      start = end
    }
  }
}

extension ConversationUpdate: Codable {
  enum CodingKeys: String, CodingKey { case version, type, sequence, scopes, edits, final }

  /// What tells an update of a conversation from one of a document.
  public static let wireType = "conversationUpdate"

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.check(.version, Self.wireVersion, .type, Self.wireType)
    self.init(
      sequence: try container.decode(Int.self, forKey: .sequence),
      scopes: try container.decodeIfPresent([ScopeTable.Entry].self, forKey: .scopes) ?? [],
      edits: try container.decodeIfPresent([ConversationEdit].self, forKey: .edits) ?? [],
      isFinal: try container.decodeIfPresent(Bool.self, forKey: .final) ?? false)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.wireType, forKey: .type)
    try container.encode(Self.wireVersion, forKey: .version)
    try container.encode(sequence, forKey: .sequence)
    if !scopes.isEmpty { try container.encode(scopes, forKey: .scopes) }
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
    if isFinal { try container.encode(true, forKey: .final) }
  }
}

extension ConversationEdit: Codable {
  enum CodingKeys: String, CodingKey {
    case edit, message, part, session, head, text, keep, fields, update, output
  }

  /// The kinds of edits, as the wire form names them.
  enum EditType: String, Codable {
    case session, message, part, source, fields, document, output, outputDocument
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func id() throws -> PartID {
      guard let id = PartID(wire: try container.decode(String.self, forKey: .part)) else {
        throw DecodingError.dataCorruptedError(
          forKey: .part, in: container, debugDescription: "a part is named \"MESSAGE.PART\"")
      }
      return id
    }
    switch try container.decode(EditType.self, forKey: .edit) {
    case .session: self = .session(try container.decode(Conversation.Session.self, forKey: .session))
    case .message:
      self = .message(
        try container.decode(WireCount.self, forKey: .message).value,
        try container.decode(Message.Head.self, forKey: .head))
    case .part: self = .part(try id(), try container.decode(MessagePart.Head.self, forKey: .head))
    case .source: self = .source(try id(), try container.decode(String.self, forKey: .text))
    case .fields:
      self = .fields(
        try id(), keep: try container.decodeIfPresent(WireCount.self, forKey: .keep)?.value ?? 0,
        fields: try container.decode([ToolField].self, forKey: .fields))
    case .document: self = .document(try id(), try container.decode(Update.self, forKey: .update))
    case .output: self = .output(try id(), try container.decode(ToolOutput.self, forKey: .output))
    case .outputDocument: self = .outputDocument(try id(), try container.decode(Update.self, forKey: .update))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func begin(_ type: EditType, _ id: PartID?) throws {
      try container.encode(type, forKey: .edit)
      if let id { try container.encode(id.wire, forKey: .part) }
    }
    switch self {
    case .session(let session):
      try begin(.session, nil)
      try container.encode(session, forKey: .session)
    case .message(let index, let head):
      try begin(.message, nil)
      try container.encode(index, forKey: .message)
      try container.encode(head, forKey: .head)
    case .part(let id, let head):
      try begin(.part, id)
      try container.encode(head, forKey: .head)
    case .source(let id, let text):
      try begin(.source, id)
      try container.encode(text, forKey: .text)
    case .fields(let id, let keep, let fields):
      try begin(.fields, id)
      if keep != 0 { try container.encode(keep, forKey: .keep) }
      try container.encode(fields, forKey: .fields)
    case .document(let id, let update):
      try begin(.document, id)
      try container.encode(update, forKey: .update)
    case .output(let id, let output):
      try begin(.output, id)
      try container.encode(output, forKey: .output)
    case .outputDocument(let id, let update):
      try begin(.outputDocument, id)
      try container.encode(update, forKey: .update)
    }
  }
}
