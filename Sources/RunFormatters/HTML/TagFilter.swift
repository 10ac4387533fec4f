/// Escapes the `<` of the tags that GFM 6.11 disallows.
enum TagFilter {
  private static let names: [StaticString] = [
    "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext",
  ]

  /// Appends raw HTML, filtered.
  static func append(_ html: UnsafeBufferPointer<UInt8>, into out: inout ByteSink) {
    var clean = 0
    for index in html.indices where html[index] == UInt8(ascii: "<") {
      guard isFiltered(UnsafeBufferPointer(rebasing: html[index...])) else { continue }
      out.append(UnsafeBufferPointer(rebasing: html[clean..<index]))
      out.append("&lt;")
      clean = index + 1
    }
    out.append(UnsafeBufferPointer(rebasing: html[clean...]))
  }

  /// Appends one inline HTML tag. Only its start is examined.
  static func appendTag(_ html: UnsafeBufferPointer<UInt8>, into out: inout ByteSink) {
    guard isFiltered(html) else { return out.append(html) }
    out.append("&lt;")
    out.append(UnsafeBufferPointer(rebasing: html[1...]))
  }

  /// Whether the `<` at the start belongs to a disallowed tag.
  static func isFiltered(_ html: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let tag = HTMLTagStart(html), names.contains(where: tag.isNamed) else { return false }
    switch tag.rest.first {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"): return true
    case UInt8(ascii: "/"): return tag.rest.dropFirst().first == UInt8(ascii: ">")
    default: return false
    }
  }
}
