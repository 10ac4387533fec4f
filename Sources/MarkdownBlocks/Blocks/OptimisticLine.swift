/// Decides what an unfinished line is parsed as while it may still become a block of its own
/// (``MarkdownOptions/isOptimistic``).
enum OptimisticLine {
  enum Answer: Equatable {
    case asItIs
    /// Too little is there to say anything: it is not shown.
    case notYet
    /// In its place this.
    case instead([UInt8])
  }

  /// The bound of a line's bytes; a longer one is parsed as it is.
  private static let longestLine = 2000

  /// `line ..< end` is the line so far; what it would join is the open block of `blocks`.
  static func answer(_ line: UnsafePointer<UInt8>, end: Int, in blocks: borrowing BlockParser) -> Answer {
    let open = blocks.nodes[blocks.current]
    switch open.content {
    case .code, .html: return .asItIs
    default: break
    }
    guard end <= longestLine else { return .asItIs }
    var start = 0
    while start < end, line[start].isBlank || line[start] == UInt8(ascii: ">") { start += 1 }
    var stop = end
    while stop > start, line[stop - 1].isBlank { stop -= 1 }
    guard stop > start else { return .asItIs }
    let content = UnsafeBufferPointer(start: line + start, count: stop - start)
    if open.isParagraph, blocks.extensions.contains(.table), let row = delimiterRow(content, in: blocks) {
      return row.isEmpty ? .notYet : .instead(Array(UnsafeBufferPointer(start: line, count: start)) + row)
    }
    return isTooShort(content, open) ? .notYet : .asItIs
  }

  private static func isTooShort(_ content: UnsafeBufferPointer<UInt8>, _ open: BlockNode) -> Bool {
    let first = content[0]
    let isUniform = content.allSatisfy { $0 == first }
    switch first {
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      return isUniform && content.count < 3
    case UInt8(ascii: "-"), UInt8(ascii: "="):
      // An underline would make a heading of the paragraph.
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

  /// The whole of a delimiter row that was begun under a line that can be its header; empty where that is only
  /// possible, nil where it is none.
  private static func delimiterRow(
    _ content: UnsafeBufferPointer<UInt8>, in blocks: borrowing BlockParser
  ) -> [UInt8]? {
    let pipe = UInt8(ascii: "|")
    guard
      content.allSatisfy({ $0 == pipe || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") || $0.isBlank })
    else { return nil }
    guard let span = blocks.lastLine(of: blocks.nodes[blocks.current]) else { return nil }
    let header = blocks.bytes(span)
    guard header.contains(pipe) else { return nil }
    let columns = RowScan.count(header)
    var scan = RowScan()
    guard let base = content.baseAddress else { return nil }
    let count = scan.count(base, length: content.count, origin: -1)
    var row: [UInt8] = [pipe]
    var isValid = true
    for index in 0..<count {
      let cell = scan.cell(index)
      let (from, to) = (cell.start, cell.end)
      let colons = (
        from < to && scan.bytes[from] == UInt8(ascii: ":"),
        to > from + 1 && scan.bytes[to - 1] == UInt8(ascii: ":")
      )
      let dashes = (from + (colons.0 ? 1 : 0))..<(to - (colons.1 ? 1 : 0))
      for index in dashes where scan.bytes[index] != UInt8(ascii: "-") { isValid = false }
      if colons.0 { row.append(UInt8(ascii: ":")) }
      row += [UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "-")]
      if colons.1 { row.append(UInt8(ascii: ":")) }
      row.append(pipe)
    }
    guard isValid, columns > 0, count <= columns else { return nil }
    guard content.contains(UInt8(ascii: "-")), content[0] == pipe || header[0] != pipe else {
      return content[0] == pipe ? [] : nil
    }
    for _ in count..<columns { row += [UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: "-"), pipe] }
    return row
  }
}
