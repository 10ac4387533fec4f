/// All changes of a conversation since the previous update of its session.
///
/// ```swift
/// ConversationUpdate(sequence: 7, edits: [.source(PartID(message: 1, part: 0), "more text")])
/// ```
public struct ConversationUpdate: Hashable, Sendable {
  /// The version of the wire form. It equals that of ``Update``, because a conversation's updates contain
  /// document updates.
  public static let wireVersion = Update.wireVersion

  /// The number of the update in its session, from 1. A gap means that an update was lost.
  public var sequence: Int
  /// The entries to append to the conversation's scope table before the edits are applied.
  public var scopes: [ScopeTable.ScopeEntry]
  /// The edits, in the order of application.
  public var edits: [ConversationEdit]
  /// Whether the input has ended. Later updates only highlight pending code.
  public var isFinal: Bool

  public init(
    sequence: Int, scopes: [ScopeTable.ScopeEntry] = [], edits: [ConversationEdit] = [], isFinal: Bool = false
  ) {
    self.sequence = sequence
    self.scopes = scopes
    self.edits = edits
    self.isFinal = isFinal
  }
}

/// One change of a conversation.
///
/// ```swift
/// ConversationEdit.message(0, Message.MessageHead(role: .user))  // adds the first message
/// ```
public enum ConversationEdit: Hashable, Sendable {
  /// Sets the properties of the conversation.
  case session(Conversation.Session)
  /// Replaces the head of a message, or appends a message if the index is the next one.
  case message(Int, Message.MessageHead)
  /// Replaces the head of a part, or appends a part if the index is the next one.
  case part(PartID, MessagePart.PartHead)
  /// Appends to the markdown of a part, or to the input of a tool call.
  case source(PartID, String)
  /// Keeps the first `keep` fields of a tool call and replaces the rest with `fields`.
  case fields(PartID, keep: Int, fields: [ToolField])
  /// Updates the document of a part's markdown or of a tool call's input.
  case document(PartID, Update)
  /// Sets the output of a tool call.
  case output(PartID, ToolOutput)
  /// Updates the document in a tool call's output.
  case outputDocument(PartID, Update)
}

extension MessagePart {
  /// The properties of a part other than its content.
  ///
  /// ```swift
  /// MessagePart(head: MessagePart.PartHead(kind: .thinking))  // an empty part
  /// ```
  public struct PartHead: Hashable, Sendable {
    /// The kind of a part, with the properties of its content.
    ///
    /// ```swift
    /// MessagePart.PartHead.PartKind.toolCall(ToolCall.ToolCallHead(id: "call_1", name: "Bash"))
    /// ```
    public enum PartKind: Hashable, Sendable {
      case text
      case thinking
      case toolCall(ToolCall.ToolCallHead)
      case image(ImageReference)
      case notice(Notice)
      case sources([SourceReference])
    }

    public var kind: PartKind
    public var isFinished: Bool

    public init(kind: PartKind, isFinished: Bool = false) {
      self.kind = kind
      self.isFinished = isFinished
    }
  }

  /// Creates an empty part.
  public init(head: PartHead) {
    isFinished = head.isFinished
    content =
      switch head.kind {
      case .text: .text(MarkdownPart())
      case .thinking: .thinking(MarkdownPart())
      case .toolCall(let call): .toolCall(ToolCall(head: call))
      case .image(let image): .image(image)
      case .notice(let notice): .notice(notice)
      case .sources(let sources): .sources(sources)
      }
  }

  public var head: PartHead {
    let kind: PartHead.PartKind =
      switch content {
      case .text: .text
      case .thinking: .thinking
      case .toolCall(let call): .toolCall(call.head)
      case .image(let image): .image(image)
      case .notice(let notice): .notice(notice)
      case .sources(let sources): .sources(sources)
      }
    return PartHead(kind: kind, isFinished: isFinished)
  }
}
