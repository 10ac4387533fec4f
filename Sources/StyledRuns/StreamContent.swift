/// What a stream's updates add up to: a document, or a conversation.
public enum StreamContent: Hashable, Sendable {
  case document(Document)
  case conversation(Conversation)

  /// Nothing yet; the first update says what it is.
  public init() { self = .document(Document()) }

  public var scopes: ScopeTable {
    switch self {
    case .document(let document): document.scopes
    case .conversation(let conversation): conversation.scopes
    }
  }

  /// With scopes numbered by first use, so that equal contents are equal values.
  public func canonical() -> StreamContent {
    switch self {
    case .document(let document): .document(document.canonical())
    case .conversation(let conversation): .conversation(conversation.canonical())
    }
  }

  /// Applies an update in place, at a cost of what it brings. An update of a conversation makes an empty document a
  /// conversation.
  ///
  /// - Throws: ``UpdateError`` or ``ConversationUpdateError`` where it does not fit; the content is then partly changed
  ///   and should be fetched anew.
  public mutating func apply(_ update: StreamUpdate) throws {
    switch update {
    case .document(let update):
      guard case .document(var document) = self else { throw UpdateError(code: .wrongKind, block: nil) }
      // Taken out, so that what it holds is changed where it lies.
      self = StreamContent()
      defer { self = .document(document) }
      try document.apply(update)
    case .conversation(let update):
      var conversation = try takeConversation()
      defer { self = .conversation(conversation) }
      try conversation.apply(update)
    }
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

/// An update of a document or of a conversation; its wire form is that of either.
public enum StreamUpdate: Hashable, Sendable {
  case document(Update)
  case conversation(ConversationUpdate)

  /// Counts a session's updates from 1.
  public var sequence: Int {
    switch self {
    case .document(let update): update.sequence
    case .conversation(let update): update.sequence
    }
  }

  /// Whether the text has ended: no update follows but those that bring colours.
  public var isFinal: Bool {
    switch self {
    case .document(let update): update.isFinal
    case .conversation(let update): update.isFinal
    }
  }

  /// Whether it may be a snapshot, which a new, empty content takes: it brings a whole document or conversation.
  public var bringsEverything: Bool {
    switch self {
    case .document(let update): update.statesVersion
    // A conversation's first message is new in its first update and in a snapshot.
    case .conversation(let update):
      update.edits.contains { if case .message(0, _) = $0 { true } else { false } }
    }
  }

  /// What an empty content takes, to be what this one is: for a reader that missed updates. `sequence` is the number of
  /// the last update in it; colours that follow name the same scopes.
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
    // The item that says so comes first.
    let item = list.isAtEnd ? nil : try? list.decode(UpdateItem<Ignored>.self)
    if case .conversation = item {
      self = .conversation(try ConversationUpdate(from: decoder))
    } else {
      self = .document(try Update(from: decoder))
    }
  }

  /// An edit that is not looked at.
  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }
}
