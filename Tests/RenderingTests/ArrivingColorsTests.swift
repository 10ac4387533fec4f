import Rendering
import StyledRuns
import TextMate
import TestSupport
import Testing

/// Colours only arrive: what is coloured stays coloured, and never in colours that the text so far does not have.
@Suite struct ArrivingColorsTests {
  /// The scopes of each byte of a line; nil where it is plain.
  static func scopes(_ line: CodeLine, _ table: ScopeTable) -> [[String]?] {
    var scopes: [[String]?] = []
    for run in line.runs {
      let names = run.scopes == .empty ? nil : table[run.scopes]
      scopes += Array(repeating: names, count: Int(run.length))
    }
    return scopes + Array(repeating: nil, count: line.text.utf8.count - scopes.count)
  }

  static func codeLines(_ document: Document) -> [CodeLine] {
    document.blocks.flatMap { block -> [CodeLine] in
      if case .code(let code) = block.content { return code.lines }
      return []
    }
  }

  /// A worker that is let go when the test says so.
  final class Gate: @unchecked Sendable {
    // Unchecked: a semaphore may be used from any thread.
    private let pool: WorkerPool
    private let opened = Semaphore()

    init(_ pool: WorkerPool) {
      self.pool = pool
      close()
    }

    func close() { _ = pool.submit { [opened] in opened.wait() } }

    /// Lets the worker do all that waits.
    func letThrough() {
      let done = Semaphore()
      opened.signal()
      while !pool.submit({ done.signal() }) {}
      done.wait()
    }
  }

  @Test(arguments: 0..<60)
  func shownColoursAreThoseOfSomeTextSoFar(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let highlighter = TestGrammars.highlighter()
    if seed % 3 > 0 { highlighter.warmUp(["swift"]) }
    let pool = try WorkerPool(threads: 1)
    let gate = Gate(pool)
    let session = RenderSession(
      highlighter: highlighter, pool: pool,
      inlineBudget: .init(lines: seed % 4, bytes: [0, 12, 30, 4096][seed / 4 % 4]))
    var client = StreamClient()
    let lines = (0..<12).map { index in
      [
        "let number\(index) = 12.5 // \(index)", "func return1() { return \"le\(index)\" }", "\"\"\" open",
        "if lettuce",
      ]
      .randomElement(using: &generator)!
    }
    let text = Array("```swift\n\(lines.joined(separator: "\n"))\n".utf8)
    var allowed: [[Set<[String]>]] = []
    var before: [[[String]?]] = []

    func check() throws {
      let now = Self.codeLines(client.document).map { Self.scopes($0, client.document.scopes) }
      for (index, line) in now.enumerated() {
        for (byte, scopes) in line.enumerated() {
          if let scopes { try #require(allowed[index][byte].contains(scopes), "line \(index), byte \(byte)") }
          if scopes == nil, index < before.count, byte < before[index].count {
            try #require(before[index][byte] == nil, "line \(index), byte \(byte) lost its colours")
          }
        }
      }
      before = now
    }

    var start = 0
    while start < text.count {
      let end = min(text.count, start + Int.random(in: 1...45, using: &generator))
      let whole = Renderer(highlighter: highlighter).render(markdown: Array(text[..<end]))
      for (index, line) in Self.codeLines(whole).enumerated() {
        if index == allowed.count { allowed.append([]) }
        for (byte, scopes) in Self.scopes(line, whole.scopes).enumerated() {
          if byte == allowed[index].count { allowed[index].append([]) }
          if let scopes { allowed[index][byte].insert(scopes) }
        }
      }
      try client.receive(session.append(Array(text[start..<end])))
      start = end
      try check()
      if Int.random(in: 0..<4, using: &generator) == 0 {
        gate.letThrough()
        gate.close()
        try client.receive(session.takeHighlights())
        try check()
      }
    }
    try client.receive(session.finish())
    while session.isWaitingForHighlights {
      gate.letThrough()
      gate.close()
      try client.receive(session.takeHighlights())
      try check()
    }
    #expect(client.document.canonical() == RenderSessionTests.rendered(text, with: highlighter))
    gate.letThrough()
    pool.stop()
  }

  @Test func aBlockIsColouredAtOnceAgainWhenTheWorkerHasCaughtUp() throws {
    let highlighter = TestGrammars.highlighter()
    let pool = try WorkerPool(threads: 1)
    defer { pool.stop() }
    let session = RenderSession(highlighter: highlighter, pool: pool)
    var client = StreamClient()
    try client.receive(session.append(Array("```swift\nlet a = 1\nle".utf8)))
    #expect(session.isWaitingForHighlights)
    let done = Semaphore()
    #expect(pool.submit { done.signal() })
    done.wait()
    // The line that the worker had has grown since; it is short, and coloured here.
    try client.receive(session.append(Array("t b".utf8)))
    #expect(!session.isWaitingForHighlights)
    #expect(
      client.document.canonical()
        == RenderSessionTests.rendered(Array("```swift\nlet a = 1\nlet b".utf8), with: highlighter))
  }

  @Test func longBlocksAreDoneInParts() throws {
    let highlighter = TestGrammars.highlighter()
    let pool = try WorkerPool(threads: 1)
    defer { pool.stop() }
    let session = RenderSession(highlighter: highlighter, pool: pool, inlineBudget: .init(lines: 0, bytes: 0))
    var client = StreamClient()
    let text = Array("```swift\n\(String(repeating: "let a = 1\n", count: 1200))```\n".utf8)
    try client.receive(session.append(text))
    try client.receive(session.finish())
    var parts = 0
    while session.isWaitingForHighlights {
      let update = session.takeHighlights()
      if update != nil { parts += 1 }
      try client.receive(update)
    }
    #expect(parts >= 2)
    #expect(client.document.canonical() == RenderSessionTests.rendered(text, with: highlighter))
  }
}
