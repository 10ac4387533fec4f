extension Block {
  /// The blocks directly inside this block; empty for a leaf.
  public var children: [Block] {
    switch content {
    case .quote(let blocks): blocks
    case .list(let list): list.items
    case .listItem(let item): item.blocks
    case .footnote(let footnote): footnote.blocks
    case .element(let element): element.blocks
    case .paragraph, .heading, .code, .html, .table, .thematicBreak, .frontMatter: []
    }
  }

  /// Whether the block is of a kind that contains blocks.
  public var isContainer: Bool {
    switch content {
    case .quote, .list, .listItem, .footnote, .element: true
    case .paragraph, .heading, .code, .html, .table, .thematicBreak, .frontMatter: false
    }
  }

  /// Changes the children in place, without copying their array.
  ///
  /// - Returns: `false` for a leaf. `body` is not called then.
  @discardableResult
  package mutating func modifyChildren<Failure: Error>(
    _ body: (inout [Block]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    if var blocks = take(\.quote) {
      defer { content = .quote(blocks) }
      try body(&blocks)
    } else if var list = take(\.list) {
      defer { content = .list(list) }
      try body(&list.items)
    } else if var item = take(\.listItem) {
      defer { content = .listItem(item) }
      try body(&item.blocks)
    } else if var footnote = take(\.footnote) {
      defer { content = .footnote(footnote) }
      try body(&footnote.blocks)
    } else if var element = take(\.element) {
      defer { content = .element(element) }
      try body(&element.blocks)
    } else {
      return false
    }
    return true
  }

  /// Changes inline content in place: of a paragraph, of a heading, or of the last non-empty cell in a
  /// table's last row.
  mutating func modifyInlines(_ body: (inout Inlines) throws(UpdateError) -> Void) throws(UpdateError) {
    if var inlines = take(\.paragraph) {
      defer { content = .paragraph(inlines) }
      try body(&inlines)
    } else if var heading = take(\.heading) {
      defer { content = .heading(heading) }
      try body(&heading.inlines)
    } else if var table = take(\.table) {
      defer { content = .table(table) }
      guard let row = table.rows.indices.last,
        let cell = table.rows[row].cells.lastIndex(where: { $0 != Inlines() })
      else { throw UpdateError(code: .outOfRange, block: id) }
      try body(&table.rows[row].cells[cell])
    } else {
      throw UpdateError(code: .wrongKind, block: id)
    }
  }
}

extension Block {
  // The payload of each kind of content; nil for a block of another kind.

  package var paragraph: Inlines? { if case .paragraph(let inlines) = content { inlines } else { nil } }
  package var heading: Heading? { if case .heading(let heading) = content { heading } else { nil } }
  package var quote: [Block]? { if case .quote(let blocks) = content { blocks } else { nil } }
  package var list: List? { if case .list(let list) = content { list } else { nil } }
  package var listItem: ListItem? { if case .listItem(let item) = content { item } else { nil } }
  package var code: CodeBlock? { if case .code(let code) = content { code } else { nil } }
  package var html: String? { if case .html(let html) = content { html } else { nil } }
  package var table: Table? { if case .table(let table) = content { table } else { nil } }
  package var frontMatter: FrontMatter? {
    if case .frontMatter(let matter) = content { matter } else { nil }
  }
  package var footnote: Footnote? { if case .footnote(let footnote) = content { footnote } else { nil } }
  package var element: Element? { if case .element(let element) = content { element } else { nil } }

  /// Takes a payload out of the content, so that it is uniquely referenced and can be changed without a copy.
  /// The caller must put it back.
  ///
  /// ```swift
  /// guard var table = block.take(\.table) else { return }
  /// defer { block.content = .table(table) }
  /// ```
  ///
  /// Do not call this inside a `switch` over the content: a `switch` or a matched pattern keeps its reference
  /// until the end of its scope.
  ///
  /// - Returns: The payload, or nil if the content is of another kind. The block is unchanged then.
  package mutating func take<Payload>(_ payload: (Block) -> Payload?) -> Payload? {
    guard let taken = payload(self) else { return nil }
    content = .thematicBreak
    return taken
  }
}

extension Block {
  /// Marks the block and all its descendants as finished.
  package mutating func markFinished() {
    isFinished = true
    modifyChildren { children in
      for index in children.indices { children[index].markFinished() }
    }
  }
}

extension Block {
  /// Marks the block and all its descendants as open.
  mutating func markOpen() {
    isFinished = false
    modifyChildren { children in
      for index in children.indices { children[index].markOpen() }
    }
  }
}

extension Block {
  /// Finds the descendant with this identifier; nil if there is none. O(depth * log(siblings)).
  package func descendant(_ id: BlockID) -> Block? { children.descendant(id, level: 1) }
}

extension Document {
  /// Finds the block with this identifier, footnotes included; nil if there is none. O(depth *
  /// log(siblings)).
  ///
  /// ```swift
  /// document.block(BlockID(offset: 120, depth: 2))?.content
  /// ```
  public func block(_ id: BlockID) -> Block? {
    if let block = blocks.descendant(id, level: 0) { return block }
    for footnote in footnotes {
      if footnote.id == id { return footnote }
      if let block = footnote.descendant(id) { return block }
    }
    return nil
  }
}

extension [Block] {
  /// Returns the index of the last block that starts at or before `offset`. The blocks must be siblings,
  /// which are in source order. O(log n).
  package func index(atOrBefore offset: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id.offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  fileprivate func descendant(_ id: BlockID, level: Int) -> Block? {
    guard let index = index(atOrBefore: id.offset) else { return nil }
    if self[index].id == id { return self[index] }
    return level < id.depth ? self[index].children.descendant(id, level: level + 1) : nil
  }
}
