import Foundation
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// Patches applied by the client in a browser: the element is equal, node by node, to the HTML of the text so far.
@Suite(
  "HTML patches in a browser", .enabled(if: Browser.path != nil, "needs Chromium: apt-get install chromium"))
struct PatchBrowserTests {
  /// The patches of a text, and behind some of them the HTML that the element must be equal to.
  private struct Case: Encodable {
    var name: String
    var patches: [String] = []
    /// Beside each patch the HTML to compare with; nil where nothing is compared.
    var html: [String?] = []
  }

  private static func stream(
    _ name: String, _ text: [UInt8], _ options: HTMLOptions, seed: UInt64, piece: ClosedRange<Int>,
    messages: MessageFormat? = nil
  ) throws -> Case {
    var random = SeededGenerator(seed: seed)
    var reader = PatchReader(options, messages: messages)
    var result = Case(name: name)
    var position = 0
    while true {
      let end = min(text.count, position + Int.random(in: piece, using: &random))
      let isEnd = position == text.count
      let update =
        isEnd ? reader.session.updateFinishing() : reader.session.updateAppending(Array(text[position..<end]))
      position = end
      if let patch = try reader.patch(for: update) {
        result.patches.append(String(decoding: patch, as: UTF8.self))
        let isCompared = isEnd || Int.random(in: 0..<6, using: &random) == 0
        result.html.append(isCompared ? String(decoding: reader.html, as: UTF8.self) : nil)
      }
      if isEnd { return result }
    }
  }

  /// Loads a page that applies the patches; says what differs.
  private static func problem(in cases: [Case]) throws -> String? {
    let data = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self).replacing("</", with: "<\\/")
    let page = """
      <!DOCTYPE html><meta charset="utf-8"><title>none</title><script type="application/json" id="cases">\(data)</script>
      <script type="module">
      \(String(decoding: PageClient.module, as: UTF8.self))
      let steps = 0, bad = [];
      globalThis.hit = () => bad.push("a script ran");
      for (const { name, patches, html } of JSON.parse(document.getElementById("cases").textContent)) {
        const host = document.createElement("div"), view = new PatchView(host), box = document.createElement("template");
        try {
          for (const [index, patch] of patches.entries()) {
            view.apply(JSON.parse(patch));
            if (html[index] === null) continue;
            box.innerHTML = html[index];
            steps++;
            if (!box.content.firstElementChild.isEqualNode(view.root)) {
              bad.push(name + " after " + index + ": " + patch + "\\n" + view.root.outerHTML + "\\n" + html[index]);
              break;
            }
          }
        } catch (error) { bad.push(name + ": " + error.stack); }
      }
      document.title = "done " + steps + " " + bad.length;
      document.body.textContent = bad.slice(0, 3).join("\\n\\n");
      </script>
      """
    let dom = try Browser.load(Array(page.utf8))
    guard let title = dom.firstRange(of: "<title>done ") else { return "the page did not finish" }
    let words = dom[title.upperBound...].prefix { $0 != "<" }.split(separator: " ")
    return words.last == "0" ? nil : String(dom.suffix(6000))
  }

  /// All kinds of options, raw HTML that is let through among them.
  private static let options: [HTMLOptions] = {
    var unsafe = HTMLOptions()
    unsafe.rawHTML = .unsafe
    return PatchSamples.options + [unsafe]
  }()

  /// How often each text is cut anew: `ILSRENDER_PATCH_CUTS`.
  private static let cuts =
    ProcessInfo.processInfo.environment["ILSRENDER_PATCH_CUTS"].flatMap(UInt64.init) ?? 1

  @Test func texts() throws {
    var cases: [Case] = []
    let gallery = try String(
      contentsOf: PatchReader.root.appending(path: "docs/gallery/everything.md"), encoding: .utf8)
    for (index, text) in (PatchSamples.texts + [gallery]).enumerated() {
      for (number, options) in Self.options.enumerated() {
        for seed in 0..<Self.cuts {
          cases.append(
            try Self.stream(
              "text \(index)", Array(text.utf8), options, seed: seed,
              piece: [1...3, 1...9, 1...40, 1...20][number]))
        }
      }
    }
    let problem = try Self.problem(in: cases)
    #expect(problem == nil, "\(problem ?? "")")
  }

  @Test(arguments: ["gfm-spec", "gfm-extensions", "gfm-regression"]) func specification(_ name: String) throws
  {
    guard let examples = try PatchSamples.examples(name) else { return }
    for seed in 0..<Self.cuts {
      let cases = try examples.enumerated().map { index, text in
        try Self.stream(
          "\(name) \(index)", Array(text.utf8), Self.options[(index + Int(seed)) % 4],
          seed: seed &* 1000 &+ UInt64(index),
          piece: 1...9)
      }
      let problem = try Self.problem(in: cases)
      #expect(problem == nil, "\(problem ?? "")")
    }
  }

  /// Whatever comes in, nothing in a patch runs, and the element is what the formatter writes.
  @Test func attacks() throws {
    let documents = MarkdownAttacks.documents
    let cases = try documents.indices.filter { $0 % Self.attackStep == 0 }.map { index in
      try Self.stream(
        "attack \(index)", Array(documents[index].utf8), PatchSamples.options[index % 3], seed: UInt64(index),
        piece: 1...30)
    }
    let problem = try Self.problem(in: cases)
    #expect(problem == nil, "\(problem ?? "")")
  }

  /// All attacks, where each text is cut more than once.
  private static let attackStep = cuts > 1 ? 1 : 7

  @Test func conversations() throws {
    var cases: [Case] = []
    for fixture in MessageFixture.allCases {
      for (number, options) in Self.options.enumerated() {
        for seed in 0..<Self.cuts {
          cases.append(
            try Self.stream(
              fixture.rawValue, try fixture.bytes(), options, seed: seed,
              piece: [1...60, 1...600, 100...3000, 1...900][number],
              messages: fixture.format))
        }
      }
    }
    let problem = try Self.problem(in: cases)
    #expect(problem == nil, "\(problem ?? "")")
  }
}
