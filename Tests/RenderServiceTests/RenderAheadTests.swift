import Foundation
import NIOCore
import Rendering
import StyledRuns
import TestSupport
import Testing

@testable import RenderService

/// Streams that are rendered before this node may publish, while another node still publishes.
@Suite struct RenderAheadTests {
  private static let (first, second) = (Array("```swift\nlet a = 1\n".utf8), Array("var b = 2\n```\n".utf8))

  /// Two nodes can find the same scopes in another order. Readers know those of the other node, and edits are enough.
  @Test(arguments: [[], ["source.other"]])
  func readersKeepTheirScopes(_ known: [String]) async throws {
    let stream = try RendererUnderTest(
      resuming: StreamRenderer.Resumption(content: StreamContent(), updates: 0, isOwn: false))
    defer { stream.pool.stop() }
    let (inbox, renderer) = (stream.inbox, stream.renderer)
    inbox.receive(Self.first, number: 1, elapsed: 0)
    renderer.request(isUrgent: true)
    await renderer.renderedAhead.wait()
    #expect(stream.log.status.last == 0, "another node publishes")

    var scopes = ScopeTable()
    for name in known { _ = scopes.push(name, onto: .empty) }
    func session() -> RenderSession {
      RenderSession(
        markdown: stream.options.markdown, highlighter: stream.options.highlighter(in: stream.catalog),
        continuing: scopes)
    }
    var shown = Document(scopes: scopes)
    if let update = session().append(Self.first) { try shown.apply(update) }
    inbox.receive(Self.second, number: 2, elapsed: 0)
    renderer.resume(after: .document(shown), updates: 1)
    renderer.request(isUrgent: true)
    await renderer.resumed.wait()
    guard case .events(let frames, _, _) = try await stream.log.next(after: 0, requestSnapshot: {}) else {
      Issue.record("there are no events")
      return
    }
    for event in Event.all(in: String(buffer: frames)) where event.kind != "stats" {
      #expect(event.kind == "update")
      try shown.apply(JSONDecoder().decode(Update.self, from: Data(event.data.utf8)))
    }
    var expected = Document(scopes: scopes)
    if let update = session().append(Self.first + Self.second) { try expected.apply(update) }
    #expect(shown.blocks == expected.blocks)
    #expect(shown.scopes.entries.starts(with: scopes.entries))
  }
}
