/// Finds the structure of blocks, line by line (CommonMark 0.29, appendix "Phase 1", and GFM's extensions, as
/// cmark-gfm 0.29.0.gfm.6 does it).
///
/// What whole lines decide is final: of ``nodes`` only the open ones, the path from the document to `current`, and their
/// last children still change. Between ``beginSpeculation(behind:)`` and ``rollBack()`` every change is remembered and
/// undone, which is how a line that is not complete yet is looked at without copying anything.
struct BlockParser: ~Copyable {
  let extensions: MarkdownOptions.Extensions
  let elements: ElementRules?
  let maximumNesting: Int32

  var nodes: RawBuffer<BlockNode>
  /// The first of the nodes that are not used any more, linked by `next`; see ``forgetChildren(of:before:)``.
  var unused = NodeIndex.none
  /// The number of unused nodes.
  var unusedCount = 0
  /// The text of leaves, without the markers of the containers around them; each line ends with LF.
  var text: LeafText
  var rows = RawBuffer<TableRowRecord>(capacity: 7)
  var cells = RawBuffer<TextSpan>(capacity: 7)
  /// The row that is being read; what it holds follows from the line alone.
  var rowScan = RowScan()
  /// Raw values of ``Table/Alignment``.
  var alignments = RawBuffer<UInt8>(capacity: 7)
  var definitions = RawBuffer<LinkDefinition>(capacity: 7)
  /// Footnote definitions in the order in which they were opened.
  var footnotes = RawBuffer<FootnoteDefinition>(capacity: 7)
  /// Cells that rows of tables lack and that are made up; bounded.
  var paddedCells = 0

  var line: LineCursor
  var stretches = LineStretches()
  var delimiterRow = DelimiterRowScan()
  /// The number of cells of the line that was asked last whether it is a table's header.
  var headerColumns = (source: -1, span: TextSpan(start: 0, end: 0), count: 0)
  /// The paragraph, by its offset in the source, in whose text no `\|` stands up to some byte.
  var linesWithoutEscapes = (source: -1, end: 0)
  var lineNumber: Int32 = 0
  /// The deepest open block.
  var current = NodeIndex.root
  var allMatched = true
  var isOptimistic = false
  /// Whether the line before this one was blank, as seen from the block that it belonged to.
  var followsBlankLine = false
  var paragraph = OpenParagraph()

  /// Bytes of raw HTML that were searched for its end; for tests of cost.
  var searchedHTMLBytes = 0

  var openDefinitions = OpenDefinitions()
  var definitionProgress = LinkDefinition.Progress()
  /// Bytes in which definitions were looked for; for tests of cost.
  var readDefinitionBytes = 0
  /// Blocks that were asked whether they make a list loose; for tests of cost.
  var checkedBlocks = 0

  /// The checkpoint that the block parser speculates behind.
  var speculation: Checkpoint?
  var undone = RawBuffer<SavedNode>(capacity: 7)

  /// The source offsets of the open paragraph's lines.
  struct OpenParagraph {
    /// The offset of the last line's text.
    var lastLineStart = 0
    /// The offset of the last line in the leaf text.
    var lastLineTextStart = 0
    /// The end of the line before the last one.
    var previousLineEnd = 0
  }

  /// The source offset of each line of the open paragraph; kept only while it could hold definitions.
  var paragraphLines = RawBuffer<Int>(capacity: 7)

  init(options: MarkdownOptions, expectedBytes: Int = 0) {
    extensions = options.extensions
    elements = options.knownElements
    maximumNesting = Int32(clamping: max(options.maximumNesting, 1))
    nodes = RawBuffer(capacity: expectedBytes / 64)
    text = LeafText(capacity: expectedBytes)
    line = LineCursor(bytes: UnsafePointer(text.base), end: 0, source: 0, knownBlanks: LineCursor.Blanks())
    nodes.append(BlockNode(.document, depth: -1))
  }

  /// Reads one line. `bytes[end]` must be readable, and LF or CR.
  ///
  /// - Parameter isOptimistic: Whether the line has no end yet, and is parsed as what it is about to become.
  mutating func process(_ source: SourceReader.Line, isOptimistic: Bool = false) {
    self.isOptimistic = isOptimistic
    let (bytes, end) = (source.bytes, source.end)
    stretches.begin(source.source)
    line = LineCursor(bytes: bytes, end: end, source: source.source, knownBlanks: line.knownBlanks)
    if lineNumber == 0, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { line.offset = 3 }
    lineNumber += 1
    guard let matched = matchOpenBlocks() else {
      followsBlankLine = false
      return
    }
    // Asked before blocks are opened: what opens one is used up, and would look blank.
    line.findFirstNonspace()
    let isBlank = line.isBlank
    let tip = openBlocks(under: matched)
    addText(to: tip, matched: matched)
    followsBlankLine = isBlank
  }

  /// Ends the document: closes everything that is open.
  mutating func finish() {
    while current != .root {
      let block = current
      current = close(block)
      edit(block) { $0.code?.hasEnded = false }
    }
    _ = close(.root)
  }

  /// Bytes of what was allocated for nodes, text and the like.
  var bufferBytes: Int {
    nodes.byteCount + text.byteCount + rows.byteCount + cells.byteCount + alignments.byteCount
      + definitions.byteCount + footnotes.byteCount + undone.byteCount + paragraphLines.byteCount
  }

  // MARK: The tree

  /// Changes a node; while speculating, what the node was is remembered.
  @inline(__always)
  mutating func edit(_ index: NodeIndex, _ change: (inout BlockNode) -> Void) {
    if speculation != nil { save(index) }
    change(&nodes.base[index.rawValue])
  }

  /// Adds a block as the last child of `parent`, or of the nearest ancestor that can hold it; what cannot is
  /// closed.
  mutating func addChild(_ content: BlockNode.Content, to parent: NodeIndex, source: Int) -> NodeIndex {
    var parent = parent
    while !nodes[parent].canContain(content) { parent = close(parent) }
    var node = BlockNode(content, depth: nodes[parent].depth + 1)
    node.parent = parent
    node.previous = nodes[parent].last
    node.startLine = lineNumber
    node.sourceStart = source
    node.sourceEnd = line.sourceEnd
    node.text = TextSpan(start: text.count, end: text.count)
    let index = add(node)
    if node.previous != .none {
      edit(node.previous) { $0.next = index }
    } else {
      edit(parent) { $0.first = index }
    }
    edit(parent) { $0.last = index }
    return index
  }

  /// Gives a node a place, in ``nodes`` or of one that is not used any more. What a line tries goes to the end, where it
  /// is easily undone.
  mutating func add(_ node: BlockNode) -> NodeIndex {
    guard speculation == nil, unused != .none else {
      nodes.append(node)
      return NodeIndex(nodes.count - 1)
    }
    let index = unused
    unused = nodes[index].next
    unusedCount -= 1
    nodes.base[index.rawValue] = node
    return index
  }

  /// Takes a block out of the tree. Its parent keeps its place in the source.
  mutating func remove(_ index: NodeIndex) {
    let node = nodes[index]
    if node.previous != .none {
      edit(node.previous) { $0.next = node.next }
    } else {
      edit(node.parent) { $0.first = node.next }
    }
    if node.next != .none {
      edit(node.next) { $0.previous = node.previous }
    } else {
      edit(node.parent) { $0.last = node.previous }
    }
    edit(node.parent) { $0.sourceEnd = max($0.sourceEnd, node.sourceEnd) }
  }

  /// Whether a container, with `levels` of nesting of its own, may be opened under `container`.
  func mayNest(_ levels: Int32, under container: NodeIndex, inList: Bool = false) -> Bool {
    var index = container
    while !(inList ? nodes[index].list != nil : nodes[index].canContain(.quote)) {
      index = nodes[index].parent
    }
    return nodes[index].depth + levels < maximumNesting
  }
}
