/// One message: who says it, what is known of it, and its parts in order.
public struct Message: Hashable, Sendable {
  public var head: Head
  public var parts: [MessagePart]

  public init(head: Head, parts: [MessagePart] = []) {
    self.head = head
    self.parts = parts
  }

  public enum Role: String, Hashable, Sendable, Decodable {
    case user, assistant, system
  }

  /// Everything of a message but its parts. Nil: not said.
  public struct Head: Hashable, Sendable {
    public var role: Role
    /// As the provider names it.
    public var id: String?
    public var model: String?
    /// In ISO 8601.
    public var time: String?
    /// The tool call on whose behalf another agent says this.
    public var parentCall: String?
    public var stats: MessageStats?
    /// Whether all its parts are there; results of tool calls may still come.
    public var isFinished: Bool

    public init(
      role: Role, id: String? = nil, model: String? = nil, time: String? = nil, parentCall: String? = nil,
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

/// What a message, or a session, took. Nil: not said.
public struct MessageStats: Hashable, Sendable, Decodable {
  public var inputTokens: Int?
  public var outputTokens: Int?
  /// Of the input, what was read from and written to a cache; not counted in `inputTokens`.
  public var cacheReadTokens: Int?
  public var cacheWriteTokens: Int?
  public var elapsedMilliseconds: Int?
  /// In US dollars.
  public var cost: Double?
  /// Why the model stopped, as the provider says it: `end_turn`, `tool_use`, `max_tokens`.
  public var stopReason: String?

  public init() {}

  public var isEmpty: Bool { self == MessageStats() }

  /// Takes over what `newer` says.
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

/// A part of a message.
public struct MessagePart: Hashable, Sendable {
  public var content: Content
  /// Whether nothing more comes; for a tool call, whether its input is complete.
  public var isFinished: Bool

  public enum Content: Hashable, Sendable {
    case text(MarkdownPart)
    case thinking(MarkdownPart)
    case toolCall(ToolCall)
    case image(ImageReference)
    case notice(Notice)
  }

  public init(content: Content, isFinished: Bool = false) {
    self.content = content
    self.isFinished = isFinished
  }
}

/// Markdown and its rendering.
public struct MarkdownPart: Hashable, Sendable {
  /// The text as it was written, for "copy as markdown".
  public var source: String
  /// Its scope table is empty: runs name entries of ``Conversation/scopes``.
  public var document: Document

  public init(source: String = "", document: Document = Document()) {
    self.source = source
    self.document = document
  }
}

/// An image that stands elsewhere, or in its address.
public struct ImageReference: Hashable, Sendable, Decodable {
  /// `image/png`.
  public var mediaType: String?
  /// Where it is: an address, `data:` included; nil where only its existence is known.
  public var address: String?
  /// How large it is, where that is known.
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

/// Something that was said about the conversation and not in it: an error, a compacted history.
public struct Notice: Hashable, Sendable, Decodable {
  public enum Level: String, Hashable, Sendable, Decodable {
    case info, warning, error
  }

  public var level: Level
  public var text: String

  public init(level: Level, text: String) {
    self.level = level
    self.text = text
  }
}
