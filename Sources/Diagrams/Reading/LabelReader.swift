/// Parses the markup in mermaid's labels: line breaks, emphasis and character codes.
///
/// The result is always plain text in styled pieces: elements, entities and control characters never pass.
/// Tags that have no equivalent here are removed if mermaid shows them as formatting; any other `<` stays as
/// a character.
enum LabelReader {
  /// Parses a label as written between its quotes or brackets.
  static func read(_ source: String) -> Label {
    var text = trimmed(source)[...]
    var isMarkdown = false
    if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    if text.count >= 2, text.first == "`", text.last == "`" {
      text = text.dropFirst().dropLast()
      isMarkdown = true
    }
    var builder = Builder()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      switch scalar {
      case "<":
        if let (tag, end) = tag(in: scalars, at: index), builder.take(tag) {
          index = end
          continue
        }
      case "\n":
        builder.endLine()
        index += 1
        continue
      case "\\" where index + 1 < scalars.count && scalars[index + 1] == "n":
        let isWord =
          index + 2 < scalars.count && scalars[index + 2].properties.isLowercase
          && index > 0 && scalars[index - 1].properties.isAlphabetic
          && scalars[index - 1].properties.isUppercase
        if !isWord {
          builder.endLine()
          index += 2
          continue
        }
      case "#", "&":
        if let (decoded, end) = entity(in: scalars, at: index) {
          builder.append(decoded)
          index = end
          continue
        }
      case "*" where isMarkdown:
        let isDouble = index + 1 < scalars.count && scalars[index + 1] == "*"
        if isDouble { builder.isBold.toggle() } else { builder.isItalic.toggle() }
        index += isDouble ? 2 : 1
        continue
      case "f":
        if let end = icon(in: scalars, at: index) {
          index = end
          continue
        }
      default: break
      }
      builder.append(scalar)
      index += 1
    }
    return builder.finish()
  }

  /// Returns the text without control characters, direction overrides and invisible characters.
  static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where isShown(scalar) { result.append(scalar) }
    return String(result)
  }

  /// Whether a label may contain the character.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF0...0xFFFB, 0xFFFE, 0xFFFF, 0xE0000...0xE007F, 0xE000...0xF8FF, 0xF0000...0x10FFFF:
      false
    default: true
    }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var slice = text[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }

  /// A label that is being parsed.
  private struct Builder {
    var lines: [Label.Line] = []
    var line: Label.Line = []
    var text = String.UnicodeScalarView()
    var isBold = false { willSet { if newValue != isBold { endSpan() } } }
    var isItalic = false { willSet { if newValue != isItalic { endSpan() } } }

    mutating func append(_ scalar: Unicode.Scalar) {
      let shown: Unicode.Scalar = scalar.value == 9 || scalar.value == 0xA0 ? " " : scalar
      guard LabelReader.isShown(shown) else { return }
      if shown == " ", text.last == " " || text.isEmpty && line.last?.text.last ?? " " == " " { return }
      text.append(shown)
    }

    mutating func endSpan() {
      if !text.isEmpty { line.append(Label.Span(String(text), isBold: isBold, isItalic: isItalic)) }
      text = String.UnicodeScalarView()
    }

    mutating func endLine() {
      endSpan()
      if let last = line.indices.last {
        while line[last].text.last == " " { line[last].text.removeLast() }
      }
      lines.append(line.filter { !$0.text.isEmpty })
      line = []
    }

    /// Applies a tag; returns false if the tag has no meaning in labels.
    mutating func take(_ tag: Tag) -> Bool {
      switch tag.name {
      case "br": endLine()
      case "b", "strong": isBold = !tag.isEnd
      case "i", "em": isItalic = !tag.isEnd
      case "p", "div", "center": if !line.isEmpty || !text.isEmpty { endLine() }
      case "u", "s", "sub", "sup", "small", "big", "span", "font", "code", "tt", "pre", "kbd": break
      default: return false
      }
      return true
    }

    mutating func finish() -> Label {
      endLine()
      while lines.last?.isEmpty == true { lines.removeLast() }
      while lines.first?.isEmpty == true { lines.removeFirst() }
      return Label(lines: lines)
    }
  }

  private struct Tag {
    var name = ""
    var isEnd = false
  }

  /// The maximum length of a tag in characters.
  private static let tagLimit = 200

  private static func tag(in scalars: [Unicode.Scalar], at start: Int) -> (Tag, Int)? {
    var tag = Tag()
    var index = start + 1
    if index < scalars.count, scalars[index] == "/" {
      tag.isEnd = true
      index += 1
    }
    while index < scalars.count, scalars[index].isASCII, scalars[index].properties.isAlphabetic,
      tag.name.count < 8
    {
      tag.name.append(Character(scalars[index]).lowercased())
      index += 1
    }
    guard !tag.name.isEmpty else { return nil }
    let limit = min(scalars.count, start + tagLimit)
    while index < limit, scalars[index] != ">" {
      if scalars[index] == "<" { return nil }
      index += 1
    }
    return index < limit ? (tag, index + 1) : nil
  }

  /// Decodes a character code. Mermaid writes codes with a number sign, `#quot;` and `#9829;`, and passes
  /// those of HTML.
  private static func entity(in scalars: [Unicode.Scalar], at start: Int) -> (Unicode.Scalar, Int)? {
    var index = start + 1
    if scalars[start] == "&", index < scalars.count, scalars[index] == "#" { index += 1 }
    var name = ""
    while index < scalars.count, name.count < 8, scalars[index] != ";" {
      guard scalars[index].isASCII,
        scalars[index].properties.isAlphabetic || scalars[index].properties.numericType != nil
      else { return nil }
      name.unicodeScalars.append(scalars[index])
      index += 1
    }
    guard index < scalars.count, scalars[index] == ";", !name.isEmpty else { return nil }
    let value: UInt32?
    if name.first == "x", name.count > 1 {
      value = UInt32(name.dropFirst(), radix: 16)
    } else {
      value = UInt32(name) ?? names[name]
    }
    guard let value, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, index + 1)
  }

  private static let names: [String: UInt32] = [
    "quot": 0x22, "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "apos": 0x27, "nbsp": 0x20, "semi": 0x3B,
    "colon": 0x3A,
    "num": 0x23, "comma": 0x2C, "equals": 0x3D, "lpar": 0x28, "rpar": 0x29, "lsqb": 0x5B, "rsqb": 0x5D,
    "lbrace": 0x7B, "rbrace": 0x7D, "infin": 0x221E, "rarr": 0x2192, "larr": 0x2190, "times": 0xD7,
    "copy": 0xA9,
    "hearts": 0x2665, "check": 0x2713, "deg": 0xB0, "euro": 0x20AC, "pound": 0xA3, "hellip": 0x2026,
    "mdash": 0x2014,
    "ndash": 0x2013, "bull": 0x2022, "middot": 0xB7, "le": 0x2264, "ge": 0x2265, "ne": 0x2260,
  ]

  /// Returns the end of an icon's name, such as `fa:fa-car`. Icons are not drawn.
  private static func icon(in scalars: [Unicode.Scalar], at start: Int) -> Int? {
    if start > 0, scalars[start - 1] != " " { return nil }
    var index = start + 1
    guard index < scalars.count, ["a", "b", "s", "r", "l"].contains(scalars[index]) else { return nil }
    index += 1
    for expected in [":", "f", "a", "-"] as [Unicode.Scalar] {
      guard index < scalars.count, scalars[index] == expected else { return nil }
      index += 1
    }
    while index < scalars.count, scalars[index] != " " { index += 1 }
    return index < scalars.count ? index + 1 : index
  }
}
