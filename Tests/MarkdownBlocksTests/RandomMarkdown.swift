import MarkdownBlocks

/// Random documents made of pieces that are nasty together: markers, half of constructs, odd spaces and bytes.
struct RandomMarkdown {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ 0xD1B5_4A32_D192_ED03
    for _ in 0..<4 { _ = next() }
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  static let prefixes = [
    "", "", "", "", " ", "  ", "   ", "    ", "     ", "      ", "\t", " \t", "  \t", "> ", ">", ">\t",
    "> > ", ">>", "- ",
    "-", "* ", "+ ", "-\t", "-   ", "-     ", "1. ", "1) ", "2. ", "10. ", "0) ", "123456789. ",
    "1234567890. ",
    "- - ", "- 1. ", "> - ", "- > ", "  - ", "    - ", "   1. ", "[^a]: ", "[^b]:", "[^é]:\t", "- [ ] ",
    "- [x] ",
    "1. [X] ", "1x [ ] ", "  12 [x] ", "\t- ", "\u{0B}", "\u{0C}", " \u{0B}",
  ]

  static let contents = [
    "", "", "", "a", "b c", "foo", "bar  ", "baz\\", "*a*", "**b**", "_c_", "***", "---", "--", "===", "=",
    "___",
    "* * *", "- - -", "-- -", "# h", "## h ##", "###### x #", "####### y", "#", "# #", "#\t", "```", "````",
    "``` sh",
    "```a`b", "~~~", "~~~~ x y", "~~~ &amp;\\* z", "``` \u{0B}", "<div>", "</div>", "<p", "<!-- c", "-->",
    "<!-- d -->",
    "<?php", "?>", "<!X", "<!x>", ">", "]]>", "<![CDATA[", "<script>", "</script>", "<STYLE", "</pre>", "<a>",
    "<b c='d'>",
    "<i\tj = k />", "</x >", "<x-y>", "<a b=\"c>", "<title>", "<textarea>x</textarea>", "| a | b |", "|-|-|",
    "| - | - |",
    ":-: | :-:", "|:-|-:|", "a | b", "a | b | c", "--|--", "|-", "|", "||", "| a \\| b | `c|d` |",
    "\\| \\\\| x", "-|", "|---|",
    "[foo]: /url", "[foo]: /url 'title'", "[foo]:", "/url2", "\"title\"", "\"title\" x", "'ti", "tle'", "(p)",
    "[bar]: <b c>",
    "[Foo]: /other", "[\u{00DF}]: /sz", "[SS]", "[\u{1E9E}]", "[\u{212A}]: k", "[k]", "[foo]", "[foo][]",
    "[x][foo]",
    "[x](/u)", "[x](</u v> 't')", "![i](/j \"t\")", "![foo]", "[a [b](c) d](e)", "[^a]", "[^b]",
    "x[^a] y[^a]", "[^*z*]", "[^é]",
    "[^a", "b]", "![^a](x)", "[^ab", "wxyz]", "[^a]: d[^b]", "[^b]: e[^a]", "[^c]: unused [^a]",
    "<http://x.y>", "<a@b.c>",
    "http://a.b/c", "www.x.y", "https://e.f).", "q@r.st", "mailto:u@v.w", "xmpp:u@v.w/x", "~a~", "~~b~~",
    "~~~c~~~", "~", "~~",
    "`code`", "`` ` ``", "`a", "b`", "\\*", "\\", "\\\\", "&amp;", "&copy;", "&#35;", "&#0;", "&bad;", "&",
    "a  ", "a \t ",
    "  b", "\tx", "a\tb", "\"q\"", "'r'", "it's", "...", "a--b", "c---d", "x <b>y</b> z", "<c/><d>", "![",
    "[", "]", "](", "*",
    "**", "_", "*a **b* c**", "_a*b_c*", "é", "日本語", "😀", "\u{00A0}", "\u{FEFF}", "\u{FFFD}", "1", "1.",
    "1.a", "-", "+",
    "[ ]", "[x]", "[X] t", "[ ] u [x]", "$5", "!", ":", "a:", "://", "w", "ww.", "@", "a@", "[\\]]: /e",
    "[\\]]", "[`]`]",
    "[a\\", "setext", "    code", "\t\tcode",
  ]

  /// What a long word without a space may be made of.
  static let syllables = [
    "aaaaaaaa", "bcd", "e", "A1", "\u{6F22}", "\u{6F22}\u{5B57}", "\u{1F600}", "<", ">", "<foo:", "<http://",
    "<a@", "<b>",
    "</b>", "<!--", "-->", "a@b.c", "@", ".", "-", "+", "_", "/", "mailto:", "xmpp:", "www.", "www.x.y",
    "http://",
    "https://e.f", "://", ":", ":smile:", ":sm", "&amp;", "&#97;", "&#46;", "&nbsp;", "&", "&am", "p;", ";",
    "*", "**",
    "~", "~~", "`", "``", "[", "]", "](", ")", "(", "[^a]", "[a]", "![", "!", "?", ",", "=", "|", "{", "}",
    "$", "$$",
    "\\", "\\(", "\\)", "\"", "'", "--", "...", "%", "#", "^",
  ]

  /// A paragraph of words so long that each is read in several steps, with definitions of what they may mean.
  mutating func longWords() -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<(1 + below(3)) {
      for _ in 0..<(8 + below(24)) { result += pick(Self.syllables).utf8 }
      result += pick([" ", " ", "\n"]).utf8
    }
    if chance(30) { result += "\n\n[a]: /u\n\n[^a]: note\n".utf8 }
    return result
  }

  /// Lines that belong to a paragraph while they are shorter or longer, but not as they stand, and lines between them that open and
  /// close constructs.
  static let tentativeLines = [
    "---", "--- a", "- - -", "***", "===", "=", "-", "|-", "|-|-|", "|-|-|a", "|", ":-:", "```", "```a`",
    "$$",
    "$$ a", "#", "#a", "a|b", "|a|b|", "a", "a b", "`c", "c`", "``d", "*e", "e*", "**f", "f**", "~~g", "<b",
    "c='d'>", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "[h](", "i)", "[j", "k]", "[^a]", "$l", "m$",
    "\\[n", "\\]", "<http:o", "p>", "q@r.s", "www.t.u", "&am", "\\|v", "w  ", "x\\", "1.", "1. y", ">", "> z",
  ]

  /// A paragraph of such lines, of which many become other blocks for a while.
  mutating func tentativeParagraph() -> [UInt8] {
    let prefix = pick(["", "", "> ", "- "])
    var result = Array(prefix.utf8)
    for _ in 0..<(2 + below(10)) {
      result += pick(Self.tentativeLines).utf8
      result += "\n".utf8
      if chance(70) { result += (prefix == "- " ? "  " : prefix).utf8 }
    }
    if chance(30) { result += "\n[^a]: note\n\n[j]: /u\n".utf8 }
    return result
  }

  /// What stands in footnotes, and around them.
  static let footnoteContents = [
    "a b", "*c* `d`", "- item", "- item [^a]", "  - nested", "- [x] done", "1. one", "> quote", "```",
    "``` sh", "let x", "    code", "| a | [^b] |", "|-|-|", "| c | d", "# h", "---", "===", "<div>", "</div>",
    "[^a]", "x [^a] [^b]", "[^c] *e", "[f]", "[f]: /u", "[g]: /v 'w'", "", "", "",
  ]

  static let footnoteMarkers = [
    "[^a]: ", "[^a]: ", "[^b]: ", "[^b]:", "[^A]: ", "[^c]: x ", "- [^a]: ", "> [^b]: ", "[^c]: - ",
    "[^a]: [^b]: ",
  ]

  /// A document of footnotes with several blocks in each, footnotes among them, and of references before and behind.
  mutating func footnotes(lines: Int) -> [UInt8] {
    var result = chance(50) ? Array("[^a] x [^b]\n\n".utf8) : []
    var indent = ""
    for _ in 0..<(3 + below(lines)) {
      if chance(25) {
        indent = chance(40) ? indent : ""
        result += (indent + pick(Self.footnoteMarkers) + pick(Self.footnoteContents)).utf8
        indent += "    "
      } else {
        if chance(12) { indent = chance(30) ? pick(["> ", "  ", "      "]) : "" }
        result += (indent + pick(Self.footnoteContents)).utf8
      }
      result += pick(Self.ends).utf8
      if chance(20) { result.append(0x0A) }
    }
    if chance(40) { result += "\nend [^b] [^a] [^c]\n".utf8 }
    return result
  }

  static let definitionLines = [
    "[f]: /u", "[f]: /v 'w'", "[g]: </a b>", "[g]: /u", "'title", "more'", "\"t\" x", "\"", "(p", "p)",
    "[h]:", "/url",
    "|-|-|", "|-|", "===", "---", "[f] [g]", "text [h]", "| a | b |", "[f]: /x | y", "  [h]: /z", "[f",
    "]: /y",
    "\"a\\\"", "", "",
  ]

  /// A document of link definitions that follow each other, with what makes text or a table of them.
  mutating func definitions(lines: Int) -> [UInt8] {
    var result = chance(50) ? Array("[f] x [g] [h]\n\n".utf8) : []
    let indent = chance(30) ? pick(["> ", "- ", "[^a]: ", "    "]) : ""
    for _ in 0..<(2 + below(lines)) {
      if chance(30) { result += indent.utf8 }
      result += pick(Self.definitionLines).utf8
      if chance(10) { result += pick(Self.contents).utf8 }
      result += pick(["\n", "\n", "\n", "\n", "\r\n", "\n\n"]).utf8
    }
    if chance(40) { result += "\n[f] [g] [h]\n".utf8 }
    return result
  }

  static let itemLines = [
    "a", "# h", "", "", "- b", "  - c", "    d", "> q", "```", "***", "[f]: /u", "1. x", "[^a]: n", "<div>",
    "| a |", "|-|", "[f]",
  ]

  /// A document of lists the items of which hold many blocks, with blank lines between some.
  mutating func items(lines: Int) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<(2 + below(lines)) {
      result += pick(["- ", "  ", "  ", "  ", "  ", "    ", ""]).utf8
      result += pick(Self.itemLines).utf8
      result.append(0x0A)
    }
    return result
  }

  static let ends = [
    "\n", "\n", "\n", "\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "\n  \n", "\n>\n", "", " ",
  ]

  /// A document of up to `lines` lines.
  mutating func document(lines: Int) -> [UInt8] {
    var result: [UInt8] = chance(3) ? [0xEF, 0xBB, 0xBF] : []
    let kept = pick(Self.prefixes)
    for _ in 0..<(1 + below(lines)) {
      if chance(20) { result += kept.utf8 }
      for _ in 0..<below(3) { result += pick(Self.prefixes).utf8 }
      for _ in 0..<below(4) {
        result += pick(Self.contents).utf8
        if chance(40) { result.append(0x20) }
      }
      if chance(1) { result.append(pick([0x00, 0xFF, 0xC3, 0xE2, 0x80, 0xF0, 0xED])) }
      result += pick(Self.ends).utf8
    }
    return result
  }

  mutating func options() -> MarkdownOptions {
    var options = MarkdownOptions(extensions: chance(50) ? .gfm : .init(rawValue: UInt16(below(64))))
    options.smart = chance(25)
    return options
  }

  /// One of the examples' texts cut and joined with another.
  mutating func splice(_ examples: [[UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<(1 + below(4)) {
      let example = pick(examples)
      guard !example.isEmpty else { continue }
      let start = below(example.count)
      let part = chance(50) ? example[...] : example[start..<(start + 1 + below(example.count - start))]
      if chance(30) { result += pick(Self.prefixes).utf8 }
      result += part
      if chance(30) { result += pick(Self.ends).utf8 }
    }
    return result
  }
}
