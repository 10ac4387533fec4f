import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// The vectors in docs/patches, for clients of other makes: streams of patches, and the HTML that they add up to.
///
/// `ILSRENDER_UPDATE_GOLDENS=1 swift test --filter PatchVectorTests` writes them anew.
@Suite("Vectors of HTML patches") struct PatchVectorTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var piece: Int
    var messages: MessageFormat?
    /// Whether the HTML stands beside each patch, and not only beside the last one.
    var isSmall: Bool

    var testDescription: String { name }
  }

  static let vectors: [Vector] = {
    let gallery = PatchReader.root.appending(path: "docs/gallery/everything.md")
    let texts = [
      "blocks":
        "# One *two*\n\nText & `code`.\nMore\n\n- [ ] a\n- [x] b\n\n```swift\nlet a = 1\nlet b\n```\n\n> quote\n",
      "late":
        "See [late] and [^1].\n\n| a | b |\n|---|---|\n| [late] | 1 |\n\nEnd\n\n[late]: /url\n\n[^1]: Note\n",
      "raw": "<details><summary>S</summary>\n\ntext\n\n- a\n\n</details>\n\nbehind\n",
    ]
    return texts.sorted { $0.key < $1.key }.map { name, text in
      Vector(name: name, text: text, piece: 7, messages: nil, isSmall: true)
    } + [
      Vector(
        name: "everything", text: (try? String(contentsOf: gallery, encoding: .utf8)) ?? "", piece: 16,
        messages: nil, isSmall: false),
      Vector(
        name: "conversation", text: (try? MessageFixture.partial.text()) ?? "", piece: 200,
        messages: MessageFixture.partial.format, isSmall: false),
    ]
  }()

  private static func lines(of vector: Vector) throws -> [String] {
    var reader = PatchReader(HTMLOptions(), messages: vector.messages, themes: [])
    let bytes = Array(vector.text.utf8)
    var lines: [String] = []
    var position = 0
    while true {
      let end = min(bytes.count, position + vector.piece)
      let isEnd = position == bytes.count
      let update =
        isEnd
        ? reader.session.updateFinishing() : reader.session.updateAppending(Array(bytes[position..<end]))
      position = end
      if let patch = try reader.patch(for: update) {
        let patch = String(decoding: patch, as: UTF8.self)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let html = String(
          decoding: try encoder.encode(String(decoding: reader.html, as: UTF8.self)), as: UTF8.self)
        lines.append(
          vector.isSmall || isEnd
            ? "{\"patch\":\(patch),\"html\":\(html),\"cursor\":\(try cursor(of: reader))}"
            : "{\"patch\":\(patch)}")
      }
      if isEnd { return lines }
    }
  }

  /// The path that a snapshot of the current content has.
  private static func cursor(of reader: PatchReader) throws -> String {
    let snapshot = reader.patches.snapshot(
      of: reader.content, sequence: 1, isFinal: false, sheets: reader.sheets)
    let items = try JSONSerialization.jsonObject(with: Data(snapshot.bytes)) as? [Any]
    let path = items.flatMap { $0.count > 3 ? $0[3] as? [Int] : nil } ?? []
    return "[\(path.map(String.init).joined(separator: ","))]"
  }

  @Test(arguments: vectors) func areWhatIsWritten(_ vector: Vector) throws {
    let file = PatchReader.root.appending(path: "docs/patches/\(vector.name).jsonl")
    let text = try Self.lines(of: vector).joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["ILSRENDER_UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
