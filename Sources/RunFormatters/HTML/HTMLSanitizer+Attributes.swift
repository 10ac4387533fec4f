/// An attribute of a tag. The name is in lower case; character references in the value are resolved.
typealias HTMLAttribute = (name: String, value: String)

extension HTMLSanitizer {
  /// Writes a start tag with the allowed attributes.
  ///
  /// - Parameters:
  ///   - address: The value of `href` or `src`; nil to omit both.
  ///   - sourceSet: The value of `srcset`.
  func writeStart(
    _ name: HTMLElementName, _ attributes: [HTMLAttribute], address: String? = nil, sourceSet: String? = nil,
    into out: inout ByteSink
  ) {
    out.append(UInt8(ascii: "<"))
    out.append(text: name.text)
    var seen: Set<String> = []
    for (attribute, value) in attributes where seen.insert(attribute).inserted {
      switch attribute {
      case "href" where name == .a, "src" where name == .img:
        guard let address else { continue }
        out.append(text: " \(attribute)=\"")
        out.append(address: address, fragmentPrefix: identifierPrefix)
      case "srcset":
        guard let sourceSet else { continue }
        out.append(" srcset=\"")
        out.append(escapingHTML: sourceSet)
      default:
        guard let value = checked(attribute, value, of: name) else { continue }
        out.append(text: " \(attribute)=\"")
        out.append(escapingHTML: value)
      }
      out.append("\"")
    }
    out.append(UInt8(ascii: ">"))
  }

  /// Returns the value to write for an attribute; nil if it is not allowed.
  private func checked(_ attribute: String, _ value: String, of element: HTMLElementName) -> String? {
    switch attribute {
    case "title", "lang": return value
    case "id": return identifier(value)
    case "name": return element == .a ? identifier(value) : nil
    case "dir": return ["ltr", "rtl", "auto"].contains(value.lowercased()) ? value.lowercased() : nil
    case "alt": return element == .img ? value : nil
    case "media", "sizes", "type": return element == .source ? value : nil
    case "open": return element == .details ? "" : nil
    case "reversed": return element == .ol ? "" : nil
    case "datetime": return element == .time ? value : nil
    case "align":
      let word = value.lowercased()
      return ["left", "right", "center", "justify"].contains(word) ? word : nil
    case "valign":
      let word = value.lowercased()
      return ["top", "middle", "bottom", "baseline"].contains(word) ? word : nil
    case "width", "height":
      guard HTMLElementRules.sized.contains(element) else { return nil }
      return isNumber(value, allowsPercent: true) ? value : nil
    case "colspan", "rowspan", "start", "value":
      return isNumber(value, allowsPercent: false) ? value : nil
    default: return nil
    }
  }

  /// Returns the identifier with a prefix that separates it from names of the surrounding page; nil if the
  /// value is not an identifier.
  private func identifier(_ value: String) -> String? {
    let isName =
      !value.isEmpty && value.utf8.count <= 200 && !value.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    return isName ? identifierPrefix + value : nil
  }

  private func isNumber(_ value: String, allowsPercent: Bool) -> Bool {
    var digits = value.utf8[...]
    if allowsPercent, digits.last == UInt8(ascii: "%") { digits.removeLast() }
    return (1...4).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  // MARK: What other code asks

  /// Whether the element is allowed between blocks.
  static func isAllowed(_ name: String) -> Bool { HTMLElementName(name) != nil }

  /// Whether the element is allowed within a line.
  static func isPhrasing(_ name: String) -> Bool {
    HTMLElementName(name).map(HTMLElementRules.phrasing.contains) ?? false
  }

  /// Whether the text is exactly one comment.
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
}
