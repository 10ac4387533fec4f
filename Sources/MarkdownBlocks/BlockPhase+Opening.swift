extension BlockPhase {
  /// Opens the blocks that start in what is left of the line. Answers with the deepest block that takes text.
  mutating func openBlocks(under matched: Int) -> Int {
    var container = matched
    var maybeLazy = kind(current) == .paragraph
    while true {
      let containerKind = kind(container)
      guard containerKind != .code, containerKind != .html else { return container }
      line.findFirstNonspace()
      let indented = line.indent >= 4
      guard let opened = openBlock(in: container, containerKind, indented: indented, maybeLazy: maybeLazy)
      else { return container }
      container = opened
      if kind(container).acceptsLines { return container }
      maybeLazy = false
    }
  }

  /// One step: the block that starts here, if one does. The order of the questions is part of the language.
  @inline(__always)
  private mutating func openBlock(
    in container: Int, _ containerKind: BlockKind, indented: Bool, maybeLazy: Bool
  ) -> Int? {
    if !indented {
      // Only these bytes can start a block, paragraphs and tables apart.
      switch line.head {
      case UInt8(ascii: ">"):
        if mayNest(1, under: container) { return openQuote(in: container) }
      case UInt8(ascii: "#"):
        let length = LineScanner.headingMarker(line.bytes + line.firstNonspace)
        if length > 0 { return openHeading(in: container, marker: length) }
      case UInt8(ascii: "`"), UInt8(ascii: "~"):
        let length = LineScanner.openingFence(line.bytes + line.firstNonspace)
        if length > 0 { return openFence(in: container, length: length) }
      case UInt8(ascii: "$"), UInt8(ascii: "\\"):
        if extensions.contains(.math), let opened = openMath(in: container, containerKind) { return opened }
      case UInt8(ascii: "<"):
        if let opened = openHTML(in: container, containerKind) { return opened }
      case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
        if let opened = openUnderlineOrBreak(in: container, containerKind) { return opened }
      case UInt8(ascii: "["):
        if extensions.contains(.footnotes), let opened = openFootnote(in: container) { return opened }
      default:
        break
      }
    }
    if line.indent < 4, let opened = openItem(in: container, containerKind) { return opened }
    if indented, !maybeLazy, !line.isBlank {
      let source = line.source + line.offset
      line.advance(columns: 4)
      return addChild(.code, to: container, source: source)
    }
    return openExtension(in: container, containerKind, indented: indented)
  }

  private mutating func openQuote(in container: Int) -> Int {
    let source = line.source + line.firstNonspace
    line.advance(bytes: line.firstNonspace + 1 - line.offset)
    line.skipOptionalSpace()
    return addChild(.quote, to: container, source: source)
  }

  private mutating func openHeading(in container: Int, marker: Int) -> Int {
    var level: UInt8 = 0
    while line[line.firstNonspace + Int(level)] == UInt8(ascii: "#") { level += 1 }
    let source = line.source + line.firstNonspace
    line.advance(bytes: line.firstNonspace + marker - line.offset)
    let heading = addChild(.heading, to: container, source: source)
    nodes.base[heading].detail = level
    return heading
  }

  private mutating func openFence(in container: Int, length: Int) -> Int {
    let code = addChild(.code, to: container, source: line.source + line.firstNonspace)
    nodes.base[code].flags.insert(.fenced)
    nodes.base[code].detail = line.head
    nodes.base[code].fenceLength = UInt8(min(length, 255))
    nodes.base[code].fenceOffset = UInt8(line.firstNonspace - line.offset)
    line.advance(bytes: line.firstNonspace + length - line.offset)
    return code
  }

  private mutating func openHTML(in container: Int, _ containerKind: BlockKind) -> Int? {
    var kind = HTMLBlockScanner.start(line.bytes + line.firstNonspace)
    // A lone tag may not interrupt a paragraph.
    if kind == 0, containerKind != .paragraph, HTMLBlockScanner.isLoneTag(line.bytes + line.firstNonspace) {
      kind = 7
    }
    guard kind > 0 else { return nil }
    let html = addChild(.html, to: container, source: line.source + line.firstNonspace)
    nodes.base[html].detail = kind
    return html
  }

  /// A setext underline or a thematic break.
  private mutating func openUnderlineOrBreak(in container: Int, _ containerKind: BlockKind) -> Int? {
    if containerKind == .paragraph {
      let level = LineScanner.setextUnderline(line.bytes + line.firstNonspace)
      if level > 0 {
        // Under nothing but definitions the underline becomes text of the emptied paragraph.
        guard takeDefinitions(of: container) else { return container }
        let heading = edit(container)
        heading.pointee.kind = .heading
        heading.pointee.flags.insert(.setext)
        heading.pointee.detail = UInt8(level)
        heading.pointee.sourceEnd = line.sourceEnd
        line.advanceToEnd()
        return container
      }
      if !allMatched { return nil }
    }
    guard line.head != UInt8(ascii: "="), line.thematicBreakLimit <= line.firstNonspace else { return nil }
    let (matches, failedAt) = LineScanner.thematicBreak(line.bytes + line.firstNonspace)
    guard matches else {
      line.thematicBreakLimit = line.firstNonspace + failedAt
      return nil
    }
    let rule = addChild(.thematicBreak, to: container, source: line.source + line.firstNonspace)
    line.advanceToEnd()
    return rule
  }

  private mutating func openFootnote(in container: Int) -> Int? {
    let (length, label) = LineScanner.footnoteMarker(line.bytes + line.firstNonspace)
    guard length > 0, mayNest(1, under: container) else { return nil }
    let source = line.source + line.firstNonspace
    let labelText = line.bytes + line.firstNonspace + 2
    line.advance(bytes: line.firstNonspace + length - line.offset)
    let footnote = addChild(.footnote, to: container, source: source)
    nodes.base[footnote].contentStart = text.count
    text.append(labelText, count: label)
    nodes.base[footnote].contentEnd = text.count
    nodes.base[footnote].start = Int32(footnotes.count)
    footnotes.append(footnote)
    return footnote
  }

  private mutating func openItem(in container: Int, _ containerKind: BlockKind) -> Int? {
    guard
      let marker = LineScanner.listMarker(
        line.bytes + line.firstNonspace, interrupting: containerKind == .paragraph)
    else { return nil }
    var continuesList = false
    if containerKind == .list {
      let list = nodes.base[container]
      continuesList = list.detail == marker.mark && list.flags.contains(.ordered) == (marker.number != nil)
    }
    guard mayNest(continuesList ? 1 : 2, under: container, inList: continuesList) else { return nil }

    let source = line.source + line.firstNonspace
    let indent = line.indent
    line.advance(bytes: line.firstNonspace + marker.length - line.offset)
    let padding = takePadding(marker: marker.length)
    var list = container
    if continuesList {
      judgeItems(of: container, all: false)
    } else {
      list = addChild(.list, to: container, source: source)
      nodes.base[list].detail = marker.mark
      if let number = marker.number {
        nodes.base[list].flags.insert(.ordered)
        nodes.base[list].start = number
      }
    }
    let item = addChild(.item, to: list, source: source)
    nodes.base[item].markerOffset = Int32(clamping: indent)
    nodes.base[item].padding = Int32(clamping: padding)
    if followsBlankLine {
      // For a list's first item only a blank line below something in the same container counts.
      let around = nodes[self.parent(list)]
      if continuesList || nodes[list].previous != BlockNode.none && around.startLine != lineNumber {
        nodes.base[item].flags.insert(.followsBlankLine)
      }
    }
    return item
  }

  /// Takes the spaces after a list marker that belong to it. Answers with the item's content offset from the
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

  // MARK: Extensions

  private mutating func openExtension(in container: Int, _ containerKind: BlockKind, indented: Bool) -> Int? {
    switch containerKind {
    case .paragraph:
      guard extensions.contains(.table), !indented else { return nil }
      return openTable(from: container)
    case .table:
      guard !indented, !line.isBlank, extensions.contains(.table) else { return nil }
      return addRow(to: container)
    case .item:
      if extensions.contains(.tasklist) { markTask(container) }
      return nil
    default:
      return nil
    }
  }

  /// Any line that looks like a task makes the item that it continues one.
  private mutating func markTask(_ item: Int) {
    guard LineScanner.hasTaskMarker(line.bytes) else { return }
    let isChecked = LineScanner.hasCheckedBox(line.bytes, end: line.end)
    line.advance(bytes: 3)
    let node = edit(item)
    node.pointee.flags.insert(.task)
    if isChecked {
      node.pointee.flags.insert(.checked)
    } else {
      node.pointee.flags.remove(.checked)
    }
  }
}
