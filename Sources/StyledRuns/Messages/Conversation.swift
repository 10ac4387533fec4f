/// A conversation of a user, a model and its tools, message by message.
///
/// ```swift
/// for (number, message) in conversation.messages.enumerated() {
///   for part in message.parts.indices {
///     if let document = conversation.document(of: PartID(message: number, part: part)) { show(document) }
///   }
/// }
/// ```
///
/// A part that is markdown or code holds a ``Document``. The scope stacks of all parts are in one table,
/// ``scopes``, and the tables of the parts are empty, so that one style sheet serves the whole conversation.
/// ``document(of:)`` returns a document with its own scopes.
public struct Conversation: Hashable, Sendable {
  /// The version of the wire form that this package reads and writes.
  public static let wireVersion = 1

  public var session: Session
  public var messages: [Message]
  /// The scope stacks that the code runs of all parts refer to.
  public var scopes: ScopeTable

  public init(session: Session = Session(), messages: [Message] = [], scopes: ScopeTable = ScopeTable()) {
    self.session = session
    self.messages = messages
    self.scopes = scopes
  }

  /// The properties of the whole conversation. A nil property is unknown.
  ///
  /// ```swift
  /// Conversation.Session(name: "Fix the parser", model: "example-model")
  /// ```
  public struct Session: Hashable, Sendable, Decodable {
    public var id: String?
    /// The title of the conversation.
    public var name: String?
    public var model: String?
    /// The working directory of the tools.
    public var directory: String?
    /// The start time in ISO 8601.
    public var time: String?
    public var turns: Int?
    public var stats: MessageStats?
    /// The reason why the conversation failed; nil if it did not fail.
    public var failure: String?

    public init(id: String? = nil, name: String? = nil, model: String? = nil) {
      self.id = id
      self.name = name
      self.model = model
    }
  }

  /// Whether there is nothing to show: no part with content, and no failure. O(parts).
  public var isEmpty: Bool {
    session.failure == nil
      && messages.allSatisfy { message in
        message.parts.allSatisfy { part in
          switch part.content {
          case .text(let text), .thinking(let text): text.source.isEmpty
          case .toolCall, .image, .notice, .sources: false
          }
        }
      }
  }

  /// The part with this identifier; nil if there is none.
  public subscript(id: PartID) -> MessagePart? {
    guard messages.indices.contains(id.message), messages[id.message].parts.indices.contains(id.part) else {
      return nil
    }
    return messages[id.message].parts[id.part]
  }

  /// Returns the document of a part's markdown or of a tool call's input, with its own scopes; nil if the
  /// part has none.
  public func document(of id: PartID) -> Document? {
    let document: Document
    switch self[id]?.content {
    case .text(let text), .thinking(let text): document = text.document
    case .toolCall(let call): document = call.view
    case .image, .notice, .sources, nil: return nil
    }
    return Document(blocks: document.blocks, footnotes: document.footnotes, scopes: scopes)
  }
}

/// The identity of a part in its conversation, which stays the same while the conversation grows.
///
/// ```swift
/// PartID(message: 3, part: 0).wire  // "3.0"
/// ```
public struct PartID: Hashable, Sendable, Comparable {
  /// The index of the message.
  public var message: Int
  /// The index of the part in its message.
  public var part: Int

  public init(message: Int, part: Int) {
    self.message = message
    self.part = part
  }

  public static func < (left: PartID, right: PartID) -> Bool {
    (left.message, left.part) < (right.message, right.part)
  }
}
