import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import Testing
import TextMate

/// Blocks that were written are removed from the document of a session and from that of its reader. The output
/// stays the same.
@Suite struct WrittenBlocksTests {
  /// A session, and a reader that writes the final lines of its document.
  private struct Reader: ~Copyable {
    var session: SectionedSession
    var document = Document()
    var stream = ANSIStream()
    /// Whether written blocks are removed.
    let removes: Bool
    var output = ByteSink()
    /// The most blocks and lines of code with text that the document has had after an append.
    var mostParts = 0

    init(
      removes: Bool, limits: SectionedSession.SectionLimits = .init(), highlighter: Highlighter? = nil
    ) {
      self.removes = removes
      session = SectionedSession(highlighter: highlighter, limits: limits)
    }

    /// Appends text and writes what is final.
    ///
    /// - Parameter waits: Whether the output waits for definitions that can still change it.
    mutating func append(_ bytes: ArraySlice<UInt8>, waits: Bool) throws {
      var events: [SectionedSession.SectionEvent] = []
      session.append(Array(bytes)) { events.append($0) }
      try take(events)
      stream.write(document, sheet: nil, limit: waits ? session.finalBlockCount : nil, into: &output)
      if removes, let written = stream.removeWritten() {
        document.remove(written)
        session.remove(written)
      }
      mostParts = max(mostParts, Self.parts(of: document.blocks))
    }

    mutating func finish() throws {
      var events: [SectionedSession.SectionEvent] = []
      session.finish { events.append($0) }
      try take(events)
      stream.write(document, sheet: nil, isFinal: true, into: &output)
    }

    /// The lines that would follow if the text ended here.
    var tail: [UInt8] {
      var sink = ByteSink()
      stream.writeTail(of: document, sheet: nil, into: &sink)
      return sink.bytes
    }

    private mutating func take(_ events: [SectionedSession.SectionEvent]) throws {
      for event in events {
        switch event {
        case .update(let update): try document.apply(update)
        case .nextDocument:
          stream.write(document, sheet: nil, isFinal: true, into: &output)
          stream.beginDocument()
          document = Document()
        }
      }
    }

    private static func parts(of blocks: [Block]) -> Int {
      blocks.reduce(blocks.count) { sum, block in
        guard case .code(let code) = block.content else { return sum + parts(of: block.children) }
        return sum + code.lines.count { !$0.text.isEmpty }
      }
    }
  }

  private static let item =
    "- one\n\n  two\n\n  > three\n\n  - a\n  - b\n    1. x\n\n       y\n\n       z\n    2. w\n\n  four\n\n  five\n- short\n- last\n\n"

  private static let texts: [String] = [
    String(repeating: "# A\n\nsome *text*\n\n## B\n\n---\n\n", count: 8),
    String(repeating: "- a\n- b\n", count: 20) + "\nend\n",
    (1...30).map { "\($0 * 7). item\n" }.joined() + "\n1) a\n2) b\n3) c\n4) d\n5) e\n\nend\n",
    String(repeating: item, count: 4) + "end\n",
    "- one\n\n  ```\n  code\n  ```\n\n  two\n\n  - a\n  - b\n- next\n- next\n",
    "- one\n  - a\n  - b\n  - c\n\n  two\n- next\n",
    String(repeating: "> a\n>\n> b\n>\n", count: 6) + "\nend\n",
    "> [!NOTE]\n" + String(repeating: "> a\n>\n> - b\n> - c\n>\n", count: 6) + "\nend\n",
    "> [!TIP] and more\n> text\n>\n> > [!NOTE]\n> > a\n> >\n> > b\n> >\n> > c\n> >\n> > d\n>\n> e\n>\n> f\n\nend\n",
    "<think>\n" + String(repeating: "some\n\nthoughts\n\n- a\n- b\n\n", count: 5) + "</think>\n\nend\n",
    "```\n" + (0..<80).map { "line \($0)\n" }.joined() + "```\n\nend\n",
    "- a\n\n  ```json\n" + (0..<80).map { "  {\"a\": \($0)}\n" }.joined() + "  ```\n- b\n- c\n",
    (0..<60).map { "    line \($0)\n\n" }.joined() + "end\n",
    "one [a] two [^1]\n\n" + String(repeating: "words\n\n- a\n- [b]\n- c\n\n", count: 8)
      + "[a]: https://x.test/a\n\n[^1]: note\n\n    more [^2]\n\n[b]: https://x.test/b\n\nx [^2]\n\n[^2]: two\n\ny [a]\n",
    "[^1]: note\n\n    - a\n    - b\n    - c\n    - d\n\n    e\n\n"
      + String(repeating: "words [^1] and [^2]\n\nwords\n\n", count: 8) + "[^2]: two\n\nend[^2]\n",
    "| a | b |\n|---|---|\n" + String(repeating: "| 1 | [x] |\n", count: 20)
      + "\nend\n\n[x]: https://x.test\n",
    "<div>\n\na\n\n</div>\n\n" + String(repeating: "<!-- x -->\n\na\n\n", count: 6) + "end\n",
    StreamedText.samples.joined(separator: "\n\n"),
    StreamedText.samples.reversed().joined(separator: "\n\nend\n\n"),
  ]

  /// Two texts of the documentation, each with all kinds of blocks.
  private static let pages = ["docs/gallery.md", "docs/streaming.md"]

  private func check(
    _ bytes: [UInt8], pieces size: Int, waits: Bool, limits: SectionedSession.SectionLimits = .init(),
    checksTails: Bool = true
  ) throws {
    let highlighter = TestGrammars.highlighter()
    var whole = Reader(removes: false, limits: limits, highlighter: highlighter)
    var reader = Reader(removes: true, limits: limits, highlighter: highlighter)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = bytes[start..<min(start + size, bytes.count)]
      try whole.append(piece, waits: waits)
      try reader.append(piece, waits: waits)
      try #require(reader.output.bytes == whole.output.bytes, "after \(piece.endIndex) bytes")
      if checksTails { try #require(reader.tail == whole.tail, "after \(piece.endIndex) bytes") }
    }
    try whole.finish()
    try reader.finish()
    #expect(reader.output.bytes == whole.output.bytes)
  }

  @Test(arguments: texts, [1, 16, 300]) func theOutputIsTheSame(text: String, size: Int) throws {
    for waits in [false, true] { try check(Array(text.utf8), pieces: size, waits: waits) }
  }

  @Test(arguments: texts) func soItIsWhereDocumentsEnd(text: String) throws {
    let long = Array(String(repeating: text + "\n\n", count: 3).utf8)
    for section in [100, 1000] {
      let limits = SectionedSession.SectionLimits(paragraph: 50, section: section)
      for waits in [false, true] { try check(long, pieces: 20, waits: waits, limits: limits) }
    }
  }

  @Test(arguments: pages, [1000, 1 << 16]) func soItIsForPages(page: String, size: Int) throws {
    let bytes = try Self.bytes(of: page)
    for waits in [false, true] { try check(bytes, pieces: size, waits: waits, checksTails: false) }
  }

  @Test(arguments: [
    ("", "# A\n\nsome *text*\n\n"), ("", "- a\n"), ("", "1. a\n\n   b\n"), ("", "> a\n\n"),
    ("", "> - a\n> - b\n"),
    ("", "- a\n  - b\n  - c\n"), ("", "[known] and [text](/x)\n\n"), ("> [!NOTE]\n", "> a\n>\n"),
    ("> [!NOTE] Title\n> text\n", "> # a\n"),
  ])
  func whatIsKeptDoesNotDependOnTheLength(head: String, unit: String) throws {
    func mostParts(_ length: Int) throws -> Int {
      let text =
        "[known]: https://x.test\n\n" + head + String(repeating: unit, count: length / unit.utf8.count)
      let bytes = Array(text.utf8)
      var reader = Reader(removes: true)
      for start in stride(from: 0, to: bytes.count, by: 256) {
        // A definition can still make a link of the marker of an alert.
        try reader.append(bytes[start..<min(start + 256, bytes.count)], waits: head.isEmpty)
      }
      return reader.mostParts
    }
    let most = try mostParts(4000)
    #expect(try mostParts(40_000) <= most + 2)
  }

  @Test(arguments: texts, [16, 300]) func htmlIsWrittenInParts(text: String, size: Int) throws {
    try checkHTML(Array(text.utf8), pieces: size)
  }

  @Test(arguments: pages) func soArePages(page: String) throws {
    try checkHTML(Self.bytes(of: page), pieces: 4000)
  }

  private func checkHTML(_ bytes: [UInt8], pieces size: Int) throws {
    let highlighter = TestGrammars.highlighter()
    let document = Renderer(highlighter: highlighter).render(markdown: bytes)
    for rawHTML in HTMLFormatter.RawHTML.allCases + [nil] {
      var options = HTMLOptions()
      if let rawHTML { options.rawHTML = rawHTML } else { options.isStandalone = true }
      let whole = HTMLFormatter(options: options).format(document, sheets: [])
      var session = SectionedSession(
        highlighter: highlighter, limits: SectionedSession.SectionLimits(paragraph: .max, section: .max))
      var updates: [Update] = []
      func take(_ event: SectionedSession.SectionEvent) {
        if case .update(let update) = event { updates.append(update) }
      }
      var document = Document()
      var stream = HTMLStream(options: options, sheets: [])
      var head = ByteSink()
      var output = ByteSink()
      for start in stride(from: 0, to: bytes.count, by: size) {
        session.append(Array(bytes[start..<min(start + size, bytes.count)]), take)
        for update in updates { try document.apply(update) }
        updates = []
        stream.write(document, sheets: [], limit: session.finalBlockCount, into: &output)
        if head.count == 0, stream.knowsHead { stream.writeHead(sheets: [], into: &head) }
        if let written = stream.removeWritten() {
          document.remove(written)
          session.remove(written)
        }
      }
      session.finish(take)
      for update in updates { try document.apply(update) }
      stream.write(document, sheets: [], isFinal: true, into: &output)
      if head.count == 0 { stream.writeHead(sheets: [], into: &head) }
      #expect(
        String(decoding: head.bytes + output.bytes, as: UTF8.self) == String(decoding: whole, as: UTF8.self))
    }
  }

  private static func bytes(of page: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try [UInt8](Data(contentsOf: folder.deletingLastPathComponent().appending(path: page)))
  }

  @Test func linesOfCodeAreEmptied() throws {
    var reader = Reader(removes: true)
    try reader.append(Array("```\n".utf8)[...], waits: true)
    for _ in 0..<100 {
      try reader.append(Array(String(repeating: "code\n", count: 10).utf8)[...], waits: true)
    }
    #expect(reader.mostParts <= 14)
  }

  /// The session keeps no more of its document than the reader.
  @Test func theSessionReleasesWhatIsWritten() throws {
    func kept(_ length: Int) throws -> Int {
      let session = RenderSession()
      var document = Document()
      var stream = ANSIStream()
      var output = ByteSink()
      let bytes = Array(String(repeating: "# A\n\nwords\n\n- a\n- b\n- c\n- d\n\n", count: length / 31).utf8)
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        if let update = session.append(Array(bytes[start..<min(start + 1000, bytes.count)])) {
          try document.apply(update)
        }
        stream.write(document, sheet: nil, into: &output)
        guard let written = stream.removeWritten() else { continue }
        document.remove(written)
        session.remove(written)
      }
      return session.memoryBytes
    }
    #expect(try kept(300_000) <= kept(30_000) + 1000)
  }
}
