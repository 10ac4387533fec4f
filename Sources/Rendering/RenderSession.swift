public import MarkdownBlocks
public import StyledRuns

/// A document that is still being written: text goes in, in pieces of any size, updates come out.
///
/// Applied in order, the updates give after each append what one-shot rendering of the text so far gives. An append
/// costs what was appended and the open leaf block. One owner at a time; nothing in it is shared but the highlighter
/// and the pool.
public final class RenderSession {
  /// How much code an append colours by itself before it leaves it to the pool.
  public struct InlineBudget: Hashable, Sendable {
    /// Lines of code in one append.
    public var lines: Int
    /// UTF-8 bytes of code in one append.
    public var bytes: Int

    public init(lines: Int = 32, bytes: Int = 4096) {
      self.lines = lines
      self.bytes = bytes
    }
  }

  /// What the session has done so far, to be checked against what was appended.
  public struct Counters: Hashable, Sendable {
    /// Bytes of text taken.
    public var appendedBytes = 0
    /// Bytes given to the inline parser, counting again what was parsed again.
    public var inlineBytes = 0
    /// Bytes of text by which what is shown of growing leaves was changed: what was taken out and what was put in.
    public var shownBytes = 0
    /// Bytes of tables' rows in which cells were looked for.
    public var rowBytes = 0
    /// Lines of code tokenized, whole and open ones.
    public var tokenizedLines = 0
    /// Lines of code, whole and open ones, that were given to workers.
    public var handedOutLines = 0
    /// Bytes of lines of code that were looked at again because more came behind them.
    public var rereadBytes = 0
    /// Blocks that stand in edits.
    public var emittedBlocks = 0
  }

  let stream: MarkdownStream
  private let highlighting: CodeHighlighting
  private var sequence = 0
  private var sentScopes = 0
  /// Whether the scope table is this document's own and its updates bring what is new in it.
  private let ownsScopes: Bool
  private var finished = [0]
  private var appendedBytes = 0

  /// Without a highlighter all code stays plain. Without a pool every append colours its code itself.
  public init(
    markdown: MarkdownOptions = MarkdownOptions(extensions: .standard), highlighter: Highlighter? = nil,
    pool: WorkerPool? = nil,
    inlineBudget: InlineBudget = InlineBudget()
  ) {
    stream = MarkdownStream(options: markdown)
    highlighting = CodeHighlighting(
      highlighter: highlighter, pool: pool, budget: inlineBudget, detectsLanguages: true)
    ownsScopes = true
  }

  /// A session for one of several documents with one scope table; whoever owns the table sends what is new in it.
  init(
    markdown: MarkdownOptions, highlighter: Highlighter?, pool: WorkerPool?, inlineBudget: InlineBudget,
    scopes: SharedScopes
  ) {
    stream = MarkdownStream(options: markdown)
    highlighting = CodeHighlighting(
      highlighter: highlighter, pool: pool, budget: inlineBudget, scopes: scopes, detectsLanguages: true)
    ownsScopes = false
  }

  /// Called by a worker, on its thread, when colours have become ready for ``takeHighlights()``.
  public var onHighlights: (@Sendable () -> Void)? {
    get { highlighting.onReady }
    set { highlighting.onReady = newValue }
  }

  /// Appends text and says what changed; nil where nothing did.
  public func append(_ bytes: [UInt8]) -> Update? {
    appendedBytes += bytes.count
    stream.append(bytes)
    return update()
  }

  /// Ends the text. What is pending on the pool may still bring colours.
  public func finish() -> Update? {
    stream.finish()
    return update(isFinal: true)
  }

  /// The colours that workers have brought since the last update; nil where there are none.
  public func takeHighlights() -> Update? {
    let arrived = highlighting.takeFinished(in: stream.document)
    return send(
      arrived + highlighting.highlight([], in: stream.document, growing: stream.growingBlocks),
      stream.finishedCounts,
      isFinal: false)
  }

  /// Whether code is waiting for colours.
  public var isWaitingForHighlights: Bool { highlighting.isWaiting }

  /// Whether the pool had no room for code that waits. Then no worker will call ``onHighlights``: ask ``takeHighlights()``
  /// again after a while. The next append asks as well.
  public var isBackpressured: Bool { highlighting.isBackpressured }

  public var counters: Counters {
    var counters = Counters()
    let parsing = stream.currentCounters
    counters.appendedBytes = appendedBytes
    counters.inlineBytes = parsing.inlineBytes
    counters.shownBytes = parsing.shownBytes
    counters.rowBytes = parsing.rowBytes
    counters.tokenizedLines = highlighting.tokenizedLines
    counters.handedOutLines = highlighting.handedOutLines
    counters.rereadBytes = highlighting.rereadBytes
    counters.emittedBlocks = highlighting.emittedBlocks
    return counters
  }

  /// The bytes of memory that the session keeps: its document, and what it needs to go on with it. O(document).
  public var memoryBytes: Int { stream.document.memoryBytes + stream.stateBytes }

  private func update(isFinal: Bool = false) -> Update? {
    let arrived = highlighting.takeFinished(in: stream.document)
    let update = stream.update()
    let edits = highlighting.highlight(
      update?.edits ?? [], in: stream.document, growing: stream.growingBlocks)
    return send(arrived + edits, update?.finished ?? stream.finishedCounts, isFinal: isFinal)
  }

  private func send(_ edits: [Edit], _ finished: [Int], isFinal: Bool) -> Update? {
    let scopes = ownsScopes ? Array(highlighting.scopes.table.entries[sentScopes...]) : []
    let isNews = finished != self.finished && !isFinal
    if edits.isEmpty, scopes.isEmpty, !isNews, !isFinal { return nil }
    sentScopes = highlighting.scopes.table.entries.count
    self.finished = finished
    sequence += 1
    return Update(
      sequence: sequence, scopes: scopes, edits: edits, finished: isNews ? finished : nil, isFinal: isFinal)
  }
}
