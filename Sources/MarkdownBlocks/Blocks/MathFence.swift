internal import MarkdownSource

/// A display formula between lines that consist of `$$`, or of `\[` and `\]`.
///
/// It becomes a code block with the info string `math`, like a fenced block with that label. A line can also
/// end with the closing delimiter. Like a fenced block, the formula ends at the latest with its container.
enum MathFence {
  /// Whether a fence character belongs to a formula.
  static func isMark(_ detail: UInt8) -> Bool { detail == UInt8(ascii: "$") || detail == UInt8(ascii: "\\") }

  /// Whether the line consists of an opening delimiter.
  static func opens(_ p: UnsafePointer<UInt8>) -> Bool {
    let isOpening =
      p[0] == UInt8(ascii: "$") && p[1] == UInt8(ascii: "$")
      || p[0] == UInt8(ascii: "\\") && p[1] == UInt8(ascii: "[")
    guard isOpening else { return false }
    var index = 2
    while p[index].isBlank { index += 1 }
    return p[index].isLineEnd
  }

  /// Returns the offset of the closing delimiter at the end of the line; nil if there is none.
  static func closes(_ mark: UInt8, _ p: UnsafePointer<UInt8>, from start: Int, to last: Int) -> Int? {
    guard last - start >= 2 else { return nil }
    let first = p[last - 2]
    let second = p[last - 1]
    let isClosing =
      mark == UInt8(ascii: "$")
      ? first == mark && second == mark : first == mark && second == UInt8(ascii: "]")
    guard isClosing else { return nil }
    var backslashes = 0
    while last - 3 - backslashes >= start, p[last - 3 - backslashes] == UInt8(ascii: "\\") {
      backslashes += 1
    }
    return backslashes % 2 == 0 ? last - 2 : nil
  }

  /// The maximum number of bytes of a paragraph that are searched.
  private static let lookedAt = 4096

  /// Whether a paragraph contains an opening delimiter that the line could close.
  static func isAwaited(_ mark: UInt8, in text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    var isOpen = false
    var index = max(start, end - lookedAt)
    while index + 1 < end {
      let pair = (text[index], text[index + 1])
      if mark == UInt8(ascii: "$"), pair.0 == mark, pair.1 == mark {
        isOpen.toggle()
        index += 1
      } else if pair.0 == UInt8(ascii: "\\") {
        if mark == pair.0, pair.1 == UInt8(ascii: "[") { isOpen = true }
        if mark == pair.0, pair.1 == UInt8(ascii: "]") { isOpen = false }
        index += 1
      }
      index += 1
    }
    return isOpen
  }
}

extension BlockParser {
  mutating func openMath(in container: NodeIndex) -> NodeIndex? {
    guard MathFence.opens(line.bytes + line.firstNonspace) else { return nil }
    let node = nodes[container]
    if node.isParagraph,
      MathFence.isAwaited(line.head, in: UnsafePointer(text.base), from: node.text.start, to: node.text.end)
    {
      return nil
    }
    let code = addFence(to: container, length: 2)
    line.advance(to: line.end)
    return code
  }

  /// Closes a formula if the line ends with its closing delimiter. The text before the delimiter is the last
  /// line.
  mutating func takeMathEnd(_ index: NodeIndex, _ fence: BlockNode.CodePayload.FencePayload) -> Bool {
    let last = stretches.endWithoutBlanks(line)
    guard let close = MathFence.closes(fence.mark, line.bytes, from: line.firstNonspace, to: last)
    else { return false }
    if close > line.firstNonspace {
      line.skip(indent: fence.indent)
      var end = close
      while end > line.offset, line[end - 1].isBlank { end -= 1 }
      text.append(line.bytes + line.offset, count: end - line.offset, origin: line.origin)
      text.append(.newline)
    }
    let (textEnd, sourceEnd) = (text.count, line.sourceEnd)
    edit(index) {
      $0.text.end = textEnd
      $0.sourceEnd = sourceEnd
    }
    current = self.close(index)
    return true
  }
}
