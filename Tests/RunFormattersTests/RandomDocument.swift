import StyledRuns

/// Documents of random shape and hostile content; the same seed gives the same document.
struct RandomDocument: RandomNumberGenerator {
  private var state: UInt64

  /// Whether code runs may end inside a code point, which no engine makes but a client might.
  private let cutsCodePoints: Bool

  /// Whether custom elements stand in lines.
  private let hasElements: Bool

  init(seed: UInt64, cutsCodePoints: Bool = true, hasElements: Bool = false) {
    self.hasElements = hasElements
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    self.cutsCodePoints = cutsCodePoints
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }
  private mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0..<list.count)] }

  /// Hostile text: terminal sequences, markup, URL schemes, invisible and wide characters.
  static let nasty = [
    "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{1B}\\", "\u{9B}31m", "\u{9D}0;x\u{9C}",
    "\u{90}q\u{9C}",
    "\u{1B}_Gi=1\u{1B}\\", "\r", "\n", "\t", "\u{8}", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}",
    "\u{2066}",
    "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{AD}", "\u{FE0F}", "\u{FE0F}\u{FE0F}", "\u{E0041}", "\u{301}",
    "\u{20E3}",
    "\u{3164}", "\u{115F}", "\u{FFF9}", "\u{180E}", "\u{1F1E9}", "\u{1F1E9}\u{1F1EA}", "👩‍👩‍👧", "👍🏽", "❤️", "日本",
    "한국어",
    "क्षि", "नमस्ते", "e\u{301}", "\u{0E33}", "\u{FDFD}", "ｆｕｌｌ", "…", "“quoted”", "(", ")", "well-known", "--flag",
    "a/b",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>",
    "javascript:alert(1)",
    "]]>", "<!--", "-->", "&#27;", "&amp;", "'\"`", "</code></pre>", "</style>", "[!NOTE]",
    "supercalifragilisticexpialidocious",
    "word", "another", "some words of text", "x", " ", "  ", "", "1.", "[x]", "|", "{1-9}", "title=\"<b>\"",
  ]

  static let addresses = [
    "https://example.org/a?b=c&d=\"e\"", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,<script>",
    "data:image/png;base64,AAAA",
    "data:image/svg+xml,<svg>", "vbscript:x", "file:///etc/passwd", "/relative", "#fragment", "mailto:a@b.c",
    "tel:1",
    "//host/path", "https://example.org/\u{1B}]8;;evil\u{7}", "https://ex\u{202E}ample.org", "", "?q", "a:b",
    "https:\\x",
    "javascript&colon;alert(1)", "https://example.org/" + String(repeating: "long/", count: 500),
    "HTTP://UPPER", "://",
  ]

  mutating func text() -> String {
    (0..<number(1..<7)).map { _ in pick(Self.nasty) }.joined(separator: number(0..<2) == 0 ? " " : "")
  }

  mutating func pieces(_ depth: Int = 0) -> [Piece] {
    (0..<number(0..<5)).map { _ in piece(depth) }
  }

  private mutating func piece(_ depth: Int) -> Piece {
    switch number(0..<(depth > 4 ? 8 : hasElements ? 15 : 14)) {
    case 0, 1: .text(text())
    case 2: .code(text())
    case 3: .softBreak
    case 4: .lineBreak
    case 5:
      .raw(
        pick([
          "<b>", "</b>", "<a href='javascript:x'>", "<br>", "<!-- c -->", "<script>", "<img src=x onerror=y>",
          text(),
        ]))
    case 6: .math(text())
    case 7: .displayMath(text())
    case 8: .emphasis(pieces(depth + 1))
    case 9: .strong(pieces(depth + 1))
    case 10: .strike(pieces(depth + 1))
    case 11: .link(pick(Self.addresses), pieces(depth + 1), title: number(0..<2) == 0 ? "" : text())
    case 12: .image(pick(Self.addresses), text(), title: number(0..<2) == 0 ? "" : text())
    case 14:
      .element(
        pick(["cite", "think", "x\"><script>"]), pieces(depth + 1), pick(Element.ElementRole.allCases),
        [Element.Attribute(name: "onclick", value: text())])
    default: .note(number(1..<4), occurrence: number(1..<3))
    }
  }

  mutating func blocks(_ depth: Int = 0) -> [Block] {
    (0..<number(depth == 0 ? 1..<6 : 0..<4)).map { _ in block(depth) }
  }

  private mutating func block(_ depth: Int) -> Block {
    switch number(0..<(depth > 4 ? 7 : 11)) {
    case 0, 1: return Make.block(.paragraph(Inlines(pieces())))
    case 2: return Make.block(.heading(Heading(level: number(1..<7), inlines: Inlines(pieces()))))
    case 3: return code()
    case 4: return table()
    case 5:
      return Make.html(
        pick([
          "<!-- c -->", "<div>", "</div>", "<details><summary>", "<script>x</script>", text(),
          "<p onclick=x>a",
        ]))
    case 6:
      return number(0..<2) == 0
        ? Make.rule
        : Make.frontMatter("a: \(text())\n\(text()): [\(text())]\n\(text())\n", pick([.yaml, .toml]))
    case 7: return Make.block(.quote(blocks(depth + 1)))
    default:
      let marker: List.MarkerStyle =
        number(0..<2) == 0
        ? .bullet("-") : .ordered(start: pick([0, 1, 9, 99, 1_234_567_890, .max]), delimiter: ")")
      let items = (0..<number(0..<4)).map { _ in
        Make.block(
          .listItem(
            ListItem(
              task: pick([nil, nil, true, false]), followsBlankLine: number(0..<2) == 0,
              blocks: blocks(depth + 1))))
      }
      return Make.block(.list(List(marker: marker, isTight: number(0..<2) == 0, items: items)))
    }
  }

  private mutating func code() -> Block {
    let lines = (0..<number(0..<5)).map { _ -> CodeLine in
      let text = text().replacing("\n", with: "")
      var line = CodeLine(text: text)
      var left = text.utf8.count
      while left > 0, number(0..<4) > 0 {
        let rest = text.utf8.suffix(left)
        var length = number(0..<left + 1)
        while !cutsCodePoints, length < left, rest.dropFirst(length).first.map({ $0 & 0xC0 == 0x80 }) == true
        {
          length += 1
        }
        line.runs.append(CodeRun(length: length, scopes: ScopeStackID(rawValue: UInt32(number(0..<9)))))
        left -= length
      }
      return line
    }
    return Make.block(
      .code(
        CodeBlock(
          info: pick([text(), text(), "mermaid", "math \(text())"]), isFenced: true,
          language: pick([nil, "swift", text()]),
          languageName: pick([nil, "Swift", text()]), lines: lines)))
  }

  private mutating func table() -> Block {
    let columns = number(1..<8)
    let alignments = (0..<columns).map { _ in pick([Table.ColumnAlignment.none, .left, .center, .right]) }
    let rows = (0..<number(0..<4)).map { _ in (0..<columns).map { _ in pieces() } }
    return Make.table(alignments, (0..<columns).map { _ in pieces() }, rows)
  }

  mutating func document() -> Document {
    var scopes = ScopeTable()
    _ = scopes.push("keyword", onto: .empty)
    _ = scopes.push("string", onto: .empty)
    _ = scopes.push("comment", onto: .empty)
    _ = scopes.push("entity", onto: .empty)
    let notes = (0..<number(0..<3)).map { index in
      Make.block(
        .footnote(
          Footnote(label: text(), number: index + 1, referenceCount: number(0..<4), blocks: blocks(2))))
    }
    return Document(blocks: blocks(), footnotes: notes, scopes: scopes)
  }
}
