internal import MarkdownBlocks
internal import StyledRuns

/// Properties with which ``SectionedSession`` decides where to cut a text.
extension RenderSession {
  private var document: Document { stream.document }

  /// The number of leading top-level blocks that no later link definition can change.
  var finalBlockCount: Int { stream.finalBlockCount() }

  /// The number of finished blocks, at the top level and in the open containers.
  var closedBlocks: Int { stream.closedBlockCount }

  /// A block at the end of the text that is written once it has ended.
  enum LongBlock: Equatable {
    case paragraph
    /// A table with the source of its header row and its delimiter row.
    case table(head: [UInt8])

    /// The line that ends the block, and the lines with which another one like it begins.
    var continuation: [UInt8] {
      switch self {
      case .paragraph: [0x0A]
      case .table(let head): [0x0A] + head
      }
    }
  }

  /// Returns the open block at the end of the text, if it is at least as long as `limits` allow. A table in a quote or a
  /// list is not one, because each of its lines has a prefix.
  func longBlock(_ limits: SectionedSession.SectionLimits) -> LongBlock? {
    var last = document.blocks.last
    var hasPrefixes = false
    while let block = last, !block.isFinished {
      switch block.content {
      case .paragraph: return block.source.count >= limits.paragraph ? .paragraph : nil
      case .table:
        guard !hasPrefixes, block.source.count >= limits.table else { return nil }
        return stream.tableHead(at: block.source.lowerBound).map { .table(head: $0) }
      case .element: break
      default: hasPrefixes = true
      }
      last = block.isContainer ? block.children.last : nil
    }
    return nil
  }

  /// Whether the text ends after a block rather than inside one.
  var isBetweenBlocks: Bool { document.blocks.last?.isFinished ?? true }

  /// The text with which the next document must start: the link definitions so far, the start tags of open
  /// elements, the opening fence of an open code block, and the head of an open table.
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
      case .table: text += stream.tableHead(at: block.source.lowerBound) ?? []
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
