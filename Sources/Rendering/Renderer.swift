public import MarkdownBlocks
public import StyledRuns
public import TextMate

/// Renders a whole text at once: markdown, or code of one language, to a document of styled runs.
///
/// Immutable, so one renderer serves any number of threads.
public struct Renderer: Sendable {
  public var markdown: MarkdownOptions
  /// Nil leaves all code plain.
  public var highlighter: Highlighter?

  public init(
    markdown: MarkdownOptions = MarkdownOptions(extensions: .standard), highlighter: Highlighter? = nil
  ) {
    self.markdown = markdown
    self.highlighter = highlighter
  }

  /// The document of a markdown text. Invalid UTF-8 becomes U+FFFD. O(bytes), and what the grammars take.
  public func render(markdown bytes: [UInt8]) -> Document {
    var document = parse(markdown: bytes)
    highlight(&document)
    return document
  }

  /// The first half of ``render(markdown:)``: the document with all code plain.
  public func parse(markdown bytes: [UInt8]) -> Document {
    MarkdownParser(options: markdown).parse(bytes)
  }

  /// The second half of ``render(markdown:)``: gives a document's code its colours.
  public func highlight(_ document: inout Document) {
    if let highlighter { CodeHighlighting.highlight(&document, with: highlighter) }
  }

  /// A document of one code block. A nil language leaves it plain.
  public func render(code bytes: [UInt8], language: Language?) -> Document {
    var code = CodeBlock(info: "", isFenced: true, lines: Self.lines(of: bytes))
    var document = Document()
    if let language {
      code.info = language.id.rawValue
      code.language = language.id.rawValue
      code.languageName = language.name
      if let highlighter {
        CodeHighlighting.highlight(&code, with: highlighter, scopes: &document.scopes)
      }
    }
    document.blocks = [
      Block(id: BlockID(offset: 0, depth: 0), source: 0..<bytes.count, content: .code(code))
    ]
    return document
  }

  /// Cuts at `\n`, `\r\n` and `\r`; a last line end ends the last line and begins none.
  private static func lines(of bytes: [UInt8]) -> [CodeLine] {
    var lines: [CodeLine] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      lines.append(CodeLine(text: String(decoding: bytes[start..<end], as: UTF8.self)))
      start = end + 1
      if end < bytes.count, bytes[end] == 0x0D, start < bytes.count, bytes[start] == 0x0A { start += 1 }
    }
    return lines
  }
}
