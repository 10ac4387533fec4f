internal import MarkdownBlocks
internal import MessageStreams
internal import Rendering
internal import StyledRuns

/// Lists the code blocks of a document or a conversation in document order.
enum CodeListing {
  /// The maximum length of a first line in the list, in characters.
  private static let longestLine = 60

  /// Parses the text and finds all code blocks. Code is not highlighted.
  static func blocks(in bytes: [UInt8], as input: InputKind) -> [CodeBlock] {
    let renderer = Renderer(markdown: MarkdownOptions(extensions: .all))
    let stated: FormatDetector.FormatDecision? =
      input.messages.map { .messages($0) } ?? (input == .markdown ? .markdown : nil)
    var found: [CodeBlock] = []
    if case .messages(let format) = stated ?? FormatDetector.decision(for: bytes) {
      let content = renderer.render(bytes, as: .messages(format)).content
      if case .conversation(let conversation) = content {
        for message in conversation.messages {
          for part in message.parts {
            if case .text(let text) = part.content {
              collect(text.document.blocks + text.document.footnotes, &found)
            }
          }
        }
      }
    } else {
      let document = renderer.parse(markdown: bytes)
      collect(document.blocks + document.footnotes, &found)
    }
    return found
  }

  /// Appends the code blocks in `blocks` and their descendants. The parser bounds the nesting depth.
  private static func collect(_ blocks: [Block], _ found: inout [CodeBlock]) {
    for block in blocks {
      if case .code(let code) = block.content {
        found.append(code)
      } else if block.isContainer {
        collect(block.children, &found)
      }
    }
  }

  /// Returns the text of a block, with a line end at its end.
  static func text(of code: CodeBlock) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in code.lines {
      bytes += line.text.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// Returns a line for each block: its number, its label, the number of its lines, and its first line.
  static func lines(_ blocks: [CodeBlock]) -> [UInt8] {
    let rows = blocks.enumerated().map { index, code in
      let first = code.lines.first { line in line.text.contains { !$0.isWhitespace } }?.text ?? ""
      let clean = String(
        first.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }.prefix(
          longestLine))
      let label = code.info.prefix { $0 != " " && $0 != "{" }.prefix(24)
      return [
        "\(index + 1)", label.isEmpty ? "-" : label.filter { $0 >= " " },
        "\(code.lines.count) \(code.lines.count == 1 ? "line" : "lines")",
        String(clean.drop { $0 == " " }),
      ]
    }
    return Array(Columns.aligned(rows).utf8)
  }
}
