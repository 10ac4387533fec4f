internal import MarkdownBlocks
internal import StyledRuns

/// The facts by which ``SectionedSession`` finds where it may cut a text.
extension RenderSession {
  private var document: Document { stream.document }

  /// The number of blocks at the top, from the first one on, that use no label a definition could still come for.
  var settledBlocks: Int { stream.settledBlocks() }

  /// The number of final blocks: at the top, and in the containers that are open.
  var closedBlocks: Int { stream.finishedCounts.reduce(0, +) }

  /// UTF-8 bytes of the paragraph in which the text ends; 0 where it ends in none.
  var openParagraphBytes: Int {
    var last = document.blocks.last
    while let block = last, !block.isFinished {
      if case .paragraph = block.content { return block.source.count }
      last = block.isContainer ? block.children.last : nil
    }
    return 0
  }

  /// Whether the text ends behind a block and not within one.
  var isBetweenBlocks: Bool { document.blocks.last?.isFinished ?? true }

  /// The beginning of a text that goes on in another document: the link definitions that count, and the fence of
  /// code that is open.
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
