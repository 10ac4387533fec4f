import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// A text that may have no end is rendered in bounded memory, and shown while it comes.
@Suite struct SectionedSessionTests {
  /// The documents that came of a text, the last one open until the text ends.
  private struct Documents {
    var all: [Document] = [Document()]
    /// UTF-8 bytes of source in the longest of them.
    var longest = 0

    mutating func take(_ event: SectionedSession.SectionEvent) throws {
      switch event {
      case .update(let update):
        try all[all.count - 1].apply(update)
        longest = max(longest, all[all.count - 1].blocks.last?.source.upperBound ?? 0)
      case .nextDocument: all.append(Document())
      }
    }

    /// The plain text of all documents.
    var text: String {
      all.map { String(decoding: PlainTextFormatter().format($0), as: UTF8.self) }.joined()
    }
  }

  private static let limits = SectionedSession.SectionLimits(paragraph: 1000, table: 1000, section: 10_000)

  private func documents(_ text: String, pieces size: Int = 64) throws -> Documents {
    var session = SectionedSession(limits: Self.limits)
    var documents = Documents()
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try session.append(Array(bytes[start..<min(start + size, bytes.count)])) { try documents.take($0) }
    }
    try session.finish { try documents.take($0) }
    return documents
  }

  @Test func aTextWithinTheLimitsIsOneDocument() throws {
    let text = String(repeating: "# A\n\nsome *text*\n\n- [a]\n- b\n\n", count: 100) + "[a]: /b\n"
    #expect(text.utf8.count + 16 * 300 < Self.limits.section)
    let documents = try documents(text)
    #expect(documents.all.map { $0.canonical() } == [Renderer().render(markdown: Array(text.utf8))])
  }

  @Test(arguments: ["x\n", "x y z ", "- x\ny\n", "> x\ny\n", "äöü"])
  func aParagraphWithoutEndIsShownWhileItComes(unit: String) throws {
    var session = SectionedSession(limits: Self.limits)
    var documents = Documents()
    var stream = ANSIStream()
    var output = ByteSink()
    var fed = 0
    while output.count == 0, fed < 100_000 {
      try session.append(Array(String(repeating: unit, count: 20).utf8)) { try documents.take($0) }
      fed += 20 * unit.utf8.count
      stream.write(documents.all[documents.all.count - 1], sheet: nil, into: &output)
    }
    #expect(output.count > 0)
    #expect(fed < 2 * Self.limits.paragraph)
  }

  @Test(arguments: ["# x\n", "x\n\n", "x\n", "> x\n\n", "- x\n", "1. x\n", "| a |\n|---|\n", "x", "<b>\n"])
  func aDocumentNeverGrowsBeyondItsLimit(unit: String) throws {
    let text = String(repeating: unit, count: 200_000 / unit.utf8.count)
    let documents = try documents(text)
    #expect(documents.longest <= 2 * Self.limits.section + Self.limits.paragraph)
    #expect(documents.all.count >= 200_000 / (2 * Self.limits.section + Self.limits.paragraph))
    // Nothing is lost, and nothing comes twice.
    #expect(documents.text.count { $0 == "x" } == text.count { $0 == "x" })
  }

  @Test func definitionsCountInWhatFollows() throws {
    let filler = String(repeating: "words of a paragraph\n\n", count: 1000)
    let documents = try documents(
      "[a]: https://x.test/1\n[a]: https://x.test/2\n\n\(filler)[a]\n\n\(filler)[A]\n")
    #expect(documents.all.count > 3)
    let links = documents.all.flatMap(\.blocks).compactMap { block -> String? in
      guard case .paragraph(let inlines) = block.content,
        case .link(let address, _)? = inlines.spans.first?.kind
      else { return nil }
      return address
    }
    #expect(links == ["https://x.test/1", "https://x.test/1"])
  }

  @Test func onlyTheTextBeginsWithFrontMatter() throws {
    let part = "---\na: b\n---\n\n" + String(repeating: "words\n\n", count: 1500)
    let documents = try documents(String(repeating: part, count: 4), pieces: part.utf8.count)
    #expect(documents.all.count > 1)
    let matters = documents.all.flatMap(\.blocks).filter {
      if case .frontMatter = $0.content { true } else { false }
    }
    #expect(matters.count == 1)
  }

  @Test(arguments: [1, 7, 64, 1000])
  func aLongTableContinuesWithItsHead(pieces size: Int) throws {
    let head = "| `a\\|b` | *c* |\r\n|:--|--:|\n"
    let rows = (0..<400).map { "| x\($0) | y |\n" }.joined()
    for (before, after) in [("", ""), ("# T\n\n", "\nend\n"), ("<details>\n\n", "\n</details>\n")] {
      let documents = try documents(before + head + rows + after, pieces: size)
      let tables = documents.all.flatMap(\.blocks).flatMap(Self.tables)
      #expect(tables.count >= 2 && tables.count <= 8, "\(tables.count) tables after \(before)")
      for table in tables {
        #expect(table.header.cells == tables[0].header.cells)
        #expect(table.alignments == [.left, .right])
      }
      let firstCells = tables.flatMap(\.rows).map(\.cells[0].text)
      #expect(firstCells == (0..<400).map { "x\($0)" })
      let paragraphs = documents.all.flatMap(\.blocks).count {
        if case .paragraph = $0.content { true } else { false }
      }
      #expect(paragraphs == (after.contains("end") ? 1 : 0))
    }
  }

  private static func tables(_ block: Block) -> [Table] {
    if case .table(let table) = block.content { return [table] }
    return block.isContainer ? block.children.flatMap(tables) : []
  }

  @Test func codeWithoutEndStaysCode() throws {
    let documents = try documents("```swift\n" + String(repeating: "# x\n", count: 20_000))
    #expect(documents.all.count > 1)
    let isAllCode = documents.all.flatMap(\.blocks).allSatisfy {
      if case .code(let code) = $0.content { code.info == "swift" } else { false }
    }
    #expect(isAllCode)
    #expect(documents.text.count { $0 == "x" } == 20_000)
  }
}
