import Foundation
import MarkdownBlocks
import StyledRuns
import Testing

/// A document that is written bit by bit is, after every bit, what one-shot parsing makes of the text so far.
///
/// `ILSRENDER_FUZZ` and `ILSRENDER_FUZZ_SEED` widen the random part.
@Suite struct IncrementalTests {
  static let count = (Int(ProcessInfo.processInfo.environment["ILSRENDER_FUZZ"] ?? "") ?? 2_000) / 4
  static let seed = UInt64(ProcessInfo.processInfo.environment["ILSRENDER_FUZZ_SEED"] ?? "") ?? 1

  @Test(.enabled(if: Conformance.folder != nil), arguments: Conformance.suites)
  func everyPrefixOfEveryExample(suite: String) throws {
    for example in try Conformance.examples(suite) {
      compare(Array(example.markdown.utf8), example.options, "\(suite) \(example.id)") { 1 }
    }
  }

  @Test func everyPrefixOfRandomDocuments() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 30_000_000)
      let options = random.options()
      compare(random.document(lines: index % 10 == 0 ? 14 : 6), options, "seed \(Self.seed + index)") { 1 }
    }
  }

  @Test func everyPrefixOfRandomFootnotes() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 60_000_000)
      let options = footnoteOptions(&random)
      compare(random.footnotes(lines: index % 10 == 0 ? 24 : 9), options, "seed \(Self.seed + index)") { 1 }
    }
  }

  @Test func everyPrefixOfRandomDefinitions() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 80_000_000)
      let options = random.options()
      compare(random.definitions(lines: 12), options, "seed \(Self.seed + index)") { 1 }
    }
  }

  @Test func everyPrefixOfRandomItems() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 90_000_000)
      let options = random.options()
      compare(random.items(lines: 12), options, "seed \(Self.seed + index)") { 1 }
    }
  }

  @Test func randomPiecesOfRandomFootnotes() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 70_000_000)
      let options = footnoteOptions(&random)
      let source = random.footnotes(lines: 30)
      compare(source, options, "seed \(Self.seed + index)") { 1 + random.below(24) }
    }
  }

  /// Random options, but with footnotes.
  private func footnoteOptions(_ random: inout RandomMarkdown) -> MarkdownOptions {
    var options = random.options()
    options.extensions.insert(.footnotes)
    return options
  }

  @Test func randomPiecesOfRandomDocuments() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 40_000_000)
      let options = random.options()
      let source = random.document(lines: 20)
      compare(source, options, "seed \(Self.seed + index)") { 1 + random.below(24) }
    }
  }

  @Test func everyPrefixOfRandomLongWords() {
    for index in 0..<UInt64(Self.count) {
      var random = RandomMarkdown(seed: Self.seed + index + 50_000_000)
      var options = random.options()
      if random.chance(50) { options.extensions.formUnion([.math, .emoji, .cjkEmphasis]) }
      compare(random.longWords(), options, "seed \(Self.seed + index)") { 1 }
    }
  }

  /// A line without an end may be another block than the paragraph that it was part of, and become part of it again.
  @Test func randomPiecesOfRandomTentativeParagraphs() {
    for index in 0..<UInt64(Self.count * 2) {
      var random = RandomMarkdown(seed: Self.seed + index + 60_000_000)
      var options = random.options()
      if random.chance(50) { options.extensions.formUnion([.math, .emoji, .cjkEmphasis]) }
      let text = random.tentativeParagraph()
      compare(text, options, "seed \(Self.seed + index)") { index % 2 == 0 ? 1 : 1 + random.below(8) }
    }
  }

  /// A header whose delimiter row was incomplete is numbered once when a definition changes it.
  @Test func aHeaderUnderWhichADefinitionArrives() {
    let text = "x [^b]\n\n| a | [^b] |\n|-|-|\n\n[^b]: note\n"
    for end in 1..<text.utf8.count {
      var pieces = [end]
      compare(Array(text.utf8), MarkdownOptions(), text) { pieces.popLast() ?? text.utf8.count }
    }
  }

  /// An address ends with its bracket, however long it is, and whatever its characters.
  @Test func anAddressOfManyCharactersThatAreNoLetters() {
    let address = "<foo:" + String(repeating: "a", count: 40) + String(repeating: "\u{6F22}", count: 20) + ">"
    compare(Array("text \(address) more".utf8), MarkdownOptions(), address) { 1 }
  }

  /// A backslash at the end of a piece escapes the first byte of the next one in an address, a label and a title, too.
  @Test(arguments: [
    #"[a]: x\)"#, #"[a]: x\) "t\""#, #"[a]: <x\>y>"#, #"[a\]b]: x"#, #"[a]: (x\)\()"#, #"[a]: x\\)"#,
  ])
  func aBackslashBetweenPiecesInADefinition(text: String) {
    for end in ["", "\n", "\n\n[a] [a\\]b]\n"] {
      compare(Array((text + end).utf8), MarkdownOptions(), text + end) { 1 }
    }
  }

  /// The paragraph before a table loses its backslashes before pipes, and gets them back with a line that is no delimiter row.
  @Test(arguments: [
    "|-|-|a:\n| a | b || a \\| b | `c|d` |\n\"\n[f]: /u\n[f]: /u\n|-|-|\n", "x \\|\ny\n|-\nz\n",
    "- `c\\|d`\n  y\n  |-|\n  | \\| |\n",
  ])
  func escapedPipesBeforeATable(text: String) {
    for isSmart in [false, true] {
      compare(Array(text.utf8), MarkdownOptions(smart: isSmart), text) { 1 }
    }
  }

  /// The opener of an instruction or a section within another one may close where the other one does not.
  @Test(arguments: [
    "<?a<??> b", "<?a b<??> c <?d?> e", "<?a<?b<???> c", "<![CDATA[a<![CDATA[]]> b", "<?a]<?b]]?> c",
  ])
  func contentWithinContent(text: String) {
    compare(Array(text.utf8), MarkdownOptions(), text) { 1 }
  }

  /// Definitions that come late, change while they are typed, and come twice.
  @Test(arguments: [
    "[a] and [A]\n\n- [a]\n\n> [^n] [^m]\n\n[a]: /one 'title'\n\n[^m]: two [a]\n\n[^n]: one[^m]\n[a]: /other\n",
    "| [a] | [^n] |\n|-|-|\n| [a][] | x |\n\n[^n]: y\n[a]: </b c> \"d\"\n",
    "[a]\n===\n\n[a]: /u\n\"title\" rest\n\n- [^n]: in an item [a]\n\n[^n]\n",
    "[^b]\n[^b]:\n\t-\t[^b]: x\n",
    "a \t x[^a] y[^a]\n  \n[^a]: [^a]: * | \n](&bad; c\n",
    "x [^ab\nwxyz] y\n\n[^ab]: z\n\n[^a]: nested [^b]\n\n    [^b]: inner [^a]\n",
    "[^a]: not yet\n\n    - shown [x] `y`\n\n        code\n\n    > [^b]\n\n[^a] now\n\n[^b]: z\n\n[x]: /u\n",
    "[a] [b]\n\n[a]: /x\n[b]: /y\nc | d\n--|--\ne\n\n[b]: /z\n",
    "[a] [b]\n\n[a]: /x\n[b]: /y\n===\n[a]: /z\n\n[b]: /z\n- -\n",
    "[a]\n\n[a]: /x\n\"title \\\"\n[b]: /y\nmore\" x\n",
    "[^a] [^b]\n\n[^b]: b\n\n    [^a]: within\n\n        ```\n        code\n        ```\n\n    back\n\n[^a]: other\n",
  ])
  func lateDefinitionsStreamAsInOneShot(text: String) {
    compare(Array(text.utf8), MarkdownOptions(), text) { 1 }
  }

  @Test func bytesOfAnUnfinishedScalarWait() {
    let parser = MarkdownStream()
    let bytes = Array("a\u{1F600}b".utf8)
    var shown: [Document] = []
    for byte in bytes {
      parser.append([byte])
      parser.update()
      shown.append(parser.document)
    }
    #expect(shown[1] == shown[0] && shown[3] == shown[0])
    #expect(shown[4] == MarkdownParser().parse("a\u{1F600}"))
    #expect(shown[5] == MarkdownParser().parse("a\u{1F600}b"))
    let cut = MarkdownStream()
    cut.append([0x61, 0xF0, 0x9F])
    cut.finish()
    cut.update()
    #expect(cut.document == MarkdownParser().parse("a\u{FFFD}"))
  }

  /// The text that a line end gave way to ends where the text with it ended.
  @Test func aLetterInPlaceOfALineEndIsRead() {
    let source = "some escaped\n| a |\n|---|\n| b |\n"
    let parser = MarkdownStream()
    parser.append("some escape")
    parser.update()
    parser.append(String(source.dropFirst(11)))
    parser.update()
    #expect(parser.document == MarkdownParser().parse(source))
  }

  // MARK: The cost

  static let words = "some **bold** words, `code` and a [link](http://a.b/c) in it"
  static let shapes: [(String, @Sendable (Int) -> String)] = [
    ("a list", { "- item \($0) \(words)\n" }),
    ("a loose list", { "- item \($0) \(words)\n\n" }),
    ("a list five deep", { String(repeating: "  ", count: $0 % 5) + "- item \($0) \(words)\n" }),
    ("quoted paragraphs", { "> line \($0) \(words)\n>\n" }),
    ("one quoted paragraph", { "> line \($0) \(words)\n" }),
    ("one paragraph of many lines", { "line \($0) \(words)\n" }),
    ("one line", { "word \($0) \(words) " }),
    ("one line of Japanese", { "\($0)番目の文章です。**太字**と`コード`、" }),
    ("a heading", { ($0 == 0 ? "# " : "") + "word \($0) \(words) " }),
    ("a table", { $0 == 0 ? "| a | b |\n|---|---|\n" : "| cell \($0) | \(words) |\n" }),
    (
      "a row",
      {
        $0 == 0
          ? String(repeating: "| a ", count: 400) + "\n" + String(repeating: "|-", count: 400) + "\n"
          : "| cell \($0) \(words) "
      }
    ),
    ("paragraphs in a quote in a list", { $0 == 0 ? "- > 1. a\n" : "  >    line \($0) \(words)\n" }),
    ("one word", { "part\($0)+of/a=long" }),
    ("a cell", { $0 == 0 ? "| a | b |\n|---|---|\n| x | " : "cell \($0) \(words) " }),
    ("code", { $0 == 0 ? "```\n" : "let x\($0) = **1**\n" }),
    ("code in a list", { $0 == 0 ? "- a\n\n  ```\n" : "  let x\($0) = **1**\n" }),
    ("many blocks", { "# head \($0)\n\nText \(words).\n\n" }),
    ("footnotes", { "Text[^\($0)] \(words).\n\n[^\($0)]: Note \(words).\n\n" }),
    ("a footnote of many blocks", { footnote($0) }),
    ("a footnote that nobody refers to", { $0 == 0 ? "[^a]: note\n\n" : footnote($0) }),
    ("a footnote in a quote", { $0 == 0 ? "Text[^a].\n\n> [^a]: note\n" : ">     line \($0) \(words)\n" }),
    (
      "a footnote in a footnote",
      { $0 == 0 ? "[^a][^b]\n\n[^a]: note\n\n    [^b]: inner\n\n" : "        - line \($0) \(words)\n" }
    ),
    ("footnotes in a footnote", { $0 == 0 ? "[^1]\n\n[^a]: x\n\n" : "    [^\($0)]: \(words)\n\n" }),
    ("one line of a footnote", { ($0 == 0 ? "Text[^a].\n\n[^a]: " : "") + "word \($0) \(words) " }),
    (
      "a footnote's table",
      { $0 == 0 ? "x[^a]\n\n[^a]: n\n\n    | a | b |\n    |---|---|\n" : "    | \($0) | \(words) |\n" }
    ),
    ("definitions", { "[label \($0 + 1000)]: /address \"titles\"\n" }),
    ("definitions that are used", { $0 == 0 ? "[a7] [a8]\n\n" : "[a\($0 + 1000)]: /x\n" }),
    ("definitions behind text", { $0 == 0 ? "[a]: /x\ntext " : "[a\($0 + 1000)]: /x and so on\n" }),
    ("a title without an end", { $0 == 0 ? "[a]: /x\n\"title " : "of many \(words)\n" }),
    ("definitions before what may become a table", { $0 == 0 ? "[a]: /x\n" : "--> of many \(words)\n" }),
    ("an item of many blocks", { ($0 == 0 ? "- a\n" : "") + "  # head \($0 + 1000)\n" }),
    // Not as long as five pieces, since all of them would be cut at the same place.
    ("footnotes alone", { "[^\($0)]: Note[^\($0 + 1)] of \(words).\n\n" }),
  ]

  private static func footnote(_ line: Int) -> String {
    switch line % 4 {
    case 0: (line == 0 ? "Text[^a].\n\n[^a]: The note.\n\n" : "") + "    Text of \(words).\n\n"
    case 1: "    - item\n      - nested \(words)\n\n"
    case 2: "    ```\n    let x = 1\n    ```\n\n"
    default: "    > quote \(words)\n\n"
    }
  }

  /// What waits for an end that does not come.
  static let openers = [
    "[a ", "![a ", "`a ", "``a ", "x ```a ", "*a ", "**a ", "_a ", "~~a ", "<a ", "<a b='", "<!-- ", "<?a ",
    "<!A ",
    "<![CDATA[", "[a](<b ", "[a](b 'c ", "[a][b ", "[^a ", "[ [ *a `b ~~c _d <e f='",
  ]

  /// Appended 16 bytes at a time, at most four times the document is read, whatever is open, and ten times the
  /// document means at most eleven times the bytes.
  @Test(arguments: shapes.indices)
  func costFollowsWhatIsNew(index: Int) {
    let (name, line) = Self.shapes[index]
    expectLinear(name, small: (0..<40).map(line).joined(), large: (0..<400).map(line).joined())
  }

  /// Words without a space between them are committed while they come.
  @Test(arguments: [
    "`a`x", "*a*b", "![a](b)", "[^1]", "<b>x</b>", "~~x~~y", "a;b,", "&amp;", "&nbsp;x", "\u{6F22}**x**",
    "(x)", "[ab", "[^a", "![^a", "![ab", "[^a][", "[^a]x", "[^a`", "*[^a", "_[^a", ".", "a", "a1", "$---h",
    "a@bA:", "a.b+", "a@b.c/", "&a", "&#1", ":a", "::", "http:", "<a:b", "[](a", "[](a\\(", "[](<a", "![a](b",
  ])
  func costDoesNotFollowTheWord(piece: String) {
    let notes = "\n\n[^1]: x\n"
    expectLinear(
      piece, small: String(repeating: piece, count: 150) + notes,
      large: String(repeating: piece, count: 1500) + notes, bound: 8)
  }

  /// A paragraph behind an opener without an end costs no more than any other.
  @Test(arguments: openers.indices, [false, true])
  func costDoesNotFollowWhatWaits(index: Int, isOptimistic: Bool) {
    let opener = Self.openers[index]
    // No quote, bracket or backtick that would end it.
    let line = "plain words and *emphasis* with nothing that ends what was opened\n"
    expectLinear(
      opener, small: opener + String(repeating: line, count: 40),
      large: opener + String(repeating: line, count: 400),
      options: MarkdownOptions(isOptimistic: isOptimistic), bound: isOptimistic ? 8 : 4)
  }

  private func expectLinear(
    _ name: String, small: String, large: String, options: MarkdownOptions = MarkdownOptions(), bound: Int = 4
  ) {
    let few = work(small, options)
    let many = work(large, options)
    #expect(many.read <= bound * many.length, "\(name): \(many)")
    #expect(many.read <= 11 * max(few.read, 1), "\(name): \(few) and \(many)")
    #expect(many.rows <= many.length, "\(name): \(many)")
    #expect(many.definitions <= 4 * many.length, "\(name): \(many)")
    #expect(many.judged <= many.length, "\(name): \(many)")
    // What is shown is changed from where it is settled; a word without a space is settled as a
    // whole, and what is unfinished changes up to 1,024 bytes before the end.
    guard name != "one word" else { return }
    #expect(many.shown <= 2 * bound * many.length, "\(name): \(many)")
    guard !options.isOptimistic else { return }
    #expect(many.shown <= 11 * max(few.shown, small.utf8.count), "\(name): \(few) and \(many)")
  }

  /// Only the users of a label are parsed again when its definition comes.
  @Test func aLateDefinitionRepaintsItsUsersOnly() {
    let parser = MarkdownStream()
    parser.append((0..<500).map { "text [a\($0)] *b*\n\n" }.joined())
    parser.update()
    parser.append("[a7]: /u\n\nend")
    let update = parser.update()
    #expect(parser.currentCounters.reparsedLeaves == 1)
    #expect(update?.edits.count { if case .replace = $0.edit { true } else { false } } == 1)
    #expect(
      parser.document
        == MarkdownParser().parse((0..<500).map { "text [a\($0)] *b*\n\n" }.joined() + "[a7]: /u\n\nend"))
  }

  /// Each change of a definition repaints all its users, so that only the first bytes may change it.
  @Test(arguments: [
    ("[a]: ", "&#x/of-an-address", "\n"), ("> [a]:\n> ", "/of-an-address", "\n"),
    ("[a]: /x '", #"y\'z"#, "'\n"),
    ("[a]: /x\n'", "y\\'\nz", "'\n"),
  ])
  func aGrowingDefinitionRepaintsItsUsersAFewTimes(head: String, piece: String, end: String) {
    let users = (0..<50).map { "text [a] of \($0)\n\n" }.joined()
    let definition = head + String(repeating: piece, count: 300) + end
    compare(Array((users + definition).utf8), MarkdownOptions(), head + piece) { 61 }
    let parser = MarkdownStream()
    parser.append(users)
    for part in [head] + Array(repeating: piece, count: 300) + [end] {
      parser.append(part)
      parser.update()
    }
    // Once for each piece of the first 256 bytes, and once for the end.
    #expect(parser.currentCounters.reparsedLeaves <= 50 * (256 / piece.utf8.count + 4))
  }

  /// A line that looks like a definition until it goes on changes no link in a text of many.
  @Test func whatIsADefinitionForAMomentRepaintsFewUsers() {
    let users = (0..<600).map { "text [a] of \($0)\n\n" }.joined()
    let parser = MarkdownStream()
    parser.append(users)
    parser.update()
    for index in 0..<100 {
      for part in ["[a]", ":-", " no", "\n\n"] {
        parser.append(part)
        parser.update()
      }
      if index == 50 { #expect(parser.currentCounters.reparsedLeaves == 0) }
    }
    parser.append("[a]: /u\n")
    parser.update()
    #expect(parser.currentCounters.reparsedLeaves == 700)
    let few = (0..<499).map { "[a] \($0)\n\n" }.joined() + "[a]: /u"
    compare(Array(few.utf8), MarkdownOptions(), "500 brackets") { 97 }
    compare(Array(("[a]\n\n" + few).utf8), MarkdownOptions(), "501 brackets") { 97 }
    #expect(MarkdownParser().parse(few).blocks.count == 499)
    #expect(MarkdownParser().parse("[a]\n\n[a]\n\n" + few).blocks.count == 502)
    #expect(MarkdownParser().parse("[a]\n\n[a]\n\n" + few + "\n").blocks.count == 501)
  }

  @Test(arguments: [
    ("", 256, true), ("", 257, false), ("\n", 257, true), (" ", 257, true), ("\n", 50_000, true),
  ])
  func aLongAddressCountsFromItsEnd(end: String, length: Int, isLink: Bool) {
    let text = "[a]\n\n[a]: /" + String(repeating: "x", count: length - 1) + end
    let document = MarkdownParser().parse(text)
    #expect((document.blocks.count == 1) == isLink)
  }

  /// Each line that may be the delimiter row of a table asks whether its paragraph begins with a definition.
  @Test(arguments: [
    ("[a]: b\n", "-\n"), ("[a]: b\n", "|-\n"), ("[a]: b 'c'\n", ":-\n"), ("[a]: b\n'c\n", "-\n"),
    ("[" + String(repeating: "a", count: 990) + "]: b\n(", "c\n-\n"),
    ("[" + String(repeating: "a", count: 990), "c\n-\n"),
  ])
  func linesThatMayMakeATableReadDefinitionsOnce(head: String, line: String) {
    for heads in [1, 500] {
      let text = String(repeating: head, count: heads) + String(repeating: line, count: 3_000)
      let atOnce = MarkdownStream()
      atOnce.append(text)
      atOnce.update()
      #expect(atOnce.currentCounters.definitionBytes < 2 * text.utf8.count)
      #expect(work(text, MarkdownOptions()).definitions < 10 * text.utf8.count)
    }
  }

  /// Bytes of a text that arrived in pieces of 16: read by the inline parser, changed in what is shown, and
  /// looked at for cells.
  private struct Work {
    var length = 0
    var read = 0
    var shown = 0
    var rows = 0
    /// Bytes in which definitions were looked for, and blocks that were asked whether they make a list loose.
    var definitions = 0
    var judged = 0
  }

  private func work(_ text: String, _ options: MarkdownOptions) -> Work {
    let bytes = Array(text.utf8)
    let parser = MarkdownStream(options: options)
    var followed = FollowedDocument()
    for start in stride(from: 0, to: bytes.count, by: 16) {
      parser.append(Array(bytes[start..<min(start + 16, bytes.count)]))
      #expect(throws: Never.self) { try followed.update(parser) }
    }
    parser.finish()
    #expect(throws: Never.self) { try followed.update(parser) }
    #expect(parser.document == MarkdownParser(options: options).parse(bytes))
    #expect(followed.document == parser.document)
    return Work(
      length: bytes.count, read: parser.currentCounters.inlineBytes, shown: parser.currentCounters.shownBytes,
      rows: parser.currentCounters.rowBytes,
      definitions: parser.currentCounters.definitionBytes, judged: parser.currentCounters.checkedBlocks)
  }

  private func compare(_ source: [UInt8], _ options: MarkdownOptions, _ name: String, piece: () -> Int) {
    let parser = MarkdownStream(options: options)
    let oneShot = MarkdownParser(options: options)
    var followed = FollowedDocument()
    var position = 0
    while position < source.count {
      let end = min(position + piece(), source.count)
      parser.append(Array(source[position..<end]))
      #expect(throws: Never.self, "\(name), after byte \(position)") { try followed.update(parser) }
      position = end
      let prefix = Array(source[..<position])
      guard parser.document == oneShot.parse(prefix.dropLast(incompleteSuffix(prefix))),
        followed.document == parser.document
      else {
        let part = followed.document == parser.document ? "" : ", as updates tell it"
        Issue.record(
          "\(name)\(part), at byte \(position), extensions \(options.extensions.rawValue), smart \(options.smart): \(String(decoding: source, as: UTF8.self).debugDescription)"
        )
        return
      }
    }
    parser.finish()
    #expect(throws: Never.self, "\(name), finished") { try followed.update(parser) }
    #expect(parser.document == oneShot.parse(source), "\(name), finished")
    #expect(followed.document == parser.document, "\(name), finished, as updates tell it")
  }

  /// How many bytes at the end are the beginning of a scalar: those that make no U+FFFD if more follow.
  private func incompleteSuffix(_ bytes: [UInt8]) -> Int {
    for length in stride(from: min(3, bytes.count), to: 0, by: -1) {
      let suffix = Array(bytes.suffix(length))
      guard suffix[0] >= 0xC2, suffix[0] <= 0xF4 else { continue }
      // Complete it in every way; it is a beginning if one way is a scalar.
      for second in [0x80, 0x90, 0xA0, 0xBF] as [UInt8] {
        for missing in 1...3 {
          let tail = [second] + [0x80, 0x80] as [UInt8]
          let whole =
            suffix + (length == 1 ? Array(tail.prefix(missing)) : Array([0x80, 0x80].prefix(missing)))
          if let text = String(validating: whole, as: UTF8.self), text.unicodeScalars.count == 1 {
            return length
          }
        }
      }
    }
    return 0
  }
}

extension MarkdownParser {
  fileprivate func parse(_ source: ArraySlice<UInt8>) -> Document { parse(Array(source)) }
}
