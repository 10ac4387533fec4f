/// Rebuilds raw HTML from an allow-list of elements and attributes near GitHub's.
///
/// Nothing is copied through: tags are read, and written anew where they are known; everything else is left
/// out or becomes text. Elements stay open across pieces of raw HTML (`<details>`, markdown, `</details>`)
/// until the block that holds them ends.
struct HTMLSanitizer {
  private let links: LinkPolicy
  private var open: [String] = []

  init(links: LinkPolicy) { self.links = links }

  /// How many elements are open.
  var depth: Int { open.count }

  /// Closes elements until `depth` are open.
  mutating func close(to depth: Int, into out: inout ByteSink) {
    while open.count > max(depth, 0), let name = open.popLast() { Self.writeEnd(name, into: &out) }
  }

  /// Writes a piece of raw HTML. Inline pieces may hold phrasing elements only; no piece closes any of the
  /// first `floor` elements, which were opened outside of what holds the piece.
  mutating func write(_ raw: String, isInline: Bool, floor: Int, into out: inout ByteSink) {
    var scanner = HTMLTagScanner(raw)
    var dropped: String?
    while let piece = scanner.next() {
      if let name = dropped {
        if case .end(let end) = piece, end == name { dropped = nil }
        continue
      }
      switch piece {
      case .text(let text): out.append(escapingHTML: text)
      case .markup: break
      case .start(let name, let attributes):
        if Self.droppedWithContent.contains(name) {
          dropped = name
        } else if Self.phrasing.contains(name) || !isInline && Self.flow.contains(name) {
          writeStart(name, attributes, into: &out)
        }
      case .end(let name):
        if let index = open.lastIndex(of: name), index >= floor { close(to: index, into: &out) }
      }
    }
  }

  /// Whether the element is one that is let through where a block stands.
  static func isAllowed(_ name: String) -> Bool { phrasing.contains(name) || flow.contains(name) }

  /// Whether the element is one that is let through within a line.
  static func isPhrasing(_ name: String) -> Bool { phrasing.contains(name) }

  /// Whether the text is one comment and nothing else.
  static func isComment(_ text: String) -> Bool {
    withUTF8(text) { bytes in
      var position = 0
      while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
      guard bytes.count - position >= 4, bytes[position] == UInt8(ascii: "<"),
        bytes[position + 1] == UInt8(ascii: "!"), bytes[position + 2] == UInt8(ascii: "-"),
        bytes[position + 3] == UInt8(ascii: "-")
      else { return false }
      position += 4
      while position + 2 < bytes.count {
        if bytes[position] == UInt8(ascii: "-"), bytes[position + 1] == UInt8(ascii: "-"),
          bytes[position + 2] == UInt8(ascii: ">")
        {
          return bytes[(position + 3)...].allSatisfy { $0 <= 0x20 }
        }
        position += 1
      }
      return true
    }
  }

  private mutating func writeStart(
    _ name: String, _ attributes: [(name: String, value: String)], into out: inout ByteSink
  ) {
    guard open.count < Self.maximumDepth else { return }
    out.append(UInt8(ascii: "<"))
    out.append(text: name)
    var seen: Set<String> = []
    for (attribute, value) in attributes where seen.insert(attribute).inserted {
      guard let value = checked(attribute, value, of: name) else { continue }
      out.append(UInt8(ascii: " "))
      out.append(text: attribute)
      out.append("=\"")
      if attribute == "href" || attribute == "src" {
        withUTF8(value) { out.append(escapingAddress: $0) }
      } else {
        out.append(escapingHTML: value)
      }
      out.append("\"")
    }
    out.append(UInt8(ascii: ">"))
    if !Self.void.contains(name) { open.append(name) }
  }

  private static func writeEnd(_ name: String, into out: inout ByteSink) {
    out.append("</")
    out.append(text: name)
    out.append(">")
  }

  /// The value to write for an attribute; nil where it is not allowed.
  private func checked(_ attribute: String, _ value: String, of element: String) -> String? {
    switch attribute {
    case "title", "lang": return value
    case "dir": return ["ltr", "rtl", "auto"].contains(value.lowercased()) ? value.lowercased() : nil
    case "alt": return element == "img" ? value : nil
    case "href": return element == "a" ? links.link(value) : nil
    case "src": return element == "img" ? links.image(value) : nil
    case "open": return element == "details" ? "" : nil
    case "reversed": return element == "ol" ? "" : nil
    case "datetime": return element == "time" ? value : nil
    case "align":
      let word = value.lowercased()
      return ["left", "right", "center", "justify"].contains(word) ? word : nil
    case "width", "height":
      return element == "img" && isNumber(value, allowsPercent: true) ? value : nil
    case "colspan", "rowspan", "start", "value":
      return isNumber(value, allowsPercent: false) ? value : nil
    default: return nil
    }
  }

  private func isNumber(_ value: String, allowsPercent: Bool) -> Bool {
    var digits = value.utf8[...]
    if allowsPercent, digits.last == UInt8(ascii: "%") { digits.removeLast() }
    return (1...4).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let maximumDepth = 200
  private static let void: Set<String> = ["br", "hr", "img", "wbr"]
  private static let phrasing: Set<String> = [
    "a", "abbr", "b", "bdi", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q",
    "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
    "var", "wbr",
  ]
  private static let flow: Set<String> = [
    "blockquote", "caption", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "picture", "pre", "section", "summary", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "ul",
  ]
  /// Elements whose content is no text of the page.
  private static let droppedWithContent: Set<String> = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "select", "style",
    "svg", "template", "textarea", "title", "xmp",
  ]
}
