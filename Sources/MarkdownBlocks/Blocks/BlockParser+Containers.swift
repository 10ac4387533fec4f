internal import MarkdownSource

/// Processes a line in two steps: it matches the open containers that the line continues, then opens new
/// blocks.
///
/// To add a kind of container, add a case to both switches in this file, and the functions that they call.
extension BlockParser {
  /// Matches the open blocks that the line continues. Blocks that are not continued stay open for now,
  /// because the line may be a lazy continuation line of a paragraph.
  ///
  /// - Returns: The deepest matched block; nil if the line is consumed.
  mutating func matchOpenBlocks() -> NodeIndex? {
    allMatched = false
    var container = NodeIndex.root
    while true {
      let last = nodes[container].last
      guard last != .none, nodes[last].isOpen else { break }
      line.findFirstNonspace()
      switch nodes[last].content {
      // ElementReader finds the end tags of elements.
      case .document, .list, .thematicBreak, .frontMatter, .element:
        break
      case .quote:
        guard matchQuote(last) else { return container }
      case .item(let item):
        guard matchItem(last, item) else { return container }
      case .footnote:
        guard matchFootnote() else { return container }
      case .heading:
        return container
      case .paragraph:
        guard !line.isBlank else { return container }
      case .html(let condition):
        guard condition <= 5 || !line.isBlank else { return container }
      case .table:
        // A table's row is an open child of the table but never continues, so that not all blocks match.
        return isRow ? last : container
      case .code(let code):
        switch matchCode(last, code) {
        case .continues: break
        case .ends: return container
        case .usesUpLine: return nil
        }
      }
      container = last
    }
    allMatched = true
    return container
  }

  /// Opens the blocks that start in the rest of the line.
  ///
  /// - Returns: The deepest block that takes text.
  mutating func openBlocks(under matched: NodeIndex) -> NodeIndex {
    var container = matched
    var maybeLazy = nodes[current].isParagraph
    while true {
      switch nodes[container].content {
      case .code, .html: return container
      default: break
      }
      line.findFirstNonspace()
      let indented = line.indent >= 4
      guard let opened = openBlock(in: container, indented: indented, maybeLazy: maybeLazy) else {
        return container
      }
      container = opened
      if nodes[container].acceptsLines { return container }
      maybeLazy = false
    }
  }

  /// Opens the block that starts at the current position, if any. The order of the checks is part of the
  /// syntax.
  @inline(__always)
  private mutating func openBlock(
    in container: NodeIndex, indented: Bool, maybeLazy: Bool
  ) -> NodeIndex? {
    let isParagraph = nodes[container].isParagraph
    if !indented {
      // Only these bytes can start a block, apart from paragraphs and tables.
      switch line.head {
      case UInt8(ascii: ">"):
        if mayNest(1, under: container) { return openQuote(in: container) }
      case UInt8(ascii: "#"):
        let length = headingMarker()
        if length > 0 { return openHeading(in: container, marker: length) }
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        let length = openingFence()
        if length > 0 { return openFence(in: container, length: length) }
      case UInt8(ascii: "$"), UInt8(ascii: "\\"):
        if extensions.contains(.math), let opened = openMath(in: container) { return opened }
      case UInt8(ascii: "<"):
        if let opened = openHTML(in: container, interrupting: isParagraph) { return opened }
      case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
        if let opened = openUnderlineOrBreak(in: container, interrupting: isParagraph) { return opened }
      case UInt8(ascii: "["):
        if extensions.contains(.footnotes), let opened = openFootnote(in: container) { return opened }
      default:
        break
      }
    }
    if line.indent < 4, let opened = openItem(in: container, interrupting: isParagraph) { return opened }
    if indented, !maybeLazy, !line.isBlank {
      let source = line.source + line.offset
      line.advance(columns: 4)
      return addChild(.code(BlockNode.CodePayload()), to: container, source: source)
    }
    return openExtension(in: container, indented: indented)
  }

  // MARK: Quotes

  private mutating func matchQuote(_ index: NodeIndex) -> Bool {
    guard line.indent <= 3, line.head == UInt8(ascii: ">") else { return false }
    line.advance(columns: line.indent + 1)
    line.skipOptionalSpace()
    let end = line.sourceEnd
    edit(index) { $0.sourceEnd = end }
    return true
  }

  private mutating func openQuote(in container: NodeIndex) -> NodeIndex {
    let source = line.source + line.firstNonspace
    line.advance(bytes: line.firstNonspace + 1 - line.offset)
    line.skipOptionalSpace()
    return addChild(.quote, to: container, source: source)
  }

  // MARK: Footnote definitions

  private mutating func matchFootnote() -> Bool {
    if line.indent >= 4 {
      line.advance(columns: 4)
      return true
    }
    // This check examines the whole line, so that it never succeeds inside a quote.
    return line.end == 0
  }

  private mutating func openFootnote(in container: NodeIndex) -> NodeIndex? {
    let (length, label) = LineScanner.footnoteMarker(line.bytes + line.firstNonspace)
    guard length > 0, mayNest(1, under: container) else { return nil }
    let source = line.source + line.firstNonspace
    let labelText = line.bytes + line.firstNonspace + 2
    line.advance(bytes: line.firstNonspace + length - line.offset)
    line.findFirstNonspace()
    line.advance(bytes: line.firstNonspace - line.offset)
    let footnote = addChild(.footnote(FootnoteIndex(footnotes.count)), to: container, source: source)
    text.append(labelText, count: label)
    nodes.base[footnote.rawValue].text.end = text.count
    footnotes.append(footnote)
    return footnote
  }

  // MARK: Lists and their items

  private mutating func matchItem(_ index: NodeIndex, _ item: BlockNode.ItemPayload) -> Bool {
    let width = Int(item.markerOffset + item.padding)
    if line.indent >= width {
      line.advance(columns: width)
      return true
    }
    // An item that began with a blank line and is still empty ends at the next blank line.
    guard line.isBlank, nodes[index].first != .none else { return false }
    line.advance(bytes: line.firstNonspace - line.offset)
    return true
  }

  private mutating func openItem(in container: NodeIndex, interrupting isParagraph: Bool) -> NodeIndex? {
    guard let marker = LineScanner.listMarker(line.bytes + line.firstNonspace, interrupting: isParagraph)
    else { return nil }
    // An item that interrupts a paragraph must not be empty.
    if isParagraph, line[endOfBlanks(from: line.firstNonspace + marker.length)].isLineEnd { return nil }
    var continuesList = false
    if let list = nodes[container].list {
      continuesList = list.mark == marker.mark && (list.start == nil) == (marker.number == nil)
    }
    guard mayNest(continuesList ? 1 : 2, under: container, inList: continuesList) else { return nil }

    let source = line.source + line.firstNonspace
    let indent = line.indent
    line.advance(bytes: line.firstNonspace + marker.length - line.offset)
    let padding = takePadding(marker: marker.length)
    var list = container
    if continuesList {
      checkItems(of: container, all: false)
    } else {
      list = addChild(
        .list(BlockNode.ListPayload(mark: marker.mark, start: marker.number)), to: container, source: source)
    }
    var item = BlockNode.ItemPayload(markerOffset: Int32(clamping: indent), padding: Int32(clamping: padding))
    // Before the first item of a list, a blank line counts only after a sibling in the same container.
    item.followsBlankLine =
      followsBlankLine
      && (continuesList
        || nodes[list].previous != .none && nodes[nodes[list].parent].startLine != lineNumber)
    return addChild(.item(item), to: list, source: source)
  }

  /// Consumes the spaces after a list marker that belong to the marker.
  ///
  /// - Returns: The offset of the item's content from the marker, in columns.
  private mutating func takePadding(marker: Int) -> Int {
    let saved = line
    while line.column - saved.column <= 5, line[line.offset].isBlank { line.advance(columns: 1) }
    let width = line.column - saved.column
    // With five or more columns, one belongs to the marker and the rest indents code. With none, the item
    // starts with a blank line.
    guard width >= 5 || width < 1 || line[line.offset].isLineEnd else { return marker + width }
    line = saved
    if width > 0 { line.advance(columns: 1) }
    return marker + 1
  }

  /// Marks an item as a task if the current line looks like a task, as cmark-gfm does even for continuation
  /// lines. As an extension, a box at the start of the item's content also counts.
  mutating func markTask(_ item: NodeIndex) {
    let isChecked: Bool
    if hasTaskMarker() {
      isChecked = hasCheckedBox()
      line.advance(bytes: 3)
    } else if extensions.contains(.nestedTasks), nodes[item].startLine == lineNumber,
      let box = LineScanner.taskBox(line.bytes + line.firstNonspace)
    {
      isChecked = box
      line.advance(bytes: line.firstNonspace + 3 - line.offset)
    } else {
      return
    }
    edit(item) { $0.item?.task = isChecked }
  }
}
