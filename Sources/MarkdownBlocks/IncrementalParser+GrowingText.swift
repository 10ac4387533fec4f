internal import StyledRuns

/// Code or raw HTML that may still grow: what is shown of it, kept from one update to the next so that an update adds
/// what is new and copies nothing.
struct GrowingText {
  var block: BlockID
  /// The footnote definition that it is in, as its index, or nil.
  var footnote: Int?
  /// In the leaf text: where the node's text starts, where its first line does (behind a fence's), and where what is
  /// shown ends, behind a line end.
  var start: Int
  var linesStart: Int
  var end: Int
  /// The first byte of the leaf text that is another one since it was shown.
  var changedFrom = Int.max
  /// Nil while it stands in the document.
  var content: Block.Content?

  /// Whether a text that ends at `end` begins with what is shown, but for the last line end.
  func continues(to end: Int) -> Bool { end >= self.end && changedFrom >= self.end - 1 }
}

extension IncrementalParser {
  /// Takes what may grow out of the document, so that it can be changed in place; what is built anew puts it back.
  func takeGrowingTexts(_ blocks: inout [Block]) {
    for index in growing.indices {
      modify(growing[index].block, inFootnote: growing[index].footnote, &blocks) {
        growing[index].content = $0.takeContent()
      }
    }
    unbuilt = growing
    growing = []
  }

  func noticeChangedGrowingTexts() {
    for index in unbuilt.indices {
      unbuilt[index].changedFrom = min(unbuilt[index].changedFrom, phase.text.changedFrom)
    }
  }

  /// The content of a block of code or raw HTML; O(what was not shown before).
  func rawContent(_ index: Int, _ stage: Stage, footnote: Int?) -> Block.Content {
    let node = phase.nodes[index]
    let block = BlockID(offset: node.sourceStart, depth: Int(node.depth))
    let known = unbuilt.firstIndex { $0.start == node.contentStart && $0.block == block && $0.content != nil }
    var text =
      known.map { unbuilt.remove(at: $0) }
      ?? GrowingText(block: block, start: node.contentStart, linesStart: -1, end: node.contentStart)
    text.footnote = footnote
    let content: Block.Content =
      node.kind == .html ? .html(grownHTML(node, &text, stage)) : .code(grownCode(node, &text, stage))
    text.changedFrom = .max
    if stage == .speculative { growing.append(text) }
    return content
  }

  private func grownHTML(_ node: BlockNode, _ shown: inout GrowingText, _ stage: Stage) -> String {
    defer { shown.end = node.contentEnd }
    guard shown.continues(to: node.contentEnd), case .html(var text)? = shown.takeContent() else {
      counted.rawBytes += node.contentEnd - node.contentStart
      return phase.string(node.contentStart, node.contentEnd)
    }
    note(.text(kept: text.utf8.count - 1), of: shown.block)
    if node.contentEnd > shown.end {
      counted.rawBytes += node.contentEnd - shown.end
      text.unicodeScalars.removeLast()
      text += phase.string(shown.end - 1, node.contentEnd)
    }
    if stage == .final { text.fit() }
    return text
  }

  private func grownCode(_ node: BlockNode, _ shown: inout GrowingText, _ stage: Stage) -> CodeBlock {
    let end = node.contentEnd
    defer { shown.end = end }
    guard shown.linesStart >= 0, shown.changedFrom >= shown.linesStart, end >= shown.linesStart,
      case .code(var code)? = shown.takeContent()
    else {
      shown.linesStart = BlockContent.codeStart(node, phase)
      counted.rawBytes += node.contentEnd - node.contentStart
      return BlockContent.code(node, phase)
    }
    code.isClosed = BlockContent.isClosed(node, unlabelled: code)
    var next = shown.end
    if shown.continues(to: end), !code.lines.isEmpty {
      // The last line goes on, which it has without a copy.
      var lineEnd = shown.end - 1
      while phase.text[lineEnd] != .newline { lineEnd += 1 }
      if lineEnd >= shown.end {
        code.lines[code.lines.count - 1].text += phase.string(shown.end - 1, lineEnd)
      }
      next = lineEnd + 1
      if next < end { code.lines[code.lines.count - 1].text.fit() }
    } else {
      while next > min(end, shown.changedFrom), let last = code.lines.popLast() {
        next -= last.text.utf8.count + 1
      }
    }
    counted.rawBytes += max(0, end - min(next, shown.end))
    note(.text(kept: code.lines.count), of: shown.block)
    if next < end { code.lines += BlockContent.lines(phase.text.base, from: next, to: end) }
    if stage == .final { code.fit() }
    return code
  }
}

extension GrowingText {
  fileprivate mutating func takeContent() -> Block.Content? {
    defer { content = nil }
    return content
  }
}
