/// The two steps that each line takes through the containers: which open blocks it continues, and which it opens.
///
/// A new kind of container is a case in each of the two switches here, with the functions that they call.
extension BlockParser {
  /// Finds the open blocks that the line continues. Returns the deepest one; nil if the line is used up.
  ///
  /// Blocks that it does not continue stay open for now: the line may be a lazy continuation of a paragraph.
  mutating func matchOpenBlocks() -> NodeIndex? {
    allMatched = false
    var container = NodeIndex.root
    while true {
      let last = nodes[container].last
      guard last != .none, nodes[last].isOpen else { break }
      line.findFirstNonspace()
      switch nodes[last].content {
      // Elements end with their end tags, which ElementReader finds.
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
        // A table's row is open below it and never continues, so not all is matched.
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

  /// Opens the blocks that start in what is left of the line. Returns the deepest block that takes text.
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

  /// One step: the block that starts here, if one does. The order of the questions is part of the language.
  @inline(__always)
  private mutating func openBlock(
    in container: NodeIndex, indented: Bool, maybeLazy: Bool
  ) -> NodeIndex? {
    let isParagraph = nodes[container].isParagraph
    if !indented {
      // Only these bytes can start a block, paragraphs and tables apart.
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
      return addChild(.code(BlockNode.Code()), to: container, source: source)
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
    // This looks at the whole line: it never holds inside a quote.
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
    footnotes.append(FootnoteDefinition(node: footnote))
    return footnote
  }

  // MARK: Lists and their items

  private mutating func matchItem(_ index: NodeIndex, _ item: BlockNode.Item) -> Bool {
    let width = Int(item.markerOffset + item.padding)
    if line.indent >= width {
      line.advance(columns: width)
      return true
    }
    // An item that began with a blank line, and has nothing still, ends at the next blank line.
    guard line.isBlank, nodes[index].first != .none else { return false }
    line.advance(bytes: line.firstNonspace - line.offset)
    return true
  }

  private mutating func openItem(in container: NodeIndex, interrupting isParagraph: Bool) -> NodeIndex? {
    guard let marker = LineScanner.listMarker(line.bytes + line.firstNonspace, interrupting: isParagraph)
    else { return nil }
    // One that interrupts a paragraph needs text after it.
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
        .list(BlockNode.List(mark: marker.mark, start: marker.number)), to: container, source: source)
    }
    var item = BlockNode.Item(markerOffset: Int32(clamping: indent), padding: Int32(clamping: padding))
    // For a list's first item only a blank line below something in the same container counts.
    item.followsBlankLine =
      followsBlankLine
      && (continuesList
        || nodes[list].previous != .none && nodes[nodes[list].parent].startLine != lineNumber)
    return addChild(.item(item), to: list, source: source)
  }

  /// Takes the spaces after a list marker that belong to it. Returns the item's content offset from the
  /// marker, in columns.
  private mutating func takePadding(marker: Int) -> Int {
    let saved = line
    while line.column - saved.column <= 5, line[line.offset].isBlank { line.advance(columns: 1) }
    let width = line.column - saved.column
    // Five columns or more are an indented code block after one; none are a blank start.
    guard width >= 5 || width < 1 || line[line.offset].isLineEnd else { return marker + width }
    line = saved
    if width > 0 { line.advance(columns: 1) }
    return marker + 1
  }

  /// Any line that looks like a task makes the item that it continues one. Beyond GFM so does a box with which the item
  /// begins.
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
