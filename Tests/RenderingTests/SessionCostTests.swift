import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import TextMate
import Testing

/// Counts the cost of appending. It must depend on the appended text, not on the size of the document.
@Suite struct SessionCostTests {
  struct Cost {
    var text = 0
    var pieces = 0
    var updateBytes = 0
    var documentBytes = 0
    var counters = RenderSession().counters
  }

  /// Appends a text in pieces, takes an update after each, and checks the outcome.
  static func cost(
    _ text: String, pieces size: Int, _ highlighter: Highlighter = TestGrammars.highlighter()
  ) throws -> Cost {
    let bytes = Array(text.utf8)
    let session = RenderSession(highlighter: highlighter)
    var client = StreamClient()
    var cost = Cost(text: bytes.count)
    func take(_ update: Update?) throws {
      guard let update else { return }
      cost.updateBytes += IRFormatter().format(update).count + 1
      try client.receive(update)
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      try take(session.append(Array(bytes[start..<min(start + size, bytes.count)])))
      cost.pieces += 1
    }
    try take(session.finish())
    cost.counters = session.counters
    let document = client.document.canonical()
    #expect(document == RenderSessionTests.rendered(bytes, with: highlighter))
    cost.documentBytes = IRFormatter().format(document).count
    return cost
  }

  @Test(arguments: DocumentShape.allCases)
  func costFollowsWhatIsAppended(shape: DocumentShape) throws {
    let small = try Self.cost(shape.document(lines: 40), pieces: 16)
    let large = try Self.cost(shape.document(lines: 400), pieces: 16)
    #expect(large.counters.inlineBytes <= 4 * large.text)
    // Each whole line once, and the open one at most once an append.
    let lines = shape.codeLines(of: 400)
    #expect(large.counters.tokenizedLines <= lines * 102 / 100 + (lines > 0 ? large.pieces : 0))
    #expect(10 * large.counters.inlineBytes * small.text <= 11 * small.counters.inlineBytes * large.text)
    #expect(large.counters.tokenizedLines <= 11 * small.counters.tokenizedLines)
    #expect(large.counters.emittedBlocks <= 11 * small.counters.emittedBlocks)
    #expect(large.updateBytes <= 11 * small.updateBytes)
    // Of a growing leaf its end is changed, and of a growing row what is new is looked at.
    #expect(large.counters.shownBytes <= 8 * large.text)
    #expect(large.counters.rowBytes <= large.text)
  }

  @Test(arguments: DocumentShape.allCases)
  func updatesAreAsSmallAsWhatTheyBring(shape: DocumentShape) throws {
    let each = try Self.cost(shape.document(lines: 200), pieces: 16)
    // The IR of raw HTML and of one line is little more than its text; an update has 26 bytes of its own.
    // In a footnote each edit names its block by its identity.
    let tenths = [.cell, .html, .htmlLine, .footnote, .footnoteCode].contains(shape) ? 27 : 25
    #expect(
      each.updateBytes * 10 <= each.documentBytes * tenths, "\(each.updateBytes) of \(each.documentBytes)")
    // 75 ms at 100 tokens a second and four bytes a token. The IR of these samples is small, as the grammar here has
    // few scopes; with those of languages it is 1.5 at most.
    let flushed = try Self.cost(shape.document(lines: 200), pieces: 30)
    #expect(
      flushed.updateBytes * 10 <= flushed.documentBytes * (shape == .footnoteCode ? 21 : 19),
      "\(flushed.updateBytes) of \(flushed.documentBytes)")
  }

  @Test func aFinishedSessionKeepsItsDocumentAndNoMore() throws {
    let session = MarkdownStream(options: MarkdownOptions(extensions: .standard))
    session.append(Array(DocumentShape.oneParagraph.document(lines: 400).utf8))
    session.update()
    #expect(session.stateBytes > 20_000)
    session.finish()
    session.update()
    #expect(session.stateBytes < 8_192)
  }

  @Test(arguments: [
    (DocumentShape.blocks, 0), (.list, 0), (.nestedList, 0), (.quote, 0), (.table, 0), (.oneParagraph, 2),
    (.nestedParagraph, 2), (.code, 2), (.listWithCode, 2), (.html, 2),
  ])
  func ofFinishedBlocksNoStateIsKept(shape: DocumentShape, timesOpenText: Int) {
    let session = MarkdownStream(options: MarkdownOptions(extensions: .standard))
    let bytes = Array(shape.document(lines: 2000).utf8)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      session.append(Array(bytes[start..<min(start + 64, bytes.count)]))
      session.update()
    }
    #expect(session.stateBytes < 24_576 + timesOpenText * bytes.count)
  }

  @Test(arguments: [DocumentShape.blocks, .list, .nestedList, .quote, .table])
  func aTextThatCameAtOnceIsForgottenToo(shape: DocumentShape) {
    let options = MarkdownOptions(extensions: .standard)
    let session = MarkdownStream(options: options)
    let bytes = Array(shape.document(lines: 4000).utf8)
    session.append(Array(bytes[..<(bytes.count / 2)]))
    session.update()
    #expect(session.stateBytes < 24_576)
    for start in stride(from: bytes.count / 2, to: bytes.count, by: 512) {
      session.append(Array(bytes[start..<min(start + 512, bytes.count)]))
      session.update()
    }
    #expect(session.stateBytes < 24_576)
    session.finish()
    session.update()
    #expect(session.document == MarkdownParser(options: options).parse(bytes))
  }

  @Test(arguments: DocumentShape.allCases)
  func openTextIsGrownWhereItIs(shape: DocumentShape) throws {
    let session = MarkdownStream(options: MarkdownOptions(extensions: .standard))
    let bytes = Array(shape.document(lines: 400).utf8)
    for start in stride(from: 0, to: bytes.count, by: 16) {
      session.append(Array(bytes[start..<min(start + 16, bytes.count)]))
      session.update()
    }
    session.finish()
    session.update()
    // Bytes of code and raw HTML that were written into the document, with the beginnings of lines that were taken back.
    #expect(session.currentCounters.rawBytes <= bytes.count * 2)
    #expect(session.currentCounters.searchedHTMLBytes <= bytes.count * 2)
    if shape == .html || shape == .htmlLine || shape == .codeLine {
      #expect(session.currentCounters.rawBytes >= bytes.count - 16)
    }
  }

  @Test func closingQuotesLeaveTheirOpenerAsItIs() {
    let stream = MarkdownStream(
      options: MarkdownOptions(extensions: .standard, smart: true, isOptimistic: true))
    let pieces = 200
    for _ in 0..<pieces {
      stream.append(Array("\"\"\"\"".utf8))
      stream.update()
    }
    // The first quote opens for all that follow, and is shown as before; a quote is shown with three bytes.
    #expect(stream.currentCounters.shownBytes <= pieces * 200)
  }

  @Test func aLateDefinitionSendsTheCellsThatItChanges() throws {
    let rows = (0..<400).map { "| \($0) | \($0 % 100 == 50 ? "see [late]" : "text") | more of it |\n" }
    let text = Array(("| a | b | c |\n|---|---|---|\n" + rows.joined() + "\n").utf8)
    let session = RenderSession()
    var client = StreamClient()
    try client.receive(session.append(text))
    let definition = Array("[late]: /url\n".utf8)
    let update = try #require(session.append(definition))
    let cells = update.edits.filter {
      if case .cell = $0 { true } else { false }
    }
    #expect(cells.count == 4)
    #expect(update.edits.count == 4)
    #expect(IRFormatter().format(update).count < 800)
    try client.receive(update)
    #expect(
      client.document.canonical() == Renderer().render(markdown: text + definition))
  }

  @Test func aLateFootnoteSendsEachParagraphThatItChangesOnce() throws {
    let text = Array(
      (0..<40).map { "text\($0) \($0 % 10 == 5 ? "see [^late] and [^late]" : "more")\n\n" }.joined().utf8)
    let session = RenderSession()
    var client = StreamClient()
    try client.receive(session.append(text))
    let definition = Array("[^late]: note\n".utf8)
    let update = try #require(session.append(definition))
    let replaced = update.edits.filter {
      if case .replace = $0 { true } else { false }
    }
    #expect(replaced.count == 4)
    try client.receive(update)
    #expect(client.document.canonical() == Renderer().render(markdown: text + definition))
  }

  @Test func aLateDefinitionSendsTheItemsThatItChanges() throws {
    let items = (0..<400).map { "- \($0) \($0 % 100 == 50 ? "see [late]" : "text")\n" }
    let text = Array((items.joined() + "\nA paragraph.\n\n").utf8)
    let session = RenderSession()
    var client = StreamClient()
    try client.receive(session.append(text))
    let definition = Array("[late]: /url\n".utf8)
    let update = try #require(session.append(definition))
    #expect(update.edits.count == 4)
    #expect(IRFormatter().format(update).count < 1000)
    try client.receive(update)
    #expect(
      client.document.canonical() == Renderer().render(markdown: text + definition))
  }

  /// The issue's figure is of languages: the IR of the test grammar is small, as it has few scopes.
  @Test(arguments: DocumentShape.allCases)
  func flushedUpdatesOfALanguageAreAtMostHalfAsMuchAgain(shape: DocumentShape) throws {
    let data = DataFolder(path: Self.packageFolder)
    let highlighter = Catalog(data: data).highlighter
    let flushed = try Self.cost(shape.document(lines: 1000), pieces: 30, highlighter)
    let hundredths =
      switch shape {
      // Text and nothing else; of what is sent 9 bytes an update are its own.
      case .html, .htmlLine: 150
      // So is what stands behind the limit of a line; before it, its last tokens change with each update.
      case .codeLine: 200
      default: 150
      }
    #expect(
      flushed.updateBytes * 100 <= flushed.documentBytes * hundredths,
      "\(flushed.updateBytes) of \(flushed.documentBytes)")
  }

  private static let packageFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path()

  @Test func aLongOpenLineIsHandedOutOnceWhereWorkersColourIt() throws {
    var limits = TokenizerLimits.standard
    limits.lineLength = 800
    let highlighter = TestGrammars.highlighter(limits: limits)
    let pool = try WorkerPool(threads: 1)
    defer { pool.stop() }
    let session = RenderSession(highlighter: highlighter, pool: pool, inlineBudget: .init(lines: 0, bytes: 0))
    var client = StreamClient()
    var text = Array("```swift\n\(String(repeating: "let word = 7; ", count: 60))".utf8)
    try client.receive(session.append(text))
    for index in 0..<200 {
      // What has the worker now is a beginning that stays.
      let done = Semaphore()
      #expect(pool.submit { done.signal() })
      done.wait()
      let piece = Array("let more\(index % 10) = 7; ".utf8)
      text += piece
      try client.receive(session.append(piece))
      if index % 40 == 39 {
        try #require(client.document.canonical() == RenderSessionTests.rendered(text, with: highlighter))
      }
    }
    #expect(session.counters.tokenizedLines == 1)
    #expect(session.counters.handedOutLines == 1)
  }

  @Test func theOpenLineIsTokenizedOnceAnAppendAndNotBehindTheLimit() throws {
    var limits = TokenizerLimits.standard
    limits.lineLength = 800
    let highlighter = TestGrammars.highlighter(limits: limits)
    let session = RenderSession(highlighter: highlighter)
    var client = StreamClient()
    var text = Array("```swift\n".utf8)
    try client.receive(session.append(text))
    for index in 0..<400 {
      let piece = Array("let word\(index % 10) = 7; ".utf8)
      text += piece
      try client.receive(session.append(piece))
      if index % 40 == 39 {
        let expected = RenderSessionTests.rendered(text, with: highlighter)
        try #require(client.document.canonical() == expected)
      }
    }
    #expect(session.counters.tokenizedLines <= 800 / 15 + 2)
    #expect(session.counters.tokenizedLines >= 800 / 16)
    // The beginning of a line is looked at again while it is tokenized, and no longer.
    #expect(session.counters.rereadBytes <= 800 * (800 / 15 + 2))
  }
}

/// The shapes of documents in which something grows.
enum DocumentShape: String, CaseIterable, Sendable {
  case blocks, list, nestedList, quote, oneParagraph, nestedParagraph, table, cell, code, listWithCode, html,
    htmlLine, codeLine, footnote, footnoteCode

  private static let words = [
    "streams of words that come", "and go on for as long", "as a model has to say", "something, one piece",
    "after the other",
  ]

  private static func line(_ index: Int) -> String {
    "\(words[index % 5]) \(words[(index / 5 + 1) % 5]) \(index % 7 == 0 ? "**in bold** " : "")\(index)"
  }

  private static func code(_ index: Int) -> String {
    [
      "let value = compute(from: \(index), as: \"some text\")",
      "func call(text: String) { return names[\(index)] }",
      "  // what the line after this one does, and why",
    ][index % 3]
  }

  /// A line of a footnote with paragraphs, lists and code.
  private static func noteLine(_ index: Int) -> String {
    switch index % 10 {
    case 0: "    \(line(index))\n"
    case 1: "    \(line(index))\n\n"
    case 2: "    - \(line(index))\n"
    case 3: "      - \(line(index))\n"
    case 4: "    - \(line(index))\n\n"
    case 5: "    ```swift\n"
    case 6, 7: "    \(code(index))\n"
    case 8: "    ```\n\n"
    default: "    > \(line(index))\n\n"
    }
  }

  func codeLines(of lines: Int) -> Int {
    switch self {
    case .code, .listWithCode, .footnoteCode: lines
    case .footnote: lines / 10 * 2
    case .codeLine: 1
    case .blocks: lines / 10 * 3
    default: 0
    }
  }

  /// A document of about so many lines.
  func document(lines: Int) -> String {
    let numbers = 0..<lines
    switch self {
    case .blocks:
      return (0..<(lines / 10)).map { index in
        """
        ## Part \(index)

        \(Self.line(index)) `code` \(Self.line(index + 1)),
        [a link](https://example.com/\(index)).

        - \(Self.line(index + 2))
        - \(Self.line(index + 3))

        ```swift
        \((0..<3).map { Self.code(index + $0) }.joined(separator: "\n"))
        ```


        """
      }.joined()
    case .list: return numbers.map { "- \(Self.line($0))\n" }.joined()
    case .nestedList:
      return numbers.map { String(repeating: "  ", count: $0 % 5) + "- \(Self.line($0))\n" }.joined()
    case .quote: return numbers.map { $0 % 5 == 4 ? ">\n" : "> \(Self.line($0))\n" }.joined()
    case .oneParagraph: return numbers.map { "\(Self.line($0))\n" }.joined()
    case .nestedParagraph: return "- > 1. a\n" + numbers.map { "  >    \(Self.line($0))\n" }.joined()
    case .cell: return "| a | b |\n|---|:-:|\n| x | " + numbers.map { "\(Self.line($0)) " }.joined() + "|\n"
    case .table:
      return "| a | b | c |\n|---|:-:|--:|\n"
        + numbers.map { "| \(Self.words[$0 % 5]), and on | `\($0)` | \(Self.words[$0 / 5 % 5]) |\n" }.joined()
    case .code: return "```swift\n" + numbers.map { "\(Self.code($0))\n" }.joined() + "```\n"
    case .html: return "<div>\n" + numbers.map { "<p>\(Self.line($0))</p>\n" }.joined()
    case .htmlLine: return "<script>" + numbers.map { "call(\"\(Self.line($0))\"); " }.joined()
    case .codeLine: return "```swift\n" + numbers.map { "\(Self.code($0)) " }.joined()
    case .footnote: return "Text[^1].\n\n[^1]: A note.\n\n" + numbers.map { Self.noteLine($0) }.joined()
    case .footnoteCode:
      return "Text[^1].\n\n[^1]: A note.\n\n    ```swift\n"
        + numbers.map { "    \(Self.code($0))\n" }.joined() + "    ```\n"
    case .listWithCode:
      return "- code:\n\n  ```swift\n" + numbers.map { "  \(Self.code($0))\n" }.joined() + "  ```\n\n- end\n"
    }
  }
}
