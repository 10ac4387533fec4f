public import StyledRuns

/// ``IncrementalParser`` with front matter: what a growing text says, from its very first line on.
///
/// Front matter is none until it is closed. So the first lines, as long as they can be front matter, are parsed as
/// markdown and nothing in them counts as finished; once the closing fence is there, parsing starts anew behind it.
/// Belongs to one thread at a time.
public final class StreamingParser {
  public let options: MarkdownOptions

  private var parser: IncrementalParser
  /// Nil once it is decided whether there is front matter.
  private var scan: FrontMatterScan?
  /// All bytes so far, and where the first line starts that was not read; kept while undecided.
  private var bytes: [UInt8] = []
  private var lineStart = 0
  /// What the document is where it is not the parser's: front matter that the unfinished line seems to close, and
  /// what was shown before parsing started anew.
  private var held: Document?

  public init(options: MarkdownOptions = MarkdownOptions()) {
    self.options = options
    parser = IncrementalParser(options: options)
    if options.extensions.contains(.frontMatter) { scan = FrontMatterScan() }
  }

  /// The document as of the last ``update()``.
  public var document: Document {
    if let held { return held }
    guard scan != nil else { return parser.document }
    var document = parser.document
    for index in document.blocks.indices { document.blocks[index].markOpen() }
    return document
  }

  /// How many blocks are final at each level; none while the first lines can still become front matter.
  public var closedCounts: [Int] { scan == nil && held == nil ? parser.closedCounts : [0] }

  /// What the last update changed in finished blocks, because of a definition.
  public var repainted: [RepaintedLeaf] { held == nil ? parser.repainted : [] }

  /// The footnotes that may still change.
  package var growingFootnotes: [GrowingFootnote] {
    if tellsChanges { return parser.growingFootnotes }
    return document.footnotes.indices.map { GrowingFootnote(index: $0, closed: []) }
  }

  /// The footnotes that the last update put in the place of others or counted anew.
  package var changedFootnotes: [ChangedFootnote] { held == nil ? parser.changedFootnotes : [] }

  /// Bytes of the buffers that the parser keeps besides the document.
  package var stateBytes: Int { parser.stateBytes }

  /// The blocks of code and raw HTML in the document that may still change.
  package var growingBlocks: [BlockID] { parser.growing.map(\.block) }

  /// Whether ``changes`` will tell how leaves change: from when on there can be no front matter any more.
  package var tellsChanges: Bool { scan == nil && held == nil }

  /// How the leaves that are not finished, or were not before the last update, became what they are.
  package var changes: [BlockID: LeafChange] { held == nil ? parser.changes : [:] }

  /// The link definitions that count, as source that defines them again.
  package var linkDefinitions: [UInt8] { tellsChanges ? parser.linkDefinitions : [] }

  /// The number of blocks at the top, from the first one on, that use no label a definition could still come for: what is
  /// finished in them stays as it is.
  package var settledBlocks: Int { tellsChanges ? parser.settledBlocks() : 0 }

  public var counters: IncrementalParser.Counters { parser.counters }

  /// Takes more text; the document changes with the next ``update()``.
  public func append(_ new: [UInt8]) {
    guard scan != nil else { return parser.append(new) }
    bytes += new
    if !readLines() { parser.append(new) }
    if scan == nil { bytes = [] }
  }

  /// Takes more text; the document changes with the next ``update()``.
  public func append(_ text: String) { append(Array(text.utf8)) }

  /// The text has ended. The document changes with the next ``update()``, the last one.
  public func finish() {
    if let scan, scan.closes(bytes[lineStart...]) { restart(scan, end: bytes.count, next: bytes.count) }
    scan = nil
    bytes = []
    parser.finish()
  }

  /// Brings ``document`` up to date with the text. False where it is what it was.
  @discardableResult public func update() -> Bool {
    if let scan {
      let waiting = bytes.withUnsafeBufferPointer { SourceIntake.incompleteSuffix($0) }
      let end = bytes.count - waiting
      if lineStart < end, scan.closes(bytes[lineStart..<end]) {
        held = Document(blocks: [scan.found(end: offset(end), next: 0).block])
        return true
      }
    }
    let wasHeld = held != nil
    held = nil
    return parser.update() || wasHeld
  }

  // MARK: The first lines

  /// Reads the lines that are whole, until it is decided what they are. True if parsing started anew behind them.
  private func readLines() -> Bool {
    while var scan {
      if lineStart > 0, lineStart < bytes.count, bytes[lineStart - 1] == 0x0D, bytes[lineStart] == .newline {
        lineStart += 1
      }
      guard let end = bytes[lineStart...].firstIndex(where: \.isLineEnd) else {
        // A line that is longer than all front matter may be cannot be in it, nor can one begin it that is no fence.
        let isTooLong = bytes.count - lineStart > FrontMatterScan.maximumBytes
        let cannotBegin = scan.lines == 0 && !(bytes.first.map(FrontMatterScan.mayBegin(with:)) ?? true)
        if isTooLong || cannotBegin { self.scan = nil }
        return false
      }
      let verdict = scan.take(repaired(lineStart..<end))
      self.scan = scan
      switch verdict {
      case .undecided: lineStart = end + 1
      case .none: self.scan = nil
      case .complete:
        restart(scan, end: end, next: end + 1)
        return true
      }
    }
    return false
  }

  private func restart(_ scan: FrontMatterScan, end: Int, next: Int) {
    held = document
    self.scan = nil
    parser = IncrementalParser(
      options: options, after: scan.found(end: offset(end), next: offset(next)),
      endsWithReturn: next > end && bytes[end] == 0x0D)
    parser.append(Array(bytes[next...]))
  }

  private func repaired(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[range].withUnsafeBufferPointer { line in
      SourceRepair.isClean(line) ? bytes[range] : SourceRepair.repair(line)[...]
    }
  }

  /// A place in the bytes as an offset of the repaired source.
  private func offset(_ end: Int) -> Int { repaired(0..<end).count }
}

extension FrontMatterScan.Found {
  /// The block, while the closing fence is not yet a whole line.
  fileprivate var block: Block {
    Block(
      id: BlockID(offset: source.lowerBound, depth: 0), source: source,
      content: .frontMatter(FrontMatter(format: format, text: String(decoding: text, as: UTF8.self))),
      isFinished: false)
  }
}

extension Block {
  /// Marks the block, and all that it holds, as not finished.
  fileprivate mutating func markOpen() {
    isFinished = false
    modifyChildren { children in
      for index in children.indices { children[index].markOpen() }
    }
  }
}
