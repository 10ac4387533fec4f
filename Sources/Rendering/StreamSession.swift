public import MarkdownBlocks
public import MessageStreams
public import StyledRuns

/// A stream of markdown, or of messages, or of what turns out to be one of them: bytes go in, in pieces of any size,
/// updates of a document or of a conversation come out. One owner at a time.
public final class StreamSession {
  /// What the bytes are.
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

  private enum Stage {
    case undecided(FormatDetector, [UInt8])
    case markdown(RenderSession)
    case conversation(ConversationSession)
  }

  private var stage: Stage
  private let markdown: MarkdownOptions
  private let highlighter: Highlighter?
  private let pool: WorkerPool?

  /// Called by a worker, on its thread, when colours have become ready for ``takeColors()``. To be set before anything
  /// is appended.
  public var onColors: (@Sendable () -> Void)? {
    didSet { connect() }
  }

  /// Without a highlighter all code stays plain. Without a pool every append colours its code itself.
  public init(
    _ input: Input, markdown: MarkdownOptions = MarkdownOptions(extensions: .standard),
    highlighter: Highlighter? = nil, pool: WorkerPool? = nil
  ) {
    self.markdown = markdown
    self.highlighter = highlighter
    self.pool = pool
    stage = .undecided(FormatDetector(), [])
    if input != .auto { begin(input) }
  }

  /// What the bytes are, as far as that is known.
  public var input: Input {
    switch stage {
    case .undecided: .auto
    case .markdown: .markdown
    case .conversation(let session): .messages(session.format)
    }
  }

  /// What of a conversation's input could not be understood so far; nil for markdown.
  public var skipped: SkippedInput? {
    if case .conversation(let session) = stage { session.skipped } else { nil }
  }

  /// Appends bytes and says what changed; nil where nothing did.
  public func append(_ bytes: [UInt8]) -> StreamUpdate? {
    switch stage {
    case .undecided(var detector, let before):
      // Nothing else may hold what is added to.
      stage = .undecided(FormatDetector(), [])
      let decision = detector.append(bytes)
      guard let decision else {
        stage = .undecided(detector, before + bytes)
        return nil
      }
      begin(decision.input)
      return append(before + bytes)
    case .markdown(let session): return session.append(bytes).map { .document($0) }
    case .conversation(let session): return session.append(bytes).map { .conversation($0) }
    }
  }

  /// Ends the input; two updates at most. What is pending on the pool may still bring colours.
  public func finish() -> [StreamUpdate] {
    switch stage {
    case .undecided(var detector, let bytes):
      begin(detector.finish().input)
      return (bytes.isEmpty ? [] : [append(bytes)].compactMap { $0 }) + finish()
    case .markdown(let session): return session.finish().map { [.document($0)] } ?? []
    case .conversation(let session): return session.finish().map { [.conversation($0)] } ?? []
    }
  }

  /// The colours that workers have brought since the last update; nil where there are none.
  public func takeColors() -> StreamUpdate? {
    switch stage {
    case .undecided: nil
    case .markdown(let session): session.takeColors().map { .document($0) }
    case .conversation(let session): session.takeColors().map { .conversation($0) }
    }
  }

  /// Whether code is waiting for colours.
  public var isWaitingForColors: Bool {
    switch stage {
    case .undecided: false
    case .markdown(let session): session.isWaitingForColors
    case .conversation(let session): session.isWaitingForColors
    }
  }

  /// Whether the pool had no room for code that waits: ask ``takeColors()`` again after a while.
  public var isBackpressured: Bool {
    switch stage {
    case .undecided: false
    case .markdown(let session): session.isBackpressured
    case .conversation(let session): session.isBackpressured
    }
  }

  private func begin(_ input: Input) {
    switch input {
    case .markdown, .auto:
      stage = .markdown(RenderSession(markdown: markdown, highlighter: highlighter, pool: pool))
    case .messages(let format):
      stage = .conversation(
        ConversationSession(format: format, markdown: markdown, highlighter: highlighter, pool: pool))
    }
    connect()
  }

  private func connect() {
    switch stage {
    case .undecided: break
    case .markdown(let session): session.onColors = onColors
    case .conversation(let session): session.onColors = onColors
    }
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
    var conversation = Conversation()
    for update in [session.append(bytes), session.finish()].compactMap({ $0 }) {
      // A session's own updates fit by construction.
      do { try conversation.apply(update) } catch { assertionFailure("\(error)") }
    }
    return (.conversation(conversation), session.skipped)
  }
}

extension StreamSession {
  /// The bytes of memory that the session keeps: its documents, and what it needs to go on with them. O(document).
  package var memoryBytes: Int {
    switch stage {
    case .undecided(_, let bytes): bytes.count
    case .markdown(let session): session.memoryBytes
    case .conversation(let session): session.memoryBytes
    }
  }
}
