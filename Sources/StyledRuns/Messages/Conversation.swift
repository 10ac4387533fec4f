/// What people, a model and its tools said to each other, message by message.
///
/// Each part that is markdown or code holds a ``Document``. The scope stacks of all of them are in one table,
/// ``scopes``, and the parts' own tables are empty, so that a style sheet is made once; ``document(of:)`` gives a
/// document that stands by itself.
public struct Conversation: Hashable, Sendable {
  /// The version of the wire form that this package reads and writes.
  public static let wireVersion = 1

  public var session: Session
  public var messages: [Message]
  /// The scope stacks that the code runs of all parts name.
  public var scopes: ScopeTable

  public init(session: Session = Session(), messages: [Message] = [], scopes: ScopeTable = ScopeTable()) {
    self.session = session
    self.messages = messages
    self.scopes = scopes
  }

  /// What is known of the whole conversation. Nil: not said.
  public struct Session: Hashable, Sendable, Decodable {
    public var id: String?
    /// What the conversation is called.
    public var name: String?
    public var model: String?
    /// The working directory of the tools.
    public var directory: String?
    /// When it began, in ISO 8601.
    public var time: String?
    public var turns: Int?
    public var stats: MessageStats?
    /// Why it ended other than well.
    public var failure: String?

    public init(id: String? = nil, name: String? = nil, model: String? = nil) {
      self.id = id
      self.name = name
      self.model = model
    }
  }

  /// The part with this identity; nil where there is none.
  public subscript(id: PartID) -> MessagePart? {
    guard messages.indices.contains(id.message), messages[id.message].parts.indices.contains(id.part) else {
      return nil
    }
    return messages[id.message].parts[id.part]
  }

  /// The document of a part's markdown, or of a tool call's input, with its scopes; nil where there is none.
  public func document(of id: PartID) -> Document? {
    let document: Document
    switch self[id]?.content {
    case .text(let text), .thinking(let text): document = text.document
    case .toolCall(let call): document = call.view
    case .image, .notice, nil: return nil
    }
    return Document(blocks: document.blocks, footnotes: document.footnotes, scopes: scopes)
  }
}

/// Names a part within its conversation, and keeps naming it while the conversation grows.
public struct PartID: Hashable, Sendable, Comparable {
  /// Index of the message.
  public var message: Int
  /// Index of the part in its message.
  public var part: Int

  public init(message: Int, part: Int) {
    self.message = message
    self.part = part
  }

  public static func < (left: PartID, right: PartID) -> Bool {
    (left.message, left.part) < (right.message, right.part)
  }
}
