internal import MarkdownSource

/// Recognises the start and the end of raw HTML blocks (CommonMark 0.29, 4.6).
enum HTMLBlockScanner {
  typealias Bytes = UnsafePointer<UInt8>

  /// Returns the number of the start condition, 1 to 6, that matches at `p`; 0 if none matches.
  static func start(_ p: Bytes) -> UInt8 {
    guard p[0] == UInt8(ascii: "<") else { return 0 }
    if p[1] == UInt8(ascii: "!") {
      if p[2] == UInt8(ascii: "-"), p[3] == UInt8(ascii: "-") { return 2 }
      if p[2] >= UInt8(ascii: "A"), p[2] <= UInt8(ascii: "Z") { return 4 }
      return matches(p + 2, "[cdata[") ? 5 : 0
    }
    if p[1] == UInt8(ascii: "?") { return 3 }
    let isClosing = p[1] == UInt8(ascii: "/")
    let name = tagKey(p + (isClosing ? 2 : 1))
    guard name.length > 0 else { return 0 }
    let after = p + (isClosing ? 2 : 1) + name.length
    if !isClosing, rawTextTags.contains(name.key), after[0].isWideSpace || after[0] == UInt8(ascii: ">") {
      return 1
    }
    guard blockTags.contains(name.key) else { return 0 }
    let ends =
      after[0].isWideSpace || after[0] == UInt8(ascii: ">")
      || (after[0] == UInt8(ascii: "/") && after[1] == UInt8(ascii: ">"))
    return ends ? 6 : 0
  }

  /// Whether the end of a block with start condition `kind` (1 to 5) is at `p`.
  static func isEnd(_ kind: UInt8, _ p: Bytes) -> Bool {
    switch kind {
    case 1:
      guard p[0] == UInt8(ascii: "<"), p[1] == UInt8(ascii: "/") else { return false }
      let name = tagKey(p + 2)
      return rawTextTags.contains(name.key) && p[2 + name.length] == UInt8(ascii: ">")
    case 2: return matches(p, "-->")
    case 3: return matches(p, "?>")
    case 4: return matches(p, ">")
    default: return matches(p, "]]>")
    }
  }

  private static func matches(_ p: Bytes, _ text: StaticString) -> Bool {
    for index in 0..<text.utf8CodeUnitCount where p[index].lowercased != text.utf8Start[index] {
      return false
    }
    return true
  }

  // MARK: Tag names

  /// Returns the packed lower-case name at `p`, at most 16 letters and digits.
  private static func tagKey(_ p: Bytes) -> (key: UInt128, length: Int) {
    var key: UInt128 = 0
    var length = 0
    while length < 16, p[length].isLetter || p[length].isDigit {
      key = key << 8 | UInt128(p[length].lowercased)
      length += 1
    }
    return (key, length)
  }

  private static func keys(_ names: String) -> Set<UInt128> {
    Set(names.split(separator: " ").map { $0.utf8.reduce(0) { $0 << 8 | UInt128($1) } })
  }

  private static let rawTextTags = keys("script pre style")

  private static let blockTags = keys(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details dialog dir \
    div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html \
    iframe legend li link main menu menuitem nav noframes ol optgroup option p param section summary table \
    tbody td tfoot th thead title tr track ul
    """)
}
