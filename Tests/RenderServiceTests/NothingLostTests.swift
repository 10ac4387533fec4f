import Foundation
import StyledRuns
import TestSupport
import Testing

@testable import RenderClient
@testable import RenderService

/// Streams over connections that break: what the client has in the end is what one-shot rendering gives.
@Suite("Nothing is lost")
struct NothingLostTests {
  /// `ILSRENDER_SOAK` names a larger number.
  private static let streams = ProcessInfo.processInfo.environment["ILSRENDER_SOAK"].flatMap { Int($0) } ?? 24

  /// Only so that a reader that hangs ends.
  @Test(.timeLimit(.minutes(10 + streams / 10)))
  func streamsSurviveConnectionsThatBreak() async throws {
    try await ServiceUnderTest.run(.live) { service in
      try await service.withClients(seed: 42) { faulty, direct in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<Self.streams {
            if number >= 12 { try await group.next() }
            group.addTask { try await Self.check(number, faulty, direct) }
          }
          try await group.waitForAll()
        }
      }
    }
  }

  private static func check(_ number: Int, _ faulty: RenderClient, _ direct: RenderClient) async throws {
    var random = SeededGenerator(seed: UInt64(number))
    let text = text(&random)
    let id = try await direct.createStream(options: RenderOptions(format: .ir)).id
    let stream = faulty.stream(id: id)
    var rest = Array(text.utf8)[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(Int.random(in: 1...40, using: &random))))
      rest = rest.dropFirst(pieces.last?.count ?? 0)
    }
    let toSend = pieces
    async let sent: Void = {
      for piece in toSend { try await stream.append(piece) }
      try await stream.finish()
    }()
    var cursor = 0
    var document = Document()
    for try await event in stream.events() {
      if case .snapshot = event.kind {
        #expect(event.cursor.event >= cursor)
      } else {
        #expect(event.cursor.event == cursor + 1, "stream \(number)")
      }
      cursor = event.cursor.event
      document = event.document
    }
    try await sent
    let oneShot = try await direct.document(text)
    #expect(document.canonical() == oneShot.canonical(), "stream \(number)")
  }

  /// Markdown of some kilobytes with a little of everything.
  private static func text(_ random: inout SeededGenerator) -> String {
    let parts = [
      "# Heading *with* markup\n\n",
      "A paragraph with `code`, **bold** and a [link][a].\nAnd a second line, é 日本語.\n\n",
      "- one\n- two\n  - three\n\n", "> quoted\n> text\n\n",
      "```swift\nlet a = 1 // comment\nfunc f() {}\n```\n\n",
      "| a | b |\n|---|--:|\n| 1 | `2` |\n\n",
      "1. first\n\n   ```js\n   const x = `t${1}`\n   ```\n2. second\n\n",
      "text[^1]\n\n[^1]: note\n\n", "[a]: https://example.com 'title'\n\n", "- [x] done\n- [ ] open\n\n",
    ]
    return (0..<Int.random(in: 3...30, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
      .joined()
  }
}
