public import MarkdownBlocks
public import Redaction
public import StyledRuns

/// A document that is still being written: text goes in, updates come out.
///
/// ```swift
/// let session = RenderSession(highlighter: highlighter)
/// for await piece in pieces {
///   if let update = session.append(piece) { try document.apply(update) }
/// }
/// if let update = session.finish() { try document.apply(update) }
/// ```
///
/// After each append, the applied updates give the same document as a one-shot rendering of the text so far.
/// The text may be split anywhere, even inside a character. An append costs what was appended and the open
/// leaf block. A text whose updates cost far more than the text gets fewer of them: see ``isBehind``. Not
/// thread-safe, but several sessions can share a highlighter and a pool.
public final class RenderSession {
  /// The amount of code that one append tokenizes itself. The rest goes to the pool.
  ///
  /// ```swift
  /// RenderSession.InlineBudget(lines: 8, bytes: 1024)
  /// ```
  public struct InlineBudget: Hashable, Sendable {
    /// The number of lines of code in one append.
    public var lines: Int
    /// The UTF-8 bytes of code in one append.
    public var bytes: Int

    public init(lines: Int = 32, bytes: Int = 4096) {
      self.lines = lines
      self.bytes = bytes
    }
  }

  /// Counts of the work that a session has done. Tests compare them with the size of the text.
  ///
  /// ```swift
  /// print(session.counters.inlineBytes)
  /// ```
  public struct RenderingCounters: Hashable, Sendable {
    /// The number of bytes of text that were appended.
    public var appendedBytes = 0
    /// The number of bytes passed to the inline parser, including repeated parses.
    public var inlineBytes = 0
    /// The number of bytes that were removed from and inserted into open leaves.
    public var shownBytes = 0
    /// The number of bytes of table rows that were searched for cells.
    public var rowBytes = 0
    /// The number of lines of code that were tokenized, including incomplete ones.
    public var tokenizedLines = 0
    /// The number of tokenizers that updates created. Those that workers created are not included.
    public var createdTokenizers = 0
    /// The number of lines of code that were submitted to workers, including incomplete ones.
    public var handedOutLines = 0
    /// The number of bytes of code lines that were read again because the lines grew.
    public var rereadBytes = 0
    /// The number of blocks in edits.
    public var emittedBlocks = 0
  }

  let stream: MarkdownStream
  private let highlighting: CodeHighlighting
  private var sequence = 0
  private var sentScopes = 0
  /// Whether the document is not one of several that share a scope table and a pace. If so, its updates contain the
  /// new entries of the table, and its text pays for the work.
  private let standsAlone: Bool
  private var finished = [0]
  private(set) var appendedBytes = 0
  private let pace: UpdatePace
  /// The parser's work that the pace has counted.
  private var parsingWork = 0
  /// Whether the last update does not contain all appended text, because updates of this text are expensive.
  /// Call ``catchUp()`` when no text arrives for a while.
  public private(set) var isBehind = false
  private var redactor: Redactor?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - markdown: The markdown dialect.
  ///   - highlighter: Highlights code; nil leaves all code plain.
  ///   - pool: Tokenizes long code; nil makes each append tokenize its code itself.
  ///   - inlineBudget: The amount of code that an append tokenizes itself if there is a pool.
  ///   - redaction: The secrets to redact; nil for none. Text at the end that may become a secret is held
  ///     back until it is certain.
  ///   - scopes: The scope table to continue, for readers that have a document of an earlier session. Updates
  ///     only contain the entries after it.
  public init(
    markdown: MarkdownOptions = MarkdownOptions(extensions: .standard), highlighter: Highlighter? = nil,
    pool: WorkerPool? = nil,
    inlineBudget: InlineBudget = InlineBudget(), redaction: SecretPatterns? = nil,
    continuing scopes: ScopeTable = ScopeTable()
  ) {
    redactor = redaction.map { Redactor($0) }
    stream = MarkdownStream(options: markdown)
    pace = UpdatePace()
    highlighting = CodeHighlighting(
      highlighter: highlighter, pool: pool, budget: inlineBudget, scopes: SharedScopes(scopes),
      detectsLanguages: true)
    sentScopes = scopes.entries.count
    standsAlone = true
  }

  /// Creates a session for one of several documents that share a scope table and a pace. Their owner sends the new
  /// entries of the table, and pays the pace.
  init(
    markdown: MarkdownOptions, highlighter: Highlighter?, pool: WorkerPool?, inlineBudget: InlineBudget,
    scopes: SharedScopes, pace: UpdatePace
  ) {
    stream = MarkdownStream(options: markdown)
    self.pace = pace
    highlighting = CodeHighlighting(
      highlighter: highlighter, pool: pool, budget: inlineBudget, scopes: scopes, detectsLanguages: true)
    standsAlone = false
  }

  /// A closure that a worker calls on its own thread when tokens are ready for ``takeHighlights()``.
  public var onHighlights: (@Sendable () -> Void)? {
    get { highlighting.onReady }
    set { highlighting.onReady = newValue }
  }

  /// Appends text.
  ///
  /// - Returns: The changes; nil if nothing changed.
  public func append(_ bytes: [UInt8]) -> Update? {
    let bytes = redactor?.append(bytes) ?? bytes
    take(bytes)
    chargeParsing()
    guard pace.isUpdateDue else {
      isBehind = true
      return takeHighlights()
    }
    return update()
  }

  /// Returns an update that contains all appended text. Nothing changes unless the session ``isBehind``.
  public func catchUp() -> Update? { isBehind ? update() : nil }

  /// Ends the text. Code that still waits for the pool can be highlighted afterwards.
  ///
  /// - Returns: The changes; nil if nothing changed.
  public func finish() -> Update? {
    if let rest = redactor?.finish(), !rest.isEmpty {
      take(rest)
    }
    stream.finish()
    return update(isFinal: true)
  }

  private func take(_ bytes: [UInt8]) {
    appendedBytes += bytes.count
    if standsAlone { pace.pay(bytes.count) }
    stream.append(bytes)
  }

  /// Counts the parser's work since the last call.
  private func chargeParsing() {
    let work = stream.currentCounters.work
    pace.charge(work - parsingWork)
    parsingWork = work
  }

  /// Counts work that was done for the updates so far, such as writing HTML patches, in bytes that are read. If the
  /// text has not paid for it, further updates are put off: see ``isBehind``.
  public func charge(_ work: Int) { pace.charge(work) }

  /// Returns the tokens that workers have produced since the last update; nil if there are none.
  public func takeHighlights() -> Update? {
    let arrived = highlighting.takeFinished(in: stream.document)
    return send(
      arrived + highlighting.highlight([], in: stream.document, growing: stream.growingBlocks),
      stream.finishedCounts,
      isFinal: false)
  }

  /// Removes written blocks from the session's document. The reader of the updates must remove the same blocks
  /// from its own document before it applies further updates.
  package func remove(_ written: WrittenBlocks) {
    stream.remove(written)
    finished = stream.finishedCounts
  }

  /// Whether code waits for tokens.
  public var isWaitingForHighlights: Bool { highlighting.isWaiting }

  /// Whether the pool's queue was full. In this case no worker calls ``onHighlights``: call
  /// ``takeHighlights()`` again after a while. The next append tries again, too.
  public var isBackpressured: Bool { highlighting.isBackpressured }

  /// Counts of the secrets that were replaced.
  public var secrets: SecretCounts { redactor?.counts ?? SecretCounts() }

  public var counters: RenderingCounters {
    var counters = RenderingCounters()
    let parsing = stream.currentCounters
    counters.appendedBytes = appendedBytes
    counters.inlineBytes = parsing.inlineBytes
    counters.shownBytes = parsing.shownBytes
    counters.rowBytes = parsing.rowBytes
    counters.tokenizedLines = highlighting.tokenizedLines
    counters.createdTokenizers = highlighting.tokenizers.createdCount
    counters.handedOutLines = highlighting.handedOutLines
    counters.rereadBytes = highlighting.rereadBytes
    counters.emittedBlocks = highlighting.emittedBlocks
    return counters
  }

  /// The memory that the session occupies, in bytes: its document and its parsing state. O(document).
  public var memoryBytes: Int { stream.document.memoryBytes + stream.stateBytes }

  private func update(isFinal: Bool = false) -> Update? {
    isBehind = false
    let arrived = highlighting.takeFinished(in: stream.document)
    let update = stream.update()
    let edits = highlighting.highlight(
      update?.edits ?? [], in: stream.document, growing: stream.growingBlocks)
    return send(arrived + edits, update?.finished ?? stream.finishedCounts, isFinal: isFinal)
  }

  private func send(_ edits: [Edit], _ finished: [Int], isFinal: Bool) -> Update? {
    let scopes = standsAlone ? Array(highlighting.scopes.table.entries[sentScopes...]) : []
    let isNews = finished != self.finished && !isFinal
    if edits.isEmpty, scopes.isEmpty, !isNews, !isFinal { return nil }
    sentScopes = highlighting.scopes.table.entries.count
    self.finished = finished
    sequence += 1
    return Update(
      sequence: sequence, scopes: scopes, edits: edits, finished: isNews ? finished : nil, isFinal: isFinal)
  }
}
