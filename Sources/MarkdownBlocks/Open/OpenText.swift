internal import StyledRuns

/// A block of code or raw HTML that may still grow: how far the document shows it.
///
/// An update extends the text in the document where it is: it adds what is new and copies nothing.
struct OpenText {
  /// The offsets in the leaf text where the block's text begins, and where its first line does, behind a fence's line.
  private var start: Int
  private var linesStart: Int
  /// The offset behind what is shown, which ends with a line end.
  private var end: Int

  init(code node: BlockNode, in blocks: borrowing BlockParser) {
    self.init(html: node)
    linesStart = BlockContent.codeStart(node, blocks)
  }

  init(html node: BlockNode) {
    (start, linesStart, end) = (node.text.start, node.text.start, node.text.end)
  }

  /// Whether the text of a node begins with what is shown, but for the last line end.
  func isExtended(by node: BlockNode, in pass: borrowing UpdatePass) -> Bool {
    start == node.text.start && node.text.end >= end && pass.changedFrom >= end - 1
  }

  /// Adds what is new to raw HTML, which must be extended by the node.
  ///
  /// - Returns: What was added before the last line end.
  mutating func extend(_ shown: inout String, to node: BlockNode, in blocks: borrowing BlockParser) -> String?
  {
    guard node.text.end > end else { return nil }
    let added = blocks.string(TextSpan(start: end - 1, end: node.text.end))
    shown.unicodeScalars.removeLast()
    shown += added
    end = node.text.end
    return String(added.unicodeScalars.dropLast())
  }

  /// Makes the code that is shown what the node's text says.
  ///
  /// - Returns: How many lines stay, of which the last may have more text.
  mutating func update(
    _ shown: inout CodeBlock, _ code: BlockNode.Code, to node: BlockNode, in blocks: borrowing BlockParser,
    _ pass: borrowing UpdatePass,
    _ counters: inout MarkdownStream.Counters
  ) -> Int {
    let newEnd = node.text.end
    guard start == node.text.start, pass.changedFrom >= linesStart, newEnd >= linesStart else {
      self = OpenText(code: node, in: blocks)
      counters.rawBytes += node.text.end - node.text.start
      shown = BlockContent.code(code, node, blocks)
      return 0
    }
    shown.isClosed = BlockContent.isClosed(code, of: shown)
    var next = end
    if isExtended(by: node, in: pass), !shown.lines.isEmpty {
      // The last line goes on, which it has without a copy.
      var lineEnd = end - 1
      while blocks.text[lineEnd] != .newline { lineEnd += 1 }
      if lineEnd >= end {
        shown.lines[shown.lines.count - 1].text += blocks.string(TextSpan(start: end - 1, end: lineEnd))
      }
      next = lineEnd + 1
      if next < newEnd { shown.lines[shown.lines.count - 1].text.fit() }
    } else {
      while next > min(newEnd, pass.changedFrom), let last = shown.lines.popLast() {
        next -= last.text.utf8.count + 1
      }
    }
    counters.rawBytes += max(0, newEnd - min(next, end))
    let kept = shown.lines.count
    if next < newEnd { shown.lines += BlockContent.lines(blocks.text.base, from: next, to: newEnd) }
    end = newEnd
    return kept
  }
}
