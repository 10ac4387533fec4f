/// One message: its author, its properties and its parts in order.
///
/// ```swift
/// Message(
///   head: Message.MessageHead(role: .user, isFinished: true),
///   parts: [MessagePart(content: .text(MarkdownPart(source: "Hello")), isFinished: true)])
/// ```
public struct Message: Hashable, Sendable {
  public var head: MessageHead
  public var parts: [MessagePart]

  public init(head: MessageHead, parts: [MessagePart] = []) {
    self.head = head
    self.parts = parts
  }

  /// The author of a message.
  ///
  /// ```swift
  /// if message.head.role == .user { align = .trailing }
  /// ```
  public enum MessageRole: String, Hashable, Sendable, Decodable {
    case user, assistant, system
  }

  /// The properties of a message other than its parts. A nil property is unknown.
  ///
  /// ```swift
  /// Message.MessageHead(role: .assistant, model: "example-model")
  /// ```
  public struct MessageHead: Hashable, Sendable {
    public var role: MessageRole
    /// The identifier that the provider gave the message.
    public var id: String?
    public var model: String?
    /// The time in ISO 8601.
    public var time: String?
    /// The identifier of the tool call that started the agent who wrote the message; nil outside of
    /// subagents.
    public var parentCall: String?
    public var stats: MessageStats?
    /// Whether all parts have arrived. Results of tool calls may still arrive.
    public var isFinished: Bool

    public init(
      role: MessageRole, id: String? = nil, model: String? = nil, time: String? = nil,
      parentCall: String? = nil,
      stats: MessageStats? = nil, isFinished: Bool = false
    ) {
      self.role = role
      self.id = id
      self.model = model
      self.time = time
      self.parentCall = parentCall
      self.stats = stats
      self.isFinished = isFinished
    }
  }
}

/// The tokens, time and money that a message or a session used. A nil property is unknown.
///
/// ```swift
/// var stats = MessageStats()
/// stats.outputTokens = 120
/// stats.stopReason = "end_turn"
/// ```
public struct MessageStats: Hashable, Sendable, Decodable {
  public var inputTokens: Int?
  public var outputTokens: Int?
  /// The input tokens that were read from a cache. `inputTokens` does not include them.
  public var cacheReadTokens: Int?
  /// The input tokens that were written to a cache. `inputTokens` does not include them.
  public var cacheWriteTokens: Int?
  public var elapsedMilliseconds: Int?
  /// The price in US dollars.
  public var cost: Double?
  /// The provider's reason why the model stopped: `end_turn`, `tool_use`, `max_tokens`.
  public var stopReason: String?

  public init() {}

  public var isEmpty: Bool { self == MessageStats() }

  /// Replaces the properties that `newer` has.
  public mutating func merge(_ newer: MessageStats) {
    inputTokens = newer.inputTokens ?? inputTokens
    outputTokens = newer.outputTokens ?? outputTokens
    cacheReadTokens = newer.cacheReadTokens ?? cacheReadTokens
    cacheWriteTokens = newer.cacheWriteTokens ?? cacheWriteTokens
    elapsedMilliseconds = newer.elapsedMilliseconds ?? elapsedMilliseconds
    cost = newer.cost ?? cost
    stopReason = newer.stopReason ?? stopReason
  }
}

/// A part of a message: text, thinking, a tool call, an image, a notice or a list of sources.
///
/// ```swift
/// MessagePart(content: .notice(Notice(level: .warning, text: "History compacted")), isFinished: true)
/// ```
public struct MessagePart: Hashable, Sendable {
  public var content: PartContent
  /// Whether the part is complete. For a tool call, whether its input is complete.
  public var isFinished: Bool

  /// The content of a part.
  ///
  /// ```swift
  /// if case .text(let markdown) = part.content { copy(markdown.source) }
  /// ```
  public enum PartContent: Hashable, Sendable {
    case text(MarkdownPart)
    case thinking(MarkdownPart)
    case toolCall(ToolCall)
    case image(ImageReference)
    case notice(Notice)
    /// The sources of the message, numbered from 1 in this order.
    case sources([SourceReference])
  }

  public init(content: PartContent, isFinished: Bool = false) {
    self.content = content
    self.isFinished = isFinished
  }
}

/// Markdown text and its rendering.
///
/// ```swift
/// MarkdownPart(source: "Hello *world*", document: document)
/// ```
public struct MarkdownPart: Hashable, Sendable {
  /// The markdown text, for "copy as markdown".
  public var source: String
  /// The rendering. Its scope table is empty: runs refer to ``Conversation/scopes``.
  public var document: Document

  public init(source: String = "", document: Document = Document()) {
    self.source = source
    self.document = document
  }
}

/// An image in a conversation, by address.
///
/// ```swift
/// ImageReference(mediaType: "image/png", address: "https://example.org/a.png")
/// ```
public struct ImageReference: Hashable, Sendable, Decodable {
  /// The media type, such as `image/png`.
  public var mediaType: String?
  /// The address, possibly a `data:` URL; nil if it is unknown.
  public var address: String?
  /// The size of the image in bytes, if known.
  public var bytes: Int?
  public var alternative: String?

  public init(mediaType: String? = nil, address: String? = nil, bytes: Int? = nil, alternative: String? = nil)
  {
    self.mediaType = mediaType
    self.address = address
    self.bytes = bytes
    self.alternative = alternative
  }
}

/// A remark about the conversation rather than in it, such as an error or a compacted history.
///
/// ```swift
/// Notice(level: .error, text: "The connection was lost")
/// ```
public struct Notice: Hashable, Sendable, Decodable {
  /// The severity of a notice.
  ///
  /// ```swift
  /// if notice.level == .error { show(notice.text) }
  /// ```
  public enum NoticeLevel: String, Hashable, Sendable, Decodable {
    case info, warning, error
  }

  public var level: NoticeLevel
  public var text: String

  public init(level: NoticeLevel, text: String) {
    self.level = level
    self.text = text
  }
}
