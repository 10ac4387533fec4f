public import StyledRuns

/// Parses markdown that is still being written: after every piece, the document is the one that
/// ``MarkdownParser`` makes of the text so far.
///
/// What complete lines decide is parsed once. The line that has no end yet is looked at by speculation: the open
/// blocks are taken on from where they stand, and put back. So an update costs what is new, and what the open
/// leaf has that is not yet fixed, and not the document. A definition that comes late makes the leaves that use
/// its label parsed again.
///
/// Belongs to one thread at a time. Bytes of an unfinished UTF-8 scalar wait for the rest.
public final class IncrementalParser {
  public let options: MarkdownOptions

  /// The document as of the last ``update()``, in which every block that could still change is not finished.
  public internal(set) var document = Document()
  /// How many blocks are final at each level: at the top, in the open block of the level above, and so on. None are at
  /// a level that is not named.
  public var closedCounts: [Int] { closedCounts(from: 0) }
  /// What the last update changed in finished blocks, because of a definition.
  public internal(set) var repainted: [RepaintedLeaf] = []
  /// The footnotes that the last update put in the place of others or counted anew.
  package internal(set) var changedFootnotes: [ChangedFootnote] = []
  /// How the leaves that are not finished, or were not before the last update, became what they are.
  package internal(set) var changes: [BlockID: LeafChange] = [:]

  /// What was done so far.
  public struct Counters: Sendable, Hashable {
    /// Bytes of leaves that were read, again and again where they were.
    public var inlineBytes = 0
    /// Bytes of text by which what is shown of growing leaves was changed: what was taken out and what was put in.
    public var shownBytes = 0
    /// Bytes of tables' rows in which cells were looked for.
    public var rowBytes = 0
    /// Leaves that were parsed again for a late definition.
    public var repaintedLeaves = 0
    public var lines = 0
    public var updates = 0
    /// Bytes of code and raw HTML that were written into the document.
    public var rawBytes = 0
    /// Bytes of raw HTML in which its end was looked for.
    public var searchedHTMLBytes = 0
    /// Bytes of paragraphs in which link definitions were looked for.
    public var definitionBytes = 0
    /// Blocks that were asked whether a blank line behind them makes a list loose.
    public var judgedBlocks = 0
  }

  public var counters: Counters {
    var result = counted
    result.inlineBytes = parser.parsedBytes
    result.shownBytes += openLeaves.shownBytes
    result.rowBytes += phase.rowScan.scannedBytes
    result.judgedBlocks += phase.judgedBlocks
    result.definitionBytes += phase.readDefinitionBytes
    result.searchedHTMLBytes += phase.searchedHTMLBytes
    return result
  }

  var counted = Counters()
  let parser: InlineParser
  var phase: BlockPhase
  private var intake = SourceIntake()
  var isFinished = false
  private var hasNews = false

  // What IncrementalParser+Building works upon.
  var spine: [SpineLevel] = [SpineLevel(node: BlockPhase.root)]
  var openLeaf: OpenLeaf?
  var openLeaves = OpenLeaves()
  /// The code and raw HTML of the document that may grow, and what of it an update has taken out and not built yet.
  var growing: [GrowingText] = []
  var unbuilt: [GrowingText] = []

  // What IncrementalParser+Definitions works upon.
  var context: InlineParser.Context
  var records: [LeafRecord] = []
  /// The texts of ``records``, one after the other.
  var recordTexts = RawBuffer<UInt8>(capacity: 256)
  var users = LabelUsers()
  var footnoteUsers = LabelUsers()
  var footnoteRecords: [Int] = []
  /// The number of records that use no label a definition could still come for.
  var settledRecords = 0
  /// Of the definitions, by index, those that the document does not show, and while it is changed those that grow.
  var footnoteBlocks: [Int: Block] = [:]
  var committedDefinitions = 0
  /// The keys of the definitions behind these, which may be taken back; nil where the label was defined before.
  var openDefinitions: [LabelKey?] = []
  /// How many definitions whole lines make.
  var settledDefinitions = 0
  var settledLabels = LabelState.Chain()
  var speculated: [ShownDefinition] = []
  var newDefinitions: [ShownDefinition] = []
  var committedLabels = LabelState()
  var changedKeys: Set<LabelKey> = []
  var speculatedKeys: Set<LabelKey> = []
  var changedFootnoteKeys: Set<LabelKey> = []
  var newFootnotes: [ShownFootnote] = []
  /// What counts of the footnotes that are not closed, and what did in the last update.
  var speculatedFootnotes: [ShownFootnote] = []
  var shownFootnotes: [ShownFootnote] = []
  var speculatedFootnoteKeys: Set<LabelKey> = []
  /// The nodes of all footnotes, in the order in which they were opened.
  var footnoteNodes: [Int] = []
  /// How many of these whole lines opened.
  var committedFootnotes = 0
  /// Of these the ones that are not closed, each in the one before.
  var openFootnotes: [Int] = []
  var numbering = FootnoteNumbering(count: 0)
  /// The numbers as far as finished leaves give them.
  var finishedNumbering = FootnoteNumbering(count: 0)
  /// How many of the records with references to footnotes it numbers, and whether it is to begin anew.
  var numberedRecords = 0
  var numberingIsStale = false
  /// What the footnotes of the document were made from, and their definitions.
  var shownEntries: [FootnoteNumbering.Entry] = []
  var shownOrder: [Int] = []
  /// Definitions whose blocks were made, or may have changed, in this update.
  var builtFootnotes: Set<Int> = []

  public init(options: MarkdownOptions = MarkdownOptions()) {
    self.options = options
    parser = InlineParser(options: options)
    phase = BlockPhase(options: options)
    context = InlineParser.Context(
      text: phase.text.base, definitions: UnsafeBufferPointer(start: nil, count: 0),
      references: ReferenceMap(), footnoteLabels: [], footnotes: ReferenceMap())
  }

  /// Goes on behind front matter that was found, `endsWithReturn` if at a CR that a LF may follow.
  init(options: MarkdownOptions, after frontMatter: FrontMatterScan.Found, endsWithReturn: Bool) {
    self.options = options
    parser = InlineParser(options: options)
    phase = BlockPhase(options: options)
    phase.addFrontMatter(frontMatter)
    intake = SourceIntake(start: frontMatter.next, endsWithReturn: endsWithReturn)
    hasNews = true
    context = InlineParser.Context(
      text: phase.text.base, definitions: UnsafeBufferPointer(start: nil, count: 0),
      references: ReferenceMap(), footnoteLabels: [], footnotes: ReferenceMap())
  }

  /// Takes more text; its whole lines are decided at once. The document changes with the next ``update()``.
  public func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isFinished, !bytes.isEmpty else { return }
    hasNews = true
    let cancellation = Cancellation.current
    intake.append(bytes) { line, end, source in
      if cancellation?.isCancelled ?? false { return }
      phase.process(line: line, end: end, source: source)
      counted.lines += 1
    }
  }

  public func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  public func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// The text has ended. The document changes with the next ``update()``, the last one.
  public func finish() {
    guard !isFinished else { return }
    hasNews = true
    isFinished = true
    intake.finish { phase.process(line: $0, end: $1, source: $2) }
    intake.withPartialLine { phase.process(line: $0, end: $1, source: $2) }
    phase.finish()
  }

  /// Brings ``document`` up to date with the text. False where no text came since.
  @discardableResult public func update() -> Bool {
    repainted = []
    changedFootnotes = []
    changes.removeAll(keepingCapacity: true)
    guard hasNews else { return false }
    hasNews = false
    counted.updates += 1
    // The blocks are changed in place; while they are, nothing else holds them.
    var blocks: [Block] = []
    swap(&blocks, &document.blocks)
    takeGrowingFootnotes()
    takeGrowingTexts(&blocks)
    phase.settleDefinitions()
    let firstNewRecord = records.count
    takeBackSpeculatedDefinitions()
    refreshContext()
    noticeChangedText()
    commitDefinitions()
    settle(&blocks)
    if !isFinished {
      phase.beginSpeculation()
      intake.withPartialLine { processPartialLine($0, $1, $2) }
      phase.finish()
      refreshContext()
      noticeChangedText()
    }
    speculateDefinitions()
    repaintUsers(since: firstNewRecord, &blocks)
    numberFootnotes(&blocks)
    buildTail(&blocks)
    buildFootnotes()
    unbuilt = []
    phase.rollBack()
    openLeaves.endUpdate()
    if isFinished { blocks.fit() }
    swap(&blocks, &document.blocks)
    if isFinished { release() }
    return true
  }

  /// Gives back what only a text that goes on needs.
  private func release() {
    counted = counters
    counted.inlineBytes = 0
    phase = BlockPhase(options: options)
    refreshContext()
    context.references.removeAll(keepingCapacity: false)
    context.footnotes.removeAll(keepingCapacity: false)
    context.footnoteLabels = []
    intake = SourceIntake()
    openLeaves = OpenLeaves()
    (growing, unbuilt) = ([], [])
    recordTexts = RawBuffer(capacity: 256)
    users = LabelUsers()
    footnoteUsers = LabelUsers()
    (records, footnoteRecords, footnoteBlocks) = ([], [], [:])
  }

  /// Bytes of the buffers that are kept besides the document.
  var stateBytes: Int {
    phase.bufferBytes + recordTexts.byteCount + records.capacity * MemoryLayout<LeafRecord>.stride
      + openLeaves.byteCount + users.byteCount + footnoteUsers.byteCount
      + context.references.byteCount + context.footnotes.byteCount
      + footnoteBlocks.values.reduce(0) { $0 + [$1].memoryBytes }
  }

  private func processPartialLine(_ line: UnsafePointer<UInt8>, _ end: Int, _ source: Int) {
    guard options.isOptimistic else { return phase.process(line: line, end: end, source: source) }
    switch OptimisticLine.answer(line, end: end, in: phase) {
    case .asItIs: phase.process(line: line, end: end, source: source)
    case .notYet: break
    case .instead(let bytes):
      (bytes + [.newline]).withUnsafeBufferPointer { whole in
        guard let base = whole.baseAddress else { return }
        phase.process(line: base, end: bytes.count, source: source, limit: source + end)
      }
    }
  }

  private func noticeChangedText() {
    openLeaves.textChanged(from: phase.text.changedFrom)
    noticeChangedGrowingTexts()
    phase.text.changedFrom = .max
  }

  func refreshContext() {
    context.text = phase.text.base
    context.definitions = UnsafeBufferPointer(start: phase.definitions.base, count: phase.definitions.count)
  }
}
