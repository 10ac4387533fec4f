/// Reads SVG as strictly as can be: only the elements and attributes that the writer knows, with values of the expected form.
enum StrictSVG {
  private static let attributes: [String: Set<String>] = [
    "svg": ["class", "role", "width", "height", "viewBox", "style", "font-size", "fill", "font-family"],
    "title": [], "desc": [],
    "path": ["class", "fill", "stroke", "stroke-dasharray", "stroke-width", "style", "d"],
    "circle": ["class", "cx", "cy", "r", "fill", "stroke", "style", "stroke-dasharray"],
    "rect": ["class", "x", "y", "width", "height", "rx", "fill"],
    "text": ["class", "x", "y", "text-anchor", "fill", "style", "font-weight"],
    "tspan": ["font-weight", "font-style"],
  ]

  static func problems(of markup: String) -> [String] {
    var problems: [String] = []
    var open: [String] = []
    problems += Self.problems(ofCharacters: markup)
    // As scalars, so that a mark that combines with a bracket does not hide it.
    let ascii = markup.unicodeScalars.map { $0.isASCII ? $0 : "x" }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: ascii)
    var rest = Substring(String(view))
    while let next = rest.unicodeScalars.first {
      guard next == "<" else {
        let text = rest.unicodeScalars.prefix { $0 != "<" }
        if open.isEmpty { problems.append("text outside") }
        if let last = open.last, !["title", "desc", "text", "tspan"].contains(last) {
          problems.append("text in \(last)")
        }
        problems += Self.problems(ofText: String(text))
        rest = rest[text.endIndex...]
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { return problems + ["a tag has no end"] }
      let tag = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        if open.popLast() != String(tag.dropFirst()) { problems.append("</\(tag)") }
        continue
      }
      let name = String(tag.prefix { $0 != " " })
      guard let allowed = attributes[name] else { return problems + ["<\(name)>"] }
      open.append(name)
      problems += Self.problems(ofAttributes: String(tag.dropFirst(name.count)), allowed, of: name)
    }
    return problems + open
  }

  private static func problems(ofCharacters text: String) -> [String] {
    var problems: [String] = []
    for scalar in text.unicodeScalars where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
      problems.append("U+\(String(scalar.value, radix: 16))")
    }
    for scalar in text.unicodeScalars
    where (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value) {
      problems.append("a direction override")
    }
    return problems
  }

  private static func problems(ofText text: String) -> [String] {
    var problems = text.contains(">") ? ["a lone >"] : []
    for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      let name = String(part.prefix { $0 != ";" })
      if !["amp", "lt", "gt", "quot", "#39"].contains(name) { problems.append("&\(name.prefix(8))") }
    }
    return problems
  }

  private static func problems(ofAttributes text: String, _ allowed: Set<String>, of element: String)
    -> [String]
  {
    var problems: [String] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      guard rest.first == " " else { return problems + ["attributes \(text.prefix(40))"] }
      rest.removeFirst()
      let name = String(rest.prefix { $0 != "=" })
      rest = rest.dropFirst(name.count)
      guard rest.hasPrefix("=\"") else { return problems + ["\(name) has no value"] }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      rest = rest.dropFirst(value.count + 3)
      if !allowed.contains(name) { problems.append("\(name) of \(element)") }
      let isHarmless = value.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789 .#:;,-".unicodeScalars.contains($0))
      }
      if !isHarmless { problems.append("\(name)=\(value)") }
      if name == "style", !value.split(separator: ";").allSatisfy({ Self.isDeclaration(String($0)) }) {
        problems.append("style \(value)")
      }
    }
    return problems
  }

  private static func isDeclaration(_ text: String) -> Bool {
    let parts = text.split(separator: ":")
    guard parts.count == 2 else { return false }
    switch parts[0] {
    case "fill", "stroke":
      return parts[1].count == 7 && parts[1].first == "#" && UInt32(parts[1].dropFirst(), radix: 16) != nil
    case "stroke-width": return Int(parts[1]) != nil
    case "min-width": return parts[1].hasSuffix("px") && Int(parts[1].dropLast(2)) != nil
    default: return false
    }
  }
}
