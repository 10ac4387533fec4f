extension BlockPhase {
  /// Gives what is left of the line to `tip`, and closes what the line did not continue.
  mutating func addText(to tip: Int, matched: Int) {
    line.findFirstNonspace()
    noteBlankLine(tip)
    if current != matched, tip == matched, !line.isBlank, kind(current) == .paragraph {
      addLine(to: current)
      return
    }
    while current != matched { current = close(current) }
    current = tip
    switch kind(tip) {
    case .code:
      addLine(to: tip)
    case .html:
      addLine(to: tip)
      let kind = nodes[tip].detail
      if kind <= 5, htmlEnds(kind) { current = close(tip) }
    case _ where line.isBlank:
      break
    case .heading:
      if !nodes[tip].flags.contains(.setext) { addHeadingText(to: tip) }
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

  /// Whether an end of raw HTML stands in the line. A line that comes again, longer, is looked at where it is new.
  private mutating func htmlEnds(_ kind: UInt8) -> Bool {
    let first = line.firstNonspace
    let isKnown = htmlSearch.source == line.source + first && htmlSearch.kind == kind
    let from = isKnown ? min(max(first, htmlSearch.end - HTMLBlockScanner.longestEnd), line.end) : first
    searchedHTMLBytes += line.end - from
    if HTMLBlockScanner.ends(kind, line.bytes + from, length: line.end - from) { return true }
    htmlSearch = (source: line.source + first, end: line.end, kind: kind)
    return false
  }

  /// Keeps the flags from which lists learn whether they are loose, exactly as cmark does.
  private mutating func noteBlankLine(_ tip: Int) {
    if line.isBlank {
      let last = nodes.base[tip].last
      if last != BlockNode.none {
        edit(Int(last)).pointee.flags.insert(.lastLineBlank)
      }
    }
    let node = nodes.base[tip]
    var endsBlank = line.isBlank
    if endsBlank {
      switch node.kind {
      case .quote, .heading, .thematicBreak: endsBlank = false
      case .code: endsBlank = !node.flags.contains(.fenced)
      case .item: endsBlank = node.first != BlockNode.none || node.startLine != lineNumber
      // The delimiter row counts as a blank line of its table, a row does not.
      case .table: endsBlank = node.markerOffset == 1
      default: break
      }
    }
    if node.flags.contains(.lastLineBlank) != endsBlank {
      if endsBlank {
        edit(tip).pointee.flags.insert(.lastLineBlank)
      } else {
        edit(tip).pointee.flags.remove(.lastLineBlank)
      }
    }
    var ancestor = Int(node.parent)
    while ancestor >= 0 {
      if nodes.base[ancestor].flags.contains(.lastLineBlank) {
        edit(ancestor).pointee.flags.remove(.lastLineBlank)
      }
      ancestor = Int(nodes.base[ancestor].parent)
    }
  }

  /// Adds the rest of the line, and a line end, to a block's text.
  mutating func addLine(to index: Int) {
    if nodes.base[index].kind == .paragraph { noteParagraphLine(index) }
    if line.hasPartialTab {
      // The columns of the tab that no marker took are spaces.
      line.offset += 1
      for _ in 0..<(4 - line.column % 4) { text.append(.space) }
    }
    text.append(line.bytes + line.offset, count: line.end - line.offset, origin: line.origin)
    text.append(.newline)
    let node = edit(index)
    node.pointee.contentEnd = text.count
    // Blank lines at the end of indented code are not part of it.
    if !line.isBlank || node.pointee.kind != .code || node.pointee.flags.contains(.fenced) {
      node.pointee.sourceEnd = line.sourceEnd
    }
  }

  private mutating func noteParagraphLine(_ index: Int) {
    let node = nodes.base[index]
    let start = line.source + line.offset
    if node.contentEnd == node.contentStart {
      // A paragraph gets its first line, or one after its definitions were taken from it.
      edit(index).pointee.contentStart = text.count
      edit(index).pointee.sourceStart = line.source + line.firstNonspace
      paragraphLines.truncate(to: 0)
    } else {
      paragraph.previousLineEnd = node.sourceEnd
    }
    paragraph.lastLineStart = start
    let couldDefine =
      text.count > node.contentStart && node.contentEnd > node.contentStart
      ? text[node.contentStart] == UInt8(ascii: "[") : line[line.offset] == UInt8(ascii: "[")
    if couldDefine { paragraphLines.append(start) }
  }

  /// An ATX heading's text: without the closing hashes, if a space stands before them.
  private mutating func addHeadingText(to index: Int) {
    line.advance(bytes: line.firstNonspace - line.offset)
    var end = line.end
    while end > 0, line[end - 1].isSpace { end -= 1 }
    var hashes = end
    while hashes > 0, line[hashes - 1] == UInt8(ascii: "#") { hashes -= 1 }
    if hashes != end, hashes > 0, line[hashes - 1].isBlank {
      end = hashes
      while end > 0, line[end - 1].isSpace { end -= 1 }
    }
    let start = text.count
    if end > line.offset {
      text.append(line.bytes + line.offset, count: end - line.offset, origin: line.origin)
    }
    edit(index).pointee.contentStart = start
    edit(index).pointee.contentEnd = text.count
  }
}
