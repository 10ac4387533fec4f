import Foundation
import MarkdownBlocks
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing
import TextMate

/// Patches of growing documents: after each, the element is what the formatter writes of the text so far.
@Suite("HTML patches") struct HTMLPatchTests {
  private static let catalog = Catalog(data: DataFolder(path: HTMLPatchTests.root.path))

  /// A stream, the readers of its patches in a set of options, and the element that they make.
  struct Reader {
    let session: RenderSession
    let formatter: HTMLFormatter
    let patches: HTMLPatches
    let themes: [Theme]
    var document = Document()
    var sheets: [StyleSheet]
    let element = PatchedElement()

    init(
      _ options: HTMLFormatter.Options, themes: [String] = ["paper", "obsidian"],
      markdown: MarkdownOptions = .init(extensions: .all)
    ) {
      session = RenderSession(markdown: markdown, highlighter: HTMLPatchTests.catalog.highlighter)
      formatter = HTMLFormatter(options: options)
      patches = HTMLPatches(options: options)
      self.themes = themes.compactMap { try? HTMLPatchTests.catalog.themes.theme(named: $0) }
      sheets = self.themes.map { $0.styleSheet(for: ScopeTable()) }
    }

    mutating func receive(_ update: Update?) throws {
      guard let update else { return }
      try document.apply(update)
      for index in themes.indices { themes[index].extend(&sheets[index], for: document.scopes) }
      try element.apply(patches.patch(for: update, of: document, sheets: sheets).bytes)
    }

    var expected: String {
      let html = String(decoding: formatter.format(document, sheets: sheets), as: UTF8.self)
      return PatchedElement.outline(of: PatchedElement.parse(html, in: "div")[0])
    }
  }

  static func check(_ text: [UInt8], _ options: HTMLFormatter.Options, seed: UInt64, piece: ClosedRange<Int>)
    throws -> String?
  {
    var random = SeededGenerator(seed: seed)
    var reader = Reader(options)
    var position = 0
    var last: [UInt8] = []
    func problem(_ error: any Error) -> String {
      "\(error) at \(position) of \(String(decoding: text, as: UTF8.self).debugDescription)"
    }
    while position < text.count {
      let end = min(text.count, position + Int.random(in: piece, using: &random))
      last = Array(text[position..<end])
      do { try reader.receive(reader.session.append(last)) } catch { return problem(error) }
      position = end
      if reader.element.outline != (reader.sheets.isEmpty ? "" : reader.expected),
        reader.document != Document()
      {
        return
          "after \(position) of \(String(decoding: text, as: UTF8.self).debugDescription)\n\(difference(reader.element.outline, reader.expected))"
      }
    }
    do { try reader.receive(reader.session.finish()) } catch { return problem(error) }
    return reader.element.outline == reader.expected
      ? nil
      : "at the end of \(String(decoding: text, as: UTF8.self).debugDescription)\n\(difference(reader.element.outline, reader.expected))"
  }

  static func difference(_ found: String, _ expected: String) -> String {
    let left = found.split(separator: "\n")
    let right = expected.split(separator: "\n")
    var index = 0
    while index < min(left.count, right.count), left[index] == right[index] { index += 1 }
    return "found:\n" + left.dropFirst(max(0, index - 3)).prefix(9).joined(separator: "\n") + "\nexpected:\n"
      + right.dropFirst(max(0, index - 3)).prefix(9).joined(separator: "\n")
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  @Test(arguments: [0, 1, 2]) func gallery(_ index: Int) throws {
    let text = try Data(contentsOf: Self.root.appending(path: "docs/gallery/everything.md"))
    let problem = try Self.check([UInt8](text), PatchSamples.options[index], seed: 1, piece: 16...300)
    #expect(problem == nil, "\(problem ?? "")")
  }

  @Test(arguments: PatchSamples.texts.indices, PatchSamples.options.indices) func texts(
    _ text: Int, _ index: Int
  ) throws {
    for seed in 0..<4 as Range<UInt64> {
      let problem = try Self.check(
        Array(PatchSamples.texts[text].utf8), PatchSamples.options[index], seed: seed,
        piece: [1...1, 1...4, 1...16, 5...60][Int(seed)])
      #expect(problem == nil, "\(problem ?? "")")
    }
  }

  @Test func specification() throws {
    let folder = URL(
      filePath: ProcessInfo.processInfo.environment["ILSRENDER_CONFORMANCE"] ?? Self.root.path
        + "/../shared/conformance")
    for name in ["gfm-spec", "gfm-extensions", "gfm-regression"] {
      guard let data = try? Data(contentsOf: folder.appending(path: "markdown/\(name).json")),
        let examples = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
      else { continue }
      for (index, example) in examples.enumerated() {
        let problem = try Self.check(
          Array((example["markdown"] as? String ?? "").utf8), PatchSamples.options[index % 3],
          seed: UInt64(index), piece: 1...6)
        #expect(problem == nil, "\(name) \(index): \(problem ?? "")")
      }
    }
  }

  /// Pieces of all texts in random order.
  @Test func mixtures() throws {
    let pieces = PatchSamples.texts.flatMap { $0.components(separatedBy: "\n\n") }
    for seed in 0..<UInt64(ProcessInfo.processInfo.environment["ILSRENDER_MIXTURES"] ?? "40")! {
      var random = SeededGenerator(seed: seed)
      let text = (0..<20).map { _ in
        let piece = pieces.randomElement(using: &random)!
        let margin = ["", "", "> ", "- ", "  ", "1. ", "[^1]: "].randomElement(using: &random)!
        return margin
          + piece.replacing(
            "\n", with: "\n" + String(repeating: margin == "> " ? ">" : " ", count: margin.count))
      }.joined(separator: ["\n", "\n\n"].randomElement(using: &random)!)
      let problem = try Self.check(
        Array(text.utf8), PatchSamples.options[Int(seed) % 3], seed: seed, piece: 1...40)
      #expect(problem == nil, "\(seed): \(problem ?? "")")
      if problem != nil { break }
    }
  }

  @Test func bytes() throws {
    for name in ["docs/gallery/everything.md", "README.md", "docs/html.md", "docs/service.md"] {
      let text = [UInt8](try Data(contentsOf: Self.root.appending(path: name)))
      var reader = Reader(HTMLFormatter.Options())
      var position = 0
      while position < text.count {
        try reader.receive(reader.session.append(Array(text[position..<min(text.count, position + 16)])))
        position += 16
      }
      try reader.receive(reader.session.finish())
      let whole = reader.formatter.format(reader.document, sheets: reader.sheets).count
      print(name, text.count, whole, reader.element.bytes, Double(reader.element.bytes) / Double(whole))
    }
  }
}
