import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing
import TextMate

/// Updates and documents from outside: whatever they say, they are taken or refused, and what was taken can be shown.
@Suite struct HostileUpdateTests {
  /// The updates of a session, in their wire form.
  private static func lines(_ bytes: [UInt8], _ input: StreamSession.SessionInput, pieces: Int) -> [String] {
    let session = StreamSession(input, highlighter: TestGrammars.highlighter())
    var updates: [StreamUpdate] = []
    let size = max(1, bytes.count / pieces)
    for start in stride(from: 0, to: bytes.count, by: size) {
      updates += [session.append(Array(bytes[start..<min(start + size, bytes.count)]))].compactMap { $0 }
    }
    updates += session.finish()
    return updates.map { String(decoding: IRFormatter().format($0), as: UTF8.self) }
  }

  /// Applies updates up to the first that is refused, and shows what there is in every format.
  private static func play(_ lines: [String]) {
    var content = StreamContent()
    for line in lines {
      guard let update = try? JSONDecoder().decode(StreamUpdate.self, from: Data(line.utf8)),
        (try? content.apply(update)) != nil
      else { break }
    }
    show(content)
  }

  private static let catalog = Catalog(detectsLanguages: false)

  private static func show(_ content: StreamContent) {
    guard let sheet = try? catalog.themes.theme(named: "obsidian").styleSheet(for: content.scopes) else {
      Issue.record("there is no theme")
      return
    }
    switch content.canonical() {
    case .document(let document):
      _ = ANSIFormatter().format(document, sheet: sheet)
      _ = HTMLFormatter().format(document, sheets: [sheet])
      _ = PlainTextFormatter().format(document)
      // Items and footnotes may stand where a document has none.
      let wire = IRFormatter().format(document)
      if let read = try? JSONDecoder().decode(Document.self, from: Data(wire)) {
        #expect(read.canonical() == document)
      }
    case .conversation(let conversation):
      _ = ConversationANSIFormatter().format(conversation, sheet: sheet)
      _ = HTMLFormatter().format(conversation, sheets: [sheet])
      _ = ConversationTextFormatter().format(conversation)
      _ = ConversationMarkdownFormatter().format(conversation)
      let wire = IRFormatter().format(conversation)
      if let read = try? JSONDecoder().decode(Conversation.self, from: Data(wire)) {
        #expect(read.canonical() == conversation)
      }
    }
  }

  private static func mutated(_ lines: [String], _ random: inout SeededGenerator) -> [String] {
    var lines = lines
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0..<lines.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: index)
      case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
      case 3: lines[index] = lines[index].replacing("\"content\"", with: "\"children\"")
      case 4: lines[index] = swapped(lines[index], &random)
      default: lines[index] = withAnotherNumber(lines[index], &random)
      }
      if lines.isEmpty { return lines }
    }
    return lines
  }

  private static let numbers = [
    "0", "1", "2", "3", "7", "-1", "255", "65536", "4294967295", "1000000000", "9223372036854775807", "1e9",
  ]

  /// One number of a line becomes another one.
  private static func withAnotherNumber(_ line: String, _ random: inout SeededGenerator) -> String {
    let found = line.matches(of: /[0-9]+/)
    guard let match = found.randomElement(using: &random) else { return line }
    return line.replacingCharacters(in: match.range, with: numbers.randomElement(using: &random) ?? "0")
  }

  /// Two names of a line change places.
  private static func swapped(_ line: String, _ random: inout SeededGenerator) -> String {
    let found = line.matches(of: /"[a-zA-Z]+"/)
    guard let from = found.randomElement(using: &random), let to = found.randomElement(using: &random) else {
      return line
    }
    return line.replacingCharacters(in: from.range, with: line[to.range])
  }

  @Test(arguments: 0..<8)
  func mutatedUpdatesAreTakenOrRefused(_ part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part))
    var sources = StreamedText.samples.map { Self.lines(Array($0.utf8), .markdown, pieces: 12) }
    for fixture in MessageFixture.allCases {
      sources.append(Self.lines(try fixture.bytes(), .messages(fixture.format), pieces: 8))
    }
    for _ in 0..<250 {
      guard let source = sources.randomElement(using: &random) else { continue }
      Self.play(Self.mutated(source, &random))
    }
  }

  @Test(arguments: 0..<4)
  func mutatedDocumentsAreTakenOrRefused(_ part: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + part))
    let renderer = Renderer(highlighter: TestGrammars.highlighter())
    let sources = StreamedText.samples.map { text in
      String(decoding: IRFormatter().format(renderer.render(markdown: Array(text.utf8))), as: UTF8.self)
    }
    for _ in 0..<250 {
      let json = Self.mutated([sources.randomElement(using: &random) ?? ""], &random).first ?? ""
      if let document = try? JSONDecoder().decode(Document.self, from: Data(json.utf8)) {
        Self.show(.document(document))
      }
    }
  }
}
