/// Reads HTML as strictly as can be: every tag well-formed, closed and on the list, every `<` part of one.
struct StrictHTML {
  var problems: [String] = []
  private var rest: Substring.UnicodeScalarView
  private var open: [String] = []
  /// Whether the tag before was that of the element around a drawing.
  private var isInCanvas = false
  private static let drawing: Set = ["svg", "title", "desc", "path", "circle", "rect", "text", "tspan"]

  static let void: Set = ["br", "hr", "img", "input", "source"]
  static let attributes: [String: Set<String>] = [
    "a": ["href", "title", "class", "id", "role", "aria-label"], "bdi": ["class", "title"],
    "annotation": ["encoding"], "blockquote": ["dir"], "br": [],
    "article": ["class", "aria-label"], "dd": ["class", "dir"], "details": ["class", "open"], "dl": ["class"],
    "dt": [], "footer": ["class"], "header": ["class"], "summary": [],
    "button": ["type", "class", "aria-pressed", "hidden", "data-source"],
    "cite": ["class", "data-element"], "code": ["class", "dir", "style", "title"],
    "del": [],
    "div": ["class", "role", "aria-label", "dir", "style"], "em": [], "figcaption": [],
    "figure": ["class", "dir", "style"], "h1": ["id", "dir"], "h2": ["id", "dir", "class"],
    "h3": ["id", "dir"],
    "h4": ["id", "dir"], "h5": ["id", "dir"], "h6": ["id", "dir"], "hr": [],
    "img": ["src", "alt", "title", "loading"],
    "input": ["type", "disabled", "checked", "aria-label"], "li": ["class", "id", "value"],
    // MathML Core, as formulas are written.
    "math": ["class", "display"], "mfrac": ["linethickness"], "mi": ["mathvariant"], "mn": [],
    "mo": [
      "form", "lspace", "rspace", "stretchy", "fence", "separator", "minsize", "maxsize", "movablelimits",
      "style",
    ],
    "mover": ["accent", "class"], "munder": ["accentunder", "class"], "munderover": [],
    "mpadded": ["height", "depth", "width", "mathbackground", "mathcolor", "style"], "mphantom": [],
    "mroot": [], "mrow": ["class", "style"], "mspace": ["width", "style"], "msqrt": [],
    "mstyle": ["displaystyle", "scriptlevel", "mathsize", "mathcolor"], "msub": [], "msubsup": [], "msup": [],
    "mtable": ["class", "displaystyle"], "mtd": ["class", "style"], "mtext": ["style"], "mtr": [],
    "semantics": [],
    "ol": ["start", "class", "dir"], "p": ["class", "dir", "role"],
    "pre": ["role", "aria-label", "style", "class", "dir", "hidden"],
    "section": ["class", "role", "aria-label"],
    "span": ["class", "style", "dir", "aria-hidden", "role", "title", "data-element"],
    "strong": [], "sup": ["class"],
    // Drawings.
    "svg": ["class", "role", "width", "height", "viewBox", "style", "font-size", "font-family", "fill"],
    "title": [], "desc": [],
    "path": ["class", "fill", "stroke", "stroke-dasharray", "stroke-width", "style", "d"],
    "circle": ["class", "cx", "cy", "r", "fill", "stroke", "stroke-dasharray", "style"],
    "rect": ["class", "x", "y", "width", "height", "rx", "fill"],
    "text": ["class", "x", "y", "text-anchor", "fill", "style", "font-weight"],
    "tspan": ["font-weight", "font-style"],
    "table": ["aria-label"], "tbody": [], "td": ["class", "dir", "style"],
    "th": ["class", "dir", "scope", "style"],
    "thead": [], "tr": [], "ul": ["class", "dir"],
  ]
  /// What the sanitizer lets through besides, written down here once more.
  static let sanitized: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd",
    "mark", "q",
    "rp", "rt", "ruby", "s", "samp", "small", "source", "span", "strike", "strong", "sub", "sup", "time",
    "tt", "u",
    "var", "wbr", "blockquote", "caption", "center", "dd", "details", "div", "dl", "dt", "figcaption",
    "figure",
    "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "picture", "pre", "section", "summary",
    "table",
    "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
  ]
  private let extra: Set<String>

  /// `extra`: elements that the sanitizer may have let through.
  init(_ bytes: [UInt8], extra: Set<String> = []) {
    let text = String(decoding: bytes, as: UTF8.self)
    rest = text.unicodeScalars[...]
    self.extra = extra
    while let next = rest.popFirst() {
      switch next {
      case "<": tag()
      case ">": problems.append("a lone >")
      case "&": reference()
      default: if next.value < 0x20, next != "\n", next != "\t" { problems.append("a control character") }
      }
    }
    if !open.isEmpty { problems.append("left open: \(open)") }
  }

  private mutating func reference() {
    let name = rest.prefix { $0 != ";" }
    if !["amp", "lt", "gt", "quot", "#39"].contains(String(name)) {
      problems.append("&\(String(name.prefix(10)))")
    }
  }

  private mutating func word() -> String {
    let word = rest.prefix { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "B" }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private mutating func tag() {
    if rest.first == "/" {
      rest.removeFirst()
      let name = word()
      if open.last == name { open.removeLast() } else { problems.append("</\(name)> in \(open)") }
      if rest.popFirst() != ">" { problems.append("a strange end tag") }
      return
    }
    let name = word()
    let allowed = Self.attributes[name]
    if allowed == nil, !extra.contains(name) { problems.append("<\(name)>") }
    // A drawing and its parts stand in one place only, which raw HTML cannot make.
    if Self.drawing.contains(name), name == "svg" ? !isInCanvas : !open.contains("svg") {
      problems.append("<\(name)> outside of a drawing")
    }
    if open.contains("svg"), !Self.drawing.contains(name) { problems.append("<\(name)> in a drawing") }
    isInCanvas = name == "div" && rest.starts(with: " class=\"ils-canvas\">".unicodeScalars)
    var seen: Set<String> = []
    while rest.first == " " {
      rest.removeFirst()
      let attribute = word()
      let isKnown =
        allowed?.contains(attribute) == true
        || !extra.isEmpty
          && [
            "title", "lang", "dir", "alt", "href", "src", "open", "align", "width", "height", "valign", "id",
            "name", "srcset",
            "media", "type", "sizes",
          ].contains(attribute)
      if !isKnown { problems.append("\(attribute) of \(name)") }
      if !seen.insert(attribute).inserted { problems.append("\(attribute) twice") }
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      if rest.popFirst() != "\"" { problems.append("a value without quotes") }
      let value = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 1)
      check(attribute, String(value))
    }
    if rest.popFirst() != ">" { problems.append("a strange tag: \(name)") }
    if !Self.void.contains(name), name != "wbr" { open.append(name) }
  }

  private mutating func check(_ attribute: String, _ value: String) {
    if value.contains("<") || value.contains(">") { problems.append("< or > in \(attribute)") }
    switch attribute {
    case "href", "src":
      // As a browser reads it.
      let address = value.replacing("&amp;", with: "&").replacing("&#39;", with: "'")
        .filter { $0 != "\n" && $0 != "\t" && $0 != "\r" }.drop { $0 <= " " }.lowercased()
      let scheme = address.prefix { $0 != ":" }
      guard scheme.count < address.count, !scheme.contains(where: { "/?#".contains($0) }) else { return }
      let allowed =
        attribute == "href"
        ? ["http", "https", "mailto", "tel"].contains(scheme)
        : ["http", "https"].contains(scheme)
          || ["png", "jpeg", "gif", "webp"].contains { address.hasPrefix("data:image/\($0)") }
      if !allowed { problems.append("address \(address.prefix(40))") }
    case "style":
      if value.contains("url") || value.contains("expression") || value.contains("@") {
        problems.append(value)
      }
    case "id":
      if value.contains(" ") { problems.append("id \(value)") }
    default: break
    }
  }
}
