internal import MarkdownSource

extension BlockParser {
  /// Adds the rest of the line to `tip`, and closes the blocks that the line did not continue.
  mutating func addText(to tip: NodeIndex, matched: NodeIndex) {
    line.findFirstNonspace()
    noteBlankLine(tip)
    if current != matched, tip == matched, !line.isBlank, nodes[current].isParagraph {
      addLine(to: current)
      return
    }
    while current != matched { current = close(current) }
    current = tip
    switch nodes[tip].content {
    case .code:
      addLine(to: tip)
    case .html(let condition):
      addLine(to: tip)
      if condition <= 5, htmlEnds(condition) { current = close(tip) }
    case _ where line.isBlank:
      break
    case .heading(let heading):
      if !heading.isSetext { addHeadingText(to: tip) }
    case .paragraph:
      line.advance(bytes: line.firstNonspace - line.offset)
      addLine(to: tip)
    default:
      current = addChild(.paragraph, to: tip, source: line.source + line.firstNonspace)
      line.advance(bytes: line.firstNonspace - line.offset)
      paragraphLines.truncate(to: 0)
      addLine(to: current)
    }
  }

  /// Whether the line contains the end of raw HTML. For a repeated partial line, only new bytes are searched.
  private mutating func htmlEnds(_ kind: UInt8) -> Bool {
    var searched = 0
    let end = stretches.end(of: .openHTML, from: line.firstNonspace, in: line) { index in
      searched += 1
      return index < line.end && !HTMLBlockScanner.isEnd(kind, line.bytes + index)
    }
    searchedHTMLBytes += searched
    return end < line.end
  }

  /// Updates the flags that determine the looseness of lists, exactly like cmark.
  private mutating func noteBlankLine(_ tip: NodeIndex) {
    let node = nodes[tip]
    if line.isBlank, node.last != .none { edit(node.last) { $0.isLastLineBlank = true } }
    var endsBlank = line.isBlank
    if endsBlank {
      switch node.content {
      case .quote, .heading, .thematicBreak: endsBlank = false
      case .code(let code): endsBlank = code.fence == nil
      case .item: endsBlank = node.first != .none || node.startLine != lineNumber
      // The delimiter row counts as a blank line of its table; other rows do not.
      case .table(let table): endsBlank = table.rowCount == 1
      default: break
      }
    }
    if nodes[tip].isLastLineBlank != endsBlank { edit(tip) { $0.isLastLineBlank = endsBlank } }
    var ancestor = node.parent
    while ancestor != .none {
      if nodes[ancestor].isLastLineBlank { edit(ancestor) { $0.isLastLineBlank = false } }
      ancestor = nodes[ancestor].parent
    }
  }

  /// Adds the rest of the line, and a line end, to a block's text.
  mutating func addLine(to index: NodeIndex) {
    if nodes[index].isParagraph { noteParagraphLine(index) }
    if line.hasPartialTab {
      // The columns of a tab that no marker consumed become spaces.
      line.offset += 1
      for _ in 0..<(4 - line.column % 4) { text.append(.space) }
    }
    text.append(line.bytes + line.offset, count: line.end - line.offset, origin: line.origin)
    text.append(.newline)
    if nodes[index].isParagraph { paragraph.openLineEnd = isLineOpen ? text.count : -1 }
    let (textEnd, sourceEnd, isBlank) = (text.count, line.sourceEnd, line.isBlank)
    edit(index) { node in
      node.text.end = textEnd
      if let code = node.code, code.fence != nil, code.linesStart == 0 { node.code?.linesStart = textEnd }
      // Trailing blank lines of indented code are not part of the block.
      if isBlank, let code = node.code, code.fence == nil { return }
      node.sourceEnd = sourceEnd
    }
  }

  private mutating func noteParagraphLine(_ index: NodeIndex) {
    let node = nodes[index]
    let start = line.source + line.offset
    if node.text.end == node.text.start {
      // The line is the first of a paragraph, or the first after its definitions were removed.
      let (textStart, sourceStart) = (text.count, line.source + line.firstNonspace)
      edit(index) {
        $0.text.start = textStart
        $0.sourceStart = sourceStart
      }
      paragraphLines.truncate(to: 0)
      paragraph.openDelimiters = MathFence.OpenDelimiters()
    } else {
      paragraph.previousLineEnd = node.sourceEnd
    }
    paragraph.lastLineStart = start
    paragraph.lastLineTextStart = text.count
    let couldDefine =
      text.count > node.text.start && node.text.end > node.text.start
      ? text[node.text.start] == UInt8(ascii: "[") : line[line.offset] == UInt8(ascii: "[")
    if couldDefine { paragraphLines.append(start) }
  }

  /// Adds the text of an ATX heading. A closing sequence of hashes is removed if a space precedes it.
  private mutating func addHeadingText(to index: NodeIndex) {
    line.advance(bytes: line.firstNonspace - line.offset)
    var end = stretches.endWithoutBlanks(line)
    var hashes = end
    while hashes > line.offset, line[hashes - 1] == UInt8(ascii: "#") { hashes -= 1 }
    if hashes != end, line[hashes - 1].isBlank {
      end = hashes
      while end > line.offset, line[end - 1].isBlank { end -= 1 }
    }
    let start = text.count
    if end > line.offset {
      text.append(line.bytes + line.offset, count: end - line.offset, origin: line.origin)
    }
    let span = TextSpan(start: start, end: text.count)
    edit(index) { $0.text = span }
  }
}
