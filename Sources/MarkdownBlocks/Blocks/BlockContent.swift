internal import StyledRuns

/// Makes the parts of the IR that depend on one node alone.
enum BlockContent {
  static func frontMatter(isTOML: Bool, _ node: BlockNode, _ blocks: borrowing BlockParser) -> FrontMatter {
    FrontMatter(format: isTOML ? .toml : .yaml, text: blocks.string(node.text))
  }

  static func marker(of list: BlockNode.List) -> List.Marker {
    let mark = Character(UnicodeScalar(list.mark))
    return list.start.map { .ordered(start: Int($0), delimiter: mark) } ?? .bullet(mark)
  }

  static func alignments(of table: BlockNode.Table, _ blocks: borrowing BlockParser) -> [Table.Alignment] {
    var result: [Table.Alignment] = []
    result.reserveCapacity(Int(table.columnCount))
    for column in 0..<Int(table.columnCount) {
      result.append(Table.Alignment(rawValue: blocks.alignments[Int(table.firstAlignment) + column]) ?? .none)
    }
    return result
  }

  /// The bound of a fence's info, of which more is left out.
  private static let maximumInfo = 1000

  /// A code block with plain lines.
  static func code(_ code: BlockNode.Code, _ node: BlockNode, _ blocks: borrowing BlockParser) -> CodeBlock {
    var result = header(of: code, node, blocks)
    result.lines = lines(blocks.text.base, from: codeStart(node, blocks), to: node.text.end)
    return result
  }

  /// A code block without its lines.
  private static func header(
    of code: BlockNode.Code, _ node: BlockNode, _ blocks: borrowing BlockParser
  ) -> CodeBlock {
    guard let fence = code.fence else { return CodeBlock(info: "", isFenced: false, lines: []) }
    if MathFence.isMark(fence.mark) {
      var formula = CodeBlock(info: CodeBlock.formulaLabel, isFenced: true, lines: [])
      formula.isClosed = code.hasEnded
      return formula
    }
    var end = max(codeStart(node, blocks) - 1, node.text.start)
    if end - node.text.start > maximumInfo {
      end = node.text.start + maximumInfo
      while blocks.text[end] & 0xC0 == 0x80 { end -= 1 }
    }
    var entities = EntityDecoder()
    let info = entities.clean(
      UnsafePointer(blocks.text.base), from: node.text.start, to: end, trimming: true)
    var result = CodeBlock(info: info, isFenced: true, lines: [])
    result.isClosed = isClosed(code, of: result)
    return result
  }

  /// Whether a fence has ended that has no label or is the source of a drawing. The end of others changes nothing.
  static func isClosed(_ code: BlockNode.Code, of block: CodeBlock) -> Bool {
    code.hasEnded && block.isFenced && (block.info.isEmpty || block.header.drawing != nil)
  }

  /// The offset of a code block's lines: the first line of a fenced block's text is what follows the fence.
  static func codeStart(_ node: BlockNode, _ blocks: borrowing BlockParser) -> Int {
    guard let code = node.code, code.fence != nil else { return node.text.start }
    return code.linesStart > 0 ? code.linesStart : node.text.end
  }

  /// The end of the text of indented code without the blank lines behind it.
  static func endWithoutBlankLines(_ node: BlockNode, _ blocks: borrowing BlockParser) -> Int {
    var end = node.text.end
    while end > node.text.start, blocks.text[end - 1].isSpace { end -= 1 }
    while end < node.text.end, blocks.text[end] != .newline { end += 1 }
    return min(end + 1, node.text.end)
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

extension BlockParser {
  /// A stretch of the leaf text.
  func string(_ span: TextSpan) -> String { String(decoding: bytes(span), as: UTF8.self) }

  /// The bytes of a stretch of the leaf text, valid until text is added.
  func bytes(_ span: TextSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.base + span.start, count: span.end - span.start)
  }
}
