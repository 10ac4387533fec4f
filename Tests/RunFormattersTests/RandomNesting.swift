/// Markdown with tags of raw HTML in every place, nested, left open and closed at random; the same seed gives the same text.
struct RandomNesting {
  private var random: RandomDocument

  init(seed: UInt64) { random = RandomDocument(seed: seed &+ 77_777) }

  private static let elements = [
    "a", "a href=https://example.org", "a name=n", "a id=i", "abbr", "b", "bdo dir=rtl", "blockquote", "br",
    "button", "caption",
    "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "details open", "dfn", "div",
    "div align=center", "dl",
    "dt", "em", "figcaption", "figure", "font", "form", "h1", "h2", "h3", "hr", "i", "img src=x alt=y",
    "input", "ins", "kbd",
    "li", "li", "mark", "nobr", "ol", "option", "p", "p", "picture", "pre", "q", "rp", "rt", "ruby", "s",
    "samp", "section",
    "select", "small", "source srcset=s", "span", "strike", "strong", "sub", "summary", "sup", "table",
    "table", "tbody", "td",
    "td", "textarea", "tfoot", "th", "thead", "time", "tr", "tr", "tt", "u", "ul", "ul", "var", "wbr", "x-y",
    "image", "body",
    "html", "nav", "marquee", "object", "template", "svg", "frameset", "plaintext",
  ]
  private static let texts = [
    "x", "word", " ", "*em*", "**strong *both***", "~~gone~~", "`code`", "[link](https://example.org/a)",
    "[in *em* `c`](#x)",
    "![alt](x.png)", "[![alt](x.png)](y)", "[^1]", "$a$", "&amp;", "\\*", "<https://example.org>",
    "a@example.org", "&nbsp;",
    "<!-- c -->",
  ]

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[random.number(0..<list.count)] }

  private mutating func tag() -> String {
    let element = pick(Self.elements)
    let name = element.prefix { $0 != " " }
    return switch random.number(0..<5) {
    case 0, 1: "</\(name)>"
    case 2: "<\(element)>x</\(name)>"
    default: "<\(element)>"
    }
  }

  private mutating func line() -> String {
    (0..<random.number(1..<6)).map { _ in
      switch random.number(0..<8) {
      case 0..<5: tag()
      case 5: pick(["*", "**", "[", "](z)", "~~"]) + tag()
      default: pick(Self.texts)
      }
    }.joined(separator: pick(["", "", " "]))
  }

  private mutating func block() -> [String] {
    switch random.number(0..<12) {
    case 0: ["# " + line()]
    case 1: ["| \(line()) | b |", "|---|:-:|", "| \(line()) | \(line()) |"]
    case 2: ["```", line(), "```"]
    case 3: [line(), pick(["---", "==="])]
    case 4: ["[^1]: " + line()]
    case 5: ["> [!NOTE]", "> " + line()]
    case 6, 7: [pick(Self.texts) + " " + line(), line()]
    default: (0..<random.number(1..<4)).map { _ in line() }
    }
  }

  /// Lines, some of them within list items and quotes, with blank lines between some.
  mutating func markdown() -> String {
    var lines: [String] = []
    for _ in 0..<random.number(1..<7) {
      let first = pick(["", "", "- ", "> ", "1. ", "- > ", "  - ", "- [ ] "])
      let rest =
        first.contains(">") ? first.replacing("-", with: " ") : String(repeating: " ", count: first.count)
      for (index, line) in block().enumerated() { lines.append((index == 0 ? first : rest) + line) }
      if random.number(0..<3) > 0 { lines.append("") }
      if random.number(0..<3) == 0 { lines.append(rest + line()) }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
