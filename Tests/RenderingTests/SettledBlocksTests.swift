import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing

/// The output for settled blocks is always a prefix of the output for the whole text, also with late
/// definitions.
@Suite struct SettledBlocksTests {
  private static let texts = [
    "# A\n\nplain\n\n[a] and [b]\n\nmore\n\n[a]: https://x.test/a\n\nafter\n\n[b]: https://x.test/b\n\nend\n",
    "[a]: https://x.test/a\n\n[a] is known\n\n- [x] done\n- [ ] not\n\n> [c]\n\nbehind\n\n[c]: /c\n",
    "one[^1]\n\ntwo\n\n[^1]: note with [d]\n\nthree [^2]\n\nfour\n\n[^2]: other\n\n[d]: https://x.test/d\n",
    "| a | [e] |\n|---|---|\n| 1 | 2 |\n\ntext\n\n[e]: https://x.test/e\n\nlast\n",
    "---\ntitle: x\n---\n\n[never]\n\ntext\n\n- a\n- b\n\n```\ncode\n```\n",
    StreamedText.formulas,
    "Setext\n[f]\n===\n\n[f]: https://x.test/f \"title\"\n\n[f][], [g][f], ![i][f]\n",
  ]

  @Test(arguments: texts, [1, 7, 4096]) func finalBlockCountNeverChange(text: String, size: Int) throws {
    let bytes = Array(text.utf8)
    let whole = PlainTextFormatter().format(Renderer().render(markdown: bytes))
    var session = SectionedSession()
    var document = Document()
    var stream = ANSIStream(text: PlainTextOptions())
    var written = ByteSink()
    func take(_ event: SectionedSession.SectionEvent) throws {
      if case .update(let update) = event { try document.apply(update) }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      try session.append(Array(bytes[start..<min(start + size, bytes.count)]), take)
      stream.write(document, sheet: nil, limit: session.finalBlockCount, into: &written)
      #expect(whole.starts(with: written.bytes), "after \(start + size) bytes")
    }
    try session.finish(take)
    stream.write(document, sheet: nil, isFinal: true, into: &written)
    #expect(written.bytes == whole)
  }

  @Test func whatWaitsForNothingIsSettled() {
    let parser = MarkdownStream(options: MarkdownOptions(extensions: .standard))
    func settled(after text: String) -> Int {
      parser.append(text)
      parser.update()
      return parser.finalBlockCount()
    }
    #expect(settled(after: "# one\n\ntwo\n\n") == 2)
    #expect(settled(after: "three [a]\n\nfour\n\n") == 2)
    #expect(settled(after: "five\n\n[a]: /b\n") == 2)
    #expect(settled(after: "\n") == 5)
    #expect(settled(after: "six\n\n") == 6)
  }
}
