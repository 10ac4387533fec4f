internal import MarkdownSource
internal import StyledRuns

// Synchronizes the blocks of the document with the nodes of the block parser, along the open path. Shown
// blocks are changed in place, and the code that changes a block also records the edit.
//
// The recursion depth is the nesting depth of containers, which the block parser limits.
extension MarkdownStream {
  /// Updates the children of a container. Final children are skipped.
  ///
  /// - Returns: The end of the container's source range after the edits; nil if it is unchanged.
  func update(
    _ level: inout OpenLevel, _ shown: inout [Block], at address: BlockAddress?, _ pass: inout UpdatePass
  ) -> Int? {
    var count = level.finalCount
    var child = level.firstOpenChild(in: blocks)
    var end: Int?
    let shownCount = shown.count
    // Update the remaining children. Those that stay open move to the front of their array.
    var next = 0
    var kept = 0
    while child != .none, next < level.open.count, level.open[next].id == blocks.nodes[child].id {
      let open = level.open[next]
      let index = child
      if blocks.nodes[index].isFootnote {
        guard updateFootnote(open, index, &pass) else { break }
      } else {
        let isLast = count == shownCount - 1
        let inner =
          address?.child(open.id, isLast: isLast) ?? BlockAddress(id: open.id, depth: 0, isLast: isLast)
        guard case .changed(let newEnd) = change(open, index, &shown[count], in: level, at: inner, &pass)
        else { break }
        end = newEnd ?? end
        count += 1
      }
      next += 1
      if pass.isFinal(index, blocks) {
        level.addFinal(child, isShown: !blocks.nodes[index].isFootnote)
      } else {
        level.open[kept] = open
        kept += 1
      }
      child = blocks.nodes[index].next
    }
    // The later children are replaced.
    for block in level.open[next...] { release(block, &pass) }
    level.open.removeLast(level.open.count - kept)
    shown.removeLast(shownCount - count)
    append(from: child, to: &level, &shown, &pass)
    if count < shownCount || count < shown.count {
      let new = Array(shown[count...])
      pass.add(
        .splice(address?.target, keep: count == shownCount ? nil : count, blocks: new), for: address?.id)
      if let last = new.last { end = last.source.upperBound }
    }
    return end
  }

  /// Removes a block from the document. Its leaf can be reused for a new block with the same text.
  private func release(_ block: OpenBlock, _ pass: inout UpdatePass) {
    switch block.state {
    case .leaf(let leaf): pass.release(leaf)
    case .table(let table): if let last = table.row?.last { pass.release(last) }
    case .container(let level): for inner in level.open { release(inner, &pass) }
    case .text, .fixed: break
    }
  }

  // MARK: Blocks that stay

  enum ConversionOutcome {
    /// The block was changed. `end` is its source end after the edits; nil if it is unchanged.
    case changed(end: Int?)
    /// The node is a different block.
    case isAnother
  }

  /// Updates a block to its node, as far as edits can express the change.
  private func change(
    _ open: OpenBlock, _ index: NodeIndex, _ block: inout Block, in level: OpenLevel,
    at address: BlockAddress, _ pass: inout UpdatePass
  ) -> ConversionOutcome {
    let node = blocks.nodes[index]
    let isFinal = pass.isFinal(index, blocks)
    let oldEnd = block.source.upperBound
    var end: Int?
    switch node.content {
    case .quote, .list, .item, .element:
      guard changeHeader(of: &block, node, at: address, &pass), var inner = open.take(\.level) else {
        return .isAnother
      }
      inner.node = index
      block.modifyChildren { children in
        end = update(&inner, &children, at: address, &pass)
        if isFinal { children.shrinkToFit() }
      }
      open.state = .container(inner)
    case .paragraph, .heading:
      guard var leaf = open.take(\.leaf) else { return .isAnother }
      let outcome = changeLeaf(&leaf, node, &block, in: level, at: address, isFinal, &pass)
      open.state = .leaf(leaf)
      guard case .changed(let leafEnd) = outcome else { return .isAnother }
      end = leafEnd
    case .table(let content):
      guard var table = open.take(\.table) else { return .isAnother }
      let outcome = changeTable(&table, content, index, &block, in: level, at: address, &pass)
      open.state = .table(table)
      guard case .changed(let tableEnd) = outcome else { return .isAnother }
      end = tableEnd
    case .code(let code):
      guard case .text(var text) = open.state else { return .isAnother }
      end = changeCode(&text, code, node, &block, at: address, isFinal, &pass)
      open.state = .text(text)
    case .html:
      guard case .text(var text) = open.state, case .html = block.content,
        text.isExtended(by: node, in: pass)
      else { return .isAnother }
      end = changeHTML(&text, node, &block, at: address, isFinal, &pass)
      open.state = .text(text)
    case .thematicBreak:
      guard block.content == .thematicBreak else { return .isAnother }
    case .frontMatter(let isTOML):
      guard block.content == .frontMatter(BlockConversion.frontMatter(isTOML: isTOML, node, blocks)) else {
        return .isAnother
      }
    case .document, .footnote:
      return .isAnother
    }
    return .changed(end: changeSource(of: &block, index, isFinal, end ?? oldEnd, at: address, &pass) ?? end)
  }

  /// Updates the source end of a block, which is `end` after the edits so far.
  ///
  /// - Returns: The new end if an edit was necessary.
  private func changeSource(
    of block: inout Block, _ index: NodeIndex, _ isFinal: Bool, _ end: Int, at address: BlockAddress,
    _ pass: inout UpdatePass
  ) -> Int? {
    block.source = blocks.source(index)
    block.isFinished = isFinal
    guard block.source.upperBound != end else { return nil }
    let target = block.children.isEmpty ? address.leafTarget : address.target
    pass.add(.end(target, by: block.source.upperBound - end), for: block.id)
    return block.source.upperBound
  }

  /// Updates the properties of a list or item; returns `false` if they make it a different block.
  private func changeHeader(
    of block: inout Block, _ node: BlockNode, at address: BlockAddress, _ pass: inout UpdatePass
  ) -> Bool {
    switch (block.content, node.content) {
    case (.quote, .quote), (.element, .element):
      return true
    case (.list(let list), .list(let now)):
      guard list.marker == BlockConversion.marker(of: now) else { return false }
      let isTight = !now.isLoose
      if list.isTight != isTight {
        pass.add(.tightness(address.target, isTight: isTight), for: block.id)
        block.content = .list(List(marker: list.marker, isTight: isTight, items: list.items))
      }
      return true
    case (.listItem(let item), .item(let now)):
      guard item.followsBlankLine == now.followsBlankLine else { return false }
      if item.task != now.task {
        pass.add(.task(address.target, now.task), for: block.id)
        block.content = .listItem(
          ListItem(task: now.task, followsBlankLine: item.followsBlankLine, blocks: item.blocks))
      }
      return true
    default:
      return false
    }
  }

  /// Updates a footnote definition, whose blocks are stored separately; returns `false` if it is a different
  /// definition.
  private func updateFootnote(_ open: OpenBlock, _ index: NodeIndex, _ pass: inout UpdatePass) -> Bool {
    guard let definition = blocks.nodes[index].footnote, open.level?.footnote == definition,
      var block = footnotes.take(definition, from: &document.footnotes), var level = open.take(\.level)
    else { return false }
    level.node = index
    let isFinal = pass.isFinal(index, blocks)
    pass.collectEdits(of: definition, isShown: footnotes.isShown(definition)) { pass in
      let address = BlockAddress(id: open.id, depth: 0, isLast: false)
      var end: Int?
      block.modifyChildren { children in
        end = update(&level, &children, at: address, &pass)
        if isFinal { children.shrinkToFit() }
      }
      _ = changeSource(of: &block, index, isFinal, end ?? block.source.upperBound, at: address, &pass)
    }
    footnotes.set(block, for: definition)
    open.state = .container(level)
    return true
  }

  // MARK: Blocks that are new

  /// Creates the blocks of a child and its later siblings, and appends them to a level.
  private func append(
    from first: NodeIndex, to level: inout OpenLevel, _ shown: inout [Block], _ pass: inout UpdatePass
  ) {
    var child = first
    while child != .none {
      let (block, open) = make(child, in: level, &pass)
      if let block { shown.append(block) }
      if let open { level.open.append(open) } else { level.addFinal(child, isShown: block != nil) }
      child = blocks.nodes[child].next
    }
  }

  /// Creates the block of a node with its descendants; nil for a footnote definition, which is stored
  /// separately. A block that can still change is returned together with its state.
  private func make(
    _ index: NodeIndex, in level: OpenLevel, _ pass: inout UpdatePass
  ) -> (block: Block?, open: OpenBlock?) {
    let node = blocks.nodes[index]
    let isFinal = pass.isFinal(index, blocks)
    let content: Block.BlockContent
    var state = OpenBlock.OpenState.fixed
    switch node.content {
    case .document, .quote:
      content = .quote(makeChildren(of: node, index, &state, in: level, &pass))
    case .list(let list):
      let items = makeChildren(of: node, index, &state, in: level, &pass)
      content = .list(List(marker: BlockConversion.marker(of: list), isTight: !list.isLoose, items: items))
    case .item(let item):
      let children = makeChildren(of: node, index, &state, in: level, &pass)
      content = .listItem(
        ListItem(task: item.task, followsBlankLine: item.followsBlankLine, blocks: children))
    case .footnote:
      let children = makeChildren(of: node, index, &state, in: level, &pass)
      content = .footnote(
        Footnote(label: blocks.string(node.text), number: 0, referenceCount: 0, blocks: children))
    case .element(let rule):
      // The leaf text contains the tag, which is released with that text.
      var element = element(of: node, rule: Int(rule))
      element.blocks = makeChildren(of: node, index, &state, in: level, &pass)
      content = .element(element)
    case .paragraph:
      content = .paragraph(makeLeaf(node, &state, in: level, isFinal, &pass))
    case .heading(let heading):
      content = .heading(
        Heading(level: Int(heading.level), inlines: makeLeaf(node, &state, in: level, isFinal, &pass)))
    case .table(let table):
      content = .table(makeTable(table, index, &state, in: level, isFinal, &pass))
    case .code(let code):
      counters.rawBytes += node.text.count
      content = .code(BlockConversion.code(code, node, blocks))
      state = .text(OpenText(code: node, in: blocks))
    case .html:
      counters.rawBytes += node.text.count
      content = .html(blocks.string(node.text))
      state = .text(OpenText(html: node))
    case .thematicBreak:
      content = .thematicBreak
    case .frontMatter(let isTOML):
      content = .frontMatter(BlockConversion.frontMatter(isTOML: isTOML, node, blocks))
    }
    let block = Block(id: node.id, source: blocks.source(index), content: content, isFinished: isFinal)
    let open = isFinal ? nil : OpenBlock(block.id, state)
    guard let definition = node.footnote else { return (block, open) }
    footnotes.set(block, for: definition)
    pass.rebuildFootnote(definition)
    return (nil, open)
  }

  private func element(of node: BlockNode, rule: Int) -> Element {
    let rule = options.elements.rules[rule]
    return Element(
      name: String(decoding: rule.name, as: UTF8.self), role: rule.role,
      attributes: ElementTag.attributes(blocks.bytes(node.text)), blocks: [])
  }

  private func makeChildren(
    of node: BlockNode, _ index: NodeIndex, _ state: inout OpenBlock.OpenState, in level: OpenLevel,
    _ pass: inout UpdatePass
  ) -> [Block] {
    var inner = OpenLevel(node: index, footnote: node.footnote ?? level.footnote)
    var children: [Block] = []
    append(from: node.first, to: &inner, &children, &pass)
    children.shrinkToFit()
    state = .container(inner)
    return children
  }
}

extension UpdatePass {
  /// Whether further text cannot change a block.
  func isFinal(_ index: NodeIndex, _ blocks: borrowing BlockParser) -> Bool {
    checkpoint.isFinal(index, blocks.nodes[index])
  }
}

extension BlockParser {
  /// Returns the source range of a closed block.
  func source(_ index: NodeIndex) -> Range<Int> {
    let node = nodes[index]
    return node.sourceStart..<max(node.sourceStart, node.sourceEnd)
  }
}

extension BlockNode {
  /// The identity of the node's block.
  var id: BlockID { BlockID(offset: sourceStart, depth: Int(depth)) }
}
