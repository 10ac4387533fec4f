import StyledRuns

extension TerminalWriter {
  /// Writes the final part of the document that has not been written yet, or everything that remains with
  /// `isFinal`.
  ///
  /// Each call gets the same document with more content. Only the open blocks are visited again.
  ///
  /// - Parameter limit: The number of leading top-level blocks that may be written.
  mutating func write(_ document: Document, isFinal: Bool, limit: Int = .max, into out: inout ByteSink) {
    if progress.frames.isEmpty {
      progress.frames.append(TerminalLayoutState.LayoutFrame(blocks: [], kind: .document, hasLevel: false))
    }
    guard refresh(document) else { return }
    drain(isFinal: isFinal, limit: limit, into: &out)
    guard isFinal else { return releaseBlocks() }
    if !document.footnotes.isEmpty {
      if !document.blocks.isEmpty { progress.setGap(1) }
      rule(columns: min(textWidth, 12), into: &out)
      progress.frames.append(
        TerminalLayoutState.LayoutFrame(
          blocks: footnotesInOrder(document.footnotes), kind: .footnotes, hasLevel: false))
      drain(isFinal: true, into: &out)
    }
    writeNotes(into: &out)
  }

  /// Returns the footnotes in the order of the numbers in their written references. Footnotes without written
  /// references keep their order in the document, which is the same unless a definition came late.
  private mutating func footnotesInOrder(_ footnotes: [Block]) -> [Block] {
    // References inside footnotes get numbers too, although their lines are not written yet.
    numberReferences(in: footnotes)
    var order: [(block: Block, number: Int)] = []
    for block in footnotes {
      guard case .footnote(let note) = block.content else { continue }
      order.append((block, progress.footnotes.number(of: note.label) ?? .max))
    }
    // Sort by numbers, which are distinct. Footnotes without a number come last, in document order.
    let numbered = order.filter { $0.number < .max }.sorted { $0.number < $1.number }
    return numbered.map(\.block) + order.filter { $0.number == .max }.map(\.block)
  }

  private mutating func numberReferences(in blocks: [Block]) {
    var open = [blocks[...]]
    while let block = open[open.count - 1].popFirst() ?? Self.next(of: &open) {
      switch block.content {
      case .paragraph(let inlines): numberReferences(in: inlines)
      case .heading(let heading): numberReferences(in: heading.inlines)
      case .table(let table):
        for cell in table.header.cells + table.rows.flatMap(\.cells) { numberReferences(in: cell) }
      default: if block.isContainer { open.append(block.children[...]) }
      }
    }
  }

  /// Returns the block after the innermost finished container; nil at the end.
  private static func next(of open: inout [ArraySlice<Block>]) -> Block? {
    while open.count > 1 {
      open.removeLast()
      if let block = open[open.count - 1].popFirst() { return block }
    }
    return nil
  }

  private mutating func numberReferences(in inlines: Inlines) {
    for span in inlines.spans {
      guard case .footnoteReference(let label, let number, _) = span.kind else { continue }
      _ = progress.footnotes.number(of: label, inDocument: number)
    }
  }

  /// Releases the document's blocks. Otherwise the next change of the document would have to copy them.
  private mutating func releaseBlocks() {
    for index in progress.frames.indices { progress.frames[index].blocks = [] }
  }

  /// Replaces the stored blocks with those of the grown document.
  ///
  /// - Returns: `false` if it is another document.
  private mutating func refresh(_ document: Document) -> Bool {
    progress.frames[0].blocks = document.blocks
    for index in progress.frames.indices.dropFirst() {
      let parent = progress.frames[index - 1]
      guard parent.next > 0, parent.next <= parent.blocks.count else { return false }
      progress.frames[index].blocks = parent.blocks[parent.next - 1].children
    }
    return true
  }

  private mutating func drain(isFinal: Bool, limit: Int = .max, into out: inout ByteSink) {
    while let top = progress.frames.indices.last {
      let blocks = progress.frames[top].blocks
      let kind = progress.frames[top].kind
      // Access the blocks in place, because a copied block would be retained.
      let isWritten = blocks.withUnsafeBufferPointer { blocks in
        while progress.frames.count == top + 1, progress.frames[top].next < blocks.count, !out.isStopped {
          let next = progress.frames[top].next
          guard (top > 0 ? progress.frames[0].next - 1 : next) < limit else { return false }
          guard write(at: next, of: blocks, in: kind, isFinal: isFinal, into: &out) else { return false }
        }
        return true
      }
      guard isWritten else { return }
      // After a container was opened, write its children first.
      guard progress.frames.count == top + 1 else { continue }
      guard isFinal || top > 0 && isFinished(containerOf: top) else { return }
      closeContainer(into: &out)
    }
  }

  /// Writes a block of the innermost container, or opens it.
  ///
  /// - Returns: `false` if no more can be written yet.
  private mutating func write(
    at index: Int, of blocks: UnsafeBufferPointer<Block>, in kind: TerminalLayoutState.FrameKind,
    isFinal: Bool,
    into out: inout ByteSink
  ) -> Bool {
    guard isFinal || isSettled(blocks[index]) || mayBegin(blocks[index]) else { return false }
    let top = progress.frames.count - 1
    let isVisible = isVisible(blocks[index].content)
    if isVisible, progress.codeLines == nil {
      if let previous = progress.frames[top].previous, !progress.prefix.hasMarkers {
        let gap = gap(after: previous, before: blocks[index].content, in: kind)
        progress.setGap(gap > 0 || !Self.isSpaced(blocks[max(index - 1, 0)].content) ? gap : 1)
      }
      progress.frames[top].previous = TerminalLayoutState.Sibling.of(blocks[index].content)
      if top == 0 { progress.lastAtTop = progress.frames[top].previous }
    }
    if !isFinal, !isSettled(blocks[index]), case .code(let code) = blocks[index].content {
      writeFinalLines(code, into: &out)
      return false
    }
    progress.frames[top].next = index + 1
    if isVisible {
      open(
        blocks[index].content, in: kind, isComplete: isFinal || blocks[index].isFinished, into: &out)
    }
    return true
  }

  /// Whether the block is final, including its tokens. The children of a container are checked separately.
  private func isSettled(_ block: Block) -> Bool {
    if case .code(let code) = block.content, code.highlighting == .pending { return false }
    return block.isFinished
  }

  private func isFinished(containerOf frame: Int) -> Bool {
    progress.frames[frame - 1].blocks[progress.frames[frame - 1].next - 1].isFinished
  }

  /// Whether the lines of an open block can be started, because everything above its open line is final.
  private func mayBegin(_ block: Block) -> Bool {
    switch block.content {
    case .list, .listItem, .quote:
      // The first child decides whether the container is a task, an alert, or neither. It can change even if a
      // second one follows, which may be what a partial line looks like so far: the `***` of `***bold***`.
      guard let first = block.children.first else { return false }
      return first.isFinished || mayBegin(first)
    // Later content of an element does not change the lines above its first block.
    case .element: return true
    case .code(let code): return finalLineCount(code) > 0 || progress.codeLines != nil
    default: return false
    }
  }

  @inline(__always)
  private func isVisible(_ content: Block.BlockContent) -> Bool {
    switch content {
    case .html(let text):
      !HTMLSanitizer.isComment(text) && ReadableHTML.parts(of: text, boxCharacters)?.isEmpty != true
    case .frontMatter: options.frontMatter != .hide
    case .paragraph(let inlines): !inlines.isEmpty
    default: true
    }
  }

  /// Whether an item contains empty lines. The next item then needs an empty line before it, or it would look
  /// like a part of this one.
  @inline(__always)
  private static func isSpaced(_ content: Block.BlockContent) -> Bool {
    guard case .listItem(let item) = content, item.blocks.count > 1 else { return false }
    return item.blocks.indices.dropFirst().contains { index in
      guard case .list(let list) = item.blocks[index].content,
        case .paragraph = item.blocks[index - 1].content,
        case .listItem(let first)? = list.items.first?.content
      else { return true }
      return first.followsBlankLine
    }
  }

  /// Returns the number of empty lines between two siblings.
  @inline(__always)
  private func gap(
    after previous: TerminalLayoutState.Sibling, before content: Block.BlockContent,
    in kind: TerminalLayoutState.FrameKind
  ) -> Int {
    switch kind {
    case .bullets, .numbers:
      guard case .listItem(let item) = content else { return 1 }
      return item.followsBlankLine ? 1 : 0
    case .item:
      if case .list(let list) = content, previous == .paragraph,
        case .listItem(let first)? = list.items.first?.content
      {
        return first.followsBlankLine ? 1 : 0
      }
      return 1
    case .footnotes:
      return 0
    case .document:
      if case .heading(let heading) = content, heading.level <= 2 {
        return previous == .heading ? 1 : 2
      }
      return 1
    case .quote, .footnote:
      return 1
    }
  }

  /// Writes a paragraph that is not empty, as text or as images.
  mutating func write(paragraph inlines: Inlines, into out: inout ByteSink) {
    if options.images == nil || !draw(inlines, into: &out) { write(inlines, style: base, into: &out) }
  }

  @inline(__always)
  private mutating func open(
    _ content: Block.BlockContent, in kind: TerminalLayoutState.FrameKind, isComplete: Bool,
    into out: inout ByteSink
  ) {
    switch content {
    case .paragraph(let inlines): write(paragraph: inlines, into: &out)
    case .heading(let heading): write(heading, into: &out)
    case .quote(let blocks): openQuote(blocks, into: &out)
    case .list(let list): openList(list)
    case .listItem(let item):
      openItem(item, in: kind, isComplete: isComplete, into: &out)
    case .code(let code): write(code, into: &out)
    case .html(let text): writeHTML(text, into: &out)
    case .table(let table): write(table, into: &out)
    case .thematicBreak: rule(columns: textWidth, into: &out)
    case .frontMatter(let matter):
      if options.frontMatter == .table, let table = matter.table {
        write(table, into: &out)
      } else {
        write(matter.code, into: &out)
      }
    case .footnote(let note): openFootnote(note)
    case .element(let element): openElement(element, into: &out)
    }
  }
}
