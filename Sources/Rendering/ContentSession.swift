public import MessageStreams
public import StyledRuns

/// A session that makes updates of appended bytes: a ``RenderSession`` those of a document, a ``ConversationSession`` those of
/// a conversation. One owner at a time.
///
///     let session: any ContentSession = RenderSession(highlighter: highlighter)
///     if let update = session.updateAppending(bytes) { try content.apply(update) }
public protocol ContentSession: AnyObject {
  associatedtype ContentUpdate

  /// Appends bytes and returns what changed; nil where nothing did.
  func append(_ bytes: [UInt8]) -> ContentUpdate?

  /// Ends the input. What is pending on the pool may still bring colours.
  func finish() -> ContentUpdate?

  /// Returns the colours that workers have brought since the last update; nil where there are none.
  func takeHighlights() -> ContentUpdate?

  /// Called by a worker, on its thread, when colours have become ready for ``takeHighlights()``.
  var onHighlights: (@Sendable () -> Void)? { get set }

  /// Whether code is waiting for colours.
  var isWaitingForHighlights: Bool { get }

  /// Whether the pool had no room for code that waits. Then no worker will call ``onHighlights``: ask ``takeHighlights()`` again
  /// after a while.
  var isBackpressured: Bool { get }

  /// The kind of the bytes.
  var inputKind: StreamSession.Input { get }

  /// The input that could not be understood so far, counted; nil for markdown.
  var skippedInput: SkippedInput? { get }

  /// The bytes of memory that the session keeps: its documents, and what it needs to go on with them. O(documents).
  var memoryBytes: Int { get }

  static func streamUpdate(_ update: ContentUpdate) -> StreamUpdate
}

extension ContentSession {
  /// ``append(_:)``, for whoever takes updates of both kinds.
  public func updateAppending(_ bytes: [UInt8]) -> StreamUpdate? { append(bytes).map(Self.streamUpdate) }

  /// ``finish()``, for whoever takes updates of both kinds.
  public func updateFinishing() -> StreamUpdate? { finish().map(Self.streamUpdate) }

  /// ``takeHighlights()``, for whoever takes updates of both kinds.
  public func updateTakingColors() -> StreamUpdate? { takeHighlights().map(Self.streamUpdate) }
}

extension RenderSession: ContentSession {
  public var inputKind: StreamSession.Input { .markdown }
  public var skippedInput: SkippedInput? { nil }

  public static func streamUpdate(_ update: Update) -> StreamUpdate { .document(update) }
}

extension ConversationSession: ContentSession {
  public var inputKind: StreamSession.Input { .messages(format) }
  public var skippedInput: SkippedInput? { skipped }

  public static func streamUpdate(_ update: ConversationUpdate) -> StreamUpdate { .conversation(update) }
}
