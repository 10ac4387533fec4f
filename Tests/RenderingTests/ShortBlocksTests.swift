import Rendering
import StyledRuns
import TextMate
import Testing

/// Short blocks of code in one language use one tokenizer, one after the other.
@Suite struct ShortBlocksTests {
  private static func fence(_ language: String, _ code: String) -> String {
    "~~~ \(language)\n\(code)\n~~~\n\n"
  }

  private static func document(_ fences: [String]) -> [UInt8] { Array((fences.joined() + "The end.\n").utf8) }

  /// The tokenizers that a session creates for a document that arrives at once.
  private static func createdTokenizers(_ fences: [String]) -> Int {
    let session = RenderSession(highlighter: TestGrammars.highlighter())
    _ = session.append(document(fences))
    _ = session.finish()
    return session.counters.createdTokenizers
  }

  @Test func shortBlocksInOneLanguageTakeOneTokenizer() {
    let one = Self.fence("swift", "let a = 1 // one")
    #expect(Self.createdTokenizers(Array(repeating: one, count: 100)) == 1)
    let other = Self.fence("json", "\"a\\n\"")
    #expect(
      Self.createdTokenizers(Array(repeating: [one, one, other, other], count: 10).flatMap { $0 }) == 20)
  }

  @Test func aLongBlockTakesItsOwn() {
    let short = Self.fence("swift", "let a = 1")
    let long = Self.fence("swift", String(repeating: "let a = 1\n", count: 100))
    #expect(Self.createdTokenizers([long, long, long]) == 3)
    // The tokenizer of a short block stays for the next short one.
    #expect(Self.createdTokenizers([short, long, short]) == 2)
  }

  @Test func aTokenizerThatStoresMuchIsNotUsedAgain() {
    let limits = TokenizerLimits(distinctStacks: 400)
    let session = RenderSession(highlighter: TestGrammars.highlighter(limits: limits))
    let fences = Array(repeating: Self.fence("swift", "let a = \"b\\n\" // c"), count: 10)
    _ = session.append(Self.document(fences))
    _ = session.finish()
    #expect(session.counters.createdTokenizers == 10)
  }

  /// An open string or comment of one block is none of the next one's, and neither is the work that it took.
  @Test func aBlockHasTheTokensOfATokenizerOfItsOwn() throws {
    let codes = [
      "\"\"\"\nopen", "let a = 1", "\"open", "return 2.5 // let", "", "func\n\nif", "\"\"\"let\"\"\" int",
    ]
    let fences = (0..<60).map {
      Self.fence("swift", codes[$0 % codes.count] + String(repeating: " int", count: $0 / 7))
    }
    let highlighter = TestGrammars.highlighter(limits: TokenizerLimits(workPerByte: 0, workPerText: 100))
    let together = RenderSessionTests.rendered(Self.document(fences), with: highlighter)
    for (index, fence) in fences.enumerated() {
      let alone = RenderSessionTests.rendered(Array(fence.utf8), with: highlighter)
      #expect(Self.tokens(together, block: index) == Self.tokens(alone, block: 0), "\(fence)")
    }
  }

  /// The text and scopes of each run of a code block.
  private static func tokens(_ document: Document, block index: Int) -> [String] {
    guard case .code(let code) = document.blocks[index].content else { return [] }
    return ["\(code.highlighting)"]
      + code.lines.flatMap { line in
        ["line \(line.text)"] + line.runs.map { "\($0.length) \(document.scopes[$0.scopes])" }
      }
  }
}
