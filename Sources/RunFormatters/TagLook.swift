/// What the HTML tags within a text do to its look, as far as a terminal can show it.
struct TagLook {
  private(set) var attributes: ANSIStyle.Attributes = []
  /// Whether text stands between `<code>`, `<kbd>` or the like.
  private(set) var isCode = false
  /// Whether text stands between `<sub>` or `<sup>`.
  private(set) var script: TextScript?

  @inline(__always)
  var isEmpty: Bool { attributes.isEmpty && !isCode && script == nil }

  /// Takes a tag into account. False for one that a terminal has nothing for.
  mutating func apply(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = tag.dropFirst()
    guard tag.first == UInt8(ascii: "<") else { return false }
    let isClosing = rest.first == UInt8(ascii: "/")
    if isClosing { rest = rest.dropFirst() }
    let name = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard name.count <= 6, let end = rest.dropFirst(name.count).first,
      end == UInt8(ascii: ">") || end == UInt8(ascii: " ") || end == UInt8(ascii: "\n")
    else { return false }
    let attribute: ANSIStyle.Attributes
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "b", "strong", "mark": attribute = .bold
    case "i", "em", "cite", "dfn", "var": attribute = .italic
    case "u", "ins": attribute = .underline
    case "s", "del", "strike": attribute = .strikethrough
    case "code", "kbd", "samp", "tt":
      isCode = !isClosing
      return true
    case "sub":
      script = isClosing ? nil : .sub
      return true
    case "sup":
      script = isClosing ? nil : .super
      return true
    case "abbr", "bdi", "bdo", "font", "small", "span", "time": return true
    default: return false
    }
    if isClosing { attributes.subtract(attribute) } else { attributes.formUnion(attribute) }
    return true
  }
}
