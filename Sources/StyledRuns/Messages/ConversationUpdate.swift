/// What changes a conversation: everything that a session found out since the update before.
public struct ConversationUpdate: Hashable, Sendable {
  /// The version of the wire form; that of updates of documents, which stand in it.
  public static let wireVersion = Update.wireVersion

  /// Counts a session's updates from 1; a client that sees a gap has lost one.
  public var sequence: Int
  /// What is added at the end of the conversation's scope table, before the edits are applied.
  public var scopes: [ScopeTable.Entry]
  /// In the order in which they are to be applied.
  public var edits: [ConversationEdit]
  /// Whether the input has ended: no update follows but those that bring colours.
  public var isFinal: Bool

  public init(
    sequence: Int, scopes: [ScopeTable.Entry] = [], edits: [ConversationEdit] = [], isFinal: Bool = false
  ) {
    self.sequence = sequence
    self.scopes = scopes
    self.edits = edits
    self.isFinal = isFinal
  }
}

/// One change of a conversation.
public enum ConversationEdit: Hashable, Sendable {
  /// What is known of the whole.
  case session(Conversation.Session)
  /// A message's head, new in place of the old; with an index that is not there yet, a new message.
  case message(Int, Message.Head)
  /// A part's head, new in place of the old; with an index that is not there yet, a new part.
  case part(PartID, MessagePart.Head)
  /// What follows in the markdown of a part, or in the input of a tool call.
  case source(PartID, String)
  /// Of a tool call's fields the first `keep` stay, the rest gives way to `fields`.
  case fields(PartID, keep: Int, fields: [ToolField])
  /// What changes the document of a part's markdown or of a tool call's input.
  case document(PartID, Update)
  /// What a tool gave back.
  case output(PartID, ToolOutput)
  /// What changes the document in a tool's output.
  case outputDocument(PartID, Update)
}

extension MessagePart {
  /// What a part is, without what grows in it.
  public struct Head: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      case text
      case thinking
      case toolCall(ToolCall.Head)
      case image(ImageReference)
      case notice(Notice)
    }

    public var kind: Kind
    public var isFinished: Bool

    public init(kind: Kind, isFinished: Bool = false) {
      self.kind = kind
      self.isFinished = isFinished
    }
  }

  /// A part that holds nothing yet.
  public init(head: Head) {
    isFinished = head.isFinished
    content =
      switch head.kind {
      case .text: .text(MarkdownPart())
      case .thinking: .thinking(MarkdownPart())
      case .toolCall(let call): .toolCall(ToolCall(head: call))
      case .image(let image): .image(image)
      case .notice(let notice): .notice(notice)
      }
  }

  public var head: Head {
    let kind: Head.Kind =
      switch content {
      case .text: .text
      case .thinking: .thinking
      case .toolCall(let call): .toolCall(call.head)
      case .image(let image): .image(image)
      case .notice(let notice): .notice(notice)
      }
    return Head(kind: kind, isFinished: isFinished)
  }
}
