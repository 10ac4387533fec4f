public import MarkdownBlocks
public import Redaction
public import StyledRuns
public import TextMate

/// Renders a complete text, either markdown or code, to a document of styled runs.
///
/// ```swift
/// let renderer = Renderer(highlighter: Catalog().highlighter)
/// let document = renderer.render(markdown: Array("# Title".utf8))
/// ```
///
/// Immutable, so any number of threads can share one renderer.
public struct Renderer: Sendable {
  public var markdown: MarkdownOptions
  /// Highlights code; nil leaves all code plain.
  public var highlighter: Highlighter?
  /// The secrets to redact; nil for none.
  public var redaction: SecretPatterns?

  public init(
    markdown: MarkdownOptions = MarkdownOptions(extensions: .standard), highlighter: Highlighter? = nil,
    redaction: SecretPatterns? = nil
  ) {
    self.redaction = redaction
    self.markdown = markdown
    self.highlighter = highlighter
  }

  /// Renders markdown. Invalid UTF-8 becomes U+FFFD. O(bytes), plus the work of the grammars.
  public func render(markdown bytes: [UInt8]) -> Document {
    var document = parse(markdown: bytes)
    highlight(&document)
    return document
  }

  /// Parses markdown and leaves all code plain: the first half of ``render(markdown:)``.
  public func parse(markdown bytes: [UInt8]) -> Document {
    var secrets = SecretCounts()
    return parse(markdown: bytes, counting: &secrets)
  }

  /// Parses markdown, and counts the secrets that were replaced.
  public func parse(markdown bytes: [UInt8], counting secrets: inout SecretCounts) -> Document {
    MarkdownParser(options: markdown).parse(redacted(bytes, counting: &secrets))
  }

  /// Highlights the code of a document: the second half of ``render(markdown:)``.
  public func highlight(_ document: inout Document) {
    if let highlighter { CodeHighlighting.highlight(&document, with: highlighter) }
  }

  /// Renders a document of one code block.
  ///
  /// - Parameters:
  ///   - bytes: The code in UTF-8.
  ///   - language: The language; nil leaves the code plain.
  public func render(code bytes: [UInt8], language: Language?) -> Document {
    var secrets = SecretCounts()
    return render(code: bytes, language: language, counting: &secrets)
  }

  /// Renders a document of one code block, and counts the secrets that were replaced.
  public func render(
    code bytes: [UInt8], language: Language?, counting secrets: inout SecretCounts
  ) -> Document {
    let bytes = redacted(bytes, counting: &secrets)
    var code = CodeBlock(info: "", isFenced: true, isClosed: true, lines: Self.lines(of: bytes))
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

  private func redacted(_ bytes: [UInt8], counting secrets: inout SecretCounts) -> [UInt8] {
    guard let redaction else { return bytes }
    return Redactor.redact(bytes, redaction, counting: &secrets)
  }

  /// Splits at `\n`, `\r\n` and `\r`. A line end at the end of the text starts no further line.
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
