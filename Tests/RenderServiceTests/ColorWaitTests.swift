import Foundation
import Logging
import NIOCore
import Rendering
import StyledRuns
import Synchronization
import Testing

@testable import RenderService

/// Colours that had to wait because the pool had no room for their work.
@Suite struct ColorWaitTests {
  /// Nothing but the stream itself asks again: no text comes and no worker had the work, yet the colours arrive.
  @Test(.timeLimit(.minutes(2)))
  func coloursComeThoughThePoolWasFull() async throws {
    let pool = WorkerPool(threads: 1, capacity: 1)
    let configuration = ServiceConfiguration()
    let catalog = Catalog(detectsLanguages: true)
    var reader = MemberReader()
    let options = try RenderOptions(&reader, .stream, catalog: catalog, configuration: configuration)
    var times = configuration.times
    times.flush = .milliseconds(1)
    let stream = RenderStream(
      id: .random(), owner: .everybody, options: options, catalog: catalog, created: 0,
      shared: RenderStream.Surroundings(
        pool: pool, clock: FlushClock(), limits: configuration.limits, times: times,
        metrics: ServiceMetrics()))
    let gate = Gate()
    // The worker is held and the queue is full.
    #expect(pool.submit { gate.wait() })
    while pool.depth > 0 { await Task.yield() }
    #expect(pool.submit { gate.wait() })
    let code = (0..<200).map { "let a\($0) = \($0) // number\n" }.joined()
    _ = try stream.append(Array("```swift\n\(code)```\n".utf8), number: nil)
    // The pool takes no job, so this is the only one that touches the session.
    stream.work()
    #expect(stream.state.withLock { $0.updates } == 1)
    #expect(Self.plainLines(stream) == 200)
    #expect(stream.state.withLock { $0.isScheduled }, "nobody will ask for the colours")
    gate.open()
    while Self.plainLines(stream) > 0 { await Task.yield() }
    pool.stop()
  }

  private static func plainLines(_ stream: RenderStream) -> Int {
    guard case .document(let document) = stream.state.withLock({ $0.content }),
      case .code(let code)? = document.blocks.first?.content
    else { return 0 }
    return code.lines.count { $0.runs.isEmpty }
  }
}
