import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// What the patches of growing texts take, of the bytes of the HTML that they lead to.
///
/// `ILSRENDER_PATCH_FIGURES=1 swift test --filter PatchSizeTests` prints the figures of docs/patches.md, of
/// more pages.
@Suite("Sizes of HTML patches") struct PatchSizeTests {
  /// A text, and what decides how much of it arrives at once.
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var file: URL
    var fixture: MessageFixture?

    var testDescription: String { name }

    /// Bytes that 100 tokens a second bring in 75 ms. Each token of a conversation is in some JSON.
    var flushedBytes: Int { fixture == nil ? 32 : 1200 }

    /// What the patches may take, of the final HTML, where so much arrives at once and nothing is drawn.
    var flushedLimit: Double {
      switch name {
      // Links are text until their last character has come, and these pages are made of links.
      case "/usr/share/doc/git/README.md", "/usr/share/doc/nodejs/README.md": 1.7
      // A wide table whose cells are links and come one by one.
      case "docs/README.md": 1.57
      default: 1.5
      }
    }
  }

  static let samples: [Sample] = {
    let files = FileManager.default
    let root = PatchReader.root
    let pages = ((try? files.contentsOfDirectory(atPath: root.path + "/docs")) ?? []).sorted()
      .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    // The figures are those of all pages.
    let own =
      (["docs/gallery/everything.md", "README.md"]
      + (printsFigures ? pages : ["docs/html.md", "docs/service.md"]))
      .map { Sample(name: $0, file: root.appending(path: $0)) }
    // Pages of other projects, where Debian has installed them.
    let others = ["git", "libxml2", "lintian", "nodejs", "openssl", "wrk"].map {
      "/usr/share/doc/\($0)/README.md"
    }
    .filter(files.fileExists).map { Sample(name: $0, file: URL(filePath: $0)) }
    let fixtures = MessageFixture.allCases.map { Sample(name: $0.rawValue, file: root, fixture: $0) }
    return own + others + fixtures
  }()

  private static let printsFigures = ProcessInfo.processInfo.environment["ILSRENDER_PATCH_FIGURES"] == "1"

  private struct Sizes {
    var patches = 0
    var html = 0
    var ratio: Double { Double(patches) / Double(html) }
  }

  private static func sizes(
    of text: [UInt8], _ sample: Sample, piece: Int, draws: Bool = true
  ) throws -> Sizes {
    var options = HTMLOptions()
    options.diagrams = draws ? .draw : .code
    var reader = PatchReader(
      options, messages: sample.fixture?.format, extensions: draws ? .all : .all.subtracting(.math))
    var sizes = Sizes()
    func send(_ update: StreamUpdate?) throws {
      guard let patch = try reader.patch(for: update) else { return }
      sizes.patches += patch.count
    }
    for position in stride(from: 0, to: text.count, by: piece) {
      try send(reader.session.updateAppending(Array(text[position..<min(text.count, position + piece)])))
    }
    try send(reader.session.updateFinishing())
    sizes.html = reader.html.count
    #expect(reader.patches.memoryBytes < 10 * text.count + 10_000)
    return sizes
  }

  @Test(arguments: samples) func areBounded(_ sample: Sample) throws {
    let text = try sample.fixture?.bytes() ?? [UInt8](try Data(contentsOf: sample.file))
    let small = try Self.sizes(of: text, sample, piece: 16)
    let flushed = try Self.sizes(of: text, sample, piece: sample.flushedBytes)
    // A drawing takes the place of the source that was shown until it could be drawn.
    let undrawn = try Self.sizes(of: text, sample, piece: sample.flushedBytes, draws: false)
    if Self.printsFigures {
      let figures = [small, flushed, undrawn].map { String(format: "%.2f", $0.ratio) }.joined(
        separator: " | ")
      print("| `\(sample.name)` | \(figures) |")
    }
    #expect(small.ratio < 2.5)
    #expect(flushed.ratio < max(sample.flushedLimit, 1.6))
    #expect(undrawn.ratio < sample.flushedLimit)
  }

  /// A definition that comes late costs the links that it makes, not the paragraphs around them.
  @Test func lateDefinitionsSendLinks() throws {
    var reader = PatchReader(HTMLOptions())
    let words = String(repeating: "Words of a paragraph. ", count: 20)
    let text = (0..<40).map { "\(words)[page] \($0) \(words)\n\n" }.joined()
    try reader.receive(reader.session.updateAppending(Array(text.utf8)))
    let patch = try #require(
      try reader.patch(for: reader.session.updateAppending(Array("[page]: /page\n".utf8))))
    #expect(patch.count < 40 * 80)
    try reader.element.apply(patch)
    #expect(reader.element.outline == reader.expected)
  }
}
