extension Document {
  /// Returns the shortest target that names a block in an edit of the current document. O(depth).
  package func target(of id: BlockID) -> Edit.EditTarget {
    var depth = 0
    var last = blocks.last
    while let block = last {
      let children = block.children
      if block.id == id { return children.isEmpty ? .tip : .last(depth: depth) }
      depth += 1
      last = children.last
    }
    return .block(id)
  }

  /// Changes the block that an edit names, and increments the revisions of that block and of its ancestors.
  ///
  /// Searches the footnotes last, because they are not in source order. Among them the last footnote comes
  /// first, because it is usually the one that grows.
  ///
  /// - Parameter body: Changes the block. Its arguments are the block and the number of containers around it.
  ///   If it returns an offset, the source ranges of the block and its ancestors end there.
  mutating func modify(
    _ target: Edit.EditTarget, _ body: (inout Block, Int) throws(UpdateError) -> Int?
  ) throws(UpdateError) {
    if case .found = try Self.modify(target, in: &blocks, level: 0, body) { return }
    guard case .block(let id) = target else { throw UpdateError(code: .unknownBlock, block: nil) }
    for index in footnotes.indices.reversed()
    where footnotes[index].source.contains(id.offset) || footnotes[index].id == id {
      if case .found = try footnotes[index].modify(target, level: 0, body) { return }
    }
    throw UpdateError(code: .unknownBlock, block: id)
  }

  fileprivate enum BlockSearch {
    case missed
    case found(end: Int?)
  }

  fileprivate static func modify(
    _ target: Edit.EditTarget, in blocks: inout [Block], level: Int,
    _ body: (inout Block, Int) throws(UpdateError) -> Int?
  ) throws(UpdateError) -> BlockSearch {
    let next: Int? =
      if case .block(let id) = target {
        blocks.index(atOrBefore: id.offset)
      } else {
        blocks.indices.last
      }
    guard let next else { return .missed }
    return try blocks[next].modify(target, level: level, body)
  }
}

extension Block {
  /// Changes this block or the descendant that the edit names. The recursion is as deep as blocks nest.
  fileprivate mutating func modify(
    _ target: Edit.EditTarget, level: Int, _ body: (inout Block, Int) throws(UpdateError) -> Int?
  ) throws(UpdateError) -> Document.BlockSearch {
    guard level <= Document.maximumDepth else { throw UpdateError(code: .tooDeep, block: id) }
    let isMeant: Bool
    switch target {
    case .block(let id):
      isMeant = self.id == id
      if !isMeant, level >= id.depth { return .missed }
    case .last(let depth): isMeant = level == depth
    case .tip: isMeant = !hasChildren
    }
    if isMeant {
      let end = try body(&self, level)
      revision &+= 1
      if let end {
        try setEnd(end)
        try endLastRow()
      }
      return .found(end: end)
    }
    var result = Document.BlockSearch.missed
    try modifyChildren { (children) throws(UpdateError) in
      result = try Document.modify(target, in: &children, level: level + 1, body)
    }
    guard case .found(let end) = result else { return .missed }
    revision &+= 1
    if let end { try setEnd(end) }
    return result
  }

  private mutating func setEnd(_ end: Int) throws(UpdateError) {
    guard end >= source.lowerBound else { throw UpdateError(code: .outOfRange, block: id) }
    guard end <= Document.maximumSource else { throw UpdateError(code: .tooLarge, block: id) }
    source = source.lowerBound..<end
  }

  private var hasChildren: Bool {
    switch content {
    case .quote(let blocks): !blocks.isEmpty
    case .list(let list): !list.items.isEmpty
    case .listItem(let item): !item.blocks.isEmpty
    case .footnote(let note): !note.blocks.isEmpty
    case .element(let element): !element.blocks.isEmpty
    default: false
    }
  }
}
