import Rendering
import RunFormatters
import StyledRuns
import Testing

@Suite("Writing to a terminal while the document grows")
struct ANSIStreamTests {
  /// The document as it was when `count` leaves and lines had come: what is cut off is open.
  private static func prefix(_ blocks: [Block], _ count: inout Int) -> [Block] {
    var result: [Block] = []
    for block in blocks {
      guard count > 0 else { break }
      var copy = block
      switch block.content {
      case .quote(let inner): copy.content = .quote(prefix(inner, &count))
      case .list(var list):
        list.items = prefix(list.items, &count)
        copy.content = .list(list)
      case .listItem(var item):
        if item.blocks.isEmpty { count -= 1 }
        item.blocks = prefix(item.blocks, &count)
        copy.content = .listItem(item)
      case .code(var code):
        let lines = min(code.lines.count, count - 1)
        code.lines = Array(code.lines.prefix(max(lines, 0)))
        count -= max(lines, 0) + 1
        copy.content = .code(code)
      default: count -= 1
      }
      copy.isFinished = count > 0
      result.append(copy)
    }
    return result
  }

  @Test(arguments: 0..<40) func documentsBelowEachOtherLookLikeOne(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    var document = seed == 0 ? SampleDocument.make() : random.document()
    document.footnotes = []
    let whole = ANSIFormatter().format(document, sheet: nil)
    let cut = document.blocks.count / 2
    var stream = ANSIStream()
    var sink = ByteSink()
    stream.write(Document(blocks: Array(document.blocks[..<cut])), sheet: nil, isFinal: true, into: &sink)
    stream.beginDocument()
    stream.write(Document(blocks: Array(document.blocks[cut...])), sheet: nil, isFinal: true, into: &sink)
    #expect(sink.bytes == whole)
  }

  @Test(arguments: 0..<60) func allCallsTogetherGiveTheWhole(_ seed: Int) {
    var random = RandomDocument(seed: UInt64(seed))
    let document = seed == 0 ? SampleDocument.make() : random.document()
    let sheet = SampleThemes.dark(document.scopes)
    var options = ANSIOptions()
    options.width = [30, 80][seed % 2]
    options.links = .notes
    let whole = ANSIFormatter(options: options).format(document, sheet: sheet)
    var stream = ANSIStream(options: options)
    var sink = ByteSink()
    var wasWrittenEarly = false
    for count in 0..<400 {
      var left = count
      let part = Document(blocks: Self.prefix(document.blocks, &left), scopes: document.scopes)
      if left > 0 { break }
      stream.write(part, sheet: sheet, into: &sink)
      #expect(whole.starts(with: sink.bytes), "after \(count)")
      if sink.count > 0 { wasWrittenEarly = true }
      var shown = ByteSink()
      sink.withBytes { shown.append($0.bindMemory(to: UInt8.self)) }
      stream.writeTail(of: part, sheet: sheet, into: &shown)
      let once = ANSIFormatter(options: options).format(part, sheet: sheet)
      #expect(shown.bytes == once, "tail after \(count)")
    }
    stream.write(document, sheet: sheet, isFinal: true, into: &sink)
    #expect(sink.bytes == whole)
    if seed == 0 { #expect(wasWrittenEarly) }
  }

  /// The output for pieces of markdown. After each piece, all final lines are written.
  private func written(_ pieces: String...) throws -> String {
    var options = ANSIOptions()
    options.colors = .none
    options.margin = 0
    var stream = ANSIStream(options: options)
    let session = RenderSession()
    var document = Document()
    var sink = ByteSink()
    for piece in pieces {
      if let update = session.append(Array(piece.utf8)) { try document.apply(update) }
      stream.write(document, sheet: nil, into: &sink)
    }
    if let update = session.finish() { try document.apply(update) }
    stream.write(document, sheet: nil, isFinal: true, into: &sink)
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  /// A partial line can look like something else than it becomes: `***bold***` like a rule, `---a` like the underline of a
  /// heading. Nothing that was written for it may stand in the way of what it becomes.
  @Test(arguments: [
    "> [!NOTE]\n> ***a*** b\n> c\n\nd\n", "> [!NOTE]\n> ---a\n", "> [!TIP]\n> - a\n> - b\n>\n> c\n",
    "> [!NOTE]\n>\n> a\n", "> [!NOTE]\n> # a\n> b\n", "> [!NOTE]\n> ```\n> a\n> ```\n> b\n",
    "> [!NOTE]\n> | a |\n> |---|\n> | b |\n", "> [!NOTE]\n> <b>a</b>\n>\n> b\n", "> [!NOTE]\n***a*** b\n",
    "- [ ] a\n  ***b***\n- [x] c\n", "- > a\n  > ***b***\n", "1. a\n\n   ---b\n2. c\n",
    "> - a\n>   ***b***\n> - c\n",
    "> > [!NOTE]\n> > ***a***\n>\n> b\n", "<think>\n***a***\n</think>\nb\n",
  ])
  func aTextThatIsCutAnywhereIsWrittenWhole(_ text: String) throws {
    let whole = try written(text)
    for cut in text.indices.dropFirst() {
      let parts = try written(String(text[..<cut]), String(text[cut...]))
      #expect(parts == whole, "\(text.debugDescription) cut before \(text[cut...].debugDescription)")
    }
  }

  /// Pieces of markdown without links, whose late definitions would change lines that are written.
  private static let pieces = [
    "> ", "> ", "- ", "1. ", "  ", "[!NOTE]\n", "> [!NOTE]\n> ", "***", "---", "===", "a", "b ", "\u{E9}",
    "\n", "\n", "\n\n",
    "```\n", "```", "| a | b |\n", "|---|---|\n", "|-", "# ", "    ", "<b>", "<div>", "</div>", "<!--", "-->",
    "<think>\n", "</think>\n", "- [ ] ", "`", "*", "**", "~~", "$", "$$", "+", ":",
  ]

  @Test(arguments: 0..<HostilePieces.rounds(120)) func randomTextThatIsCutAnywhereIsWrittenWhole(_ seed: Int)
    throws
  {
    var random = RandomDocument(seed: UInt64(seed) &+ 4_000)
    var text = ""
    for _ in 0..<random.number(2..<15) { text += Self.pieces[random.number(0..<Self.pieces.count)] }
    try aTextThatIsCutAnywhereIsWrittenWhole(text)
  }

  private static let footnoteRule = String(repeating: "\u{2500}", count: 12)

  @Test func aFootnoteThatIsDefinedLateIsListedByWhatStandsInItsReferences() throws {
    let text = try written("See[^late].\n\nMore.\n\n", "[^late]: The note.\n")
    #expect(text == "See[^late].\n\nMore.\n\n\(Self.footnoteRule)\n[^late] The note.\n")
  }

  @Test func numbersThatAreWrittenStay() throws {
    let text = try written(
      "[^b]: Second.\n\nOne[^late], two[^b].\n\nMore.\n\n", "[^late]: First.\n\n",
      "Again[^b].\n\nAnd[^c].\n\n",
      "[^c]: Third.\n")
    #expect(
      text == """
        One[^late], two[1].

        More.

        Again[1].

        And[^c].

        \(Self.footnoteRule)
        [1] Second.
        [^late] First.
        [^c] Third.

        """)
  }

  @Test func aNumberThatIsTakenIsGivenToNoOtherFootnote() throws {
    let text = try written(
      "[^b]: Second.\n\nOne[^late], two[^b].\n\nMore.\n\n",
      "[^late]: First, see[^b] and[^d].\n\n[^d]: Fourth.\n\n",
      "Again[^late] and[^b].\n\nThat is all.\n")
    #expect(text.contains("\nAgain[2] and[1].\n"))
    #expect(text.hasSuffix("[1] Second.\n[2] First, see[1] and[3].\n[3] Fourth.\n"), "\(text)")
  }

  @Test func aLabelBeforeAFootnoteIsCleanAndShort() throws {
    let label = "a\u{1B}b" + String(repeating: "c", count: 80)
    let text = try written("See[^\(label)].\n\nMore.\n\n", "[^\(label)]: The note.\n")
    let last = text.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("[^a\u{241B}bccc") && last.hasSuffix("\u{2026}] The note."), "\(text)")
    #expect(last.count < 50)
  }
}
