internal import MarkdownBlocks
internal import StyledRuns

/// Properties with which ``SectionedSession`` decides where to cut a text.
extension RenderSession {
  private var document: Document { stream.document }

  /// The number of leading top-level blocks that no later link definition can change.
  var finalBlockCount: Int { stream.finalBlockCount() }

  /// The number of finished blocks, at the top level and in the open containers.
  var closedBlocks: Int { stream.closedBlockCount }

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

  /// The text with which the next document must start: the link definitions so far, the start tags of open
  /// elements, and the opening fence of an open code block.
  var carriedText: [UInt8] {
    var text = stream.linkDefinitions
    var last = document.blocks.last
    while let block = last, !block.isFinished {
      switch block.content {
      case .element(let element):
        text += Array((element.startTag + "\n").utf8)
        last = element.blocks.last
        continue
      case .code(let code): if code.isFenced { text += Array("```\(code.info)\n".utf8) }
      default: break
      }
      break
    }
    return text
  }
}

extension Element {
  /// The start tag, with its attributes escaped.
  fileprivate var startTag: String {
    let words = attributes.map { attribute in
      let value = attribute.value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing(
        "\n", with: " ")
      return " \(attribute.name)=\"\(value)\""
    }
    return "<\(name)\(words.joined())>"
  }
}
