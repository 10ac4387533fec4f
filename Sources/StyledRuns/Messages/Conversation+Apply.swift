/// The error for an update that does not fit a conversation, because an earlier update was lost or because
/// the update belongs to another conversation.
///
/// ```swift
/// do {
///   let update = try JSONDecoder().decode(ConversationUpdate.self, from: data)
///   try conversation.apply(update)
/// } catch {
///   print("fetch the conversation again: \(error)")
/// }
/// ```
public struct ConversationUpdateError: Error, Hashable, Sendable, CustomStringConvertible {
  public var code: ConversationUpdateErrorCode
  public var part: PartID

  public var description: String {
    let place = " (part \(part.message).\(part.part))"
    switch code.value {
    case .unknownPart: return "the update names a part that the conversation does not have\(place)"
    case .outOfRange: return "the update keeps more than the part has\(place)"
    case .wrongKind: return "the update does not fit the kind of its part\(place)"
    case .document(let error): return "\(error)\(place)"
    }
  }
}

/// The reason, extensible.
///
/// ```swift
/// do {
///   for update in conversationUpdates { try conversation.apply(update) }
/// } catch where error.code == .unknownPart {
///   fetchAgain()
/// }
/// ```
public struct ConversationUpdateErrorCode: Hashable, Sendable {
  enum ConversationCodeValue: Hashable, Sendable {
    case unknownPart, outOfRange, wrongKind, document(UpdateError)
  }
  var value: ConversationCodeValue

  /// An edit names a message or part that neither exists nor is the next one.
  public static let unknownPart = ConversationUpdateErrorCode(value: .unknownPart)
  /// An edit keeps more than the part has.
  public static let outOfRange = ConversationUpdateErrorCode(value: .outOfRange)
  /// An edit names a part of the wrong kind.
  public static let wrongKind = ConversationUpdateErrorCode(value: .wrongKind)
}

extension Conversation {
  /// Applies an update in place. The cost depends on the size of the update.
  ///
  /// - Throws: ``ConversationUpdateError`` if the update does not fit. The conversation is then partly
  ///   changed and must be fetched again.
  public mutating func apply(_ update: ConversationUpdate) throws(ConversationUpdateError) {
    do throws(UpdateError) {
      try scopes.append(update.scopes)
    } catch {
      throw ConversationUpdateError(code: .init(value: .document(error)), part: PartID(message: 0, part: 0))
    }
    for edit in update.edits { try apply(edit) }
  }

  private mutating func apply(_ edit: ConversationEdit) throws(ConversationUpdateError) {
    switch edit {
    case .session(let new): session = new
    case .message(let index, let head):
      if index == messages.count {
        messages.append(Message(head: head))
      } else if messages.indices.contains(index) {
        messages[index].head = head
      } else {
        throw ConversationUpdateError(code: .unknownPart, part: PartID(message: index, part: 0))
      }
    case .part(let id, let head):
      guard messages.indices.contains(id.message), id.part >= 0,
        id.part <= messages[id.message].parts.count
      else { throw ConversationUpdateError(code: .unknownPart, part: id) }
      if id.part == messages[id.message].parts.count {
        messages[id.message].parts.append(MessagePart(head: head))
      } else {
        try messages[id.message].parts[id.part].set(head, of: id)
      }
    case .source(let id, let text):
      try modify(id) { (part) throws(ConversationUpdateError) in try part.append(text, of: id) }
    case .fields(let id, let keep, let fields):
      try modifyCall(id) { (call) throws(ConversationUpdateError) in
        guard keep >= 0, keep <= call.fields.count else {
          throw ConversationUpdateError(code: .outOfRange, part: id)
        }
        call.fields.removeSubrange(keep...)
        call.fields += fields
      }
    case .document(let id, let update):
      let count = scopes.count
      try modify(id) { (part) throws(ConversationUpdateError) in
        try part.apply(update, scopes: count, of: id)
      }
    case .output(let id, let output):
      try Self.check(output.view, scopes: scopes.count, of: id)
      try modifyCall(id) { (call) throws(ConversationUpdateError) in call.output = output }
    case .outputDocument(let id, let update):
      let count = scopes.count
      try modifyCall(id) { (call) throws(ConversationUpdateError) in
        guard var output = call.output else { throw ConversationUpdateError(code: .wrongKind, part: id) }
        call.output = nil
        defer { call.output = output }
        try output.view.apply(update, scopes: count, of: id)
      }
    }
  }

  /// Checks the complete document of a part.
  static func check(_ document: Document, scopes: Int, of id: PartID) throws(ConversationUpdateError) {
    do throws(UpdateError) {
      try document.check(scopes: scopes)
    } catch {
      throw ConversationUpdateError(code: .init(value: .document(error)), part: id)
    }
  }

  private mutating func modify(
    _ id: PartID, _ body: (inout MessagePart) throws(ConversationUpdateError) -> Void
  ) throws(ConversationUpdateError) {
    guard messages.indices.contains(id.message), messages[id.message].parts.indices.contains(id.part) else {
      throw ConversationUpdateError(code: .unknownPart, part: id)
    }
    try body(&messages[id.message].parts[id.part])
  }

  private mutating func modifyCall(
    _ id: PartID, _ body: (inout ToolCall) throws(ConversationUpdateError) -> Void
  ) throws(ConversationUpdateError) {
    try modify(id) { (part) throws(ConversationUpdateError) in
      guard var call = part.take(\.toolCall) else {
        throw ConversationUpdateError(code: .wrongKind, part: id)
      }
      defer { part.content = .toolCall(call) }
      try body(&call)
    }
  }
}

extension MessagePart {
  fileprivate var text: MarkdownPart? { if case .text(let part) = content { part } else { nil } }
  fileprivate var thinking: MarkdownPart? { if case .thinking(let part) = content { part } else { nil } }
  fileprivate var toolCall: ToolCall? { if case .toolCall(let call) = content { call } else { nil } }

  /// Takes a payload out of the content, so that it is uniquely referenced. The caller must put it back. See
  /// ``Block/take(_:)``.
  fileprivate mutating func take<Payload>(_ payload: (MessagePart) -> Payload?) -> Payload? {
    guard let taken = payload(self) else { return nil }
    content = .image(ImageReference())
    return taken
  }

  fileprivate mutating func set(_ head: PartHead, of id: PartID) throws(ConversationUpdateError) {
    isFinished = head.isFinished
    switch (head.kind, content) {
    case (.text, .text), (.thinking, .thinking): break
    case (.toolCall(let new), .toolCall):
      guard var call = take(\.toolCall) else { return }
      call.head = new
      content = .toolCall(call)
    case (.image(let image), .image): content = .image(image)
    case (.notice(let notice), .notice): content = .notice(notice)
    case (.sources(let sources), .sources): content = .sources(sources)
    default: throw ConversationUpdateError(code: .wrongKind, part: id)
    }
  }

  fileprivate mutating func append(_ text: String, of id: PartID) throws(ConversationUpdateError) {
    if var part = take(\.text) {
      part.source += text
      content = .text(part)
    } else if var part = take(\.thinking) {
      part.source += text
      content = .thinking(part)
    } else if var call = take(\.toolCall) {
      call.input += text
      content = .toolCall(call)
    } else {
      throw ConversationUpdateError(code: .wrongKind, part: id)
    }
  }

  fileprivate mutating func apply(
    _ update: Update, scopes: Int, of id: PartID
  ) throws(ConversationUpdateError) {
    if var part = take(\.text) {
      defer { content = .text(part) }
      try part.document.apply(update, scopes: scopes, of: id)
    } else if var part = take(\.thinking) {
      defer { content = .thinking(part) }
      try part.document.apply(update, scopes: scopes, of: id)
    } else if var call = take(\.toolCall) {
      defer { content = .toolCall(call) }
      try call.view.apply(update, scopes: scopes, of: id)
    } else {
      throw ConversationUpdateError(code: .wrongKind, part: id)
    }
  }
}

extension Document {
  fileprivate mutating func apply(
    _ update: Update, scopes count: Int, of id: PartID
  ) throws(ConversationUpdateError) {
    do throws(UpdateError) {
      // The scope names belong to the conversation.
      guard update.scopes.isEmpty else { throw UpdateError(code: .invalidScope, block: nil) }
      try apply(update, scopes: count)
    } catch {
      throw ConversationUpdateError(code: .init(value: .document(error)), part: id)
    }
  }
}
