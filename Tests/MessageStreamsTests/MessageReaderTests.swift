import Foundation
import MessageStreams
import StyledRuns
import TestSupport
import Testing

/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter MessageReaderTests` writes the expected events anew; look at the
/// difference.
@Suite struct MessageReaderTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Events")
  static let isUpdating = ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] == "1"

  @Test(arguments: MessageFixture.allCases) func theEventsAreAsExpected(of fixture: MessageFixture) throws {
    let events = try Self.summary(of: fixture, cutEvery: .max)
    let file = Self.folder.appending(path: fixture.rawValue + ".txt")
    if Self.isUpdating {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      return try Data(events.utf8).write(to: file)
    }
    #expect(try events == String(decoding: Data(contentsOf: file), as: UTF8.self))
  }

  @Test(arguments: MessageFixture.allCases, [1, 7, 211])
  func theEventsAreTheSameAtAnyCut(of fixture: MessageFixture, length: Int) throws {
    #expect(try Self.summary(of: fixture, cutEvery: length) == Self.summary(of: fixture, cutEvery: .max))
  }

  @Test(arguments: MessageFixture.allCases) func theBeginningTellsTheFormat(of fixture: MessageFixture) throws
  {
    let bytes = try fixture.bytes()
    var whole = FormatDetector()
    #expect((whole.append(bytes) ?? whole.finish()) == .messages(fixture.format))
    var byByte = FormatDetector()
    var decision: FormatDetector.FormatDecision?
    for byte in bytes where decision == nil { decision = byByte.append([byte]) }
    #expect(decision == .messages(fixture.format))
  }

  /// A result names its call, or belongs to the first call of its function that has none.
  @Test func resultsBelongToTheCallsThatWait() {
    func call(_ id: String) -> String {
      #"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","id":"\#(id)","args":{}}}]}}]}"#
    }
    func result(_ id: String?) -> String {
      let name = id.map { #""id":"\#($0)","# } ?? ""
      return
        #"{"contents":[{"role":"user","parts":[{"functionResponse":{\#(name)"name":"f","response":{"a":1}}}]}]}"#
    }
    let values = [
      call("a"), call("b"), call("c"), result("b"), result(nil), result(nil), result(nil), call("d"),
      result("x"), result(nil),
    ]
    let input = MessageInput(format: .gemini)
    let events = input.append(Array(values.map { "data: \($0)\n\n" }.joined().utf8)) + input.finish()
    let calls = events.compactMap { event -> String? in
      if case .result(let result) = event { result.call } else { nil }
    }
    #expect(calls == ["b", "a", "c", "x", "d"])
    #expect(input.skipped.unknownTypes == ["result without call": 1])
  }

  /// Events name only parts that are there and open, whatever the input: another format's, or one with lines missing.
  @Test(arguments: MessageFixture.allCases, MessageFormat.allCases)
  func theEventsAreSoundOfAnyInput(fixture: MessageFixture, format: MessageFormat) throws {
    let lines = try fixture.text().split(separator: "\n", omittingEmptySubsequences: false)
    for step in [lines.count + 1, 5, 3, 2] {
      let kept = lines.enumerated().filter { ($0.offset + 1) % step != 0 }.map(\.element)
      let input = MessageInput(format: format)
      var summary = EventSummary()
      for event in input.append(Array(kept.joined(separator: "\n").utf8)) + input.finish() {
        summary.add(event)
      }
      #expect(!summary.text.isEmpty)
    }
  }

  /// The parts of a fixture's conversation with all their text, each message's last head, and the results.
  private static func summary(of fixture: MessageFixture, cutEvery length: Int) throws -> String {
    let bytes = try fixture.bytes()
    let input = MessageInput(format: fixture.format)
    var events: [MessageEvent] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + min(length, bytes.count), bytes.count)
      events += input.append(Array(bytes[start..<end]))
      start = end
    }
    events += input.finish()
    var summary = EventSummary()
    for event in events { summary.add(event) }
    return summary.text + (input.skipped.summary.map { $0 + "\n" } ?? "")
  }
}

/// Collects events into lines, so that text counts and not the pieces in which it came.
private struct EventSummary {
  private var session = ""
  private var heads: [Int: String] = [:]
  private var parts: [(message: Int, kind: String, text: String, isEnded: Bool)] = []
  private var results: [String] = []

  mutating func add(_ event: MessageEvent) {
    switch event {
    case .session(let session): self.session = Self.words(session)
    case .message(let number, let head):
      var words = ["\(head.role)", head.isFinished ? "finished" : "open"]
      words += [head.id, head.model, head.time].compactMap { $0 }
      heads[number] = (words + Self.words(head.stats)).joined(separator: ", ")
    case .part(let number, let message, let kind):
      #expect(number == parts.count)
      parts.append((message, Self.words(kind), "", false))
    case .text(let number, let text), .input(let number, let text):
      #expect(!parts[number].isEnded)
      parts[number].text += text
    case .endPart(let number): parts[number].isEnded = true
    case .result(let result):
      let pieces = result.pieces.map { piece in
        switch piece {
        case .text(let text): Self.line(text)
        case .image(let image): Self.words(.image(image))
        case .link(let title, let address): "[\(title)](\(address))"
        }
      }
      results.append(
        "result of \(result.call)\(result.isError ? ", failed" : ""): \(pieces.joined(separator: " | "))")
    }
  }

  var text: String {
    var lines = ["session: \(session)"]
    for number in heads.keys.sorted() {
      lines.append("message \(number): \(heads[number] ?? "")")
      for part in parts where part.message == number {
        lines.append("  \(part.kind)\(part.isEnded ? "" : ", open"): \(Self.line(part.text))")
      }
    }
    return (lines + results).joined(separator: "\n") + "\n"
  }

  private static func line(_ text: String) -> String { text.replacing("\n", with: "⏎") }

  private static func words(_ session: Conversation.Session) -> String {
    let known = [
      session.id, session.name, session.model, session.directory, session.time,
      session.turns.map { "\($0) turns" }, session.failure.map { "failed: \($0)" },
    ]
    return (known.compactMap { $0 } + words(session.stats)).joined(separator: ", ")
  }

  private static func words(_ stats: MessageStats?) -> [String] {
    guard let stats else { return [] }
    let counts = [
      ("in", stats.inputTokens), ("out", stats.outputTokens), ("cached", stats.cacheReadTokens),
      ("ms", stats.elapsedMilliseconds),
    ]
    return counts.compactMap { name, count in count.map { "\(name) \($0)" } }
      + [stats.stopReason].compactMap { $0 }
  }

  private static func words(_ kind: MessagePart.PartHead.PartKind) -> String {
    switch kind {
    case .text: "text"
    case .thinking: "thinking"
    case .toolCall(let call): "call \(call.name) (\(call.id))"
    case .image(let image): "image \(image.mediaType ?? "") \(image.address ?? "")"
    case .notice(let notice): "\(notice.level): \(notice.text)"
    case .sources(let sources):
      "sources "
        + sources.map { source in
          [
            source.title, source.address.map { "<\($0)>" },
            source.quote.map { "\u{201C}\(line($0))\u{201D}" },
          ]
          .compactMap { $0 }.joined(separator: " ")
        }.joined(separator: " | ")
    }
  }
}
