public import MessageStreams
public import Redaction
public import StyledRuns

/// A session that turns appended bytes into updates: a ``RenderSession`` into updates of a document, a
/// ``ConversationSession`` into updates of a conversation. Not thread-safe.
///
/// ```swift
/// let session: any ContentSession = RenderSession(highlighter: highlighter)
/// if let update = session.updateAppending(bytes) { try content.apply(update) }
/// ```
public protocol ContentSession: AnyObject {
  associatedtype ContentUpdate

  /// Appends bytes.
  ///
  /// - Returns: The changes; nil if nothing changed.
  func append(_ bytes: [UInt8]) -> ContentUpdate?

  /// Ends the input. Code that still waits for the pool can be highlighted afterwards.
  ///
  /// - Returns: The changes; nil if nothing changed.
  func finish() -> ContentUpdate?

  /// Whether the last update does not contain all appended input, because updates of this input are expensive.
  /// Call ``catchUp()`` when no input arrives for a while.
  var isBehind: Bool { get }

  /// Returns an update that contains all appended input; nil if the session is not behind, or if nothing changed.
  func catchUp() -> ContentUpdate?

  /// Counts work that was done for the updates so far, such as writing HTML patches, in bytes that are read. If the
  /// input has not paid for it, further updates are put off: see ``isBehind``.
  func charge(_ work: Int)

  /// Returns the tokens that workers have produced since the last update; nil if there are none.
  func takeHighlights() -> ContentUpdate?

  /// A closure that a worker calls on its own thread when tokens are ready for ``takeHighlights()``.
  var onHighlights: (@Sendable () -> Void)? { get set }

  /// Whether code waits for tokens.
  var isWaitingForHighlights: Bool { get }

  /// Whether the pool's queue was full. In this case no worker calls ``onHighlights``: call
  /// ``takeHighlights()`` again after a while.
  var isBackpressured: Bool { get }

  /// The kind of input.
  var inputKind: StreamSession.SessionInput { get }

  /// Counts of the input that could not be parsed so far; nil for markdown.
  var skippedInput: SkippedInput? { get }

  /// Counts of the secrets that were replaced.
  var secrets: SecretCounts { get }

  /// The memory that the session occupies, in bytes: its documents and its parsing state. O(documents).
  var memoryBytes: Int { get }

  /// Wraps an update.
  static func streamUpdate(_ update: ContentUpdate) -> StreamUpdate
}

extension ContentSession {
  /// Calls ``append(_:)`` and wraps the update.
  public func updateAppending(_ bytes: [UInt8]) -> StreamUpdate? { append(bytes).map(Self.streamUpdate) }

  /// Calls ``finish()`` and wraps the update.
  public func updateFinishing() -> StreamUpdate? { finish().map(Self.streamUpdate) }

  /// Calls ``catchUp()`` and wraps the update.
  public func updateCatchingUp() -> StreamUpdate? { catchUp().map(Self.streamUpdate) }

  /// Calls ``takeHighlights()`` and wraps the update.
  public func updateTakingColors() -> StreamUpdate? { takeHighlights().map(Self.streamUpdate) }
}

extension RenderSession: ContentSession {
  public var inputKind: StreamSession.SessionInput { .markdown }
  public var skippedInput: SkippedInput? { nil }

  public static func streamUpdate(_ update: Update) -> StreamUpdate { .document(update) }
}

extension ConversationSession: ContentSession {
  public var inputKind: StreamSession.SessionInput { .messages(format) }
  public var skippedInput: SkippedInput? { skipped }

  public static func streamUpdate(_ update: ConversationUpdate) -> StreamUpdate { .conversation(update) }
}
