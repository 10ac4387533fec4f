/// The appearance that HTML tags give to text, as far as a terminal can show it.
struct TagLook {
  private(set) var attributes: ANSIStyle.ANSIAttributes = []
  /// Whether the text is inside `<code>`, `<kbd>` or a similar element.
  private(set) var isCode = false
  /// The kind of script inside `<sub>` or `<sup>`; nil outside both.
  private(set) var script: TextScript?

  @inline(__always)
  var isEmpty: Bool { attributes.isEmpty && !isCode && script == nil }

  /// Applies a tag; returns `false` for a tag without an effect in a terminal.
  mutating func apply(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let tag = HTMLTagStart(tag), tag.name.count <= 6, let end = tag.rest.first,
      end == UInt8(ascii: ">") || end == UInt8(ascii: " ") || end == UInt8(ascii: "\n")
    else { return false }
    let attribute: ANSIStyle.ANSIAttributes
    switch String(decoding: tag.name, as: UTF8.self).lowercased() {
    case "b", "strong", "mark": attribute = .bold
    case "i", "em", "cite", "dfn", "var": attribute = .italic
    case "u", "ins": attribute = .underline
    case "s", "del", "strike": attribute = .strikethrough
    case "code", "kbd", "samp", "tt":
      isCode = !tag.isClosing
      return true
    case "sub":
      script = tag.isClosing ? nil : .sub
      return true
    case "sup":
      script = tag.isClosing ? nil : .super
      return true
    case "abbr", "bdi", "bdo", "font", "small", "span", "time": return true
    default: return false
    }
    if tag.isClosing { attributes.subtract(attribute) } else { attributes.formUnion(attribute) }
    return true
  }
}
