internal import MarkdownSource

/// Decides whether a partial line is shown while it may still start a block of its own
/// (``MarkdownOptions/isOptimistic``).
enum OptimisticLine {
  /// The maximum length of a line that is checked. Longer lines are shown.
  static let longestLine = 2000

  /// Whether the partial line `line ..< end` is unambiguous enough to be shown as part of the open block.
  static func isShown(_ line: UnsafePointer<UInt8>, end: Int, in blocks: borrowing BlockParser) -> Bool {
    let open = blocks.nodes[blocks.current]
    switch open.content {
    case .code, .html: return true
    default: break
    }
    guard end <= longestLine else { return true }
    var start = 0
    while start < end, line[start].isBlank || line[start] == UInt8(ascii: ">") { start += 1 }
    var stop = end
    while stop > start, line[stop - 1].isBlank { stop -= 1 }
    guard stop > start else { return true }
    let content = line[start..<stop]
    if open.isParagraph, blocks.extensions.contains(.table), let header = blocks.lastLine(of: open),
      DelimiterRowScan.begun(content, under: blocks.bytes(header)) != nil
    {
      return content[0] != UInt8(ascii: "|") || content.contains(UInt8(ascii: "-"))
    }
    return !isTooShort(content, open)
  }

  private static func isTooShort(_ content: UnsafeBufferPointer<UInt8>, _ open: BlockNode) -> Bool {
    let first = content[0]
    let isUniform = content.allSatisfy { $0 == first }
    switch first {
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return isUniform && content.count < 3
    case UInt8(ascii: "-"), UInt8(ascii: "="):
      // An underline would turn the paragraph into a heading.
      return isUniform && (open.isParagraph || content.count == 2)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "+"):
      return isUniform && (content.count == 2 || open.isParagraph && content.count == 1)
    case UInt8(ascii: "|"):
      return open.table != nil && isUniform
    case 0x30...0x39:
      guard open.isParagraph, let last = content.last, content.count <= 10 else { return false }
      return (last == UInt8(ascii: ".") || last == UInt8(ascii: ")"))
        && content.dropLast().allSatisfy(\.isDigit)
    default:
      return false
    }
  }
}
