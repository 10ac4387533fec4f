import RunFormatters
import StyledRuns
import Testing
import TextMate

@testable import Rendering

/// Code that is rendered part by part has the lines and the output of code that is rendered at once.
@Suite struct CodePartsTests {
  private static let texts: [String] = [
    "", "\n", "\u{FEFF}", "\u{FEFF}let x = 1",
    "let a = \"ä€😀\" // x\r\nlet b = 2\rvar c\n\n\r\n  /* open\n close */ let d\r",
    "let a = 1", "/* a\n * b */\n\nfunc f() {\n\treturn 1\n}\n\n", "\r\r\n\n\r",
  ]
  private static let catalog = Catalog()

  @Test(arguments: texts) func equalTheWholeAtEveryCut(_ text: String) throws {
    let highlighter = Self.catalog.highlighter
    let language = try #require(Self.catalog.languages.language(named: "swift"))
    let bytes = Array(text.utf8)
    let whole = Renderer(highlighter: highlighter).render(code: bytes, language: language)
    guard case .code(let expected)? = whole.blocks.first?.content else { return }
    for cut in 0...bytes.count {
      var parts = CodeParts(language: language, highlighter: highlighter)
      var stream = ANSIStream()
      var sink = ByteSink()
      let theme = try Self.catalog.themes.theme(named: "obsidian")
      var lines: [CodeLine] = []
      for (part, isLast) in [
        (parts.append(Array(bytes[..<cut])), false), (parts.append(Array(bytes[cut...])), false),
        (parts.finish(), true),
      ] {
        lines += part.lines
        #expect(part.header == expected.header)
        stream.write(
          part: part, sheet: theme.styleSheet(for: parts.scopes), isLast: isLast, into: &sink)
      }
      #expect(lines == expected.lines, "cut at \(cut)")
      #expect(parts.scopes == whole.scopes)
      let formatted = ANSIFormatter().format(whole, sheet: theme.styleSheet(for: whole.scopes))
      #expect(sink.bytes == formatted, "cut at \(cut)")
    }
  }

  @Test(arguments: texts) func equalTheWholeByteByByte(_ text: String) throws {
    let highlighter = Self.catalog.highlighter
    let language = try #require(Self.catalog.languages.language(named: "swift"))
    let whole = Renderer(highlighter: highlighter).render(code: Array(text.utf8), language: language)
    guard case .code(let expected)? = whole.blocks.first?.content else { return }
    var parts = CodeParts(language: language, highlighter: highlighter)
    var lines: [CodeLine] = []
    for byte in text.utf8 { lines += parts.append([byte]).lines }
    lines += parts.finish().lines
    #expect(lines == expected.lines)
  }

  /// The start of the code is written as soon as its width is known, a page's head at the end.
  @Test(arguments: [0, 2, 4, 900, 1200], [true, false])
  func soIsTheirHTML(wideLine: Int, isStandalone: Bool) throws {
    let theme = try Self.catalog.themes.theme(named: "obsidian")
    let language = try #require(Self.catalog.languages.language(named: "swift"))
    for count in [0, 1, 2, 3, 1300] {
      let lines = (0..<count).map { $0 == wideLine ? String(repeating: "wide ", count: 20) : "let x = \($0)" }
      let bytes = Array(lines.joined(separator: "\n").utf8)
      let whole = Renderer(highlighter: Self.catalog.highlighter).render(code: bytes, language: language)
      var options = HTMLOptions()
      options.isStandalone = isStandalone
      options.lineNumbers = isStandalone ? .never : .shown
      let expected = HTMLFormatter(options: options).format(
        whole, sheets: [theme.styleSheet(for: whole.scopes)])
      var parts = CodeParts(language: language, highlighter: Self.catalog.highlighter)
      var stream = HTMLStream(options: options, sheets: [theme.styleSheet(for: ScopeTable())])
      var head = ByteSink()
      var body = ByteSink()
      for start in stride(from: 0, through: bytes.count, by: 100) {
        let isLast = start + 100 > bytes.count
        var part = parts.append(Array(bytes[start..<min(start + 100, bytes.count)]))
        if isLast { part.lines += parts.finish().lines }
        let sheets = [theme.styleSheet(for: parts.scopes)]
        stream.write(part: part, sheets: sheets, isLast: isLast, into: &body)
        if head.count == 0, isLast || stream.knowsHead { stream.writeHead(sheets: sheets, into: &head) }
      }
      #expect(
        String(decoding: head.bytes + body.bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
    }
  }
}
