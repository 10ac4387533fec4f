extension Block {
  /// The blocks that this one holds; empty for a leaf.
  public var children: [Block] {
    switch content {
    case .quote(let blocks): blocks
    case .list(let list): list.items
    case .listItem(let item): item.blocks
    case .footnote(let footnote): footnote.blocks
    case .paragraph, .heading, .code, .html, .table, .thematicBreak: []
    }
  }

  /// Whether the block is of a kind that holds blocks.
  public var isContainer: Bool {
    switch content {
    case .quote, .list, .listItem, .footnote: true
    case .paragraph, .heading, .code, .html, .table, .thematicBreak: false
    }
  }

  /// Changes the children in place, without copying their array. False, and nothing done, for a leaf.
  @discardableResult
  package mutating func modifyChildren<Failure: Error>(
    _ body: (inout [Block]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard isContainer else { return false }
    switch takeContent() {
    case .quote(var blocks):
      defer { content = .quote(blocks) }
      try body(&blocks)
    case .list(var list):
      defer { content = .list(list) }
      try body(&list.items)
    case .listItem(var item):
      defer { content = .listItem(item) }
      try body(&item.blocks)
    case .footnote(var footnote):
      defer { content = .footnote(footnote) }
      try body(&footnote.blocks)
    case .paragraph, .heading, .code, .html, .table, .thematicBreak:
      return false
    }
    return true
  }

  /// Changes the inline content of a paragraph or heading in place.
  mutating func modifyInlines(_ body: (inout Inlines) throws(UpdateError) -> Void) throws(UpdateError) {
    switch content {
    case .paragraph:
      guard case .paragraph(var inlines) = takeContent() else { return }
      defer { content = .paragraph(inlines) }
      try body(&inlines)
    case .heading:
      guard case .heading(var heading) = takeContent() else { return }
      defer { content = .heading(heading) }
      try body(&heading.inlines)
    default:
      throw UpdateError(code: .wrongKind, block: id)
    }
  }

  /// Takes the content out, so that what it holds is uniquely referenced and can be changed without a copy; the
  /// caller puts it back.
  package mutating func takeContent() -> Content {
    var taken = Content.thematicBreak
    swap(&taken, &content)
    return taken
  }
}
