import RunFormatters
import StyledRuns
import Testing

@Suite("Golden files: every kind of block in each format")
struct GoldenTests {
  static let widths = [40, 60, 80, 120, 200]
  let document = SampleDocument.make()

  @Test(arguments: widths) func terminalOutputEqualsGoldenFileAtEachWidth(_ width: Int) throws {
    var options = ANSIOptions()
    options.width = width
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.dark(document.scopes))
    try Golden.check(bytes, "terminal-\(width).txt")
  }

  @Test(arguments: ANSIFormatter.Colors.allCases) func terminalOutputEqualsGoldenFileInEachColorDepth(
    _ colors: ANSIFormatter.Colors
  ) throws {
    var options = ANSIOptions()
    options.colors = colors
    options.links = .notes
    options.lineNumbers = true
    options.codeOverflow = .cut
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.light(document.scopes))
    try Golden.check(bytes, "terminal-\(colors.rawValue).txt")
  }

  @Test func plainCodeEqualsGoldenFile() throws {
    var options = ANSIOptions()
    options.plainCode = true
    options.links = .inline
    options.ambiguousWidth = 2
    let bytes = ANSIFormatter(options: options).format(document, sheet: nil)
    try Golden.check(bytes, "terminal-plain-code.txt")
  }

  @Test(arguments: widths) func plainTextEqualsGoldenFileAtEachWidth(_ width: Int) throws {
    var options = PlainTextOptions()
    options.width = width
    try Golden.check(PlainTextFormatter(options: options).format(document), "text-\(width).txt")
  }

  @Test func unwrappedPlainTextEqualsGoldenFile() throws {
    try Golden.check(PlainTextFormatter().format(document), "text.txt")
  }

  @Test(arguments: HTMLFormatter.Styling.allCases) func htmlFragmentEqualsGoldenFileInEachStyling(
    _ styling: HTMLFormatter.Styling
  ) throws {
    var options = HTMLOptions()
    options.styling = styling
    options.lineNumbers = .hidden
    let sheets = [SampleThemes.light(document.scopes), SampleThemes.dark(document.scopes)]
    try Golden.check(
      HTMLFormatter(options: options).format(document, sheets: sheets), "fragment-\(styling.rawValue).html")
  }

  @Test func htmlPageEqualsGoldenFile() throws {
    var options = HTMLOptions()
    options.isStandalone = true
    options.pageLanguage = "en"
    let sheets = [SampleThemes.light(document.scopes), SampleThemes.dark(document.scopes)]
    try Golden.check(HTMLFormatter(options: options).format(document, sheets: sheets), "page.html")
  }

  @Test(arguments: FrontMatterDisplay.allCases) func frontMatterEqualsGoldenFileInEachDisplay(
    _ display: FrontMatterDisplay
  ) throws {
    var options = ANSIOptions()
    options.frontMatter = display
    let document = Document(blocks: Array(document.blocks.prefix(2)))
    let bytes = ANSIFormatter(options: options).format(document, sheet: SampleThemes.dark(document.scopes))
    try Golden.check(bytes, "terminal-front-matter-\(display.rawValue).txt")
    var html = HTMLOptions()
    html.frontMatter = display
    try Golden.check(
      HTMLFormatter(options: html).format(document, sheets: []), "front-matter-\(display.rawValue).html")
  }

  @Test func drawingsEqualGoldenFile() throws {
    var options = HTMLOptions()
    options.marksUpDrawings = true
    let blocks = document.blocks.filter {
      if case .code(let code) = $0.content { code.info.hasPrefix("m") } else { false }
    }
    try Golden.check(
      HTMLFormatter(options: options).format(Document(blocks: blocks), sheets: []), "drawings.html")
  }

  @Test func wireFormEqualsGoldenFile() throws {
    try Golden.check(IRFormatter().format(document), "document.json")
  }
}
