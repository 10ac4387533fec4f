/// Finds the structure of blocks, line by line (CommonMark 0.29, appendix "Phase 1", and GFM's extensions, as
/// cmark-gfm 0.29.0.gfm.6 does it).
///
/// What whole lines decide is final: of ``nodes`` only the open ones, the spine from the document to `current`, and their
/// last children still change. Between ``beginSpeculation()``
/// and ``rollBack()`` every change is remembered and undone, which is how a line that is not complete yet is
/// looked at without copying anything.
struct BlockPhase: ~Copyable {
  static let root = 0

  let extensions: MarkdownOptions.Extensions
  let maximumNesting: Int32

  var nodes: RawBuffer<BlockNode>
  /// The first of the nodes that are not used any more, linked by `next`; see ``forgetChildren(of:before:)``.
  var unused = BlockNode.none
  /// How many these are.
  var unusedCount = 0
  /// The text of leaves, without the markers of the containers around them; each line ends with LF.
  var text: LeafText
  var rows: RawBuffer<TableRowRecord>
  var cells: RawBuffer<TextSpan>
  /// The row that is being read; what it holds follows from the line alone.
  var rowScan = RowScan()
  /// Raw values of ``Table/Alignment``.
  var alignments: RawBuffer<UInt8>
  var definitions: RawBuffer<LinkDefinition>
  /// Nodes of footnote definitions in the order in which they were opened.
  var footnotes: RawBuffer<Int>
  /// Cells that rows of tables lack and that are made up; bounded.
  var paddedCells = 0

  var line: LineCursor
  var lineNumber: Int32 = 0
  /// The deepest open block.
  var current = BlockPhase.root
  var allMatched = true
  /// Whether the line before this one was blank, as seen from the block that it belonged to.
  var followsBlankLine = false
  var paragraph = OpenParagraph()

  /// Where, in a line of raw HTML, no end was found.
  var htmlSearch: (source: Int, end: Int, kind: UInt8) = (source: -1, end: 0, kind: 0)
  /// Bytes of raw HTML that were searched for its end; for tests of cost.
  var searchedHTMLBytes = 0

  var openDefinitions = OpenDefinitions()
  /// How many of ``definitions`` are what they were when this was set to its greatest value; for who reads them.
  var keptDefinitions = Int.max
  /// Bytes in which definitions were looked for; for tests of cost.
  var readDefinitionBytes = 0
  /// Blocks that were asked whether they make a list loose; for tests of cost.
  var judgedBlocks = 0

  var speculation: Speculation?
  var undone: RawBuffer<SavedNode>

  /// Of the paragraph that is being read: where its lines lie in the source.
  struct OpenParagraph {
    /// Where the last line's text starts.
    var lastLineStart = 0
    /// Where the line before the last one ends.
    var previousLineEnd = 0
    /// In `text`, the start of the last line.
    var lastLineText = 0
  }

  /// Where each line of the open paragraph starts in the source; kept only while it could hold definitions.
  var paragraphLines: RawBuffer<Int>

  init(options: MarkdownOptions, expectedBytes: Int = 0) {
    extensions = options.extensions
    maximumNesting = Int32(clamping: max(options.maximumNesting, 1))
    nodes = RawBuffer(capacity: expectedBytes / 64)
    text = LeafText(capacity: expectedBytes)
    rows = RawBuffer(capacity: 7)
    cells = RawBuffer(capacity: 7)
    alignments = RawBuffer(capacity: 7)
    definitions = RawBuffer(capacity: 7)
    footnotes = RawBuffer(capacity: 7)
    undone = RawBuffer(capacity: 7)
    paragraphLines = RawBuffer(capacity: 7)
    line = LineCursor(bytes: UnsafePointer(text.base), end: 0, source: 0)
    nodes.append(BlockNode(kind: .document, depth: -1))
  }

  /// Reads one line. `bytes[end]` must be readable, and LF or CR.
  ///
  /// What it makes ends in the source at `limit` at most.
  mutating func process(line bytes: UnsafePointer<UInt8>, end: Int, source: Int, limit: Int = .max) {
    line = LineCursor(bytes: bytes, end: end, source: source)
    line.sourceLimit = limit
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
    while current != BlockPhase.root {
      let block = current
      current = close(block)
      edit(block).pointee.flags.remove(.ended)
    }
    _ = close(BlockPhase.root)
  }

  /// Bytes of what was allocated for nodes, text and the like.
  var bufferBytes: Int {
    nodes.byteCount + text.byteCount + rows.byteCount + cells.byteCount + alignments.byteCount
      + definitions.byteCount + footnotes.byteCount + undone.byteCount + paragraphLines.byteCount
  }

  // MARK: The tree

  /// The node, to be changed; what it was is remembered while speculating.
  @inline(__always)
  mutating func edit(_ index: Int) -> UnsafeMutablePointer<BlockNode> {
    if speculation != nil { save(index) }
    return nodes.base + index
  }

  @inline(__always)
  func kind(_ index: Int) -> BlockKind { nodes.base[index].kind }

  @inline(__always)
  func parent(_ index: Int) -> Int { Int(nodes.base[index].parent) }

  /// Adds a block as the last child of `parent`, or of the nearest ancestor that can hold it; what cannot is
  /// closed.
  mutating func addChild(_ kind: BlockKind, to parent: Int, source: Int) -> Int {
    var parent = parent
    while !self.kind(parent).canContain(kind) { parent = close(parent) }
    var node = BlockNode(kind: kind, depth: nodes[parent].depth + 1)
    node.parent = Int32(parent)
    node.previous = nodes[parent].last
    node.startLine = lineNumber
    node.sourceStart = source
    node.sourceEnd = line.sourceEnd
    node.contentStart = text.count
    node.contentEnd = text.count
    let index = add(node)
    if node.previous != BlockNode.none {
      edit(Int(node.previous)).pointee.next = Int32(index)
    } else {
      edit(parent).pointee.first = Int32(index)
    }
    edit(parent).pointee.last = Int32(index)
    return index
  }

  /// Gives a node a place, in ``nodes`` or of one that is not used any more. What a line tries goes to the end, where it
  /// is easily undone.
  mutating func add(_ node: BlockNode) -> Int {
    guard speculation == nil, unused != BlockNode.none else {
      nodes.append(node)
      return nodes.count - 1
    }
    let index = Int(unused)
    unused = nodes[index].next
    unusedCount -= 1
    nodes.base[index] = node
    return index
  }

  /// Takes a block out of the tree. Its parent keeps its place in the source.
  mutating func remove(_ index: Int) {
    let node = nodes[index]
    if node.previous != BlockNode.none {
      edit(Int(node.previous)).pointee.next = node.next
    } else {
      edit(Int(node.parent)).pointee.first = node.next
    }
    if node.next != BlockNode.none {
      edit(Int(node.next)).pointee.previous = node.previous
    } else {
      edit(Int(node.parent)).pointee.last = node.previous
    }
    let parent = edit(Int(node.parent))
    parent.pointee.sourceEnd = max(parent.pointee.sourceEnd, node.sourceEnd)
    edit(index).pointee.flags.insert(.removed)
  }

  /// Whether a container, with `levels` of nesting of its own, may be opened under `container`.
  func mayNest(_ levels: Int32, under container: Int, inList: Bool = false) -> Bool {
    var index = container
    while !(inList ? kind(index) == .list : kind(index).canContain(.quote)) { index = parent(index) }
    return nodes[index].depth + levels < maximumNesting
  }
}
