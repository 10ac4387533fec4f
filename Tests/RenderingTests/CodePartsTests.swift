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
}
