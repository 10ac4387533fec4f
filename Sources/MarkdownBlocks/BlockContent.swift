internal import StyledRuns

/// Makes the parts of the IR that depend on one node alone.
enum BlockContent {
  static func frontMatter(_ node: BlockNode, _ phase: borrowing BlockPhase) -> FrontMatter {
    FrontMatter(
      format: node.detail == UInt8(ascii: "+") ? .toml : .yaml,
      text: phase.string(node.contentStart, node.contentEnd))
  }

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
    var code = codeHeader(node, phase)
    code.lines = lines(phase.text.base, from: codeStart(node, phase), to: node.contentEnd)
    return code
  }

  /// A code block without its lines.
  static func codeHeader(_ node: BlockNode, _ phase: borrowing BlockPhase) -> CodeBlock {
    guard node.flags.contains(.fenced) else { return CodeBlock(info: "", isFenced: false, lines: []) }
    if MathFence.isMark(node.detail) { return CodeBlock(info: "math", isFenced: true, lines: []) }
    let end = max(codeStart(node, phase) - 1, node.contentStart)
    let info = CMark.resolveInfo(
      UnsafeBufferPointer(start: phase.text.base + node.contentStart, count: end - node.contentStart),
      fence: node.detail)
    var code = CodeBlock(info: info, isFenced: true, lines: [])
    code.isClosed = isClosed(node, unlabelled: code)
    return code
  }

  /// Whether a fence without a label has ended; with one nobody waits for the end.
  static func isClosed(_ node: BlockNode, unlabelled code: CodeBlock) -> Bool {
    node.flags.contains(.ended) && code.isFenced && code.info.isEmpty
  }

  /// Where the lines of a code block start: of a fenced one's text, the first line is what follows the fence.
  static func codeStart(_ node: BlockNode, _ phase: borrowing BlockPhase) -> Int {
    guard node.flags.contains(.fenced) else { return node.contentStart }
    var index = node.contentStart
    while index < node.contentEnd, phase.text[index] != .newline { index += 1 }
    return min(index + 1, node.contentEnd)
  }

  /// Where the text of indented code ends, so far as only its own lines are taken.
  static func endWithoutBlankLines(_ node: BlockNode, _ phase: borrowing BlockPhase) -> Int {
    var end = node.contentEnd
    while end > node.contentStart, phase.text[end - 1].isSpace { end -= 1 }
    while end < node.contentEnd, phase.text[end] != .newline { end += 1 }
    return min(end + 1, node.contentEnd)
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
