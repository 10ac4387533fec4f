import Rendering
import RunFormatters
import StyledRuns
import Testing

/// The whole way from hostile bytes to a terminal: whatever comes in, however it is cut, nothing but our sequences
/// comes out.
@Suite("Nothing hostile reaches a terminal while it streams")
struct TerminalStreamSafetyTests {
  /// Escape sequences in every disguise, and markdown to put them into every place.
  private static let pieces: [[UInt8]] =
    RandomDocument.nasty.map { Array($0.utf8) } + RandomDocument.addresses.prefix(20).map { Array($0.utf8) }
    + [
      "\u{1B}[2J", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}_Gf=100;AAAA\u{1B}\\", "\u{1B}P+q\u{1B}\\", "\u{1B}c",
      "\u{1B}",
      "[31m", "]8;;https://evil.invalid\u{1B}\\", "\\", "&#27;[31m", "&#x1b;]0;t&#7;", "&amp;#27;[5m",
      "&#155;31m",
      "&#x9b;2J", "&Tab;", "&NewLine;", "&#13;", "&#8238;", "&rlm;", "&zwj;", "&ZeroWidthSpace;", "&#0;",
      "&#x110000;",
      "\r", "\r\n", "\n", "\n\n", "    ", "\t", "> ", "- ", "1. ", "- [x] ", "# ", "```", "```\u{1B}[31m\n",
      "~~~\n",
      "`", "``", "*", "**", "~~", "_", "[", "](", "](https://e.org/\u{1B}]0;x\u{7})", ")", "![",
      "<https://e.org/\u{7}>",
      "<a href=\"\u{1B}\">", "<!-- \u{1B}[31m -->", "<br>", "\n| a | b |\n|---|:-:|\n| ", " | ", "|\n",
      "\n---\n", "\n===\n",
      "[^1]", "\n[^1]: \u{1B}[7m note\n", "\n[ref]: https://e.org \"\u{1B}[31m\"\n", "[ref]", "$", "$$",
      "\n$$\n",
      ":tada:", "---\ntitle: \u{1B}[31m\n---\n", "> [!NOTE]\n> ", "https://e.org/\u{9B}31m",
      "www.e.org\u{202E}",
    ].map { Array($0.utf8) }
    + [
      [0x9B, 0x33, 0x31, 0x6D], [0x9D], [0x90], [0xC2], [0xE2, 0x80], [0xFF], [0xF0, 0x9F], [0xC0, 0x9B],
      [0x00],
    ]

  private static func bytes(_ random: inout RandomDocument) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.number(5..<60) { bytes += pieces[random.number(0..<pieces.count)] }
    return bytes
  }

  private static func options(_ random: inout RandomDocument) -> ANSIFormatter.Options {
    var options = ANSIFormatter.Options()
    options.width = [20, 33, 40, 80, 200][random.number(0..<5)]
    options.links = ANSIFormatter.Links.allCases[random.number(0..<4)]
    options.colors = ANSIFormatter.Colors.allCases[random.number(0..<4)]
    options.codeOverflow = ANSIFormatter.CodeOverflow.allCases[random.number(0..<3)]
    options.plainCode = random.number(0..<3) == 0
    options.lineNumbers = random.number(0..<2) == 0
    options.ambiguousWidth = random.number(1..<3)
    options.frontMatter = FrontMatterDisplay.allCases[random.number(0..<3)]
    return options
  }

  @Test(arguments: 0..<120) func anyBytesCutAnywhere(_ seed: Int) throws {
    var random = RandomDocument(seed: UInt64(seed) &+ 77)
    let bytes = Self.bytes(&random)
    let options = Self.options(&random)
    let session = RenderSession()
    var stream = ANSIStream(options: options)
    var document = Document()
    var shown = ByteSink()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + random.number(1..<20))
      if let update = session.append(Array(bytes[start..<end])) { try document.apply(update) }
      start = end
      let sheet = SampleThemes.dark(document.scopes)
      stream.write(document, sheet: sheet, into: &shown)
      var tail = ByteSink()
      stream.writeTail(of: document, sheet: sheet, into: &tail)
      #expect(TerminalOutput(tail.bytes).problems.isEmpty, "\(bytes)")
    }
    if let update = session.finish() { try document.apply(update) }
    let sheet = SampleThemes.dark(document.scopes)
    stream.write(document, sheet: sheet, isFinal: true, into: &shown)
    #expect(TerminalOutput(shown.bytes).problems.isEmpty, "\(bytes)")
    let whole = ANSIFormatter(options: options).format(Renderer().render(markdown: bytes), sheet: sheet)
    #expect(TerminalOutput(whole).problems.isEmpty, "\(bytes)")
  }

  @Test(arguments: 0..<60) func plainTextToo(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed) &+ 999)
    let text = PlainTextFormatter().format(Renderer().render(markdown: Self.bytes(&random)))
    #expect(!text.contains(0x1B))
    #expect(TerminalOutput(text).problems.isEmpty)
  }
}
