import Foundation
import Logging
import NIOCore
import Rendering
import StyledRuns
import Synchronization
import TestSupport
import Testing

@testable import RenderService

/// Colours that had to wait because the pool had no room for their work.
@Suite struct ColorWaitTests {
  /// Nothing but the stream itself asks again: no text comes and no worker had the work, yet the colours arrive.
  @Test(.timeLimit(.minutes(2)))
  func coloursComeThoughThePoolWasFull() async throws {
    let pool = try WorkerPool(threads: 1, capacity: 1)
    let configuration = ServiceConfiguration()
    let catalog = Catalog(detectsLanguages: true)
    var reader = RequestDecoder()
    let options = try RequestOptions(&reader, .stream, catalog: catalog, configuration: configuration)
    var times = configuration.times
    times.flush = .milliseconds(1)
    let stream = MemoryStream(
      id: .random(), owner: .everybody, options: options, created: 0,
      dependencies: StreamDependencies(
        catalog: catalog, pool: pool, limits: configuration.limits, times: times,
        metrics: ServiceMetrics()))
    let gate = Gate()
    // The worker is held and the queue is full.
    #expect(pool.submit { gate.wait() })
    try await waitWhile(pool.depth > 0)
    #expect(pool.submit { gate.wait() })
    let code = (0..<200).map { "let a\($0) = \($0) // number\n" }.joined()
    _ = try stream.append(Array("```swift\n\(code)```\n".utf8), number: nil)
    // The pool takes no job, so this is the only run.
    #expect(stream.renderer.run(), "nobody will ask for the colours")
    var shown = ShownDocument()
    try await shown.read(stream)
    #expect(shown.plainLines == 200)
    gate.open()
    while shown.plainLines > 0 { try await shown.read(stream) }
    pool.stop()
  }
}

/// The document that a reader of a stream's events has.
private struct ShownDocument {
  private var content = StreamContent()
  private(set) var cursor = 0

  /// Waits for events and applies them.
  mutating func read(_ stream: MemoryStream) async throws {
    guard case .events(let frames, let last, _) = try await stream.next(after: cursor) else { return }
    cursor = last
    for event in Event.all(in: String(buffer: frames)) where event.kind == "update" {
      try content.apply(JSONDecoder().decode(StreamUpdate.self, from: Data(event.data.utf8)))
    }
  }

  /// The number of lines of the first block, a code block, that have no colours.
  var plainLines: Int {
    guard case .document(let document) = content, case .code(let code)? = document.blocks.first?.content
    else { return 0 }
    return code.lines.count { $0.runs.isEmpty }
  }
}
