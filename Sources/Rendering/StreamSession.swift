public import MarkdownBlocks
public import MessageStreams
public import Redaction
public import StyledRuns

/// A stream of markdown or messages: bytes go in, updates of a document or of a conversation come out. Not
/// thread-safe.
///
/// ```swift
/// let session = StreamSession(.auto, highlighter: highlighter)
/// if let update = session.append(bytes) { try content.apply(update) }
/// for update in session.finish() { try content.apply(update) }
/// ```
public final class StreamSession {
  /// The kind of the input.
  ///
  /// ```swift
  /// StreamSession.SessionInput(name: "stream-json") == .messages(.streamJSON)
  /// ```
  public enum SessionInput: Hashable, Sendable {
    case markdown
    case messages(MessageFormat)
    /// Markdown or messages, depending on the first bytes. No update is returned until they decide.
    case auto

    /// Parses a name in options: `markdown`, `auto`, or the name of a message format.
    public init?(name: String) {
      switch name {
      case "markdown": self = .markdown
      case "auto": self = .auto
      default:
        guard let format = MessageFormat(rawValue: name) else { return nil }
        self = .messages(format)
      }
    }

    /// The name in options.
    public var name: String {
      switch self {
      case .markdown: "markdown"
      case .messages(let format): format.rawValue
      case .auto: "auto"
      }
    }

    /// All names in options.
    public static var names: [String] { ["markdown", "auto"] + MessageFormat.allCases.map(\.rawValue) }
  }

  /// The session that handles the bytes; nil until the kind of the input is known.
  private var session: (any ContentSession)?
  private var detector = FormatDetector()
  /// The bytes received before the kind of the input was known.
  private var undecided: [UInt8] = []
  private let markdown: MarkdownOptions
  private let highlighter: Highlighter?
  private let pool: WorkerPool?
  private let redaction: SecretPatterns?
  /// The scope table that the session continues.
  private let scopes: ScopeTable

  /// A closure that a worker calls on its own thread when tokens are ready for ``takeHighlights()``. Set it
  /// before the first append.
  public var onHighlights: (@Sendable () -> Void)? {
    didSet { session?.onHighlights = onHighlights }
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - input: The kind of the input.
  ///   - markdown: The markdown dialect.
  ///   - highlighter: Highlights code; nil leaves all code plain.
  ///   - pool: Tokenizes long code; nil makes each append tokenize its code itself.
  ///   - redaction: The secrets to redact; nil for none.
  ///   - scopes: The scope table to continue, for readers that have the content of an earlier session.
  public init(
    _ input: SessionInput, markdown: MarkdownOptions = MarkdownOptions(extensions: .standard),
    highlighter: Highlighter? = nil, pool: WorkerPool? = nil, redaction: SecretPatterns? = nil,
    continuing scopes: ScopeTable = ScopeTable()
  ) {
    self.redaction = redaction
    self.scopes = scopes
    self.markdown = markdown
    self.highlighter = highlighter
    self.pool = pool
    if input != .auto { begin(input) }
  }

  /// The kind of the input, or `auto` until it is known.
  public var input: SessionInput { session?.inputKind ?? .auto }

  /// Counts of the input that could not be parsed so far; nil for markdown.
  public var skipped: SkippedInput? { session?.skippedInput }

  /// Counts of the secrets that were replaced.
  public var secrets: SecretCounts { session?.secrets ?? SecretCounts() }

  /// Appends bytes.
  ///
  /// - Returns: The changes; nil if nothing changed.
  public func append(_ bytes: [UInt8]) -> StreamUpdate? {
    if let session { return session.updateAppending(bytes) }
    undecided += bytes
    return detector.append(bytes).flatMap(begin)
  }

  /// Ends the input. Code that still waits for the pool can be highlighted afterwards.
  ///
  /// - Returns: At most two updates.
  public func finish() -> [StreamUpdate] {
    let first = session == nil ? begin(detector.finish()) : nil
    return [first, session?.updateFinishing()].compactMap(\.self)
  }

  /// Whether the last update does not contain all appended input, because updates of this input are expensive.
  /// Call ``catchUp()`` when no input arrives for a while.
  public var isBehind: Bool { session?.isBehind ?? false }

  /// Returns an update that contains all appended input; nil if the session is not behind, or if nothing changed.
  public func catchUp() -> StreamUpdate? { session?.updateCatchingUp() }

  /// Counts work that was done for the updates so far, such as writing HTML patches, in bytes that are read. If the
  /// input has not paid for it, further updates are put off: see ``isBehind``.
  ///
  /// ```swift
  /// let patch = patches.patch(for: update, of: document, sheets: sheets)
  /// send(patch.bytes)
  /// session.charge(patch.work)
  /// ```
  public func charge(_ work: Int) { session?.charge(work) }

  /// Returns the tokens that workers have produced since the last update; nil if there are none.
  public func takeHighlights() -> StreamUpdate? { session?.updateTakingColors() }

  /// Whether code waits for tokens.
  public var isWaitingForHighlights: Bool { session?.isWaitingForHighlights ?? false }

  /// Whether the pool's queue was full: call ``takeHighlights()`` again after a while.
  public var isBackpressured: Bool { session?.isBackpressured ?? false }

  /// The memory that the session occupies, in bytes: its documents and its parsing state. O(document).
  public var memoryBytes: Int { session?.memoryBytes ?? undecided.count }

  private func begin(_ decision: FormatDetector.FormatDecision) -> StreamUpdate? {
    undecided = decision.opening + undecided
    return begin(decision.input)
  }

  /// Creates the session that handles the bytes, and appends the bytes received so far.
  @discardableResult private func begin(_ input: SessionInput) -> StreamUpdate? {
    let session: any ContentSession =
      switch input {
      case .markdown, .auto:
        RenderSession(
          markdown: markdown, highlighter: highlighter, pool: pool, redaction: redaction,
          continuing: scopes)
      case .messages(let format):
        ConversationSession(
          format: format, markdown: markdown, highlighter: highlighter, pool: pool, redaction: redaction,
          continuing: scopes)
      }
    session.onHighlights = onHighlights
    self.session = session
    defer { (undecided, detector) = ([], FormatDetector()) }
    return undecided.isEmpty ? nil : session.updateAppending(undecided)
  }
}

extension FormatDetector.FormatDecision {
  /// The kind of input that a session must read.
  public var input: StreamSession.SessionInput {
    switch self {
    case .markdown, .json: .markdown
    case .messages(let format): .messages(format)
    }
  }
}

extension Renderer {
  /// Renders a complete input.
  ///
  /// - Returns: The document or conversation, and counts of the input that could not be parsed.
  public func render(
    _ bytes: [UInt8], as input: StreamSession.SessionInput
  ) -> (content: StreamContent, skipped: SkippedInput?) {
    var secrets = SecretCounts()
    return render(bytes, as: input, counting: &secrets)
  }

  /// Renders a complete input, and counts the secrets that were replaced.
  public func render(
    _ bytes: [UInt8], as input: StreamSession.SessionInput, counting secrets: inout SecretCounts
  ) -> (content: StreamContent, skipped: SkippedInput?) {
    if input == .auto {
      let decision = FormatDetector.decision(for: bytes)
      return render(decision.opening + bytes, as: decision.input, counting: &secrets)
    }
    guard case .messages(let format) = input else {
      let text = redaction.map { Redactor.redact(bytes, $0, counting: &secrets) } ?? bytes
      var document = MarkdownParser(options: markdown).parse(text)
      highlight(&document)
      return (.document(document), nil)
    }
    let session = ConversationSession(
      format: format, markdown: markdown, highlighter: highlighter, redaction: redaction)
    var content = StreamContent.conversation(Conversation())
    for update in [session.updateAppending(bytes), session.updateFinishing()].compactMap(\.self) {
      // The updates of a session always fit its own content.
      do { try content.apply(update) } catch { assertionFailure("\(error)") }
    }
    secrets.add(session.secrets)
    return (content, session.skipped)
  }
}
