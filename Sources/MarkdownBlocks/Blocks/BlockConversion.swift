internal import MarkdownSource
internal import StyledRuns

/// Creates the parts of the document model that depend on a single node.
enum BlockConversion {
  static func frontMatter(isTOML: Bool, _ node: BlockNode, _ blocks: borrowing BlockParser) -> FrontMatter {
    FrontMatter(format: isTOML ? .toml : .yaml, text: blocks.string(node.text))
  }

  static func marker(of list: BlockNode.ListPayload) -> List.MarkerStyle {
    let mark = Character(UnicodeScalar(list.mark))
    return list.start.map { .ordered(start: Int($0), delimiter: mark) } ?? .bullet(mark)
  }

  static func alignments(of table: BlockNode.TablePayload, _ blocks: borrowing BlockParser) -> [Table
    .ColumnAlignment]
  {
    var result: [Table.ColumnAlignment] = []
    result.reserveCapacity(Int(table.columnCount))
    for column in 0..<Int(table.columnCount) {
      result.append(
        Table.ColumnAlignment(rawValue: blocks.tables.alignments[Int(table.firstAlignment) + column]) ?? .none
      )
    }
    return result
  }

  /// The maximum length of a fence's info string in bytes. The rest is dropped.
  private static let maximumInfo = 1000

  /// Returns a code block with unhighlighted lines.
  static func code(_ code: BlockNode.CodePayload, _ node: BlockNode, _ blocks: borrowing BlockParser)
    -> CodeBlock
  {
    var result = header(of: code, node, blocks)
    result.lines = lines(blocks.text.base, from: codeStart(node, blocks), to: node.text.end)
    return result
  }

  /// Returns a code block without its lines.
  static func header(
    of code: BlockNode.CodePayload, _ node: BlockNode, _ blocks: borrowing BlockParser
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
    setEnd(of: &result, to: code)
    return result
  }

  /// Says that a closed fence has ended if it has no label, so that its language can be detected, or is the source of a
  /// drawing or a diff. Other code does not depend on the end.
  static func setEnd(of block: inout CodeBlock, to code: BlockNode.CodePayload) {
    block.isClosed =
      code.hasEnded && block.isFenced && (block.info.isEmpty || block.header.labelledForm != nil)
    if block.header.isUndrawn != code.isUndrawn { block.header.isUndrawn = code.isUndrawn }
  }

  /// Returns the offset of a code block's lines. In the text of a fenced block, they follow the info string.
  static func codeStart(_ node: BlockNode, _ blocks: borrowing BlockParser) -> Int {
    guard let code = node.code, code.fence != nil else { return node.text.start }
    return code.linesStart > 0 ? code.linesStart : node.text.end
  }

  /// Returns the end of an indented code block's text without trailing blank lines.
  static func endWithoutBlankLines(_ node: BlockNode, _ blocks: borrowing BlockParser) -> Int {
    var end = node.text.end
    while end > node.text.start, blocks.text[end - 1].isSpace { end -= 1 }
    while end < node.text.end, blocks.text[end] != .newline { end += 1 }
    return min(end + 1, node.text.end)
  }

  /// Returns the lines of a text. Each line must end with LF.
  static func lines(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> [CodeLine] {
    var count = 0
    for index in start..<end where text[index] == .newline { count += 1 }
    var lines: [CodeLine] = []
    lines.reserveCapacity(count)
    var lineStart = start
    for index in start..<end where text[index] == .newline {
      lines.append(CodeLine(text: String(decoding: text[lineStart..<index], as: UTF8.self)))
      lineStart = index + 1
    }
    return lines
  }
}

extension BlockParser {
  /// Returns a range of the leaf text.
  func string(_ span: TextSpan) -> String { String(decoding: bytes(span), as: UTF8.self) }

  /// Returns the bytes of a range of the leaf text. They are valid until text is appended.
  func bytes(_ span: TextSpan) -> UnsafeBufferPointer<UInt8> { UnsafePointer(text.base)[span] }
}
