/// The content that a stream's updates build: a document or a conversation.
///
/// ```swift
/// var content = StreamContent()
/// for line in lines { try content.apply(JSONDecoder().decode(StreamUpdate.self, from: line)) }
/// ```
public enum StreamContent: Hashable, Sendable {
  case document(Document)
  case conversation(Conversation)

  /// Creates an empty content. The first update decides whether it is a document or a conversation.
  public init() { self = .document(Document()) }

  /// Whether there is nothing to show.
  public var isEmpty: Bool {
    switch self {
    case .document(let document): document == Document()
    case .conversation(let conversation): conversation.isEmpty
    }
  }

  public var scopes: ScopeTable {
    switch self {
    case .document(let document): document.scopes
    case .conversation(let conversation): conversation.scopes
    }
  }

  /// Returns the content in canonical form, so that equal contents are equal values. See
  /// ``Document/canonical()``.
  public func canonical() -> StreamContent {
    switch self {
    case .document(let document): .document(document.canonical())
    case .conversation(let conversation): .conversation(conversation.canonical())
    }
  }

  /// Applies an update in place. The cost depends on the size of the update. An update of a conversation
  /// turns an empty document into a conversation.
  ///
  /// - Throws: ``UpdateError`` or ``ConversationUpdateError`` if the update does not fit. The content is then
  ///   partly changed and must be fetched again.
  public mutating func apply(_ update: StreamUpdate) throws {
    switch update {
    case .document(let update):
      guard var document = takeDocument() else { throw UpdateError(code: .wrongKind, block: nil) }
      defer { self = .document(document) }
      try document.apply(update)
    case .conversation(let update):
      var conversation = try takeConversation()
      defer { self = .conversation(conversation) }
      try conversation.apply(update)
    }
  }

  /// Removes written blocks of a document. Has no effect on a conversation.
  package mutating func remove(_ written: WrittenBlocks) {
    guard var document = takeDocument() else { return }
    document.remove(written)
    self = .document(document)
  }

  /// Moves the document out, so that it is uniquely referenced; returns nil for a conversation. The caller
  /// must put the document back.
  private mutating func takeDocument() -> Document? {
    guard case .document(let document) = self else { return nil }
    self = StreamContent()
    return document
  }

  private mutating func takeConversation() throws(ConversationUpdateError) -> Conversation {
    defer { self = StreamContent() }
    switch self {
    case .conversation(let conversation): return conversation
    case .document(let document):
      guard document == Document() else {
        throw ConversationUpdateError(code: .wrongKind, part: PartID(message: 0, part: 0))
      }
      return Conversation()
    }
  }
}

/// An update of a document or of a conversation.
///
/// ```swift
/// let update = try JSONDecoder().decode(StreamUpdate.self, from: data)
/// ```
public enum StreamUpdate: Hashable, Sendable {
  case document(Update)
  case conversation(ConversationUpdate)

  /// The number of the update in its session, from 1.
  public var sequence: Int {
    switch self {
    case .document(let update): update.sequence
    case .conversation(let update): update.sequence
    }
  }

  /// Whether the text has ended. Later updates only highlight pending code.
  public var isFinal: Bool {
    switch self {
    case .document(let update): update.isFinal
    case .conversation(let update): update.isFinal
    }
  }

  /// Whether the update can be a snapshot, which brings a whole document or conversation and fits an empty
  /// content.
  public var bringsEverything: Bool {
    switch self {
    case .document(let update): update.statesVersion
    // A conversation's first message is new in the first update and in a snapshot.
    case .conversation(let update):
      update.edits.contains { if case .message(0, _) = $0 { true } else { false } }
    }
  }

  /// Creates the update that turns an empty content into `content`, for a reader that missed updates.
  ///
  /// - Parameters:
  ///   - content: The content to send. Later updates continue its scope table.
  ///   - sequence: The number of the last update in `content`.
  ///   - isFinal: Whether the text has ended.
  public init(snapshotOf content: StreamContent, sequence: Int, isFinal: Bool) {
    self =
      switch content {
      case .document(let document):
        .document(Update(snapshotOf: document, sequence: sequence, isFinal: isFinal))
      case .conversation(let conversation):
        .conversation(ConversationUpdate(snapshotOf: conversation, sequence: sequence, isFinal: isFinal))
      }
  }
}

extension StreamUpdate: Decodable {
  public init(from decoder: any Decoder) throws {
    var list = try Update.list(decoder)
    _ = try list.decode(Int.self)
    // The item that names the kind comes first.
    let item = list.isAtEnd ? nil : try? list.decode(UpdateItem<Ignored>.self)
    if case .conversation = item {
      self = .conversation(try ConversationUpdate(from: decoder))
    } else {
      self = .document(try Update(from: decoder))
    }
  }

  /// An edit whose content is skipped.
  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }
}
