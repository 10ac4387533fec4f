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
  private struct Sample {
    var name: String
    var file: URL
    var fixture: MessageFixture?

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

  private static let samples: [Sample] = {
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

    static func += (total: inout Sizes, one: Sizes) {
      total.patches += one.patches
      total.html += one.html
    }
  }

  /// The ways in which a text is sent, and the sizes of its patches in each.
  private enum Sending: CaseIterable {
    /// In pieces of 16 bytes.
    case small
    /// What arrives in 75 ms.
    case flushed
    /// The same, with diagrams and formulas as source: a drawing takes the place of the source that was shown
    /// until it could be drawn.
    case undrawn
    /// What arrives in 75 ms, with unfinished links and marks shown as what they are about to be.
    case optimistic

    func sizes(of text: [UInt8], _ sample: Sample) throws -> Sizes {
      var options = HTMLOptions()
      options.diagrams = self == .undrawn ? .code : .draw
      let markdown = MarkdownOptions(
        extensions: self == .undrawn ? .all.subtracting(.math) : .all, isOptimistic: self == .optimistic)
      var reader = PatchReader(options, messages: sample.fixture?.format, markdown: markdown)
      var sizes = Sizes()
      func send(_ update: StreamUpdate?) throws {
        guard let patch = try reader.patch(for: update) else { return }
        sizes.patches += patch.count
      }
      let piece = self == .small ? 16 : sample.flushedBytes
      for position in stride(from: 0, to: text.count, by: piece) {
        try send(
          reader.session.updateAppending(Array(text[position..<min(text.count, position + piece)])))
      }
      try send(reader.session.updateFinishing())
      sizes.html = reader.html.count
      #expect(reader.patches.memoryBytes < 10 * text.count + 10_000)
      return sizes
    }
  }

  @Test func areBoundedForEachTextAndTogether() throws {
    var totals = Sending.allCases.map { _ in Sizes() }
    func row(_ name: String, _ sizes: [Sizes]) {
      guard Self.printsFigures else { return }
      let figures = sizes.map { String(format: "%.2f", $0.ratio) }.joined(separator: " | ")
      print("| \(name) | \(figures) |")
    }
    for sample in Self.samples {
      let text = try sample.fixture?.bytes() ?? [UInt8](try Data(contentsOf: sample.file))
      let sizes = try Sending.allCases.map { try $0.sizes(of: text, sample) }
      row("`\(sample.name)`", sizes)
      #expect(sizes[0].ratio < 2.5, "\(sample.name)")
      #expect(sizes[1].ratio < max(sample.flushedLimit, 1.6), "\(sample.name)")
      #expect(sizes[2].ratio < sample.flushedLimit, "\(sample.name)")
      #expect(sizes[3].ratio < max(sample.flushedLimit - 0.1, 1.52), "\(sample.name)")
      for (index, size) in sizes.enumerated() { totals[index] += size }
    }
    row("together", totals)
    #expect(totals[1].ratio < 1.4)
    #expect(totals[3].ratio < 1.4)
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
