internal import MarkdownSource

/// Parses the block structure line by line (CommonMark 0.29, appendix "Phase 1", and the extensions of
/// cmark-gfm 0.29.0.gfm.6).
///
/// Complete lines are final. Only open nodes (the path from the document to `current`) and their last
/// children can still change. Between ``beginSpeculation(behind:)`` and ``rollBack()`` all changes are
/// recorded and then undone, so that a partial line can be parsed without copying the state.
struct BlockParser: ~Copyable {
  let extensions: MarkdownOptions.Extensions
  let elements: ElementRules?
  let maximumNesting: Int32

  var nodes: RawBuffer<BlockNode>
  /// The head of the free list of nodes, linked by `next`; see ``forgetChildren(of:before:)``.
  var unused = NodeIndex.none
  /// The number of nodes in the free list.
  var unusedCount = 0
  /// The text of leaves, without container markers. Each line ends with LF.
  var text: LeafText
  var tables = TableBuffers()
  var definitions = RawBuffer<LinkDefinition>(capacity: 7)
  /// The nodes of the footnote definitions in source order.
  var footnotes = RawBuffer<NodeIndex>(capacity: 7)

  var line: LineCursor
  var stretches = LineStretches()
  var lineNumber: Int32 = 0
  /// The deepest open block.
  var current = NodeIndex.root
  var allMatched = true
  var isOptimistic = false
  /// Whether the source has no line end after the line.
  var isLineOpen = false
  /// The number of opening brackets in the complete lines, counted until they are more than ``maximumBrackets``.
  var brackets = 0
  /// The maximum number of brackets before a definition that the end of the text ends. Such a definition can be text
  /// again with the next byte, and each time all links to it change.
  static let maximumBrackets = 500
  /// Whether the preceding line was blank, relative to the block to which it belonged.
  var followsBlankLine = false
  var paragraph = OpenParagraph()
  var diagrams: DiagramBudget

  /// The number of bytes that were searched for the end of raw HTML. Tests of cost use this count.
  var searchedHTMLBytes = 0

  var openDefinitions = OpenDefinitions()
  var definitionProgress = LinkDefinition.DefinitionProgress()
  /// The number of bytes that were searched for definitions. Tests of cost use this count.
  var readDefinitionBytes = 0
  /// The number of blocks that were checked for looseness. Tests of cost use this count.
  var checkedBlocks = 0

  /// The checkpoint of the current speculation; nil outside speculation.
  var speculation: BlockCheckpoint?
  var undone = RawBuffer<SavedNode>(capacity: 7)

  /// Describes the open paragraph, mostly by source offsets of its lines.
  struct OpenParagraph {
    /// The source offset of the last line's text.
    var lastLineStart = 0
    /// The offset of the last line in the leaf text.
    var lastLineTextStart = 0
    /// The source offset of the end of the second-to-last line.
    var previousLineEnd = 0
    /// The end of the last line in the leaf text if the source has no line end there; -1 if it has one.
    var openLineEnd = -1
    var openDelimiters = MathFence.OpenDelimiters()
  }

  /// The source offset of each line of the open paragraph. They are kept only while the paragraph can contain
  /// definitions.
  var paragraphLines = RawBuffer<Int>(capacity: 7)

  init(options: MarkdownOptions, expectedBytes: Int = 0) {
    extensions = options.extensions
    elements = options.knownElements
    maximumNesting = Int32(clamping: max(options.maximumNesting, 1))
    diagrams = DiagramBudget(textsBefore: options.textsBefore)
    nodes = RawBuffer(capacity: expectedBytes / 64)
    text = LeafText(capacity: expectedBytes)
    line = LineCursor(bytes: UnsafePointer(text.base), end: 0, source: 0)
    nodes.append(BlockNode(.document, depth: -1))
  }

  /// Parses one line. `bytes[end]` must be readable and contain LF or CR.
  ///
  /// - Parameter isOptimistic: Whether the line is incomplete and is parsed as the construct that it seems to
  ///   become.
  mutating func process(_ source: SourceReader.SourceLine, isOptimistic: Bool = false) {
    self.isOptimistic = isOptimistic
    isLineOpen = source.isOpen
    let (bytes, end) = (source.bytes, source.end)
    stretches.begin(source.source)
    line = LineCursor(bytes: bytes, end: end, source: source.source, knownBlanks: line.knownBlanks)
    if lineNumber == 0, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { line.offset = 3 }
    lineNumber += 1
    defer { countBrackets(source) }
    guard let matched = matchOpenBlocks() else {
      followsBlankLine = false
      return
    }
    // This check precedes opening blocks, which consume the line, so that it would look blank.
    line.findFirstNonspace()
    let isBlank = line.isBlank
    let tip = openBlocks(under: matched)
    addText(to: tip, matched: matched)
    followsBlankLine = isBlank
  }

  private mutating func countBrackets(_ source: SourceReader.SourceLine) {
    guard !source.isOpen, brackets <= Self.maximumBrackets else { return }
    var count = 0
    for index in 0..<source.end where source.bytes[index] == UInt8(ascii: "[") { count += 1 }
    brackets += count
  }

  /// Ends the document and closes all open blocks.
  mutating func finish() {
    while current != .root { current = close(current, atEnd: true) }
    _ = close(.root, atEnd: true)
  }

  /// The number of bytes that are allocated for nodes, text and tables.
  var bufferBytes: Int {
    nodes.byteCount + text.byteCount + tables.byteCount
      + definitions.byteCount + footnotes.byteCount + undone.byteCount + paragraphLines.byteCount
  }

  // MARK: The tree

  /// Changes a node. During speculation, the old node is recorded first.
  @inline(__always)
  mutating func edit(_ index: NodeIndex, _ change: (inout BlockNode) -> Void) {
    if speculation != nil { save(index) }
    change(&nodes.base[index.rawValue])
  }

  /// Adds a block as the last child of `parent`, or of the nearest ancestor that can contain the block.
  /// Blocks in between are closed.
  mutating func addChild(_ content: BlockNode.NodePayload, to parent: NodeIndex, source: Int) -> NodeIndex {
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
    link(index, after: node.previous, in: parent)
    edit(parent) { $0.last = index }
    return index
  }

  /// Makes a block the next sibling of `previous`, or the first child of `parent` if `previous` is none.
  mutating func link(_ index: NodeIndex, after previous: NodeIndex, in parent: NodeIndex) {
    if previous == .none {
      edit(parent) { $0.first = index }
    } else {
      edit(previous) { $0.next = index }
    }
  }

  /// Stores a node, reusing a free one. Speculative nodes are appended, so that they can be truncated.
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

  /// Removes a block from the tree. The source range of its parent does not change.
  mutating func remove(_ index: NodeIndex) {
    let node = nodes[index]
    link(node.next, after: node.previous, in: node.parent)
    if node.next != .none {
      edit(node.next) { $0.previous = node.previous }
    } else {
      edit(node.parent) { $0.last = node.previous }
    }
    edit(node.parent) { $0.sourceEnd = max($0.sourceEnd, node.sourceEnd) }
  }

  /// Whether `container` may get a child container with `levels` nesting levels.
  func mayNest(_ levels: Int32, under container: NodeIndex, inList: Bool = false) -> Bool {
    var index = container
    while !(inList ? nodes[index].list != nil : nodes[index].canContain(.quote)) {
      index = nodes[index].parent
    }
    return nodes[index].depth + levels < maximumNesting
  }
}
