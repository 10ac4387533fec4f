internal import MarkdownBlocks
internal import StyledRuns

/// Properties with which ``SectionedSession`` decides where to cut a text.
extension RenderSession {
  private var document: Document { stream.document }

  /// The number of leading top-level blocks that no later link definition can change.
  var settledBlocks: Int { stream.settledBlocks() }

  /// The number of finished blocks, at the top level and in the open containers.
  var closedBlocks: Int { stream.finishedCounts.reduce(0, +) }

  /// The length of the open paragraph at the end of the text, in UTF-8 bytes; 0 if the text does not end in a
  /// paragraph.
  var openParagraphBytes: Int {
    var last = document.blocks.last
    while let block = last, !block.isFinished {
      if case .paragraph = block.content { return block.source.count }
      last = block.isContainer ? block.children.last : nil
    }
    return 0
  }

  /// Whether the text ends after a block rather than inside one.
  var isBetweenBlocks: Bool { document.blocks.last?.isFinished ?? true }

  /// The text with which the next document must start: the link definitions so far, and the opening fence of
  /// an open code block.
  var carriedText: [UInt8] {
    var text = stream.linkDefinitions
    if let block = document.blocks.last, !block.isFinished, case .code(let code) = block.content,
      code.isFenced
    {
      text += Array("```\(code.info)\n".utf8)
    }
    return text
  }
}
