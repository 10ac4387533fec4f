import MarkdownBlocks
import StyledRuns
import Testing

@Suite("The markdown of a selection of blocks") struct CopyAsMarkdownTests {
  /// Selects the blocks whose source starts with one of `starts`, and copies them.
  private func copied(_ text: String, _ starts: String...) -> String {
    let source = Array(text.utf8)
    let document = MarkdownParser(options: MarkdownOptions(extensions: .standard)).parse(source)
    var selection: Set<BlockID> = []
    func select(_ blocks: [Block]) {
      for block in blocks {
        let own = String(decoding: source[block.source], as: UTF8.self)
        // An item is meant, and not the list that starts with it.
        if case .list = block.content {
        } else if starts.contains(where: own.hasPrefix) {
          selection.insert(block.id)
        }
        select(block.children)
      }
    }
    select(document.blocks + document.footnotes)
    return document.markdown(of: selection, in: source)
  }

  @Test func wholeBlocksAreAsWritten() {
    let text = "# A *b*\n\nText\nmore\n\n```swift\nlet a\n\n```\n\nEnd\n"
    #expect(copied(text, "# A") == "# A *b*")
    #expect(copied(text, "Text", "```") == "Text\nmore\n\n```swift\nlet a\n\n```")
    #expect(copied(text, "# A", "```") == "# A *b*\n\n```swift\nlet a\n\n```")
    #expect(copied(text, "nothing") == "")
  }

  @Test func whatStandsInAQuoteLosesItsMarkers() {
    let text =
      "> First\n> line\nlazy\n>\n> > deep\n>> er\n>\n> - item\n>   more\n>\n>   ~~~\n>   code\n>   ~~~\n"
    #expect(copied(text, "First") == "First\nline\nlazy")
    #expect(copied(text, "deep") == "deep\ner")
    #expect(copied(text, "- item") == "- item\n  more\n\n  ~~~\n  code\n  ~~~")
    #expect(copied(text, "~~~") == "~~~\ncode\n~~~")
    #expect(copied(text, "First", "deep") == "First\nline\nlazy\n\ndeep\ner")
  }

  @Test func itemsKeepWhatIsNestedInThem() {
    let text = "- one\n- two\n  - nested\n\n    text\n      - deeper\n  - last\n\n10. ten\n    more\n"
    #expect(copied(text, "- one") == "- one")
    #expect(
      copied(text, "- one", "- two") == "- one\n- two\n  - nested\n\n    text\n      - deeper\n  - last")
    #expect(copied(text, "- nested") == "- nested\n\n  text\n    - deeper")
    #expect(copied(text, "text") == "text")
    #expect(copied(text, "- nested", "- last") == "- nested\n\n  text\n    - deeper\n- last")
    #expect(copied(text, "10. ten") == "10. ten\n    more")
  }

  @Test func copyingRemovesIndentationOfContainersAndKeepsTabs() {
    #expect(
      copied("   - a\n     - b\n\n     ```\n     x\n     ```\n", "- a") == "- a\n  - b\n\n  ```\n  x\n  ```")
    #expect(copied("-\ta\n\n\tb\n\n\t\tcode\n", "b") == "b")
    #expect(copied("-\ta\n\n\t```\n\t  x\n\t```\n", "```") == "```\n  x\n```")
    #expect(
      copied("> - >\ta\n>   >\tb\n", "a") == "a\nb".replacing("\nb", with: "\n  b")
        || copied("> - >\ta\n>   >\tb\n", "a") == "a\nb")
    #expect(copied("- - a\n    b\n  - c\n", "a") == "a\nb")
    #expect(copied("-\n  text\n  more\n", "text") == "text\nmore")
  }

  @Test func footnotesTablesAndCarriageReturns() {
    let text = "x[^1]\r\n\r\n| a |\r\n|---|\r\n| b |\r\n\r\n[^1]: note\r\n\r\n    more\r\n    lines\r\n"
    #expect(copied(text, "| a") == "| a |\n|---|\n| b |")
    #expect(copied(text, "more") == "more\nlines")
    #expect(copied(text, "[^1]") == "[^1]: note\n\n    more\n    lines")
  }

  /// What is copied parses to what was selected.
  @Test func copiesParseToTheSame() {
    for seed in 0..<UInt64(300) {
      var random = RandomMarkdown(seed: seed + 90_000_000)
      let source = Array(String(decoding: random.document(lines: 10), as: UTF8.self).utf8).filter {
        $0 != 0 && $0 != 0x5B
      }
      let parser = MarkdownParser()
      let document = parser.parse(source)
      for block in document.blocks {
        let copy = document.markdown(of: [block.id], in: source)
        // At the top level nothing is taken from the lines.
        let own = String(decoding: source[block.source], as: UTF8.self)
        #expect(
          copy.filter { $0 != " " }
            == own.replacing("\r\n", with: "\n").replacing("\r", with: "\n").filter { $0 != " " }
            || own.contains("\t"))
      }
    }
  }
}
