@testable import RunFormatters
import StyledRuns
import Testing

@Suite("Nothing hostile reaches a terminal")
struct TerminalSafetyTests {
  @Test(arguments: 0..<150) func randomDocumentsGiveSafeTerminalOutput(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = random.document()
    var options = ANSIOptions()
    options.width = [20, 21, 32, 40, 60, 80, 120, 500][random.number(0..<8)]
    options.plainCode = random.number(0..<4) == 0
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
    // Deep headings keep their number signs where no look tells them apart.
    guard !plain.text.contains("###") else { return }
    #expect(plain.text == output.text, "the layout depends on the colours")
  }

  @Test(arguments: 0..<100) func plainCodeAndText(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = random.document()
    var options = ANSIOptions()
    options.plainCode = true
    options.codeOverflow = ANSIFormatter.CodeOverflow.none
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.light(document.scopes))
    #expect(TerminalOutput(bytes).problems.isEmpty)
    let text = PlainTextFormatter().format(document)
    #expect(!text.contains(0x1B))
    #expect(TerminalOutput(text).problems.isEmpty)
  }

  @Test func invisibleCharactersInCodeAreShown() {
    let document = Document(blocks: [Make.code("", "a\u{202E}b\u{200B}c\u{1B}[0m\u{FE0F}")])
    var options = ANSIOptions()
    options.colors = .none
    let text = String(decoding: ANSIFormatter(options: options).format(document, sheet: nil), as: UTF8.self)
    #expect(text.contains("a<U+202E>b<U+200B>c\u{241B}[0m<U+FE0F>"))
  }

  /// Between two changes of state something is shown, or else the first was for nothing.
  @Test(arguments: 0..<60) func onlyChangesOfStateAreWritten(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = seed == 0 ? SampleDocument.make() : random.document()
    var options = ANSIOptions()
    options.lineNumbers = seed % 2 == 0
    options.width = [30, 80][seed % 2]
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.dark(document.scopes))
    let text = String(decoding: bytes, as: UTF8.self)
    // By code points: a mark after a sequence would make a character of its own of the sequence's end.
    let adjacent = #/\u{1B}\[[0-9;]*m\u{1B}\[/#.matchingSemantics(.unicodeScalar)
    #expect(!text.contains(adjacent))
    var state = ""
    for match in text.matches(of: #/\u{1B}\[([0-9;]*)m/#.matchingSemantics(.unicodeScalar)) {
      let isChange = match.output.1.isEmpty ? !state.isEmpty : String(match.output.1) != state
      let place = text[..<match.range.upperBound].suffix(120)
      #expect(isChange, "\(place.debugDescription)")
      state = String(match.output.1)
    }
  }

  @Test func tagsOfTextBecomeLooks() {
    let block = Make.p(
      "Press ", .raw("<kbd>"), "Ctrl", .raw("</kbd>"), ", ", .raw("<B>"), "now", .raw("</b>"), " or ",
      .raw("<a href=\"x\">"), "there", .raw("</a>"), .raw("<br/>"), "end", .raw("<bold>"))
    let document = Document(blocks: [block])
    var options = ANSIOptions()
    options.margin = 0
    options.colors = .basic
    let sheet = SampleThemes.dark()
    let styled = String(
      decoding: ANSIFormatter(options: options).format(document, sheet: sheet), as: UTF8.self)
    #expect(styled.contains("\u{1B}[1mnow\u{1B}[m"))
    options.colors = .none
    let plain = String(
      decoding: ANSIFormatter(options: options).format(document, sheet: sheet), as: UTF8.self)
    #expect(plain == "Press Ctrl, now or <a href=\"x\">there</a>\nend<bold>\n")
  }

  /// A list that lies too deep for indentation still has its markers.
  @Test func deepMarkersAreShown() {
    var list = Make.bullets(Make.item(Make.p("last")))
    for depth in 0..<8 { list = Make.bullets(Make.item(Make.p(.text("level \(depth)")), list)) }
    var options = ANSIOptions()
    options.width = 20
    options.colors = .none
    let text = String(
      decoding: ANSIFormatter(options: options).format(Document(blocks: [list]), sheet: nil), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 9)
    for line in lines { #expect(line.contains(#/^ *[•◦‣] (level|last)/#), "\(line)") }
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
