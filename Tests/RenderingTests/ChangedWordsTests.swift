import MessageStreams
import RunFormatters
import StyledRuns
import TestSupport
import Testing
import TextMate

@testable import Rendering

/// Changed words in diffs: in fences, files and edits of tool calls, and while they arrive.
@Suite struct ChangedWordsTests {
  private static let catalog = Catalog(detectsLanguages: true)

  /// Fences with diffs. Each ends in another way.
  private static let samples = [
    "```diff\n--- a/m.swift\n+++ b/m.swift\n@@ -1,3 +1,3 @@\n import A\n-let total = count + 1\n+let total = size + 1\n b\n```\n\ntext\n",
    "```diff\n-old name\n+new name\n```", "```diff\n-old name\n+new name\n```x\n-one two\n+one three\n````\n",
    "```patch\n-a one\n-b one\n+a two\n+b two\n+c two\n c\n-return x\n+return x + 1\n```\n",
    "> - ```diff\n>   -old name\n>   +new name\n>\n>   -old name\n>   +new name\n>   ```\n> - b\n",
    "~~~diff\n--- a/x.txt\n+++ b/x.txt\n@@ ... @@\n-one word\n+one wörd\n\\ No newline\n~~~\n",
    "```diff\n-open end\n+open ends",
    "```\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old name\n+new name\n```\n",
  ]

  /// The marked words of a document by line, such as `-name`.
  private static func words(_ document: Document) -> [String] {
    document.blocks.flatMap { block -> [String] in
      guard case .code(let code) = block.content else { return [] }
      return code.lines.flatMap { words($0, document.scopes) }
    }
  }

  static func words(_ line: CodeLine, _ scopes: ScopeTable) -> [String] {
    var words: [String] = []
    var start = 0
    var isMarked = false
    for run in line.runs {
      let text = String(decoding: line.text.utf8.dropFirst(start).prefix(Int(run.length)), as: UTF8.self)
      start += Int(run.length)
      let side: String? =
        switch scopes[run.scopes].last {
        case ScopeTable.insertedWord: "+"
        case ScopeTable.deletedWord: "-"
        default: nil
        }
      if let side { if isMarked { words[words.count - 1] += text } else { words.append(side + text) } }
      isMarked = side != nil
    }
    return words
  }

  private static func rendered(_ text: String) -> Document {
    Renderer(highlighter: catalog.highlighter).render(markdown: Array(text.utf8))
  }

  @Test(arguments: [
    (samples[0], ["-count", "+size"]), (samples[1], ["-old", "+new"]), (samples[3], ["+ + 1"]),
    (samples[5], ["-word", "+wörd"]), (samples[7], ["-old", "+new"]),
    // Paths are no changed lines, and text without an end may still grow.
    ("```diff\n--- a/x.swift\n+++ b/x.swift\n```", [] as [String]), (samples[6], []),
  ])
  func fencesHaveMarks(_ text: String, _ expected: [String]) {
    #expect(Self.words(Self.rendered(text)) == expected)
  }

  @Test func wordsKeepTheScopesOfTheirCode() throws {
    let document = Self.rendered(Self.samples[0])
    guard case .code(let code)? = document.blocks.first?.content else { throw StreamError.gap }
    let marked = try #require(
      code.lines[5].runs.first { document.scopes[$0.scopes].last == ScopeTable.insertedWord })
    #expect(document.scopes[marked.scopes].contains("source.swift"))
    #expect(code.lines.allSatisfy { $0.runs.reduce(0) { $0 + Int($1.length) } == $0.text.utf8.count })
  }

  /// Changes of many lines and long lines have no marks, whatever their words.
  @Test func longChangesHaveNoMarks() {
    func words(_ count: Int, _ padding: Int) -> Int {
      func lines(_ sign: String) -> String {
        (0..<count).map { "\(sign)line \($0) \(sign)\(String(repeating: "x", count: padding))\n" }.joined()
      }
      return Self.words(Self.rendered("```diff\n\(lines("-"))\(lines("+"))-a b\n+a c\n```\n")).count
    }
    #expect(words(ScopeTable.maximumChangedLines, 1) == 2 * ScopeTable.maximumChangedLines + 2)
    #expect(words(ScopeTable.maximumChangedLines + 1, 1) == 2)
    #expect(words(1, 3000) == 2)
  }

  @Test(arguments: samples) func afterEveryByteTheMarksAreThoseOfTheTextSoFar(_ text: String) throws {
    let highlighter = Self.catalog.highlighter
    let bytes = Array(text.utf8)
    let session = RenderSession(highlighter: highlighter)
    var client = StreamClient()
    for count in 1...bytes.count {
      try client.receive(session.append([bytes[count - 1]]))
      let expected = RenderSessionTests.rendered(StreamedText.settled(bytes[..<count]), with: highlighter)
      try #require(client.document.canonical() == expected, "after \(count) bytes")
    }
    try client.receive(session.finish())
    #expect(client.document.canonical() == RenderSessionTests.rendered(bytes, with: highlighter))
  }

  @Test func workersBringTheSameMarks() throws {
    let highlighter = Self.catalog.highlighter
    let pool = try WorkerPool(threads: 2)
    defer { pool.stop() }
    var generator = SeededGenerator(seed: 3)
    for round in 0..<60 {
      let bytes = Array(
        (0..<3).map { _ in Self.samples.randomElement(using: &generator)! }.joined(separator: "\n```\n\n")
          .utf8)
      try RenderSessionTests.compare(bytes, round, highlighter, pool, &generator)
    }
  }

  /// A mark that was shown stays while the text grows, and each line gets its marks once.
  @Test func marksOnlyArrive() throws {
    let changes = (0..<40).map { "-let a\($0) = \($0)\n+let a\($0) = \($0 + 1)\n ok\n" }.joined()
    let session = RenderSession(highlighter: Self.catalog.highlighter)
    var client = StreamClient()
    var shown: [String] = []
    var rehighlighted = 0
    for byte in "```diff\n\(changes)```\n".utf8 {
      let update = session.append([byte])
      for case .rehighlight(_, _, let runs) in update?.edits ?? [] { rehighlighted += runs.count }
      try client.receive(update)
      let words = Self.words(client.document)
      try #require(words.starts(with: shown))
      shown = words
    }
    #expect(shown.count == 80)
    #expect(rehighlighted == 80)
  }

  /// A terminal never writes a line that a mark changes afterwards.
  @Test(arguments: samples) func terminalsWriteLinesWithTheirMarks(_ text: String) throws {
    let theme = try Self.catalog.themes.theme(named: "obsidian")
    let session = RenderSession(highlighter: Self.catalog.highlighter)
    var document = Document()
    var stream = ANSIStream()
    var sink = ByteSink()
    for byte in text.utf8 {
      if let update = session.append([byte]) { try document.apply(update) }
      stream.write(document, sheet: theme.styleSheet(for: document.scopes), into: &sink)
    }
    if let update = session.finish() { try document.apply(update) }
    stream.write(document, sheet: theme.styleSheet(for: document.scopes), isFinal: true, into: &sink)
    let whole = Self.rendered(text)
    #expect(sink.bytes == ANSIFormatter().format(whole, sheet: theme.styleSheet(for: whole.scopes)))
  }

  @Test func partsOfADiffHaveTheSameMarks() throws {
    let diff = try #require(Self.catalog.languages.language(named: "diff"))
    let bytes = Array("--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-int a;\n+int b;\n c\n-int a;\n+int b;".utf8)
    let whole = Renderer(highlighter: Self.catalog.highlighter).render(code: bytes, language: diff)
    #expect(Self.words(whole) == ["-a", "+b", "-a", "+b"])
    guard case .code(let expected)? = whole.blocks.first?.content else { throw StreamError.gap }
    var parts = CodeParts(language: diff, highlighter: Self.catalog.highlighter)
    var lines: [CodeLine] = []
    for byte in bytes { lines += parts.append([byte]).lines }
    #expect(lines.map(\.text).last == " c", "the last change waits for its end")
    lines += parts.finish().lines
    #expect(lines == expected.lines)
    #expect(parts.scopes == whole.scopes)
  }

  /// Every look of a changed word can be read.
  @Test(arguments: ["obsidian", "paper"]) func themesShowWords(_ name: String) throws {
    let theme = try Self.catalog.themes.theme(named: name)
    let document = Self.rendered(Self.samples[0])
    let sheet = theme.styleSheet(for: document.scopes)
    var count = 0
    for (index, entry) in document.scopes.entries.enumerated() {
      guard [ScopeTable.insertedWord, ScopeTable.deletedWord].contains(entry.name) else { continue }
      let style = sheet.styles[index + 1]
      let background = try #require(style.background)
      let color = style.foreground ?? sheet.palette.codeText
      #expect(Contrast.ratio(color, background) >= 4.5)
      count += 1
    }
    #expect(count >= 2)
  }

  @Test func editsOfToolCallsHaveMarks() throws {
    let input = #"{"file_path":"x.swift","old_string":"let a = one\nb","new_string":"let a = two\nb"}"#
    let text =
      #"[{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Edit","input":\#(input)}]}]"#
    for pool in [nil, try WorkerPool(threads: 1)] {
      defer { pool?.stop() }
      let session = ConversationSession(
        format: .messages, highlighter: Self.catalog.highlighter, pool: pool, inlineBudget: .init(lines: 1))
      var conversation = Conversation()
      for byte in text.utf8 { if let update = session.append([byte]) { try conversation.apply(update) } }
      if let update = session.finish() { try conversation.apply(update) }
      while session.isWaitingForHighlights {
        if let update = session.takeHighlights() { try conversation.apply(update) }
      }
      guard case .toolCall(let call)? = conversation[PartID(message: 0, part: 0)]?.content,
        case .code(let code)? = call.view.blocks.first?.content
      else { throw StreamError.gap }
      #expect(code.lines.flatMap { Self.words($0, conversation.scopes) } == ["-one", "+two"])
    }
  }
}
