internal import MarkdownSource
internal import StyledRuns

/// A block of code or raw HTML that can still grow, and the part of it in the document.
///
/// An update appends the new text in place, without copying the old text.
struct OpenText {
  /// The start of the block's text in the leaf text, and of its first line after the info string.
  private var start: Int
  private var linesStart: Int
  /// The end of the shown text, which ends with a line end.
  private var end: Int

  init(code node: BlockNode, in blocks: borrowing BlockParser) {
    self.init(html: node)
    linesStart = BlockConversion.codeStart(node, blocks)
  }

  init(html node: BlockNode) {
    (start, linesStart, end) = (node.text.start, node.text.start, node.text.end)
  }

  /// Whether a node's text begins with the shown text, apart from the last line end.
  func isExtended(by node: BlockNode, in pass: borrowing UpdatePass) -> Bool {
    start == node.text.start && node.text.end >= end && pass.changedFrom >= end - 1
  }

  /// Appends new text to raw HTML.
  ///
  /// - Precondition: `isExtended(by:in:)` is true for the node.
  /// - Returns: The text that was inserted before the last line end.
  mutating func extend(_ shown: inout String, to node: BlockNode, in blocks: borrowing BlockParser) -> String?
  {
    guard node.text.end > end else { return nil }
    let added = blocks.string(TextSpan(start: end - 1, end: node.text.end))
    shown.unicodeScalars.removeLast()
    shown += added
    end = node.text.end
    return String(added.unicodeScalars.dropLast())
  }

  /// Updates code to the text of its node.
  ///
  /// - Returns: The number of unchanged lines. The last of them may have been extended.
  mutating func update(
    _ shown: inout CodeBlock, _ code: BlockNode.CodePayload, to node: BlockNode,
    in blocks: borrowing BlockParser,
    _ pass: borrowing UpdatePass,
    _ counters: inout MarkdownStream.ParsingCounters
  ) -> Int {
    let newEnd = node.text.end
    guard start == node.text.start, pass.changedFrom >= linesStart, newEnd >= linesStart else {
      self = OpenText(code: node, in: blocks)
      counters.rawBytes += node.text.count
      shown = BlockConversion.code(code, node, blocks)
      return 0
    }
    BlockConversion.setEnd(of: &shown, to: code)
    var next = end
    if isExtended(by: node, in: pass), !shown.lines.isEmpty {
      // The last line is extended in place.
      var lineEnd = end - 1
      while blocks.text[lineEnd] != .newline { lineEnd += 1 }
      if lineEnd >= end {
        shown.lines[shown.lines.count - 1].text += blocks.string(TextSpan(start: end - 1, end: lineEnd))
      }
      next = lineEnd + 1
      if next < newEnd { shown.lines[shown.lines.count - 1].text.shrinkToFit() }
    } else {
      while next > min(newEnd, pass.changedFrom), let last = shown.lines.popLast() {
        next -= last.text.utf8.count + 1
      }
    }
    counters.rawBytes += max(0, newEnd - min(next, end))
    let kept = shown.lines.count
    if next < newEnd { shown.lines += BlockConversion.lines(blocks.text.base, from: next, to: newEnd) }
    end = newEnd
    return kept
  }
}
