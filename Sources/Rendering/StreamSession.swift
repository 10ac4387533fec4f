public import MarkdownBlocks
public import MessageStreams
public import StyledRuns

/// A stream of markdown, or of messages, or of what turns out to be one of them: bytes go in, in pieces of any size,
/// updates of a document or of a conversation come out. One owner at a time.
public final class StreamSession {
  /// The kind of the bytes.
  public enum Input: Hashable, Sendable {
    case markdown
    case messages(MessageFormat)
    /// What their beginning says; until it has, nothing comes out.
    case auto

    /// As options name it: `markdown`, `auto`, or a format's name.
    public init?(name: String) {
      switch name {
      case "markdown": self = .markdown
      case "auto": self = .auto
      default:
        guard let format = MessageFormat(rawValue: name) else { return nil }
        self = .messages(format)
      }
    }

    public var name: String {
      switch self {
      case .markdown: "markdown"
      case .messages(let format): format.rawValue
      case .auto: "auto"
      }
    }

    /// What options may name.
    public static var names: [String] { ["markdown", "auto"] + MessageFormat.allCases.map(\.rawValue) }
  }

  /// The session that takes the bytes; nil until it is known what they are.
  private var session: (any ContentSession)?
  private var detector = FormatDetector()
  /// The bytes that came before it was known what they are.
  private var undecided: [UInt8] = []
  private let markdown: MarkdownOptions
  private let highlighter: Highlighter?
  private let pool: WorkerPool?

  /// Called by a worker, on its thread, when colours have become ready for ``takeHighlights()``. To be set before anything
  /// is appended.
  public var onHighlights: (@Sendable () -> Void)? {
    didSet { session?.onHighlights = onHighlights }
  }

  /// Without a highlighter all code stays plain. Without a pool every append colours its code itself.
  public init(
    _ input: Input, markdown: MarkdownOptions = MarkdownOptions(extensions: .standard),
    highlighter: Highlighter? = nil, pool: WorkerPool? = nil
  ) {
    self.markdown = markdown
    self.highlighter = highlighter
    self.pool = pool
    if input != .auto { begin(input) }
  }

  /// What the bytes are, as far as that is known.
  public var input: Input { session?.inputKind ?? .auto }

  /// What of a conversation's input could not be understood so far; nil for markdown.
  public var skipped: SkippedInput? { session?.skippedInput }

  /// Appends bytes and says what changed; nil where nothing did.
  public func append(_ bytes: [UInt8]) -> StreamUpdate? {
    if let session { return session.updateAppending(bytes) }
    undecided += bytes
    guard let decision = detector.append(bytes) else { return nil }
    return begin(decision.input)
  }

  /// Ends the input; two updates at most. What is pending on the pool may still bring colours.
  public func finish() -> [StreamUpdate] {
    let first = session == nil ? begin(detector.finish().input) : nil
    return [first, session?.updateFinishing()].compactMap(\.self)
  }

  /// The colours that workers have brought since the last update; nil where there are none.
  public func takeHighlights() -> StreamUpdate? { session?.updateTakingColors() }

  /// Whether code is waiting for colours.
  public var isWaitingForHighlights: Bool { session?.isWaitingForHighlights ?? false }

  /// Whether the pool had no room for code that waits: ask ``takeHighlights()`` again after a while.
  public var isBackpressured: Bool { session?.isBackpressured ?? false }

  /// The bytes of memory that the session keeps: its documents, and what it needs to go on with them. O(document).
  public var memoryBytes: Int { session?.memoryBytes ?? undecided.count }

  /// Makes the session that takes the bytes, and gives it those that are there already.
  @discardableResult private func begin(_ input: Input) -> StreamUpdate? {
    let session: any ContentSession =
      switch input {
      case .markdown, .auto: RenderSession(markdown: markdown, highlighter: highlighter, pool: pool)
      case .messages(let format):
        ConversationSession(format: format, markdown: markdown, highlighter: highlighter, pool: pool)
      }
    session.onHighlights = onHighlights
    self.session = session
    defer { (undecided, detector) = ([], FormatDetector()) }
    return undecided.isEmpty ? nil : session.updateAppending(undecided)
  }
}

extension FormatDetector.Decision {
  /// What a session that takes it is to read.
  public var input: StreamSession.Input {
    switch self {
    case .markdown: .markdown
    case .messages(let format): .messages(format)
    }
  }
}

extension Renderer {
  /// What a whole input of a kind makes, and what of it was not understood.
  public func render(
    _ bytes: [UInt8], as input: StreamSession.Input
  ) -> (content: StreamContent, skipped: SkippedInput?) {
    var input = input
    if input == .auto {
      var detector = FormatDetector()
      input = (detector.append(bytes) ?? detector.finish()).input
    }
    guard case .messages(let format) = input else { return (.document(render(markdown: bytes)), nil) }
    let session = ConversationSession(format: format, markdown: markdown, highlighter: highlighter)
    var content = StreamContent.conversation(Conversation())
    for update in [session.updateAppending(bytes), session.updateFinishing()].compactMap(\.self) {
      // A session's own updates fit by construction.
      do { try content.apply(update) } catch { assertionFailure("\(error)") }
    }
    return (content, session.skipped)
  }
}
