internal import StyledRuns

/// Makes the parts of the IR that depend on one node alone.
enum BlockContent {
  static func marker(of node: BlockNode) -> List.Marker {
    let mark = Character(UnicodeScalar(node.detail))
    return node.flags.contains(.ordered) ? .ordered(start: Int(node.start), delimiter: mark) : .bullet(mark)
  }

  static func alignments(of node: BlockNode, _ phase: borrowing BlockPhase) -> [Table.Alignment] {
    var result: [Table.Alignment] = []
    result.reserveCapacity(Int(node.padding))
    for column in 0..<Int(node.padding) {
      result.append(Table.Alignment(rawValue: phase.alignments[Int(node.unjudged) + column]) ?? .none)
    }
    return result
  }

  /// A code block with plain lines.
  static func code(_ node: BlockNode, _ phase: borrowing BlockPhase) -> CodeBlock {
    guard node.flags.contains(.fenced) else {
      return CodeBlock(
        info: "", isFenced: false, lines: lines(phase.text.base, from: node.contentStart, to: node.contentEnd)
      )
    }
    // The first line of the text is what follows the fence.
    var infoEnd = node.contentStart
    while infoEnd < node.contentEnd, phase.text[infoEnd] != .newline { infoEnd += 1 }
    let info = CMark.resolveInfo(
      UnsafeBufferPointer(start: phase.text.base + node.contentStart, count: infoEnd - node.contentStart),
      fence: node.detail)
    let start = min(infoEnd + 1, node.contentEnd)
    return CodeBlock(
      info: info, isFenced: true, lines: lines(phase.text.base, from: start, to: node.contentEnd))
  }

  /// The lines of a text each line of which ends with LF.
  static func lines(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> [CodeLine] {
    var count = 0
    for index in start..<end where text[index] == .newline { count += 1 }
    var lines: [CodeLine] = []
    lines.reserveCapacity(count)
    var lineStart = start
    for index in start..<end where text[index] == .newline {
      let bytes = UnsafeBufferPointer(start: text + lineStart, count: index - lineStart)
      lines.append(CodeLine(text: String(decoding: bytes, as: UTF8.self)))
      lineStart = index + 1
    }
    return lines
  }
}

extension BlockPhase {
  /// A stretch of the leaf text.
  func string(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: text.base + start, count: end - start), as: UTF8.self)
  }
}
