import Foundation
import MarkdownBlocks
import MessageStreams
import Rendering
import RunFormatters
import StyledRuns
import TestSupport
import Testing

/// Patches of growing documents: after each, the element is what the formatter writes of the text so far.
@Suite("HTML patches") struct HTMLPatchTests {
  @Test(arguments: [0, 1, 2]) func gallery(_ index: Int) throws {
    let text = try Data(contentsOf: PatchReader.root.appending(path: "docs/gallery/everything.md"))
    let problem = PatchReader.problem(
      in: [UInt8](text), PatchSamples.options[index], seed: 1, piece: 16...300)
    #expect(problem == nil, "\(problem ?? "")")
  }

  @Test(arguments: PatchSamples.texts.indices, PatchSamples.options.indices) func texts(
    _ text: Int, _ index: Int
  ) throws {
    for seed in 0..<4 as Range<UInt64> {
      let problem = PatchReader.problem(
        in: Array(PatchSamples.texts[text].utf8), PatchSamples.options[index], seed: seed,
        piece: [1...1, 1...4, 1...16, 5...60][Int(seed)])
      #expect(problem == nil, "\(problem ?? "")")
    }
  }

  @Test(arguments: ["gfm-spec", "gfm-extensions", "gfm-regression"]) func specification(_ name: String) throws
  {
    for (index, text) in (try PatchSamples.examples(name) ?? []).enumerated() {
      let problem = PatchReader.problem(
        in: Array(text.utf8), PatchSamples.options[index % 3], seed: UInt64(index), piece: 1...6)
      #expect(problem == nil, "\(name) \(index): \(problem ?? "")")
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
      let problem = PatchReader.problem(
        in: Array(text.utf8), PatchSamples.options[Int(seed) % 3], seed: seed, piece: 1...40)
      #expect(problem == nil, "\(seed): \(problem ?? "")")
      if problem != nil { break }
    }
  }

  @Test(arguments: MessageFixture.allCases, [0, 1, 2]) func conversations(
    _ fixture: MessageFixture, _ index: Int
  ) throws {
    let problem = PatchReader.problem(
      in: try fixture.bytes(), PatchSamples.options[index], seed: UInt64(index),
      piece: [1...200, 20...60, 300...2000][index],
      messages: fixture.format)
    #expect(problem == nil, "\(problem ?? "")")
  }

  /// A text that makes one thing ever longer: what is written for its second half is about what is written for the first,
  /// which has as many pieces.
  @Test(arguments: [
    ("paragraphs", "", "Some words of a paragraph.\n\n"), ("items", "", "- an item of a list\n"),
    ("loose items", "", "- an item\n\n"), ("tasks", "", "- [ ] a task\n"), ("numbers", "", "1. 2\n"),
    ("nested items", "- a\n", "  - an item in an item\n"), ("quote", "", "> text in a quote\n>\n"),
    ("alert", "> [!NOTE]\n", "> text in an alert\n>\n"), ("code", "```swift\n", "let name = value + 1\n"),
    ("plain code", "```\n", "just some text in a line\n"), ("numbered code", "``` lineNumbers\n", "a line\n"),
    ("table", "| a | b |\n|---|---|\n", "| some | cells |\n"), ("headings", "", "# Again\n\n"),
    ("late definitions", String(repeating: "[a]\n\n", count: 200), "[b]: /u\n"),
    ("footnotes", "[^1]\n\n[^1]: x\n\n", "    a paragraph\n\n"), ("rules", "", "---\n"),
    ("raw HTML", "", "<p align=\"center\">x</p>\n\n"), ("comments", "", "<!-- c -->\n\n"),
    (
      "open raw HTML", "<details>\n\n<div>\n\n" + String(repeating: "long ", count: 4000) + "\n\n",
      "A paragraph in it.\n\n"
    ),
    (
      "blocks of open raw HTML",
      String(repeating: "<div>\n\n", count: 3) + String(repeating: "long ", count: 4000) + "\n\n",
      "<b>\n\nx\n\n"
    ),
    ("a list in open raw HTML", "<div>\n\n", "- an item\n"),
    ("code in open raw HTML", "<details>\n\nx\n\n```swift\n", "let name = value + 1\n"),
  ]) func costsWhatChanges(_ name: String, _ start: String, _ more: String) throws {
    var reader = PatchReader(HTMLOptions(), themes: [])
    func stream(_ text: String) throws -> Int {
      let before = reader.patches.writtenBytes
      let bytes = Array(text.utf8)
      for position in stride(from: 0, to: bytes.count, by: 16) {
        let piece = Array(bytes[position..<min(bytes.count, position + 16)])
        _ = try reader.patch(for: reader.session.updateAppending(piece))
      }
      return reader.patches.writtenBytes - before
    }
    _ = try stream(start + String(repeating: more, count: 20))
    let half = String(repeating: more, count: 400)
    let (first, second) = (try stream(half), try stream(half))
    #expect(second <= first + first / 4 + 200, "\(first) bytes, then \(second)")
    #expect(second < 80 * half.utf8.count, "\(second) bytes for \(half.utf8.count)")
  }

  /// Each patch writes all of the leaf that changed, so that updates of a long one come less often.
  @Test(arguments: [
    ("", "[]", nil), ("~~~ ini\nkey = value ; ", "s; int", nil), ("![](", "<td>\r|a\n", nil),
    ("", "[]", MessageFormat.openAISSE), ("<!--", "<a b='", .openAISSE),
  ])
  func aLongLeafIsWrittenLessOften(head: String, piece: String, messages: MessageFormat?) throws {
    var reader = PatchReader(HTMLOptions(), messages: messages, themes: [])
    var (input, putOff) = (0, 0)
    func append(_ text: String) throws {
      let bytes = messages == nil ? text : "data: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}}]}\n\n"
      input += bytes.utf8.count
      try reader.append(Array(bytes.utf8))
      if reader.session.isBehind { putOff += 1 }
    }
    try append(head)
    for _ in 0..<1000 { try append(String(repeating: piece, count: 8)) }
    #expect(putOff > 0)
    #expect(reader.work <= 1 << 20 + 80 * input)
    try reader.receive(reader.session.updateFinishing())
    #expect(reader.element.outline == reader.expected)
  }

  /// Each patch of HTML that is copied is a snapshot of the whole document.
  @Test func snapshotsComeLessOften() throws {
    var options = HTMLOptions()
    options.rawHTML = .unsafe
    var reader = PatchReader(options, themes: [])
    var putOff = 0
    for _ in 0..<2000 {
      try reader.append(Array("a short line\n\n".utf8))
      if reader.session.isBehind { putOff += 1 }
    }
    #expect(putOff > 1000)
    #expect(reader.work <= 1 << 20 + 80 * 2000 * 14)
  }

  /// A late definition changes the identifiers of all headings that refer to it, and so of those after them.
  @Test(arguments: ["[a]: b", "[^a]: b"])
  func manyHeadingsChangeAtOnce(_ definition: String) throws {
    let label = definition.prefix { $0 != ":" }
    let headings = "# x\(label)\n\n# x\n\n> # x\(label) y\n\n- # y\n\n"
    func work(_ count: Int) throws -> Int {
      var reader = PatchReader(HTMLOptions(), themes: [])
      try reader.receive(
        reader.session.updateAppending(Array(String(repeating: headings, count: count).utf8)))
      let before = reader.work
      try reader.receive(reader.session.updateAppending(Array("\n\(definition)\n".utf8)))
      try reader.receive(reader.session.updateFinishing())
      #expect(reader.element.outline == reader.expected)
      return reader.work - before
    }
    let (less, more) = (try work(50), try work(200))
    #expect(more <= 5 * less, "\(less), then \(more)")
  }

  /// A block that is edited in place takes about as long as one that is written, however few bytes change.
  @Test(arguments: ["|[^a]|\n|-|\n\n", "- > [^a]\n\n---\n"])
  func blocksThatAreEditedCount(_ block: String) throws {
    func work(_ count: Int) throws -> Int {
      var reader = PatchReader(HTMLOptions(), themes: [])
      try reader.receive(reader.session.updateAppending(Array(String(repeating: block, count: count).utf8)))
      let before = (work: reader.work, bytes: reader.patches.writtenBytes)
      try reader.receive(reader.session.updateAppending(Array("[^a]: b\n".utf8)))
      try reader.receive(reader.session.updateFinishing())
      #expect(reader.element.outline == reader.expected)
      return reader.work - before.work - 2 * (reader.patches.writtenBytes - before.bytes)
    }
    let (less, more) = (try work(10), try work(210))
    #expect(more - less >= 200 * 512, "\(less), then \(more)")
  }

  /// The formulas of a leaf and the identifier of a heading are made again with each patch of the leaf, which counts
  /// besides the HTML.
  @Test(arguments: [("a $", "$"), ("a $$", "$$"), ("# \u{A0}", "")])
  func formulasAndIdentifiersCount(_ start: String, _ end: String) throws {
    func work(_ text: String) throws -> Int {
      var reader = PatchReader(HTMLOptions(), themes: [])
      try reader.receive(reader.session.updateAppending(Array("\(start)\(text)\(end)".utf8)))
      let before = (work: reader.work, bytes: reader.patches.writtenBytes)
      try reader.receive(reader.session.updateAppending(Array(" b".utf8)))
      return reader.work - before.work - 2 * (reader.patches.writtenBytes - before.bytes)
    }
    let length = 800
    let (less, more) = (try work("x"), try work(String(repeating: "x", count: 1 + length)))
    #expect(more - less >= 16 * length, "\(less), then \(more)")
  }

  /// A model writes 30 bytes in the 75 ms that a service gathers text for. Documents that people write pay for an update
  /// that often several times over.
  @Test(arguments: ["README.md", "docs/streaming.md", "docs/service.md"])
  func ordinaryTextsPutNothingOff(_ file: String) throws {
    var reader = PatchReader(HTMLOptions(), themes: [])
    let text = try Array(Data(contentsOf: PatchReader.root.appending(path: file)))
    for start in stride(from: 0, to: text.count, by: 30) {
      try reader.append(Array(text[start..<min(start + 30, text.count)]))
      try #require(!reader.session.isBehind)
    }
    #expect(reader.work <= 48 * text.count, "\(reader.work / text.count) for each byte")
  }

  /// Each new message looks at all messages and parts of its group, so that updates of a conversation of thousands of
  /// messages come less often.
  @Test func aGroupOfManyMessagesIsUpdatedLessOften() throws {
    var reader = PatchReader(HTMLOptions(), messages: .streamJSON, themes: [])
    var (input, putOff) = (0, 0)
    for number in 0..<3000 {
      let line =
        #"{"type":"assistant","message":{"id":"\#(number)","content":[{"type":"text","text":"a"}]}}"# + "\n"
      input += line.utf8.count
      try reader.append(Array(line.utf8))
      if reader.session.isBehind { putOff += 1 }
      if number == 200 { #expect(putOff == 0) }
    }
    #expect(putOff > 1000)
    #expect(reader.work <= 1 << 20 + 80 * input)
    try reader.receive(reader.session.updateCatchingUp())
    #expect(reader.element.outline == reader.expected)
    try reader.receive(reader.session.updateFinishing())
    #expect(reader.element.outline == reader.expected)
  }

  /// What tools read and write is written once and pays for itself, so that the answer behind it comes at once.
  @Test func aLongResultPutsNothingOff() throws {
    var reader = PatchReader(HTMLOptions(), messages: .streamJSON, themes: [])
    let result = String(repeating: "a line of a long file\\n", count: 40_000)
    for message in [
      #"{"type":"assistant","message":{"id":"a","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]}}"#,
      #"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"\#(result)"}]}}"#,
      #"{"type":"assistant","message":{"id":"b","content":[{"type":"text","text":"Read."}]}}"#,
    ] {
      try reader.append(Array((message + "\n").utf8))
    }
    #expect(reader.work > 1 << 20)
    #expect(!reader.session.isBehind)
    #expect(reader.element.outline.contains("Read."))
  }

  /// Colours that workers bring, in any order, while the text goes on.
  @Test(arguments: [0, 1, 2]) func lateColors(_ index: Int) async throws {
    let pool = try WorkerPool(threads: 1)
    var reader = PatchReader(PatchSamples.options[index], pool: pool)
    let text = Array(
      (PatchSamples.texts[9] + "\n- " + PatchSamples.texts[10].replacing("\n", with: "\n  ") + "\n\nend\n"
        + PatchSamples.texts[9])
        .utf8)
    for position in stride(from: 0, to: text.count, by: 50) {
      let piece = Array(text[position..<min(text.count, position + 50)])
      try reader.receive(reader.session.updateAppending(piece))
      #expect(reader.element.outline == reader.expected)
      if position % 150 == 0 { try await Task.sleep(for: .milliseconds(2)) }
    }
    try reader.receive(reader.session.updateFinishing())
    while reader.session.isWaitingForHighlights {
      try reader.receive(reader.session.updateTakingColors())
      #expect(reader.element.outline == reader.expected)
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(reader.element.outline == reader.expected)
  }

  /// A reader that begins with a snapshot follows with the patches of all others.
  @Test(arguments: PatchSamples.texts.indices) func lateReaders(_ index: Int) throws {
    let text = Array(PatchSamples.texts[index].utf8)
    var reader = PatchReader(PatchSamples.options[index % 3])
    var late: [PatchedElement] = []
    // One with patches of its own, which begin with what is there.
    var own: (patches: HTMLPatches, element: PatchedElement)?
    for position in stride(from: 0, to: text.count, by: 9) {
      let update = reader.session.updateAppending(Array(text[position..<min(text.count, position + 9)]))
      guard let update, let patch = try reader.patch(for: update) else { continue }
      for element in late { try element.apply(patch) }
      if let own {
        try own.element.apply(own.patches.patch(for: update, of: reader.content, sheets: reader.sheets).bytes)
      } else if position > text.count / 2 {
        let patches = HTMLPatches(options: PatchSamples.options[index % 3])
        own = (patches, PatchedElement())
        try own?.element.apply(
          patches.begin(
            with: reader.content, sequence: update.sequence, isFinal: false, sheets: reader.sheets
          ).bytes)
      }
      let element = PatchedElement()
      try element.apply(
        reader.patches.snapshot(
          of: reader.content, sequence: update.sequence, isFinal: false, sheets: reader.sheets
        ).bytes)
      late.append(element)
    }
    let expected = reader.expected
    #expect(late.allSatisfy { $0.outline == expected })
    #expect(own == nil || own?.element.outline == expected)
  }
}
