@testable import Rendering
import StyledRuns
import Synchronization
import TextMate
import Testing

@Suite struct WorkerPoolTests {
  /// A pool whose only worker waits until the returned semaphore is signalled.
  static func heldPool(capacity: Int) throws -> (WorkerPool, Semaphore) {
    let pool = try WorkerPool(threads: 1, capacity: capacity)
    let started = Semaphore()
    let held = Semaphore()
    _ = pool.submit {
      started.signal()
      held.wait()
    }
    started.wait()
    return (pool, held)
  }

  /// No system gives a thread a stack of 2^60 bytes.
  @Test func aPoolWithoutThreadsIsAnError() {
    #expect(throws: WorkerPool.NoThreads.self) {
      try WorkerPool(threads: 2, capacity: 1, stackBytes: 1 << 60)
    }
  }

  @Test func theQueueIsBounded() throws {
    let (pool, held) = try Self.heldPool(capacity: 2)
    #expect(pool.submit {})
    #expect(pool.submit {})
    #expect(!pool.submit {})
    #expect(pool.depth == 2)
    held.signal()
    pool.stop()
    #expect(!pool.submit {})
  }

  /// The work ends by nothing else.
  @Test(.timeLimit(.minutes(1))) func stoppingCancelsTheCurrentWork() throws {
    let pool = try WorkerPool(threads: 1)
    let (started, ended) = (Semaphore(), Semaphore())
    _ = pool.submit {
      started.signal()
      while Cancellation.current?.isCancelled == false {}
      ended.signal()
    }
    started.wait()
    pool.stop()
    ended.wait()
  }

  @Test func workBeginsInTheOrderInWhichItCame() throws {
    let (pool, held) = try Self.heldPool(capacity: 200)
    let order = Mutex<[Int]>([])
    let done = Semaphore()
    for index in 0..<100 { _ = pool.submit { order.withLock { $0.append(index) } } }
    _ = pool.submit { done.signal() }
    held.signal()
    done.wait()
    #expect(order.withLock { $0 } == Array(0..<100))
    pool.stop()
  }

  @Test func aSessionThatIsRefusedAsksAgain() throws {
    let highlighter = TestGrammars.highlighter()
    let (pool, held) = try Self.heldPool(capacity: 1)
    #expect(pool.submit {})
    let session = RenderSession(highlighter: highlighter, pool: pool)
    var client = StreamClient()
    let text = Array("```swift\nlet a = 1\n```\n".utf8)
    try client.receive(session.append(text))
    try client.receive(session.finish())
    #expect(session.isBackpressured)
    #expect(session.isWaitingForHighlights)
    held.signal()
    while session.isWaitingForHighlights { try client.receive(session.takeHighlights()) }
    #expect(!session.isBackpressured)
    #expect(client.document.canonical() == RenderSessionTests.rendered(text, with: highlighter))
    pool.stop()
  }

  /// Says how often a grammar was read.
  final class CountingGrammars: GrammarSource {
    let reads = Atomic(0)

    func rawGrammar(scope: ScopeName) -> RawGrammar? {
      reads.add(1, ordering: .relaxed)
      return TestGrammars().rawGrammar(scope: scope)
    }
  }

  private static func highlighter(_ source: CountingGrammars) -> Highlighter {
    Highlighter(
      languages: LanguageRegistry([Language(id: "swift", name: "swift", scope: "source.test")]),
      grammars: GrammarRegistry(source: source))
  }

  @Test func whatNobodyNeedsAnyMoreIsNotDone() throws {
    let source = CountingGrammars()
    let (pool, held) = try Self.heldPool(capacity: 10)
    var session: RenderSession? = RenderSession(highlighter: Self.highlighter(source), pool: pool)
    _ = session?.append(Array("```swift\nlet a = 1\n".utf8))
    let before = source.reads.load(ordering: .relaxed)
    #expect(pool.depth == 1)
    session = nil
    let done = Semaphore()
    _ = pool.submit { done.signal() }
    held.signal()
    done.wait()
    #expect(source.reads.load(ordering: .relaxed) == before)
    pool.stop()
  }

  @Test func aWarmGrammarColoursAtOnce() throws {
    let source = CountingGrammars()
    let highlighter = Self.highlighter(source)
    let pool = try WorkerPool(threads: 1)
    defer { pool.stop() }
    #expect(highlighter.warmUp(["swift"], on: pool))
    let done = Semaphore()
    _ = pool.submit { done.signal() }
    done.wait()
    let session = RenderSession(highlighter: highlighter, pool: pool)
    _ = session.append(Array("```swift\nlet a = 1\n".utf8))
    #expect(!session.isWaitingForHighlights)
  }

  @Test func sessionsThatEndLeaveNothing() throws {
    struct Weak { weak var session: RenderSession? }
    let highlighter = TestGrammars.highlighter()
    let pool = try WorkerPool(threads: 2, capacity: 64)
    var ended: [Weak] = []
    for index in 0..<1000 {
      let session = RenderSession(highlighter: highlighter, pool: pool, inlineBudget: .init(lines: index % 2))
      session.onHighlights = {}
      ended.append(Weak(session: session))
      _ = session.append(Array("# T\n\n```swift\nlet a = \(index)\nlet b".utf8))
      if index % 3 > 0 { _ = session.finish() }
    }
    pool.stop()
    #expect(ended.allSatisfy { $0.session == nil })
  }
}
