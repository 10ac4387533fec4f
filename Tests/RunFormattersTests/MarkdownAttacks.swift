/// Attempts to run script, to open a request or to leave the container, written as markdown: each of what breaks out
/// of somewhere, in every place where a document takes text or an address from its author.
enum MarkdownAttacks {
  /// Documents of their own, since what one leaves open would swallow the next.
  static let documents: [String] = {
    var list: [String] = []
    for (index, breakout) in breakouts.enumerated() {
      for (number, place) in texts.enumerated() where (index + number) % 3 == 0 {
        list.append(place.replacing("%", with: breakout))
      }
    }
    for (index, address) in addresses.enumerated() {
      for (number, place) in links.enumerated() where (index + number) % 2 == 0 {
        list.append(place.replacing("%", with: address))
      }
    }
    return list + Attacks.raw.prefix(60) + nested
  }()

  /// Strings that end an HTML context, each followed by markup that would run a script there.
  static let breakouts: [String] = {
    let ends = [
      "", "\">", "'>", "`>", "-->", "]]>", "</code></pre>", "</title>", "</style>", "</script>", "&quot;>",
      "&#34;>",
      "\\\">", "\u{0}\">", "</textarea>", "</td></tr></table>", "</summary></details>", "\u{2028}\">",
      "&lt;/p&gt;",
      "%22%3E",
    ]
    let bodies = [
      "<img src=x onerror=hit(1)>", "<script>hit(1)</script>", "<svg onload=hit(1)>",
      " onmouseover=hit(1) x=\"",
      "<iframe srcdoc='<script>parent.hit(1)</script>'>", "&lt;img src=x onerror=hit(1)&gt;",
      "<style>#after{display:none}</style>", "<a href=javascript:hit(1) id=after>x</a>",
    ]
    return ends.flatMap { end in bodies.map { end + $0 } }
  }()

  /// `%` is the text.
  static let texts = [
    "%", "# %", "%\n===", "## a {#%}", "**%**", "`%`", "[%](https://example.org '%')", "![%](x \"%\")",
    "[a](x (%))", "[a][%]\n\n[%]: https://example.org \"%\"", "a[^%]\n\n[^%]: %", "[^a]\n\n[^a]:\n    # %",
    "```%\n%\n```", "```js {%} title=\"%\" startLine=%\n%\n```", "~~~ title='%' %\n%\n~~~",
    "```swift {1} ins={%} del=% wrap lineNumbers %\nlet a = \"%\" // %\n```", "    %", "$%$", "$$\n%\n$$",
    "```math\n%\n```", "$$\n\\text{%}\n$$", "$\\tag{%}x$ $\\color{%}x$ $\\operatorname{%}$",
    "$$\n\\href{javascript:hit(1)}{\\text{%}} \\url{%} \\htmlStyle{%}{x}\n$$", "$$\n\\begin{%}x\\end{%}\n$$",
    "```mermaid\ngraph LR\n  a[\"%\"] --> b\n  click a call hit(1)\n```", "```mermaid %\n%\n```",
    "```mermaid\nsequenceDiagram\n  participant A as %\n  loop %\n  A->>B: %\n  end\n  Note over A: %\n```",
    "```mermaid\npie title %\n  \"%\" : 3\n```",
    "```mermaid\nclassDiagram\n  class A[\"%\"]\n  A : %\n  A --> B : %\n```",
    "```mermaid\nmindmap\n  r((%))\n    %\n```",
    "```mermaid\n---\ntitle: %\n---\ngraph LR\n  accDescr: %\n  a[%] -->|\"%\"| b\n  style a fill:%\n```",
    "```mermaid\ngantt\n  section %\n  % : a, 2024-01-01, 3d\n```", "```mermaid\ngraph %\n```",
    ":%: :smile%:", "> [!%]\n> %",
    "> [!NOTE] %\n> %", "| % |\n|:-:|\n| `%` |", "- [x] %\n- [%] b", "1. %\n   > %", "---\n%: %\n---\n",
    "---\ntitle: \"%\"\nlang: %\ntags: [%, '%']\n---\n# %", "+++\ntitle = '''%'''\n[%]\n+++\n",
    "<details %><summary>%</summary>\n\n%",
    "<a title='%' id=\"%\">b</a>", "<%>", "<!-- % -->%", "<?% ?>", "<![CDATA[%]]>", "a <b %>c</b>",
    "***~~%~~***", "\\%",
    "www.example.org/%", "https://example.org/?q=%", "a@example.org%", "<https://example.org/%>",
    "```html\n%\n```", "```diff\n-%\n+%\n```",
  ]

  /// Addresses that would run: schemes in one piece and in many.
  static let addresses: [String] = {
    let separators = [
      "\t", "\n", "\r\n", "&Tab;", "&NewLine;", "&#9;", "&#x0A;", "&#0000013;", "\u{0}", "&#0;", "\u{1}",
      "&shy;",
      "&ZeroWidthSpace;", "\u{FEFF}", "\\", "\\\n", "%09", "/**/",
    ]
    let schemes = ["javascript", "vbscript", "data", "JaVaScRiPt"]
    let ends = ["hit(1)", "hit(1)", "text/html,<script>parent.hit(1)</script>", "//%0Ahit(1)"]
    var list: [String] = Attacks.addresses
    for (scheme, end) in zip(schemes, ends) {
      let letters = Array(scheme)
      for (index, separator) in separators.enumerated() {
        let cut = index % letters.count
        list.append(String(letters[..<cut]) + separator + String(letters[cut...]) + ":" + end)
      }
      for (index, letter) in letters.enumerated() {
        let number = letter.unicodeScalars.first?.value ?? 0
        let references = [
          "&#\(number);", "&#x\(String(number, radix: 16));", "&#000\(number)",
          "&#X0\(String(number, radix: 16))",
        ]
        list.append(
          String(letters[..<index]) + references[index % 4] + String(letters[(index + 1)...]) + ":" + end)
      }
      for colon in ["&colon;", "&#58;", "&#x3a;", "%3A", "\u{FF1A}", "\\:", " :", "&#58", "\t:"] {
        list.append(scheme + colon + end)
      }
      for before in [" ", "\u{1}", "\u{A0}", "&nbsp;", "&#1;", "\u{200E}", "x:", "//", "./", "#", "&#x20;"] {
        list.append(before + scheme + ":" + end)
      }
    }
    return list
  }()

  /// `%` is the address.
  static let links = [
    "[x](%)", "[x](<%>)", "[x](<%> \"t\")", "![x](%)", "![x](<%>)", "[x][r]\n\n[r]: %",
    "[x][r]\n\n[r]: <%> 't'",
    "<%>", "[![x](<%>)](<%>)", "<a href=\"%\">x</a>", "<img src='%'>", "<a href=%>x</a>",
    "a\n<a\nhref\n=\n'%'\n>x</a>",
  ]

  /// Tags within tags, and what is never closed.
  static let nested: [String] = {
    let tags = [
      "a", "b", "div", "details", "table", "td", "p", "ul", "h1", "pre", "code", "img", "ruby", "svg", "math",
    ]
    return tags.indices.flatMap { index -> [String] in
      let (tag, other) = (tags[index], tags[(index * 7 + 3) % tags.count])
      return [
        "<\(tag)><\(other)>x</\(tag)></\(other)><img src=x onerror=hit(1)>",
        "<\(tag) <\(other) onclick=hit(1)>>x",
        "<\(tag)\n\n<script>hit(1)</script>", "<\(tag) x=\"\n\n\" onclick=hit(1)>\n",
        "</\(tag)></\(other)></div></main></body>",
        "> <\(tag)>\n\n<\(other) onclick=hit(1)>\n\n- </\(tag)>",
        "| <\(tag)> | </\(other)> |\n|-|-|\n| <\(other)> | `</td>` |",
        String(repeating: "<\(tag)>", count: 300) + "x",
      ]
    }
  }()
}
