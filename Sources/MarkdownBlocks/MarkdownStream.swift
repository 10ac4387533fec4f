public import StyledRuns

/// Parses markdown that is still being written: after every piece, the document is what the text so far says.
///
///     let stream = MarkdownStream()
///     stream.append("- a **b")
///     let first = stream.update()   // a list with the item "a **b"
///     stream.append("**\n")
///     let second = stream.update()  // its end becomes the bold "b"
///
/// Whole lines are parsed once. The line that has no end yet is parsed by speculation, which is rolled back before more
/// text comes. So an update costs what is new, and what changes in the leaf that is open, and not the document. A
/// definition that comes late makes the leaves that refer to its label parsed again. `docs/streaming.md` explains the steps.
///
/// Belongs to one thread at a time.
public final class MarkdownStream {
  public let options: MarkdownOptions

  /// The document as of the last ``update()``, in which each block that may still change is not finished.
  public internal(set) var document = Document()

  /// Counts of the work that was done, by which tests hold what an update may cost.
  public struct Counters: Sendable, Hashable {
    /// Bytes of leaves that the inline parser read, counting again what it read again.
    public var inlineBytes = 0
    /// Bytes of text by which what is shown of growing leaves was changed: what was taken out and what was put in.
    public var shownBytes = 0
    /// Bytes of tables' rows in which cells were looked for.
    public var rowBytes = 0
    /// Leaves that were parsed again for a late definition.
    public var reparsedLeaves = 0
    /// Bytes of code and raw HTML that were written into the document.
    public var rawBytes = 0
    /// Bytes of raw HTML in which its end was looked for.
    public var searchedHTMLBytes = 0
    /// Bytes of paragraphs in which link definitions were looked for.
    public var definitionBytes = 0
    /// Blocks that were asked whether a blank line behind them makes a list loose.
    public var checkedBlocks = 0

    mutating func add(_ blocks: borrowing BlockParser) {
      rowBytes += blocks.rowScan.scannedBytes
      checkedBlocks += blocks.checkedBlocks
      definitionBytes += blocks.readDefinitionBytes
      searchedHTMLBytes += blocks.searchedHTMLBytes
    }
  }

  private var source = SourceReader()
  /// Nil once it is decided whether the text begins with front matter.
  private var frontMatter: FrontMatterReader?
  var blocks: BlockParser
  /// Nil where no name is a custom element's.
  private var elements: ElementReader?
  let leafParser: LeafParser
  private var links = LinkReferences()
  var footnotes = Footnotes()
  var leaves = ReparsableLeaves()
  private var root = OpenLevel(node: .root)
  private(set) var isFinished = false
  private var hasNews = false
  var counters = Counters()

  /// - Parameter expectedBytes: The length of the text, where it is known; 0 otherwise.
  public init(options: MarkdownOptions = MarkdownOptions(), expectedBytes: Int = 0) {
    self.options = options
    leafParser = LeafParser(options: options)
    blocks = BlockParser(options: options, expectedBytes: expectedBytes)
    if options.extensions.contains(.frontMatter) { frontMatter = FrontMatterReader() }
    elements = options.knownElements.map { ElementReader(rules: $0) }
  }

  /// Takes more text, the whole lines of which are parsed at once. The document changes with the next ``update()``.
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

  public func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  public func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Ends the text. The document changes with the next ``update()``, the last one.
  public func finish() {
    guard !isFinished else { return }
    hasNews = true
    isFinished = true
    source.finish { take($0) }
    if let line = source.partialLine() { take(line) }
    endFrontMatter()
    blocks.finish()
  }

  /// Brings ``document`` up to date with the text.
  ///
  /// - Returns: What changed; nil where no text came since the last update.
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
    // The blocks are changed in place; while they are, nothing else holds them.
    var shown: [Block] = []
    swap(&shown, &document.blocks)
    let reparsed = reparse(&shown, pass)
    _ = update(&root, &shown, at: nil, &pass)
    footnotes.show(in: &document.footnotes, &pass)
    if isFinished { shown.fit() }
    swap(&shown, &document.blocks)
    for location in reparsed { addEdit(of: location, &pass) }
    for leaf in pass.released { leaf.recycle(leafParser) }
    blocks.rollBack()
    if isFinished { release() } else { forgetFinal(checkpoint) }
    return DocumentUpdate(edits: pass.edits, finished: finishedCounts)
  }

  /// The number of blocks that are final at each level: at the top, in the open block of the level above, and so on.
  public var finishedCounts: [Int] { root.finishedCounts }

  // MARK: Lines

  /// Takes a whole line of the source.
  private func take(_ line: SourceReader.Line) {
    guard frontMatter != nil else { return parse(line) }
    switch frontMatter?.read(line) {
    case .undecided, nil: break
    case .found(let found):
      frontMatter = nil
      blocks.addFrontMatter(found)
    case FrontMatterReader.Verdict.none?:
      endFrontMatter()
      parse(line)
    }
  }

  private func parse(_ line: SourceReader.Line) {
    if elements == nil { blocks.process(line) } else { elements?.read(line, &blocks) }
  }

  /// Takes whole tags of elements from the line that has no end yet.
  private func takeTags() {
    guard elements != nil, frontMatter == nil, let line = source.partialLine() else { return }
    if let taken = elements?.readPartial(line, &blocks), taken > 0 { source.cutPartialLine(taken) }
  }

  /// Decides that the text does not begin with front matter: the lines that were held are markdown.
  private func endFrontMatter() {
    guard let reader = frontMatter else { return }
    frontMatter = nil
    parse(reader.heldLines)
  }

  private func parse(_ lines: [FrontMatterReader.HeldLine]) {
    for line in lines {
      line.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        parse(SourceReader.Line(bytes: base, end: bytes.count - 1, source: line.source))
      }
    }
  }

  /// Parses what is not decided yet, to be rolled back: the line that has no end, and behind held lines these first.
  private func speculate(behind checkpoint: BlockParser.Checkpoint) {
    blocks.beginSpeculation(behind: checkpoint)
    let line = source.partialLine()
    if let reader = frontMatter {
      if let line, let found = reader.closed(by: line) {
        blocks.addFrontMatter(found)
        return blocks.finish()
      }
      parse(reader.heldLines)
    }
    if let line, !options.isOptimistic || OptimisticLine.isShown(line.bytes, end: line.end, in: blocks) {
      tryLine(line)
    }
    blocks.finish()
  }

  /// Parses the partial line as if the text ended behind it.
  private func tryLine(_ line: SourceReader.Line) {
    guard var trial = elements else { return blocks.process(line, isOptimistic: options.isOptimistic) }
    trial.read(line, isOptimistic: options.isOptimistic, &blocks)
  }

  // MARK: Late definitions

  /// Parses the finished leaves again that a changed label concerns. Returns where the document became another.
  private func reparse(_ shown: inout [Block], _ pass: borrowing UpdatePass) -> [LeafLocation] {
    guard !pass.changedLabels.isEmpty else { return [] }
    let (reparsed, changesNumbers) = leaves.reparse(
      referrersOf: pass.changedLabels, by: leafParser, in: pass.context)
    counters.reparsedLeaves += reparsed.count
    for leaf in reparsed { put(leaf.inlines, at: leaf.location, &shown) }
    guard changesNumbers else { return reparsed.map(\.location) }
    let renumbered = footnotes.renumber(&leaves)
    for leaf in renumbered { put(numbered(leaf.unnumbered, leaf.references), at: leaf.location, &shown) }
    let known = Set(reparsed.map(\.location))
    return reparsed.map(\.location) + renumbered.map(\.location).filter { !known.contains($0) }
  }

  private func put(_ inlines: Inlines, at location: LeafLocation, _ shown: inout [Block]) {
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

  /// Adds the edit that brings a reparsed leaf, if none before has brought the blocks around it.
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

  /// Gives up what only blocks need that are not final.
  private func forgetFinal(_ checkpoint: BlockParser.Checkpoint) {
    root.forEachCommittedLevel(checkpoint) { level in
      if level.lastFinal != .none { blocks.forgetChildren(of: level.node, before: level.lastFinal) }
    }
    let deepest = checkpoint.openNodes.last
    blocks.forgetText(before: deepest.flatMap { blocks.nodes[$0].isContainer ? nil : $0 })
    guard let places = blocks.compactNodes() else { return }
    root.forEachCommittedLevel(checkpoint) { level in
      level.node = places[level.node] ?? .root
      level.lastFinal = places[level.lastFinal] ?? .none
    }
  }

  /// Gives up what only a text needs that goes on.
  private func release() {
    counters.add(blocks)
    blocks = BlockParser(options: options)
    source = SourceReader()
    (links, footnotes) = (LinkReferences(), Footnotes())
    leaves = ReparsableLeaves()
    root.open = []
  }

  /// The number of bytes that are kept besides the document.
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

  /// Counts of the work that the stream has done so far.
  public var currentCounters: Counters {
    var result = counters
    result.inlineBytes = leafParser.parsedBytes
    result.add(blocks)
    return result
  }

  // MARK: What others may know

  /// The blocks of code and raw HTML in the document that may still change.
  package var growingBlocks: [BlockID] {
    var blocks: [BlockID] = []
    root.forEachOpenBlock { if case .text = $0.state { blocks.append($0.id) } }
    return blocks
  }

  /// The link definitions that count, as source that defines them again: first those that came first.
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

  /// The number of blocks at the top, from the first one on, that refer to no label a definition could still come for: what is
  /// finished in them stays as it is. O(the leaves with labels that came since it was last asked).
  package func settledBlocks() -> Int {
    guard frontMatter == nil else { return 0 }
    let offset = leaves.firstUnresolvedBlock { label in
      links.map.contains(label) { $0.rawValue < links.committedCount }
    } isFootnoteDefined: { label in
      footnotes.map.contains(label) { $0.rawValue < footnotes.committedCount }
    }
    guard let offset else { return document.blocks.count }
    return document.blocks.index(atOrBefore: offset) ?? 0
  }
}
