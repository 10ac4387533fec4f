import MarkdownBlocks
import RunFormatters
import StyledRuns
import Testing

/// What is unfinished at the end is shown as what it is about to become, and nothing else is.
@Suite struct OptimisticTests {
  static let options = MarkdownOptions(extensions: .gfm, isOptimistic: true)

  static let prefixes: [(String, String)] = [
    ("**bold", "<p><strong>bold</strong></p>\n"),
    ("**bold*", "<p><strong>bold</strong></p>\n"),
    ("**bold**", "<p><strong>bold</strong></p>\n"),
    ("a *em", "<p>a <em>em</em></p>\n"),
    ("a _em", "<p>a <em>em</em></p>\n"),
    ("***both", "<p><em><strong>both</strong></em></p>\n"),
    ("***both**", "<p><em><strong>both</strong></em></p>\n"),
    ("**bold *and em", "<p><strong>bold <em>and em</em></strong></p>\n"),
    ("~~struck", "<p><del>struck</del></p>\n"),
    ("~~struck~", "<p><del>struck</del></p>\n"),
    ("a **", "<p>a</p>\n"),
    ("a ~~", "<p>a</p>\n"),
    ("see `code", "<p>see <code>code</code></p>\n"),
    ("see `**code", "<p>see <code>**code</code></p>\n"),
    ("see ``a `b`", "<p>see <code>a `b</code></p>\n"),
    ("**bold `code", "<p><strong>bold <code>code</code></strong></p>\n"),
    ("a [text", "<p>a text</p>\n"),
    ("a [text]", "<p>a <a href=\"\">text</a></p>\n"),
    ("a [text](", "<p>a <a href=\"\">text</a></p>\n"),
    ("a [text](http://exam", "<p>a <a href=\"\">text</a></p>\n"),
    ("a [text](http://example.com \"the ti", "<p>a <a href=\"\">text</a></p>\n"),
    ("a [**te", "<p>a <strong>te</strong></p>\n"),
    ("an ![image](a.p", "<p>an image</p>\n"),
    ("an ![ima", "<p>an ima</p>\n"),
    ("- one **two", "<ul>\n<li>one <strong>two</strong></li>\n</ul>\n"),
    ("> a *b", "<blockquote>\n<p>a <em>b</em></p>\n</blockquote>\n"),
    ("# A *b", "<h1>A <em>b</em></h1>\n"),
    // Not yet anything.
    ("text\n-", "<p>text</p>\n"),
    ("text\n==", "<p>text</p>\n"),
    ("text\n1.", "<p>text</p>\n"),
    ("text\n``", "<p>text</p>\n"),
    ("text\n\n``", "<p>text</p>\n"),
    ("--", ""),
    ("#", "<h1></h1>\n"),
    ("```sw", "<pre><code class=\"language-sw\"></code></pre>\n"),
    // Tables.
    ("| a | b |\n|", "<p>| a | b |</p>\n"),
    ("| a | b |\n|-", "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n</table>\n"),
    (
      "| a | b |\n|--|:",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th align=\"left\">b</th>\n</tr>\n</thead>\n</table>\n"
    ),
    ("a | b\n--", "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n</table>\n"),
    (
      "| a |\n|---|\n| **b",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><strong>b</strong></td>\n</tr>\n</tbody>\n</table>\n"
    ),
    // What may be meant as it stands.
    ("2 * 3", "<p>2 * 3</p>\n"),
    ("5*3 and", "<p>5*3 and</p>\n"),
    ("a snake_case name", "<p>a snake_case name</p>\n"),
    ("$5 and $6", "<p>$5 and $6</p>\n"),
    ("array[3", "<p>array[3</p>\n"),
    ("- [ ]", "<ul>\n<li>[ ]</li>\n</ul>\n"),
    ("a [^1", "<p>a [^1</p>\n"),
    ("a < b", "<p>a &lt; b</p>\n"),
    ("a \\*b", "<p>a *b</p>\n"),
    ("**closed paragraph\n\ntext", "<p>**closed paragraph</p>\n<p>text</p>\n"),
  ]

  @Test(arguments: prefixes.indices)
  func prefixIsShownAsWhatItBecomes(index: Int) {
    let (text, html) = Self.prefixes[index]
    #expect(shown(text) == html, "\(text.debugDescription)")
  }

  /// Code and raw HTML are never touched.
  @Test(arguments: [
    "```\n**bold `a [b](c", "~~~\n``", "```\na | b\n--", "    **bold", "<div>\n**bold", "a `*b* [c](d` e `f",
  ])
  func codeAndHTMLStayAsTheyAre(text: String) {
    for end in 1...text.utf8.count {
      let prefix = Array(text.utf8.prefix(end))
      guard document(prefix, Self.options).blocks.last.map(Self.isRaw) ?? false else { continue }
      #expect(
        document(prefix, Self.options) == document(prefix, MarkdownOptions()),
        "\(text.debugDescription) \(end)")
    }
  }

  @Test(.enabled(if: Conformance.folder != nil), arguments: Conformance.suites)
  func everyPrefixOfEveryExample(suite: String) throws {
    for example in try Conformance.examples(suite) {
      compare(Array(example.markdown.utf8), example.options, "\(suite) \(example.id)") { 1 }
    }
  }

  @Test func randomPiecesOfRandomDocuments() {
    for index in 0..<UInt64(IncrementalTests.count) {
      var random = RandomMarkdown(seed: IncrementalTests.seed + index + 50_000_000)
      let options = random.options()
      let source = random.document(lines: 12)
      compare(source, options, "seed \(IncrementalTests.seed + index)") { 1 + random.below(12) }
      let paragraph = random.tentativeParagraph()
      compare(paragraph, options, "seed \(IncrementalTests.seed + index)") { 1 + random.below(6) }
    }
  }

  /// How the text came does not count; and once it has ended, nothing was.
  private func compare(_ source: [UInt8], _ options: MarkdownOptions, _ name: String, piece: () -> Int) {
    var options = options
    options.isOptimistic = true
    let parser = MarkdownStream(options: options)
    var position = 0
    while position < source.count {
      let end = min(position + piece(), source.count)
      parser.append(Array(source[position..<end]))
      parser.update()
      position = end
      guard parser.document == document(Array(source[..<end]), options) else {
        Issue.record("\(name), at byte \(end): \(String(decoding: source, as: UTF8.self).debugDescription)")
        return
      }
    }
    parser.finish()
    parser.update()
    #expect(parser.document == MarkdownParser(options: options).parse(source), "\(name), finished")
  }

  private func shown(_ text: String) -> String {
    let html = BareHTMLFormatter(unsafeHTML: true).format(document(Array(text.utf8), Self.options))
    return String(decoding: html, as: UTF8.self)
  }

  private func document(_ text: [UInt8], _ options: MarkdownOptions) -> Document {
    let parser = MarkdownStream(options: options)
    parser.append(text)
    parser.update()
    return parser.document
  }

  private static func isRaw(_ block: Block) -> Bool {
    switch block.content {
    case .code, .html: true
    default: false
    }
  }
}
