internal import MarkdownSource
public import StyledRuns

/// Parses markdown incrementally. After each chunk, the document corresponds to the text so far.
///
/// ```swift
/// let stream = MarkdownStream()
/// stream.append("- a **b")
/// let first = stream.update()  // a list with the item "a **b"
/// stream.append("**\n")
/// let second = stream.update()  // the end of the item becomes bold
/// ```
///
/// Complete lines are parsed once. The partial line is parsed speculatively and rolled back before more text
/// is parsed. The cost of an update is therefore proportional to the new text and to the changes of open
/// leaves, not to the document. A late definition causes another parse of the leaves that refer to its label.
/// `docs/streaming.md` explains the steps.
///
/// Not thread-safe.
public final class MarkdownStream {
  public let options: MarkdownOptions

  /// The document as of the last ``update()``. Blocks that can still change are marked as not finished.
  public internal(set) var document = Document()

  /// Counts of work, with which tests verify the cost of updates.
  ///
  /// ```swift
  /// print(stream.currentCounters.inlineBytes)
  /// ```
  public struct ParsingCounters: Sendable, Hashable {
    /// The number of bytes that the inline parser read, including repeated reads.
    public var inlineBytes = 0
    /// The number of bytes of link targets and definitions that the inline parser examined besides.
    public var targetBytes = 0
    /// The number of bytes that were removed from and inserted into the shown text of leaves that were open, or that
    /// a late definition changed.
    public var shownBytes = 0
    /// The number of runs of such leaves whose content was created again. A run may have no text.
    public var shownRuns = 0
    /// The number of bytes in table rows that were scanned for cells.
    public var rowBytes = 0
    /// The number of leaves that were parsed or numbered again because of a late definition.
    public var reparsedLeaves = 0
    /// The number of bytes of code and raw HTML that were written into the document.
    public var rawBytes = 0
    /// The number of bytes of raw HTML that were searched for its end.
    public var searchedHTMLBytes = 0
    /// The number of bytes of paragraphs that were searched for link definitions.
    public var definitionBytes = 0
    /// The number of blocks that were checked for a following blank line, which makes a list loose.
    public var checkedBlocks = 0
    /// The number of diagrams that were read to find out whether they are drawn.
    public var readDiagrams = 0
    /// The number of bytes of incomplete lines in all updates. Of a line that grows, most constructs only read
    /// the new bytes.
    public var partialLineBytes = 0
    /// The number of footnotes whose numbers were compared. What is put in order or numbered again counts several times.
    public var checkedFootnotes = 0
    /// The size in memory of the footnotes that were added to the document or replaced there as a whole. A text can
    /// make and unmake the only reference to a long footnote with every piece.
    public var sentFootnoteBytes = 0

    /// All work, in bytes that are read. A leaf that is parsed again counts as 256 bytes besides its text, as the blocks
    /// around it are changed and sent again, a run that is created again as eight, a checked block or footnote as one,
    /// four bytes of a footnote that is sent as one, and 16 bytes of an incomplete line as one.
    package var work: Int {
      let bytes =
        inlineBytes + targetBytes + shownBytes + rowBytes + rawBytes + searchedHTMLBytes + definitionBytes
      let items = 256 * reparsedLeaves + 8 * shownRuns + checkedBlocks + checkedFootnotes
      return bytes + items + sentFootnoteBytes / 4 + partialLineBytes / 16
    }

    mutating func add(_ blocks: borrowing BlockParser) {
      rowBytes += blocks.tables.rowScan.scannedBytes
      checkedBlocks += blocks.checkedBlocks
      readDiagrams += blocks.diagrams.readDiagrams
      definitionBytes += blocks.readDefinitionBytes
      searchedHTMLBytes += blocks.searchedHTMLBytes
    }
  }

  private var source = SourceReader()
  /// The front matter detector; nil once the presence of front matter is decided.
  private var frontMatter: FrontMatterReader?
  var blocks: BlockParser
  /// The reader of custom elements; nil if the options contain no names.
  private var elements: ElementReader?
  let leafParser: LeafParser
  private var links = LinkReferences()
  var footnotes = Footnotes()
  var leaves = ReparsableLeaves()
  var root = OpenLevel(node: .root)
  private(set) var isFinished = false
  private var hasNews = false
  var counters = ParsingCounters()

  /// Creates a stream.
  ///
  /// - Parameter expectedBytes: The expected length of the text; 0 if it is unknown.
  public init(options: MarkdownOptions = MarkdownOptions(), expectedBytes: Int = 0) {
    self.options = options
    leafParser = LeafParser(options: options)
    blocks = BlockParser(options: options, expectedBytes: expectedBytes)
    if options.extensions.contains(.frontMatter) { frontMatter = FrontMatterReader() }
    elements = options.knownElements.map { ElementReader(rules: $0) }
  }

  /// Appends text and parses its complete lines. ``document`` changes with the next ``update()``.
  public func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard !isFinished, !bytes.isEmpty else { return }
    hasNews = true
    let cancellation = Cancellation.current
    source.append(bytes) { line in
      if cancellation?.isCancelled ?? false { return }
      take(line)
    }
    if let frontMatter, let line = source.partialLine(), !frontMatter.mayHold(line) { endFrontMatter() }
    takeTags()
  }

  /// Appends UTF-8 bytes. A chunk may end inside a character.
  public func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  /// Appends a string.
  public func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Ends the text. ``document`` changes with the next ``update()``, which is the last one.
  public func finish() {
    guard !isFinished else { return }
    hasNews = true
    isFinished = true
    source.finish { take($0) }
    if let line = source.partialLine() { take(line) }
    endFrontMatter()
    blocks.finish()
  }

  /// Updates ``document`` to the text so far.
  ///
  /// - Returns: The changes; nil if no text was appended since the last update.
  @discardableResult public func update() -> DocumentUpdate? {
    guard hasNews else { return nil }
    hasNews = false
    blocks.commitDefinitions()
    let checkpoint = blocks.checkpoint()
    if !isFinished { speculate(behind: checkpoint) }
    let changedLabels = ChangedLabels(
      links: links.update(to: blocks, checkpoint), footnotes: footnotes.update(to: blocks, checkpoint))
    var pass = UpdatePass(
      checkpoint: checkpoint,
      context: LeafParser.Context(
        text: blocks.text.base,
        definitions: UnsafeBufferPointer(start: blocks.definitions.base, count: blocks.definitions.count),
        references: links.map, footnotes: footnotes.map, lineEnd: checkpoint.text),
      changedLabels: changedLabels, changedFrom: blocks.text.changedFrom)
    // The blocks must be uniquely referenced while they are changed in place.
    var shown: [Block] = []
    swap(&shown, &document.blocks)
    let reparsed = reparse(&shown, pass)
    _ = update(&root, &shown, at: nil, &pass)
    footnotes.show(in: &document.footnotes, &pass)
    counters.sentFootnoteBytes += pass.footnoteBytes
    if isFinished { shown.shrinkToFit() }
    swap(&shown, &document.blocks)
    for location in reparsed { addEdit(of: location, &pass) }
    for leaf in pass.released { leaf.recycle(leafParser) }
    blocks.rollBack()
    if isFinished { release() } else { forgetFinal(checkpoint) }
    return DocumentUpdate(edits: pass.edits, finished: finishedCounts)
  }

  /// The number of final blocks at each level: at the top level, in the open block of that level, and so on.
  public var finishedCounts: [Int] { root.finishedCounts }

  // MARK: Lines

  /// Parses a complete line of the source.
  private func take(_ line: SourceReader.SourceLine) {
    guard frontMatter != nil else { return parse(line) }
    switch frontMatter?.read(line) {
    case .undecided, nil: break
    case .found(let found):
      frontMatter = nil
      blocks.addFrontMatter(found)
    case FrontMatterReader.FrontMatterVerdict.none?:
      endFrontMatter()
      parse(line)
    }
  }

  private func parse(_ line: SourceReader.SourceLine) {
    if elements == nil { blocks.process(line) } else { elements?.read(line, &blocks) }
  }

  /// Parses the complete element tags in the partial line.
  private func takeTags() {
    guard elements != nil, frontMatter == nil, let line = source.partialLine() else { return }
    if let taken = elements?.readPartial(line, &blocks), taken > 0 { source.cutPartialLine(taken) }
  }

  /// Decides that the text has no front matter. The lines that were held back are markdown.
  private func endFrontMatter() {
    guard let reader = frontMatter else { return }
    frontMatter = nil
    parse(reader.heldLines)
  }

  private func parse(_ lines: [FrontMatterReader.HeldLine]) {
    for line in lines {
      line.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        parse(SourceReader.SourceLine(bytes: base, end: bytes.count - 1, source: line.source))
      }
    }
  }

  /// Parses the undecided text speculatively: lines that were held back, then the partial line.
  private func speculate(behind checkpoint: BlockParser.BlockCheckpoint) {
    blocks.beginSpeculation(behind: checkpoint)
    defer { blocks.finish() }
    let line = source.partialLine()
    if let reader = frontMatter {
      if let line, let found = reader.closed(by: line) { return blocks.addFrontMatter(found) }
      parse(reader.heldLines)
    }
    if let line, !options.isOptimistic || OptimisticLine.isShown(line.bytes, end: line.end, in: blocks) {
      tryLine(line)
    }
  }

  /// Parses the partial line as if the text ended after it.
  private func tryLine(_ line: SourceReader.SourceLine) {
    counters.partialLineBytes += line.end
    guard var trial = elements else { return blocks.process(line, isOptimistic: options.isOptimistic) }
    trial.read(line, isOptimistic: options.isOptimistic, &blocks)
  }

  // MARK: Late definitions

  /// Parses finished leaves with a changed label again.
  ///
  /// - Returns: The locations at which the document changed.
  private func reparse(_ shown: inout [Block], _ pass: borrowing UpdatePass) -> [LeafLocation] {
    guard !pass.changedLabels.isEmpty else { return [] }
    let (reparsed, changesNumbers) = leaves.reparse(
      referrersOf: pass.changedLabels, by: leafParser, in: pass.context)
    counters.reparsedLeaves += reparsed.count
    for leaf in reparsed { put(leaf.content.inlines, at: leaf.location, &shown) }
    guard changesNumbers else { return reparsed.map(\.location) }
    let renumbered = footnotes.renumber(&leaves)
    counters.reparsedLeaves += renumbered.count
    for leaf in renumbered { put(numbered(leaf.content), at: leaf.location, &shown) }
    let known = Set(reparsed.map(\.location))
    return reparsed.map(\.location) + renumbered.map(\.location).filter { !known.contains($0) }
  }

  private func put(_ inlines: Inlines, at location: LeafLocation, _ shown: inout [Block]) {
    counters.shownBytes += inlines.text.utf8.count
    counters.shownRuns += inlines.runs.count
    guard let footnote = location.footnote else {
      _ = Block.modify(location.block, in: &shown) { $0.setInlines(inlines, at: location.cell) }
      return
    }
    footnotes.modify(footnote, in: &document.footnotes) { block in
      block.modifyChildren {
        _ = Block.modify(location.block, in: &$0) { $0.setInlines(inlines, at: location.cell) }
      }
    }
  }

  /// Adds the edit for a reparsed leaf, unless an earlier edit has replaced a block around it.
  private func addEdit(of location: LeafLocation, _ pass: inout UpdatePass) {
    var found: Block?
    if let footnote = location.footnote {
      guard let place = footnotes.keptPlace(footnote, pass) else { return }
      found = document.footnotes[place].descendant(location.block)
    } else {
      found = document.block(location.block)
    }
    guard let block = found else { return }
    let edit: Edit
    if let cell = location.cell, case .table(let table) = block.content {
      let row = cell.row == 0 ? table.header : table.rows[cell.row - 1]
      edit = .cell(.block(block.id), row: cell.row, column: cell.column, content: row.cells[cell.column])
    } else {
      edit = .replace(block)
    }
    pass.add(edit, for: block.id)
  }

  // MARK: What is kept

  /// Releases the memory that is needed only for open blocks.
  private func forgetFinal(_ checkpoint: BlockParser.BlockCheckpoint) {
    let openNodes = checkpoint.openNodes.dropFirst()
    root.forEachCommittedLevel(openNodes) { level in
      if level.lastFinal != .none { blocks.forgetChildren(of: level.node, before: level.lastFinal) }
    }
    let deepest = checkpoint.openNodes.last
    blocks.forgetText(before: deepest.flatMap { blocks.nodes[$0].isContainer ? nil : $0 })
    guard let places = blocks.compactNodes() else { return }
    root.forEachCommittedLevel(openNodes) { level in
      level.node = places[level.node] ?? .root
      level.lastFinal = places[level.lastFinal] ?? .none
    }
  }

  /// Releases the memory that is needed only while the text grows.
  private func release() {
    counters = currentCounters
    blocks = BlockParser(options: options)
    source = SourceReader()
    (links, footnotes) = (LinkReferences(), Footnotes())
    leaves = ReparsableLeaves()
    root.open = []
  }

  /// The number of bytes of state besides the document.
  package var stateBytes: Int {
    var bytes =
      blocks.bufferBytes + source.byteCount + leafParser.byteCount + links.byteCount + footnotes.byteCount
      + leaves.byteCount
    root.forEachOpenBlock { block in
      switch block.state {
      case .leaf(let leaf): bytes += leaf.byteCount
      case .table(let table): bytes += table.row?.last?.byteCount ?? 0
      case .container, .text, .fixed: break
      }
    }
    return bytes
  }

  /// The counts of the stream's work so far.
  public var currentCounters: ParsingCounters {
    var result = counters
    result.inlineBytes = leafParser.parsedBytes
    result.targetBytes = leafParser.targetBytes
    result.checkedFootnotes += footnotes.checkedDefinitions
    result.add(blocks)
    return result
  }

  // MARK: What others may know

  /// The blocks of code and raw HTML in the document that can still change.
  package var growingBlocks: [BlockID] {
    var blocks: [BlockID] = []
    root.forEachOpenBlock { if case .text = $0.state { blocks.append($0.id) } }
    return blocks
  }

  /// The effective link definitions as markdown source, in the order of the source.
  package var linkDefinitions: [UInt8] {
    var source: [UInt8] = []
    var seen: Set<LabelKey> = []
    for index in 0..<links.committedCount {
      let definition = blocks.definitions[index]
      guard let key = LabelKey(blocks.bytes(definition.label)), seen.insert(key).inserted else { continue }
      source += blocks.bytes(TextSpan(start: definition.start, end: definition.end))
      source.append(.newline)
    }
    return source
  }

  /// Returns the header row and the delimiter row of the open table as markdown source, without the prefixes of the
  /// containers around it; nil if another table was opened last.
  ///
  /// - Parameter source: The source offset of the table.
  package func tableHead(at source: Int) -> [UInt8]? {
    blocks.tables.head.source == source ? blocks.tables.head.text : nil
  }

  /// Returns the number of leading top-level blocks without undefined labels, whose finished parts cannot
  /// change. O(leaves with labels since the last call).
  package func finalBlockCount() -> Int {
    guard frontMatter == nil else { return 0 }
    let offset = leaves.firstUnresolvedBlock { label in
      links.map[label].map { $0.rawValue < links.committedCount } ?? false
    } isFootnoteDefined: { label in
      footnotes.map[label].map { $0.rawValue < footnotes.committedCount } ?? false
    }
    guard let offset else { return document.blocks.count }
    return document.blocks.index(atOrBefore: offset) ?? 0
  }
}
