package import StyledRuns

/// A start or end tag in a line.
package struct ElementTag {
  /// The length of the tag in bytes, including the angle brackets.
  package var length: Int
  package var name: UnsafeBufferPointer<UInt8>
  package var isClosing: Bool
  /// Whether the tag is `<name/>`, an element without content.
  package var isEmpty: Bool

  /// The maximum length of a tag in bytes.
  static let longest = 4096

  /// Parses the tag at `p`, which is an angle bracket; returns nil if no tag ends in the line. The byte at
  /// `p[limit]` must be readable and be a line end.
  package init?(_ p: UnsafePointer<UInt8>, limit: Int) {
    isClosing = p[1] == UInt8(ascii: "/")
    let start = isClosing ? 2 : 1
    var end = start
    while p[end].isLetter || p[end].isDigit || p[end] == UInt8(ascii: "-"),
      end - start <= ElementRules.longestName
    {
      end += 1
    }
    name = UnsafeBufferPointer(start: p + start, count: end - start)
    guard !name.isEmpty else { return nil }
    var tag = InlineTag()
    var index = 1
    while index < min(limit, Self.longest) {
      switch tag.take(p[index]) {
      case .fails: return nil
      case .more: index += 1
      case .ends:
        length = index + 1
        isEmpty = !isClosing && p[index - 1] == UInt8(ascii: "/")
        return
      }
    }
    return nil
  }

  /// Returns the attributes of a complete start tag.
  package static func attributes(_ tag: UnsafeBufferPointer<UInt8>) -> [Element.Attribute] {
    var attributes: [Element.Attribute] = []
    var index = 1
    func skip(_ belongs: (UInt8) -> Bool) -> String {
      let start = index
      while index < tag.count - 1, belongs(tag[index]) { index += 1 }
      return String(decoding: tag[start..<index], as: UTF8.self)
    }
    _ = skip { !$0.isWideSpace && $0 != UInt8(ascii: "/") }
    while index < tag.count - 1 {
      _ = skip { $0.isWideSpace || $0 == UInt8(ascii: "/") }
      let name = skip { !$0.isWideSpace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      _ = skip(\.isWideSpace)
      var value = ""
      if index < tag.count - 1, tag[index] == UInt8(ascii: "=") {
        index += 1
        _ = skip(\.isWideSpace)
        let quote = tag[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          index += 1
          value = skip { $0 != quote }
          index += 1
        } else {
          value = skip { !$0.isWideSpace }
        }
      }
      if !name.isEmpty {
        attributes.append(Element.Attribute(name: name.lowercased(), value: decoded(value)))
      }
    }
    return attributes
  }

  /// Decodes the character references in a value.
  private static func decoded(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "&")) else { return value }
    var entities = EntityDecoder()
    var bytes = Array(value.utf8)
    bytes.append(.newline)
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { entities.clean($0, from: 0, to: buffer.count - 1, unescaping: false) } ?? value
    }
  }
}
