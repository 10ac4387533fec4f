/// Parses the declarations of `style`, `classDef` and `linkStyle`.
///
/// `fill:#f9f,stroke:#333,stroke-width:4px` gives a fill, a stroke and a width. Other properties, such as
/// fonts and opacity, are ignored, and no text of a declaration is kept.
enum StyleReader {
  static func read(_ source: some StringProtocol) -> DrawingStyle {
    var style = DrawingStyle()
    for declaration in declarations(source) {
      guard let colon = declaration.firstIndex(of: ":") else { continue }
      let name = LabelReader.trimmed(declaration[..<colon]).lowercased()
      var value = LabelReader.trimmed(declaration[declaration.index(after: colon)...]).lowercased()
      if value.hasSuffix("!important") { value = LabelReader.trimmed(value.dropLast(10)) }
      switch name {
      case "fill", "background", "background-color": style.fill = DiagramColor(css: value) ?? style.fill
      case "stroke", "border-color": style.stroke = DiagramColor(css: value) ?? style.stroke
      case "color": style.text = DiagramColor(css: value) ?? style.text
      case "stroke-width":
        if let width = Double(value.prefix { $0.isNumber || $0 == "." }) {
          style.strokeWidth = Int(min(max(width, 0), 8).rounded())
        }
      case "stroke-dasharray": style.isDashed = value != "0" && value != "none"
      default: break
      }
    }
    return style
  }

  /// Splits at commas and semicolons outside parentheses.
  private static func declarations(_ source: some StringProtocol) -> [String] {
    var parts = [""]
    var depth = 0
    for character in source {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth <= 0, character == "," || character == ";" {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
