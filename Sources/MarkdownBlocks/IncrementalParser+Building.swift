internal import StyledRuns

/// One level of the open blocks: a container, and how many of its children are final in the document.
struct SpineLevel {
  var node: Int
  var closed = 0
  /// The last child that is final, whether it shows or not.
  var last = BlockNode.none
  /// The footnote definition that its children lie in, as its index.
  var footnote: Int?
}

/// An open table, whose finished rows stay in the document.
struct OpenLeaf {
  var node: Int
  /// How many rows, with the header, are final.
  var count = 0
  /// The row behind the final ones that is shown.
  var shownRow: ShownRow?

  /// A row that was made from an unfinished line.
  struct ShownRow {
    var sourceStart: Int
    /// Its cells in the leaf text.
    var spans: [TextSpan]
    var definitions: Int
    /// What they show, taken out of the document while that is changed.
    var cells: [Inlines] = []
  }
}

extension IncrementalParser {
  /// Whether what is built will not change.
  enum Stage { case final, speculative }

  // MARK: What whole lines decided

  /// Takes what an unfinished line had added out of the document, and puts in what is now final.
  func settle(_ blocks: inout [Block]) {
    settle(0, &blocks)
    let next = nextChild(spine.count - 1)
    phase.forgetText(before: openLeaf?.node ?? (next == BlockNode.none ? nil : Int(next)))
    refreshContext()
    if let places = phase.compactNodes() { moveNodes(to: places) }
  }

  private func moveNodes(to places: [Int32: Int32]) {
    for level in spine.indices {
      spine[level].node = Int(places[Int32(spine[level].node)] ?? 0)
      spine[level].last = places[spine[level].last] ?? BlockNode.none
    }
    if let leaf = openLeaf?.node { openLeaf?.node = Int(places[Int32(leaf)] ?? 0) }
  }

  private func keptCount(_ level: Int) -> Int {
    let keepsOpen = level + 1 < spine.count ? !isFootnote(level + 1) : openLeaf != nil
    return spine[level].closed + (keepsOpen ? 1 : 0)
  }

  /// Changes the open container of a level: the last block there, or a footnote, which has a place of its own.
  private func modifyOpenBlock(_ level: Int, _ blocks: inout [Block], _ body: (inout Block) -> Void) {
    if isFootnote(level + 1) {
      modifyFootnote(spine[level + 1].footnote, body)
    } else {
      body(&blocks[blocks.count - 1])
    }
  }

  // Recursion here and below is as deep as containers nest, which the block phase bounds.
  private func settle(_ level: Int, _ blocks: inout [Block]) {
    while blocks.count > keptCount(level) {
      var last = blocks.removeLast()
      openLeaves.take(from: &last)
    }
    if level + 1 < spine.count {
      let inner = spine[level + 1].node
      modifyOpenBlock(level, &blocks) { block in block.modifyChildren { settle(level + 1, &$0) } }
      if phase.nodes[inner].isOpen { return }
      modifyOpenBlock(level, &blocks) { block in
        updateHeader(of: &block, inner, .final)
        block.modifyChildren { $0.fit() }
      }
      if !isFootnote(level + 1) { spine[level].closed += 1 }
      spine.removeSubrange((level + 1)...)
      finish(Int32(inner), level)
    } else if let leaf = openLeaf?.node {
      extendLeaf(&blocks[blocks.count - 1], .final)
      if phase.nodes[leaf].isOpen { return }
      updateHeader(of: &blocks[blocks.count - 1], leaf, .final)
      openLeaf = nil
      spine[level].closed += 1
      finish(Int32(leaf), level)
    }
    var child = nextChild(level)
    while child != BlockNode.none, !phase.nodes[Int(child)].isOpen {
      if let block = build(Int(child), .final, footnote: spine[level].footnote) {
        blocks.append(block)
        spine[level].closed += 1
      }
      finish(child, level)
      child = phase.nodes[Int(child)].next
    }
    if child != BlockNode.none { open(Int(child), level, &blocks) }
  }

  /// A child is final; of those before it nothing is asked any more.
  private func finish(_ child: Int32, _ level: Int) {
    spine[level].last = child
    phase.forgetChildren(of: spine[level].node, before: Int(child))
  }

  private func nextChild(_ level: Int) -> Int32 {
    let last = spine[level].last
    return last == BlockNode.none ? phase.nodes[spine[level].node].first : phase.nodes[Int(last)].next
  }

  /// Gives an open block its place in the document, if a part of it can be final.
  private func open(_ node: Int, _ level: Int, _ blocks: inout [Block]) {
    switch phase.kind(node) {
    case .quote, .list, .item:
      blocks.append(block(node, emptyContent(of: phase.nodes[node]), .speculative))
      spine.append(SpineLevel(node: node, footnote: spine[level].footnote))
      blocks[blocks.count - 1].modifyChildren { settle(level + 1, &$0) }
    case .footnote:
      let definition = beginFootnote(node)
      spine.append(SpineLevel(node: node, footnote: definition))
      modifyFootnote(definition) { block in block.modifyChildren { settle(level + 1, &$0) } }
    case .table:
      openLeaf = OpenLeaf(node: node)
      let header = Table.Row(source: 0..<0, cells: [])
      blocks.append(
        block(
          node,
          .table(
            Table(alignments: BlockContent.alignments(of: phase.nodes[node], phase), header: header, rows: [])
          ),
          .speculative))
      extendLeaf(&blocks[blocks.count - 1], .final)
    default:
      break
    }
  }

  private func emptyContent(of node: BlockNode) -> Block.Content {
    switch node.kind {
    case .list: .list(List(marker: BlockContent.marker(of: node), isTight: true, items: []))
    case .item:
      .listItem(ListItem(followsBlankLine: node.flags.contains(.followsBlankLine), blocks: []))
    default: .quote([])
    }
  }

  // MARK: What the unfinished line adds

  func buildTail(_ blocks: inout [Block]) { buildTail(0, &blocks) }

  private func buildTail(_ level: Int, _ blocks: inout [Block]) {
    var child: Int32
    if level + 1 < spine.count {
      let inner = spine[level + 1].node
      modifyOpenBlock(level, &blocks) { block in
        block.modifyChildren { buildTail(level + 1, &$0) }
        updateHeader(of: &block, inner, .speculative)
      }
      child = phase.nodes[inner].next
    } else if let leaf = openLeaf?.node {
      extendLeaf(&blocks[blocks.count - 1], .speculative)
      updateHeader(of: &blocks[blocks.count - 1], leaf, .speculative)
      child = phase.nodes[leaf].next
    } else {
      child = nextChild(level)
    }
    while child != BlockNode.none {
      if let block = build(Int(child), .speculative, footnote: spine[level].footnote) { blocks.append(block) }
      child = phase.nodes[Int(child)].next
    }
  }

  /// Sets what of a container, or of an open leaf, changes while it stays.
  private func updateHeader(of block: inout Block, _ index: Int, _ stage: Stage) {
    let node = phase.nodes[index]
    block.source = node.sourceStart..<max(node.sourceStart, end(of: index))
    block.isFinished = stage == .final
    switch node.kind {
    case .list:
      guard case .list(var list) = block.takeContent() else { return }
      list.isTight = !node.flags.contains(.loose)
      block.content = .list(list)
    case .item:
      guard case .listItem(var item) = block.takeContent() else { return }
      item.task = node.flags.contains(.task) ? node.flags.contains(.checked) : nil
      block.content = .listItem(item)
    default:
      break
    }
  }

  /// Where a block ends: at least where its last child ends.
  private func end(of index: Int) -> Int {
    var end = phase.nodes[index].sourceEnd
    var last = phase.nodes[index].last
    while last != BlockNode.none {
      end = max(end, phase.nodes[Int(last)].sourceEnd)
      last = phase.nodes[Int(last)].last
    }
    return end
  }

  // MARK: Blocks from nodes

  func block(_ index: Int, _ content: Block.Content, _ stage: Stage) -> Block {
    let node = phase.nodes[index]
    return Block(
      id: BlockID(offset: node.sourceStart, depth: Int(node.depth)),
      source: node.sourceStart..<max(node.sourceStart, end(of: index)), content: content,
      isFinished: stage == .final)
  }

  /// The block of a node with all that is in it. Footnote definitions are put aside: nil.
  private func build(_ index: Int, _ stage: Stage, footnote: Int?) -> Block? {
    let node = phase.nodes[index]
    let place = LeafRecord.Place(
      footnote: footnote, block: BlockID(offset: node.sourceStart, depth: Int(node.depth)))
    let text = TextSpan(start: node.contentStart, end: node.contentEnd)
    switch node.kind {
    case .document, .quote:
      return block(index, .quote(children(of: index, stage, footnote)), stage)
    case .list:
      return block(
        index,
        .list(
          List(
            marker: BlockContent.marker(of: node), isTight: !node.flags.contains(.loose),
            items: children(of: index, stage, footnote))), stage)
    case .item:
      return block(
        index,
        .listItem(
          ListItem(
            task: node.flags.contains(.task) ? node.flags.contains(.checked) : nil,
            followsBlankLine: node.flags.contains(.followsBlankLine),
            blocks: children(of: index, stage, footnote))), stage)
    case .footnote:
      buildFootnote(index, stage)
      return nil
    case .paragraph:
      return block(index, .paragraph(inlines(text, at: place, stage)), stage)
    case .heading:
      return block(
        index, .heading(Heading(level: Int(node.detail), inlines: inlines(text, at: place, stage))), stage)
    case .code, .html:
      return block(index, rawContent(index, stage, footnote: footnote), stage)
    case .thematicBreak:
      return block(index, .thematicBreak, stage)
    case .frontMatter:
      return block(index, .frontMatter(BlockContent.frontMatter(node, phase)), stage)
    case .table:
      var rows = (0..<Int(node.markerOffset)).map { row($0, of: index, stage, footnote: footnote) }
      let header = rows.removeFirst()
      if stage == .final { rows.fit() }
      return block(
        index,
        .table(Table(alignments: BlockContent.alignments(of: node, phase), header: header, rows: rows)),
        stage)
    }
  }

  func children(of index: Int, _ stage: Stage, _ footnote: Int?) -> [Block] {
    var blocks: [Block] = []
    var child = phase.nodes[index].first
    while child != BlockNode.none {
      if let block = build(Int(child), stage, footnote: footnote) { blocks.append(block) }
      child = phase.nodes[Int(child)].next
    }
    if stage == .final { blocks.fit() }
    return blocks
  }

  /// The inlines of a leaf; notes what they were.
  func inlines(_ text: TextSpan, at place: LeafRecord.Place, _ stage: Stage) -> Inlines {
    let result = readInlines(text, at: place, stage)
    if let change = result.change { note(change, of: place.block) }
    return result.inlines
  }

  func note(_ change: LeafChange, of block: BlockID) {
    // What is sent as a whole afterwards need not be told of.
    if case .replaced = changes[block] { return }
    changes[block] = change
  }

  /// The inlines of a leaf, and what they were.
  func readInlines(_ text: TextSpan, at place: LeafRecord.Place, _ stage: Stage) -> OpenLeaves.Result {
    if stage == .final { return finishedInlines(text, at: place) }
    var result = openLeaves.inlines(
      of: text, at: place.leaf, isFinal: false, isUnfinished: isUnfinished(text), by: parser, in: context)
    if result.hasFootnotes {
      result.inlines = FootnoteNumbering.numbered(result.inlines, numbering.number(result.inlines)) {
        label(ofFootnote: $0)
      }
    }
    return result
  }

  /// Whether a leaf is where the text ends for now, and is to be shown as what it is about to become.
  private func isUnfinished(_ leaf: TextSpan) -> Bool {
    guard options.isOptimistic, !isFinished, phase.text.count - leaf.end < 64 else { return false }
    for index in leaf.end..<phase.text.count where !phase.text[index].isSpace { return false }
    return true
  }
}
