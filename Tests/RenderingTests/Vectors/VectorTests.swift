import Foundation
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// The vectors for clients of other makes: docs/vectors/README.md says what they are.
///
/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter VectorTests` writes all of them anew; look at the difference before
/// committing it.
@Suite(.serialized) struct VectorTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/vectors")
  static let isUpdating = ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] == "1"

  @Test(arguments: VectorStream.all)
  func areWhatASessionSays(stream: VectorStream) throws {
    try Self.check(stream.file(), "\(stream.name).json")
  }

  @Test(arguments: VectorStream.all)
  func addUpToWhatTheyState(stream: VectorStream) throws {
    let file = try JSONDecoder().decode(
      VectorFile.self, from: Data(contentsOf: Self.folder.appending(path: "\(stream.name).json")))
    var content = StreamContent()
    for step in file.steps {
      if step.isSnapshot == true { content = StreamContent() }
      try content.apply(step.update)
      switch (content, step.content) {
      case (.document(let ours), .document(let stated)): #expect(ours == stated)
      case (.conversation(let ours), .conversation(let stated)): #expect(ours == stated)
      default: Issue.record("a document and a conversation")
      }
    }
  }

  @Test func theyHaveEveryKindOfEdit() throws {
    var missing = Set(
      [
        "text", "end", "add", "splice", "footnotes", "replace", "inlines", "lines", "linesFrom", "line",
        "rehighlight",
        "code", "rows", "rowsFrom", "cells", "cell", "tight", "task", "session", "message", "part", "source",
        "fields",
        "document", "output", "outputDocument", "version", "conversation", "scopes", "final",
      ])
    for stream in VectorStream.all {
      let text = try String(contentsOf: Self.folder.appending(path: "\(stream.name).json"), encoding: .utf8)
      missing = missing.filter { !text.contains("[\"\($0)\"") }
    }
    #expect(missing.isEmpty)
  }

  /// Unsound values, which no decoder and no schema may take: made from what the streams' first steps have.
  @Test func theInvalidOnesAreRefused() throws {
    var generator = SeededGenerator(seed: 1)
    var lines: [String] = []
    for stream in VectorStream.all {
      let file = try JSONDecoder().decode(
        Steps.self, from: Data(contentsOf: Self.folder.appending(path: "\(stream.name).json")))
      for step in file.steps {
        for (kind, value) in step.sorted(by: { $0.key < $1.key }) {
          guard kind != "snapshot", try value.json.count < 900 else { continue }
          // One of each, so that the file stays small.
          if let mutation = Mutations.all(of: value).randomElement(using: &generator) {
            let json = try mutation.json
            #expect(!Self.isTaken(json, kind), "\(String(decoding: json, as: UTF8.self))")
            lines.append("{\"\(kind)\": \(String(decoding: json, as: UTF8.self))}\n")
          }
        }
      }
    }
    #expect(lines.count >= 200)
    try Self.check(lines.joined(), "invalid.jsonl")
  }

  private struct Steps: Decodable { var steps: [[String: JSONValue]] }

  private static func isTaken(_ json: Data, _ kind: String) -> Bool {
    let decoder = JSONDecoder()
    return switch kind {
    case "update": (try? decoder.decode(StreamUpdate.self, from: json)) != nil
    case "document": (try? decoder.decode(Document.self, from: json)) != nil
    default: (try? decoder.decode(Conversation.self, from: json)) != nil
    }
  }

  private static func check(_ text: String, _ name: String) throws {
    let file = folder.appending(path: name)
    if isUpdating {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let isFresh = try text == String(contentsOf: file, encoding: .utf8)
    #expect(isFresh, "\(name) is not what a session says")
  }
}

/// The content of a vector file, decoded as a client would.
struct VectorFile: Decodable {
  struct Step: Decodable {
    var isSnapshot: Bool?
    var update: StreamUpdate
    var content: StreamContent

    private enum CodingKeys: String, CodingKey {
      case isSnapshot = "snapshot", update, document, conversation
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isSnapshot = try container.decodeIfPresent(Bool.self, forKey: .isSnapshot)
      update = try container.decode(StreamUpdate.self, forKey: .update)
      content =
        try container.decodeIfPresent(Document.self, forKey: .document).map { .document($0) }
        ?? .conversation(try container.decode(Conversation.self, forKey: .conversation))
    }
  }

  var steps: [Step]
}

extension VectorStream {
  private struct Step {
    var update: StreamUpdate
    var content: StreamContent
    var isSnapshot = false
  }

  /// The file's text: a line for each update, and one for what it leaves.
  func file() throws -> String {
    let formatter = IRFormatter()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let quoted = try pieces.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    let lines = try steps().map { step in
      let update = String(decoding: formatter.format(step.update), as: UTF8.self)
      let content =
        switch step.content {
        case .document(let document): ("document", formatter.format(document))
        case .conversation(let conversation): ("conversation", formatter.format(conversation))
        }
      let mark = step.isSnapshot ? "\"snapshot\": true,\n  " : ""
      return
        "  {\(mark)\"update\": \(update),\n   \"\(content.0)\": \(String(decoding: content.1, as: UTF8.self))}"
    }
    return """
      {"input": "\(input.name)",
       "pieces": [
        \(quoted.joined(separator: ",\n  "))],
       "steps": [
      \(lines.joined(separator: ",\n"))]}

      """
  }

  private func steps() throws -> [Step] {
    let pool = colorsComeLater ? try WorkerPool(threads: 1) : nil
    let gate = pool.map(ArrivingColorsTests.Gate.init)
    let highlighter = input == .markdown ? TestGrammars.highlighter() : MessageGrammars.highlighter()
    let session = StreamSession(input, highlighter: highlighter, pool: pool)
    var content = StreamContent()
    var steps: [Step] = []
    func take(_ update: StreamUpdate?) throws {
      guard let update else { return }
      try content.apply(update)
      steps.append(Step(update: update, content: content))
    }
    for piece in pieces {
      try take(session.append(Array(piece.utf8)))
      gate?.letThrough()
      try take(session.takeHighlights())
      gate?.close()
    }
    for update in session.finish() { try take(update) }
    gate?.letThrough()
    try take(session.takeHighlights())
    if endsWithSnapshot, let last = steps.last {
      let update = StreamUpdate(snapshotOf: content, sequence: last.update.sequence, isFinal: true)
      content = StreamContent()
      try content.apply(update)
      steps.append(Step(update: update, content: content, isSnapshot: true))
    }
    return steps
  }
}
