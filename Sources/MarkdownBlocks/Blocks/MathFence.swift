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

  /// The opening delimiters in a paragraph that are not closed. Each byte is read once, however many lines ask.
  struct OpenDelimiters {
    /// The distance to the end of the paragraph from which on delimiters do not count.
    private static let lookedAt = 4096

    /// The offset up to which the paragraph was searched.
    private var end = 0
    /// The offsets of the last `$$` and of the last `\[`; -1 if there is none, or if it is closed.
    private var dollars = -1
    private var bracket = -1

    /// Whether the paragraph contains an opening delimiter that a line with this mark could close.
    ///
    /// - Parameter range: The paragraph's text, which may only have grown since the last call.
    mutating func contain(_ mark: UInt8, in text: UnsafePointer<UInt8>, _ range: TextSpan) -> Bool {
      let first = max(range.start, range.end - Self.lookedAt)
      if end < first {
        self = OpenDelimiters()
        end = first
      }
      while end + 1 < range.end {
        switch (text[end], text[end + 1]) {
        case (UInt8(ascii: "$"), UInt8(ascii: "$")):
          dollars = dollars < 0 ? end : -1
          end += 2
        case (UInt8(ascii: "\\"), let escaped):
          if escaped == UInt8(ascii: "[") { bracket = end }
          if escaped == UInt8(ascii: "]") { bracket = -1 }
          end += 2
        default: end += 1
        }
      }
      return (mark == UInt8(ascii: "$") ? dollars : bracket) >= first
    }
  }
}

extension BlockParser {
  mutating func openMath(in container: NodeIndex) -> NodeIndex? {
    guard MathFence.opens(line.bytes + line.firstNonspace) else { return nil }
    let node = nodes[container]
    if node.isParagraph,
      paragraph.openDelimiters.contain(line.head, in: UnsafePointer(text.base), node.text)
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
