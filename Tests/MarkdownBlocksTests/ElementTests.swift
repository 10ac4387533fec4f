import MarkdownBlocks
import MarkdownSource
import StyledRuns
import Testing

/// Custom elements such as `<think>`.
@Suite struct ElementTests {
  private static let options = MarkdownOptions(extensions: .standard)

  /// The blocks as an outline: `think(p:Six) p:Answer`.
  private static func outline(_ blocks: [Block]) -> String {
    blocks.map { block in
      switch block.content {
      case .paragraph(let inlines): "p:" + outline(inlines)
      case .heading(let heading): "h:" + heading.inlines.text
      case .code(let code): "code:" + code.lines.map(\.text).joined(separator: "\u{23CE}")
      case .html(let text): "html:" + text.replacing("\n", with: "\u{23CE}")
      case .element(let element):
        element.name + element.attributes.map { "[\($0.name)=\($0.value)]" }.joined()
          + "(\(outline(element.blocks)))"
      case .quote(let blocks): "quote(\(outline(blocks)))"
      case .list(let list): "list(\(outline(list.items)))"
      case .listItem(let item): "item(\(outline(item.blocks)))"
      case .footnote(let note): "note(\(outline(note.blocks)))"
      case .table, .thematicBreak, .frontMatter: "other"
      }
    }.joined(separator: " ")
  }

  /// The text with its spans in braces: `a *{b}`, `cite[src=x]{c}`.
  static func outline(_ inlines: Inlines) -> String {
    func path(_ span: Int32) -> [Int32] {
      span < 0 ? [] : path(inlines.spans[Int(span)].parent) + [span]
    }
    var result = ""
    var open: [Int32] = []
    var rest = inlines.text.utf8[...]
    for run in inlines.runs {
      let wanted = path(run.span)
      let kept = zip(open, wanted).prefix { $0 == $1 }.count
      result += String(repeating: "}", count: open.count - kept)
      for span in wanted[kept...] {
        switch inlines.spans[Int(span)].kind {
        case .emphasis: result += "*{"
        case .strong: result += "**{"
        case .element(let name, _, let attributes):
          result += name + attributes.map { "[\($0.name)=\($0.value)]" }.joined() + "{"
        case .link: result += "link{"
        default: result += "other{"
        }
      }
      open = wanted
      result += String(decoding: rest.prefix(Int(run.length)), as: UTF8.self).replacing(
        "\n", with: "\u{23CE}")
      rest = rest.dropFirst(Int(run.length))
    }
    return result + String(repeating: "}", count: open.count)
  }

  static let texts: [(String, String)] = [
    ("<think>\nSix?\n</think>\n\nAnswer", "think(p:Six?) p:Answer"),
    ("<think>Six? Yes.</think>Answer", "think(p:Six? Yes.) p:Answer"),
    ("<think>Six?\n\n# A\nb</think>\n# Answer", "think(p:Six? h:A p:b) h:Answer"),
    ("<THINK a=1 B='x &amp; y' c>x</Think >y", "think[a=1][b=x & y][c=](p:x) p:y"),
    (
      "<artifact title=\"A \\ b\" type='text/html'>\n- a\n- b</artifact>\n",
      #"artifact[title=A \ b][type=text/html](list(item(p:a) item(p:b)))"#
    ),
    ("text\n<think>\nx", "p:text think(p:x)"), ("  <think>x", "think(p:x)"),
    ("    <think>x", "code:<think>x"),
    ("<think>", "think()"), ("<think/>x", "think() p:x"), ("<think></think>", "think()"),
    ("<think>\n\n\n</think>\n\n", "think()"),
    ("<think>a<thinking>b</thinking>c</think>d", "think(p:athinking{b}c) p:d"),
    ("<think>\n<artifact>b</think>d", "think(artifact(p:b)) p:d"),
    ("<think>\n<think>a</think>b</think>c", "think(think(p:a) p:b) p:c"),
    ("<think>`</think>` ends</think>x", "think(p:</think> ends) p:x"),
    ("<think>\n```\na</think>\n</think>\nb", "think(code:a</think>) p:b"),
    ("<think>\n- a\n  </think>\nb", "think(list(item(p:a))) p:b"),
    ("```\n<think>\n```\n", "code:<think>"), ("> <think>\n> x", "quote(p:think{\u{23CE}x})"),
    ("- a\n  <think>b", "list(item(p:a\u{23CE}think{b}))"), ("- a\n<think>b", "list(item(p:a)) think(p:b)"),
    ("</think>", "html:</think>\u{23CE}"), ("a</think>b", "p:a</think>b"), ("<thinker>x", "p:<thinker>x"),
    ("<think\nx", "p:<think\u{23CE}x"), ("<cite>A book</cite> says", "p:cite{A book} says"),
    ("<cite index=\"1\">\nclaim</cite>\nx", "cite[index=1](p:claim) p:x"),
    ("<!-- <think>\n<think>\n-->", "html:<!-- <think>\u{23CE}<think>\u{23CE}-->\u{23CE}"),
    ("<think>[a]</think>\n\n[a]: b", "think(p:link{a})"),
    ("<think>\n[a]: b\n</think>\n[a]", "think() p:link{a}"),
    ("---\na: b\n---\n<think>x</think>y", "other think(p:x) p:y"),
    ("---\n<think>x</think>\ny", "other think(p:x) p:y"),
    ("<think>x\r\n</think>\r\ny", "think(p:x) p:y"),
  ]

  /// Elements within a paragraph.
  static let inlineTexts: [(String, String)] = [
    ("a <cite src='x &amp; y' B=1>b</cite> c", "p:a cite[src=x & y][b=1]{b} c"),
    ("a <cite>b *c* [d](e) `f`</cite> g", "p:a cite{b *{c} link{d} f} g"),
    ("a <cite>b", "p:a cite{b}"), ("a <cite>b\n\nc</cite>", "p:a cite{b} p:c</cite>"),
    ("a <cite\nsrc=x>b\nc</cite> d", "p:a cite[src=x]{b\u{23CE}c} d"),
    ("a <CITE>b</Cite > c", "p:a cite{b} c"), ("a <cite/> b", "p:a cite{} b"),
    ("a <cite></cite>", "p:a cite{}"),
    ("a </cite> <b>b</b> <citex>c", "p:a </cite> <b>b</b> <citex>c"),
    ("a \\<cite>b</cite> `<cite>`", "p:a <cite>b</cite> <cite>"),
    ("a <cite>b <artifact>c <cite>d</artifact> e</cite> f", "p:a cite{b artifact{c cite{d}} e} f"),
    ("a <cite>b <artifact>c</cite> d</artifact>", "p:a cite{b artifact{c}} d</artifact>"),
    ("**a <cite>b</cite> c** d", "p:**{a cite{b} c} d"),
    ("**a <cite>b** c</cite> d** e", "p:**{a cite{b** c} d} e"),
    ("a <cite>**b</cite> c** d", "p:a cite{**b} c** d"), ("*a <cite>*b* c</cite>*", "p:*{a cite{*{b} c}}"),
    ("[a <cite>*b*</cite> *c*](d) e", "p:link{a cite{*{b}} *{c}} e"),
    ("[a <cite>b](c)</cite> d](e)", "p:link{a cite{b](c)} d}"),
    ("[*a <cite>b* c</cite> d*](e)", "p:link{*{a cite{b* c} d}}"), ("[a <cite>b](c)", "p:[a cite{b](c)}"),
    ("a <cite>[b</cite>](c)", "p:a cite{[b}](c)"),
    ("a <cite>b `c</cite> d` e</cite> f", "p:a cite{b c</cite> d e} f"),
    ("# a <cite>b</cite>", "h:a b"), ("> a <cite>b</cite>\n> c", "quote(p:a cite{b}\u{23CE}c)"),
    ("- <think>\n  a\n  </think>\n  b", "list(item(p:think{\u{23CE}a\u{23CE}}\u{23CE}b))"),
    ("- <think>a</think> b\n\n  <cite>c\n\n  d", "list(item(p:think{a} b p:cite{c} p:d))"),
    ("<artifact title=x>\na <cite>b</cite> c</artifact>d", "artifact[title=x](p:a cite{b} c) p:d"),
    ("a <cite>b@c.de http://f.gh</cite>i", "p:a cite{link{b@c.de} link{http://f.gh}}i"),
    (
      "a <cite onclick=\"alert(1)\" href=javascript:x>b</cite>",
      "p:a cite[onclick=alert(1)][href=javascript:x]{b}"
    ),
  ]

  @Test(arguments: inlineTexts) func elementsAreSpans(text: String, expected: String) {
    #expect(Self.outline(MarkdownParser(options: Self.options).parse(text).blocks) == expected)
  }

  @Test func deepElementsAreRawHTML() {
    let text = "a " + String(repeating: "<cite>", count: 40) + "b"
    let blocks = MarkdownParser(options: Self.options).parse(text).blocks
    #expect(Self.outline(blocks).hasPrefix("p:a " + String(repeating: "cite{", count: 16) + "<cite><cite>"))
  }

  @Test(arguments: texts) func elementsAreContainers(text: String, expected: String) {
    #expect(Self.outline(MarkdownParser(options: Self.options).parse(text).blocks) == expected)
  }

  @Test(arguments: (texts + inlineTexts).map(\.0), [false, true])
  func afterEveryByteTheDocumentIsThatOfTheTextSoFar(text: String, isOptimistic: Bool) throws {
    var options = Self.options
    let bytes = Array(text.utf8)
    options.isOptimistic = isOptimistic
    let stream = MarkdownStream(options: options)
    var followed = FollowedDocument()
    func update(_ index: Int) throws {
      try followed.update(stream)
      #expect(followed.document == stream.document, "after byte \(index)")
    }
    for (index, byte) in bytes.enumerated() {
      stream.append([byte])
      try update(index + 1)
      let prefix = Array(bytes[...index])
      if isOptimistic {
        let fresh = MarkdownStream(options: options)
        fresh.append(prefix)
        fresh.update()
        #expect(stream.document == fresh.document, "after byte \(index)")
      } else {
        let whole = MarkdownParser(options: options).parse(prefix)
        #expect(stream.document == whole, "after byte \(index): \(Self.outline(stream.document.blocks))")
      }
    }
    stream.finish()
    try update(bytes.count + 1)
    #expect(stream.document == MarkdownParser(options: options).parse(bytes))
  }

  private static let pieces = [
    "<think>", "</think>", "<thinking a='b'>", "</thinking>", "<artifact title=x>", "</artifact>", "<cite>",
    "</cite>\n",
    "<think/>", "<th", "ink>", "</", "\n", "\n", "\n\n", "- a\n", "  b", "> q\n", "```\n", "~~~x\n", "[^1]",
    "[^1]: n\n", "[a]",
    "[a]: b\n", "# h\n", "text", " ", "`", "|a|\n|-|\n", "<!--", "-->", "<div>\n", "*x", "*", "1. c\n",
    "    d\n", "---\n", "\t", "e <cite src=y>", "f</cite>", "g</artifact>", "**", "](h)", "<cite\nx>",
    "x@y.zz",
  ]

  /// Random texts of tags and blocks, which arrive in random pieces.
  @Test(arguments: 0..<150) func randomTextsAreTheSameAtEveryCut(seed: Int) throws {
    var random = RandomMarkdown(seed: UInt64(seed))
    let text = (0..<2 + random.below(24)).map { _ in random.pick(Self.pieces) }.joined()
    let bytes = Array(text.utf8)
    let stream = MarkdownStream(options: Self.options)
    var followed = FollowedDocument()
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + random.below(4))
      stream.append(Array(bytes[start..<end]))
      try followed.update(stream)
      try #require(
        stream.document == MarkdownParser(options: Self.options).parse(Array(bytes[..<end])),
        "\(text.debugDescription) after \(end)")
      try #require(followed.document == stream.document, "\(text.debugDescription) after \(end)")
      start = end
    }
    stream.finish()
    stream.update()
    #expect(stream.document == MarkdownParser(options: Self.options).parse(bytes))
  }

  @Test func namesAreChosen() throws {
    func outline(_ list: String, _ text: String) throws -> String {
      var options = Self.options
      options.elements = try ElementRules.standard.adding(list)
      return Self.outline(MarkdownParser(options: options).parse(text).blocks)
    }
    #expect(try outline("plan=card", "<plan>x</plan>y") == "plan(p:x) p:y")
    #expect(try outline("-think", "<think>x</think>y") == "p:<think>x</think>y")
    #expect(try outline("scratch-pad = thinking ", "<scratch-pad>x") == "scratch-pad(p:x)")
    for list in ["1a", "a b=x", "a=", "=card", "a=card=b", String(repeating: "a", count: 41), "<b>"] {
      #expect(throws: ElementRuleError.self) { try ElementRules.standard.adding(list) }
    }
    var gfm = MarkdownOptions(extensions: .gfm)
    #expect(Self.outline(MarkdownParser(options: gfm).parse("<think>x").blocks) == "p:<think>x")
    gfm.extensions = .standard
    gfm.elements = ElementRules()
    #expect(Self.outline(MarkdownParser(options: gfm).parse("<think>x").blocks) == "p:<think>x")
  }

  /// Tags without an end, and ends without a start, cost what they are long.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("<think>", "a "), ("<think>", "<think>\n"), ("<think>\n", "</thin"), ("", "</think>\n"),
      ("<think ", "a=\"b\" "),
      ("<think>", "`</think>`"), ("<think>\n- a\n", "<"), ("", "<think></think>"), ("a ", "<cite>"),
      ("a ", "<cite>*b</cite> "),
      ("a ", "<cite>`</cite>"), ("a ", "[<cite>*"), ("a ", "<cite>*</cite>*"), ("a ", "</cite>"),
      ("a <cite>", "b `</cite>` "),
      ("a ", "<cite>[</cite>](b)"), ("a ", "<cite x=y>b</cite> **"),
    ])
  func costIsLinear(start: String, repeated: String) {
    let stream = MarkdownStream(options: Self.options)
    stream.append(start)
    for _ in 0..<4000 {
      stream.append(repeated)
      stream.update()
    }
    stream.finish()
    stream.update()
    #expect(
      stream.document
        == MarkdownParser(options: Self.options).parse(start + String(repeating: repeated, count: 4000)))
  }

  @Test func idsAndRangesAreThoseOfTheSource() throws {
    let text = "a\n\n<think>\nbc\n</think>d"
    let blocks = MarkdownParser(options: Self.options).parse(text).blocks
    #expect(blocks.map(\.id.wire) == ["0.0", "3.0", "22.0"])
    #expect(blocks.map(\.source) == [0..<1, 3..<22, 22..<23])
    #expect(blocks[1].children.map(\.id.wire) == ["11.1"])
    #expect(blocks[1].children.map(\.source) == [11..<13])
  }
}
