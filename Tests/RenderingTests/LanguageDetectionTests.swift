import Foundation
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing
import TextMate

@Suite struct LanguageDetectionTests {
  /// The few languages of ``TestGrammars``, detected by what the package has learnt.
  static func highlighter(detects: Bool = true) -> Highlighter {
    let plain = TestGrammars.highlighter()
    let model = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "grammars/detection.model").path()
    let languages = LanguageRegistry(
      plain.languages.all + [
        Language(id: "plain", name: "Plain Text"), Language(id: "go", name: "Go", scope: "source.test"),
      ])
    return Highlighter(
      languages: languages, grammars: plain.grammars,
      detector: detects ? LanguageDetector(languages: languages, modelFile: model) : nil)
  }

  static let python = "def f(x):\n    return x + 1\n\nfor i in range(3):\n    print(f(i))\n"
  static let swift = (0..<6).map {
    "func area\($0)(_ r: Double) -> Double {\n  let pi = 3.14\n  guard r > 0 else { return 0 }\n  return pi * r\n}\n"
  }.joined()
  static let prose = (0..<30).map { "This is line \($0) of a letter that nobody wrote to me.\n" }.joined()

  static let documents: [String] = [
    "```\n\(python)```\n\ntext\n",
    "~~~\n\(swift)~~~\nend\n",
    "```\n\(swift)",
    "```\n\(python)",
    "````\n\(python)```\nx = 1\n```` \n",
    "> ```\n> {\"a\": [1, 2], \"b\": null}\n> ```\n> more\n",
    "> ```\n> int main(void) {\n>   return 0;\n> }\nno quote any more\n",
    "- item\n  ```\n  int main(void) {\n    int n = 0;\n    printf(\"%d\\n\", n);\n    return n;\n  }\n  ```\n- next\n",
    "- item\n\n  ```\n  def f(x):\n      return x\n\nno item\n",
    "```\n\(prose)```\n",
    "```\nJust words, and nothing more than words.\n```\n",
    "```\n\n\n```\n```\n```\n",
    "    int main(void) { return 0; }\n    indented();\n",
    "``` \t\r\npackage main\r\n\r\nfunc main() {\r\n\tx := 1\r\n}\r\n```\r\n",
    "```\nline\n``\n```x\nint i = 0;\nint j = i + 1;\n```\n```swift\nlet a = 1\n```\n",
    "[^1]\n\n[^1]: A note.\n\n    ```\n    def f(x):\n        return x\n    ```\n",
  ]

  static func code(in blocks: [Block]) -> [CodeBlock] {
    blocks.flatMap { block -> [CodeBlock] in
      if case .code(let code) = block.content { return [code] }
      return code(in: block.children)
    }
  }

  static func rendered(_ text: String, detects: Bool = true) -> Document {
    Renderer(highlighter: highlighter(detects: detects)).render(markdown: Array(text.utf8)).canonical()
  }

  // MARK: What is detected

  @Test func aFenceWithoutALabelHasTheLanguageOfItsCode() throws {
    let code = try #require(Self.code(in: Self.rendered(Self.documents[0]).blocks).first)
    #expect(code.language == "python")
    #expect(code.languageName == "python")
    #expect(code.isDetected)
    #expect(code.info.isEmpty)
    #expect(code.highlighting == .complete)
    #expect(code.lines.contains { !$0.runs.isEmpty })
  }

  @Test func withoutTheOptionItStaysPlain() throws {
    let code = try #require(Self.code(in: Self.rendered(Self.documents[0], detects: false).blocks).first)
    #expect(code.language == nil)
    #expect(!code.isDetected)
    #expect(code.highlighting == .none)
  }

  @Test func proseInAFenceIsPlain() throws {
    for document in [Self.documents[9], Self.documents[10], Self.documents[11]] {
      for code in Self.code(in: Self.rendered(document).blocks) {
        #expect(code.language == nil)
        #expect(code.highlighting == .none)
      }
    }
  }

  @Test func indentedCodeAndLabelsAreNotAsked() throws {
    let indented = try #require(Self.code(in: Self.rendered(Self.documents[12]).blocks).first)
    #expect(indented.language == nil)
    #expect(!indented.isDetected)
    let labelled = try #require(Self.code(in: Self.rendered("```c\n\(Self.python)```\n").blocks).first)
    #expect(labelled.language == "c")
    #expect(!labelled.isDetected)
    let unknown = try #require(Self.code(in: Self.rendered("```what\n\(Self.python)```\n").blocks).first)
    #expect(unknown.highlighting == .unknownLanguage)
  }

  @Test func anOpenBlockIsDecidedByItsFirstLinesAndKeepsTheirLanguage() throws {
    let lines = Self.swift.split(separator: "\n", omittingEmptySubsequences: false)
    var decided: Int?
    for count in 1..<lines.count {
      let document = Self.rendered("```\n" + lines[..<count].joined(separator: "\n") + "\n")
      let code = try #require(Self.code(in: document.blocks).first)
      if decided == nil, code.language != nil { decided = count }
      if decided != nil { #expect(code.language == "swift") } else { #expect(code.highlighting == .pending) }
    }
    let first = try #require(decided)
    #expect(first <= 25)
    // What comes later is not asked.
    let other = Self.rendered("```\n" + Self.swift + String(repeating: Self.python, count: 20) + "```\n")
    #expect(Self.code(in: other.blocks).first?.language == "swift")
  }

  @Test func theWireFormSaysThatALanguageWasDetected() throws {
    let document = Self.rendered(Self.documents[0])
    let written = IRFormatter().format(document)
    #expect(String(decoding: written, as: UTF8.self).contains(#""detected":true"#))
    #expect(try JSONDecoder().decode(Document.self, from: Data(written)) == document)
  }

  // MARK: Streaming

  @Test(arguments: documents)
  func afterEveryByteTheDocumentIsThatOfTheTextSoFar(text: String) throws {
    let highlighter = Self.highlighter()
    let renderer = Renderer(highlighter: highlighter)
    let session = RenderSession(highlighter: highlighter)
    let bytes = Array(text.utf8)
    var client = StreamClient()
    for count in 1...bytes.count {
      try client.receive(session.append([bytes[count - 1]]))
      let expected = renderer.render(markdown: StreamedText.settled(bytes[..<count])).canonical()
      try #require(
        client.document.canonical() == expected,
        "after \(count) bytes of \(text.debugDescription): \(Self.code(in: client.document.blocks)) for \(Self.code(in: expected.blocks))"
      )
    }
    try client.receive(session.finish())
    #expect(client.document.canonical() == renderer.render(markdown: bytes).canonical())
  }

  @Test func anyCutsWithWorkersGiveTheSameDocument() throws {
    let highlighter = Self.highlighter()
    let pool = try WorkerPool(threads: 3)
    defer { pool.stop() }
    var generator = SeededGenerator(seed: 23)
    for round in 0..<150 {
      let bytes = Array(
        (0..<3).map { _ in Self.documents.randomElement(using: &generator)! }.joined(separator: "\n\n").utf8)
      let session = RenderSession(
        highlighter: highlighter, pool: round % 4 == 0 ? nil : pool,
        inlineBudget: .init(lines: round % 7, bytes: 200))
      var client = StreamClient()
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...80, using: &generator))
        try client.receive(session.append(Array(bytes[start..<end])))
        start = end
      }
      try client.receive(session.finish())
      while session.isWaitingForHighlights { try client.receive(session.takeHighlights()) }
      try client.receive(session.takeHighlights())
      let expected = Renderer(highlighter: highlighter).render(markdown: bytes).canonical()
      try #require(client.document.canonical() == expected, "round \(round)")
    }
  }

  @Test func aDecisionIsMadeOnceAndColoursOnlyArrive() throws {
    for text in [Self.documents[0], Self.documents[1], Self.documents[7]] {
      let session = RenderSession(highlighter: Self.highlighter())
      var client = StreamClient()
      var language: String?
      for byte in text.utf8 {
        try client.receive(session.append([byte]))
        guard let code = Self.code(in: client.document.blocks).first else { continue }
        if let known = language { #expect(code.language == known) }
        language = language ?? code.language
      }
      #expect(language != nil)
    }
  }

  @Test func linesAreTokenizedOnceWhenTheLanguageIsDecidedLate() {
    let session = RenderSession(highlighter: Self.highlighter())
    _ = session.append(Array("```\n".utf8))
    for line in Self.swift.split(separator: "\n") { _ = session.append(Array((line + "\n").utf8)) }
    _ = session.append(Array("```\n".utf8))
    _ = session.finish()
    #expect(session.counters.tokenizedLines >= 30)
    #expect(session.counters.tokenizedLines <= 34)
  }

  /// But for footnotes, whose references are written before they are known to be any.
  @Test(arguments: documents.dropLast())
  func aTerminalShowsTheSameWhetherItStreamsOrNot(text: String) throws {
    var streamed = ByteSink()
    var stream = ANSIStream()
    let session = RenderSession(highlighter: Self.highlighter())
    var client = StreamClient()
    for byte in text.utf8 {
      try client.receive(session.append([byte]))
      stream.write(client.document, sheet: nil, into: &streamed)
    }
    try client.receive(session.finish())
    stream.write(client.document, sheet: nil, isFinal: true, into: &streamed)
    var whole = ByteSink()
    var once = ANSIStream()
    once.write(client.document, sheet: nil, isFinal: true, into: &whole)
    #expect(String(decoding: streamed.bytes, as: UTF8.self) == String(decoding: whole.bytes, as: UTF8.self))
  }
}
