internal import MarkdownSource
internal import StyledRuns

/// Continues, opens and closes leaf blocks.
extension BlockParser {
  enum CodeMatch { case continues, ends, usesUpLine }

  mutating func matchCode(_ index: NodeIndex, _ code: BlockNode.CodePayload) -> CodeMatch {
    guard let fence = code.fence else {
      if line.indent >= 4 {
        line.advance(columns: 4)
      } else if line.isBlank {
        line.advance(bytes: line.firstNonspace - line.offset)
      } else {
        return .ends
      }
      return .continues
    }
    if MathFence.isMark(fence.mark) {
      if takeMathEnd(index, fence) { return .usesUpLine }
    } else if line.indent <= 3, line.head == fence.mark,
      closingFence() >= fence.length
    {
      let end = line.sourceEnd
      edit(index) { $0.sourceEnd = end }
      current = close(index)
      return .usesUpLine
    }
    line.skip(indent: fence.indent)
    return .continues
  }

  /// Whether the line is a table row, which holds for any line with a cell.
  var isRow: Bool {
    mutating get {
      guard !line.isBlank, tables.paddedCells <= BlockParser.maximumPaddedCells else { return false }
      return countCells() > 0
    }
  }

  /// The maximum number of cells that short rows of one document are padded with, so that the size of the
  /// input bounds the output.
  static let maximumPaddedCells = 1 << 19

  /// The maximum length of a paragraph that its last line can change as a whole, in bytes: an underline makes
  /// it a heading, and a table makes its definitions text. While the line is typed, the whole paragraph
  /// changes, and back.
  static let maximumChangingParagraph = 2000

  mutating func openHeading(in container: NodeIndex, marker: Int) -> NodeIndex {
    var level: UInt8 = 0
    while line[line.firstNonspace + Int(level)] == UInt8(ascii: "#") { level += 1 }
    let source = line.source + line.firstNonspace
    line.advance(to: line.firstNonspace + marker)
    return addChild(.heading(BlockNode.HeadingPayload(level: level)), to: container, source: source)
  }

  mutating func openFence(in container: NodeIndex, length: Int) -> NodeIndex {
    let code = addFence(to: container, length: length)
    line.advance(run: line.firstNonspace + length - line.offset)
    return code
  }

  /// Adds a code block whose fence starts the rest of the line.
  ///
  /// - Parameter length: The number of fence characters.
  mutating func addFence(to container: NodeIndex, length: Int) -> NodeIndex {
    let fence = BlockNode.CodePayload.FencePayload(
      mark: line.head, length: UInt8(min(length, 255)), indent: UInt8(line.firstNonspace - line.offset))
    return addChild(
      .code(BlockNode.CodePayload(fence: fence)), to: container, source: line.source + line.firstNonspace)
  }

  mutating func openHTML(in container: NodeIndex, interrupting isParagraph: Bool) -> NodeIndex? {
    var condition = HTMLBlockScanner.start(line.bytes + line.firstNonspace)
    // A tag alone on its line cannot interrupt a paragraph.
    if condition == 0, !isParagraph, hasLoneTag(), !beginsInlineElement { condition = 7 }
    guard condition > 0 else { return nil }
    return addChild(.html(condition: condition), to: container, source: line.source + line.firstNonspace)
  }

  /// Opens a heading at a setext underline, or a thematic break; returns nil for other lines.
  mutating func openUnderlineOrBreak(
    in container: NodeIndex, interrupting isParagraph: Bool
  ) -> NodeIndex? {
    if isParagraph {
      if begunAlignments(under: lastLine(of: nodes[container])) != nil { return nil }
      let level = setextUnderline()
      if level > 0, nodes[container].text.count <= BlockParser.maximumChangingParagraph {
        // If the paragraph consists only of definitions, the underline becomes its text.
        guard takeDefinitions(of: container) else { return container }
        let end = line.sourceEnd
        edit(container) {
          $0.content = .heading(BlockNode.HeadingPayload(level: UInt8(level), isSetext: true))
          $0.sourceEnd = end
        }
        line.advance(to: line.end)
        return container
      }
      if !allMatched { return nil }
    }
    guard line.head != UInt8(ascii: "="), line.thematicBreakLimit <= line.firstNonspace else { return nil }
    guard isThematicBreak() else { return nil }
    let rule = addChild(.thematicBreak, to: container, source: line.source + line.firstNonspace)
    line.advance(to: line.end)
    return rule
  }

  mutating func openExtension(in container: NodeIndex, indented: Bool) -> NodeIndex? {
    switch nodes[container].content {
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

  /// Adds the front matter to the document before the first line is parsed.
  mutating func addFrontMatter(_ found: FrontMatterReader.FoundFrontMatter) {
    found.text.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { text.append(base, count: bytes.count) }
    }
    let index = addChild(
      .frontMatter(isTOML: found.format == .toml), to: .root, source: found.source.lowerBound)
    let span = TextSpan(start: 0, end: text.count)
    edit(index) {
      $0.text = span
      $0.sourceEnd = found.source.upperBound
      $0.isOpen = false
    }
    lineNumber = Int32(clamping: found.lines)
  }
}
