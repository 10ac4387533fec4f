internal import StyledRuns

/// Makes the IR of a finished block phase: first lists its leaves, then, their inlines known, builds the blocks.
struct DocumentBuilder {
  /// The texts of all leaves, in document order.
  private(set) var leaves: [TextSpan] = []
  /// Nodes of footnote definitions, each after those inside it: the order in which equal labels count.
  private(set) var footnotes: [Int] = []

  private var indexOfFootnote: [Int: Int] = [:]
  private var inlines: [Inlines] = []
  private var next = 0
  private var transformCode: ((inout CodeBlock) -> Void)?

  /// Lists the leaves and footnote definitions.
  mutating func collect(from phase: borrowing BlockPhase) {
    collect(BlockPhase.root, phase)
  }

  // Recursion is as deep as containers nest, which the block phase bounds.
  private mutating func collect(_ index: Int, _ phase: borrowing BlockPhase) {
    var child = phase.nodes[index].first
    while child != BlockNode.none {
      let node = phase.nodes[Int(child)]
      switch node.kind {
      case .paragraph, .heading:
        leaves.append(TextSpan(start: node.contentStart, end: node.contentEnd))
      case .table:
        for row in 0..<Int(node.markerOffset) {
          let record = phase.rows[Int(node.start) + row]
          for cell in 0..<Int(record.cellCount) { leaves.append(phase.cells[Int(record.firstCell) + cell]) }
        }
      case .document, .quote, .list, .item, .footnote:
        collect(Int(child), phase)
        if node.kind == .footnote { footnotes.append(Int(child)) }
      case .code, .html, .thematicBreak, .frontMatter:
        break
      }
      child = node.next
    }
  }

  /// Builds the document. `numbering` is by the index in ``footnotes``.
  mutating func build(
    from phase: borrowing BlockPhase, inlines: [Inlines], numbering: FootnoteNumbering,
    transformCode: ((inout CodeBlock) -> Void)?
  ) -> Document {
    self.inlines = inlines
    self.transformCode = transformCode
    next = 0
    for (index, node) in footnotes.enumerated() { indexOfFootnote[node] = index }
    var definitions: [Block] = []
    let blocks = children(of: BlockPhase.root, phase, numbering, &definitions).blocks
    definitions.sort { DocumentBuilder.number($0) < DocumentBuilder.number($1) }
    return Document(blocks: blocks, footnotes: definitions)
  }

  private static func number(_ block: Block) -> Int {
    if case .footnote(let footnote) = block.content { footnote.number } else { 0 }
  }

  private mutating func children(
    of index: Int, _ phase: borrowing BlockPhase, _ numbering: FootnoteNumbering, _ definitions: inout [Block]
  ) -> (blocks: [Block], end: Int) {
    var blocks: [Block] = []
    var end = phase.nodes[index].sourceEnd
    var child = phase.nodes[index].first
    while child != BlockNode.none {
      let block = self.block(Int(child), phase, numbering, &definitions)
      end = max(end, block.source.upperBound)
      if case .footnote(let footnote) = block.content {
        if footnote.number > 0 { definitions.append(block) }
      } else {
        blocks.append(block)
      }
      child = phase.nodes[Int(child)].next
    }
    return (blocks, end)
  }

  private mutating func block(
    _ index: Int, _ phase: borrowing BlockPhase, _ numbering: FootnoteNumbering, _ definitions: inout [Block]
  ) -> Block {
    let node = phase.nodes[index]
    var end = node.sourceEnd
    let content: Block.Content
    switch node.kind {
    case .document, .quote:
      let inner = children(of: index, phase, numbering, &definitions)
      end = inner.end
      content = .quote(inner.blocks)
    case .list:
      let inner = children(of: index, phase, numbering, &definitions)
      end = inner.end
      content = .list(
        List(
          marker: BlockContent.marker(of: node), isTight: !node.flags.contains(.loose), items: inner.blocks))
    case .item:
      let inner = children(of: index, phase, numbering, &definitions)
      end = inner.end
      let task = node.flags.contains(.task) ? node.flags.contains(.checked) : nil
      content = .listItem(
        ListItem(
          task: task, followsBlankLine: node.flags.contains(.followsBlankLine), blocks: inner.blocks))
    case .footnote:
      let inner = children(of: index, phase, numbering, &definitions)
      end = inner.end
      let entry = indexOfFootnote[index].map { numbering.entries[$0] } ?? FootnoteNumbering.Entry()
      content = .footnote(
        Footnote(
          label: phase.string(node.contentStart, node.contentEnd), number: entry.number,
          referenceCount: entry.references, blocks: inner.blocks))
    case .paragraph:
      content = .paragraph(takeInlines())
    case .heading:
      content = .heading(Heading(level: Int(node.detail), inlines: takeInlines()))
    case .code:
      var code = BlockContent.code(node, phase)
      transformCode?(&code)
      content = .code(code)
    case .html:
      content = .html(phase.string(node.contentStart, node.contentEnd))
    case .thematicBreak:
      content = .thematicBreak
    case .frontMatter:
      content = .frontMatter(BlockContent.frontMatter(node, phase))
    case .table:
      content = .table(table(node, phase))
    }
    return Block(
      id: BlockID(offset: node.sourceStart, depth: Int(node.depth)),
      source: node.sourceStart..<max(node.sourceStart, end), content: content)
  }

  private mutating func takeInlines() -> Inlines {
    defer { next += 1 }
    return inlines[next]
  }

  private mutating func table(_ node: BlockNode, _ phase: borrowing BlockPhase) -> Table {
    var rows: [Table.Row] = []
    let columns = Int(node.padding)
    for row in 0..<Int(node.markerOffset) {
      let record = phase.rows[Int(node.start) + row]
      var cells: [Inlines] = []
      cells.reserveCapacity(columns)
      for _ in 0..<Int(record.cellCount) { cells.append(takeInlines()) }
      while cells.count < columns { cells.append(Inlines()) }
      rows.append(Table.Row(source: record.sourceStart..<record.sourceEnd, cells: cells))
    }
    let header = rows.removeFirst()
    return Table(alignments: BlockContent.alignments(of: node, phase), header: header, rows: rows)
  }
}
