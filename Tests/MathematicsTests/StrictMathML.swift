/// Reads MathML as strictly as can be: only elements and attributes of MathML Core that we write, each closed, as many
/// children as each has.
struct StrictMathML {
  var problems: [String] = []
  private var rest: Substring.UnicodeScalarView
  private var open: [(name: String, children: Int)] = []

  private static let attributes: [String: Set<String>] = [
    "math": ["class", "display"], "semantics": [], "annotation": ["encoding"],
    "mrow": ["class", "style"], "mi": ["mathvariant"], "mn": [], "mtext": ["style"],
    "mo": [
      "form", "lspace", "rspace", "stretchy", "fence", "separator", "minsize", "maxsize", "movablelimits",
      "style",
    ],
    "mspace": ["width", "style"], "mfrac": ["linethickness"], "msqrt": [], "mroot": [], "msub": [],
    "msup": [],
    "msubsup": [], "munder": ["accentunder", "class"], "mover": ["accent", "class"], "munderover": [],
    "mstyle": ["displaystyle", "scriptlevel", "mathsize", "mathcolor"],
    "mpadded": ["height", "depth", "width", "mathbackground", "mathcolor", "style"], "mphantom": [],
    "mtable": ["class", "displaystyle"], "mtr": [], "mtd": ["class", "style"],
  ]

  private static let children: [String: Int] = [
    "mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3,
    "semantics": 2, "math": 1,
  ]

  private static let tokens: Set<String> = ["mi", "mn", "mo", "mtext", "annotation"]

  init(_ text: String) {
    rest = text.unicodeScalars[...]
    while let next = rest.popFirst() {
      switch next {
      case "<": tag()
      case ">": problems.append("a lone >")
      case "&": reference()
      default:
        if !Self.tokens.contains(open.last?.name ?? "") {
          problems.append("text in \(open.last?.name ?? "")")
        }
        if next.value < 0x20, next != "\n", next != "\t", next != "\r" {
          problems.append("a control character")
        }
        if next.properties.generalCategory == .format, next != "\u{2061}" {
          problems.append("a format character")
        }
      }
    }
    if !open.isEmpty { problems.append("left open: \(open)") }
  }

  private mutating func reference() {
    let name = String(rest.prefix { $0 != ";" })
    if !["amp", "lt", "gt", "quot"].contains(name) { problems.append("&\(name.prefix(10))") }
    rest = rest.dropFirst(name.unicodeScalars.count + 1)
  }

  private mutating func word() -> String {
    let word = rest.prefix { ("a"..."z").contains($0) }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private mutating func tag() {
    if rest.first == "/" {
      rest.removeFirst()
      let name = word()
      if let last = open.popLast(), last.name == name {
        if let count = Self.children[name], count != last.children {
          problems.append("\(name) has \(last.children) children")
        }
      } else {
        problems.append("</\(name)>")
      }
      if rest.popFirst() != ">" { problems.append("a strange end tag") }
      return
    }
    let name = word()
    if let parent = open.indices.last {
      open[parent].children += 1
      if Self.tokens.contains(open[parent].name) { problems.append("<\(name)> in \(open[parent].name)") }
    }
    guard let allowed = Self.attributes[name] else { return problems.append("<\(name)>") }
    while rest.first == " " {
      rest.removeFirst()
      let attribute = word()
      if !allowed.contains(attribute) { problems.append("\(attribute) of \(name)") }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      if rest.prefix(2).elementsEqual("=\"".unicodeScalars) == false {
        problems.append("a value without quotes")
      }
      rest = rest.dropFirst(value.count + 3)
      if !value.allSatisfy(Self.isPlain) { problems.append("\(attribute)=\(String(value))") }
      if String(value).contains("url") { problems.append("url in \(attribute)") }
    }
    if rest.popFirst() != ">" { problems.append("a strange tag: \(name)") }
    open.append((name, 0))
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic && scalar.isASCII
      || "0123456789 #%.,:;()/-".unicodeScalars.contains(scalar)
  }
}
