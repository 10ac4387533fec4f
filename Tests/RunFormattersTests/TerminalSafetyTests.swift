@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Nothing hostile reaches a terminal")
struct TerminalSafetyTests {
  @Test(arguments: 0..<150) func randomDocuments(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = random.document()
    var options = ANSIFormatter.Options()
    options.width = [20, 21, 32, 40, 60, 80, 120, 500][random.number(0..<8)]
    options.codeOverflow = [.wrap, .cut][random.number(0..<2)]
    options.lineNumbers = random.number(0..<2) == 0
    options.links = ANSIFormatter.Links.allCases[random.number(0..<4)]
    options.ambiguousWidth = random.number(1..<3)
    options.colors = ANSIFormatter.Colors.allCases[random.number(1..<4)]
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.dark(document.scopes))
    let output = TerminalOutput(bytes)
    #expect(output.problems.isEmpty)
    let measure = ClusterMeasure(ambiguousWidth: options.ambiguousWidth)
    for line in output.text.split(separator: "\n") {
      #expect(measure.width(of: String(line)) <= options.width, "\(line)")
    }

    options.colors = .none
    let plain = TerminalOutput(ANSIFormatter(options: options).format(document, sheet: nil))
    #expect(plain.text == output.text, "the layout depends on the colours")
  }

  @Test(arguments: 0..<100) func plainCodeAndText(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = random.document()
    var options = ANSIFormatter.Options()
    options.plainCode = true
    options.codeOverflow = .none
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.light(document.scopes))
    #expect(TerminalOutput(bytes).problems.isEmpty)
    let text = PlainTextFormatter().format(document)
    #expect(!text.contains(0x1B))
    #expect(TerminalOutput(text).problems.isEmpty)
  }

  @Test func invisibleCharactersInCodeAreShown() {
    let document = Document(blocks: [Make.code("", "a\u{202E}b\u{200B}c\u{1B}[0m\u{FE0F}")])
    var options = ANSIFormatter.Options()
    options.colors = .none
    let text = String(decoding: ANSIFormatter(options: options).format(document, sheet: nil), as: UTF8.self)
    #expect(text.contains("a<U+202E>b<U+200B>c\u{241B}[0m<U+FE0F>"))
  }

  @Test func deepNestingNeedsNoStack() {
    var block = Make.p("deep")
    for index in 0..<3000 {
      block = index % 2 == 0 ? Make.quote(block) : Make.bullets(Make.item(block))
    }
    let document = Document(blocks: [block])
    #expect(ANSIFormatter().format(document, sheet: nil).count > 0)
    #expect(HTMLFormatter().format(document, sheets: []).count > 0)
    #expect(IRFormatter().format(document).count > 0)
  }
}
