import StyledRuns

/// Writes custom elements: thinking as a collapsed `<details>`, a card as a section with a title, other
/// containers as a division.
extension HTMLWriter {
  static func writeStart(_ element: Element, _ direction: TextDirection?, into out: inout ByteSink) {
    switch element.role {
    case .thinking:
      out.append("<details class=\"ils-element ils-aside\"><summary><bdi>")
      out.append(escapingHTML: ElementLabels.title(of: element))
      out.append("</bdi></summary>\n<div class=\"ils-element-text\"")
    case .card:
      out.append("<section class=\"ils-element ils-card\"><p class=\"ils-card-title\" dir=\"auto\">")
      out.append(escapingHTML: ElementLabels.title(of: element))
      out.append("</p>\n<div class=\"ils-element-text\"")
    case .container: out.append("<div class=\"ils-element\"")
    }
    if element.role == .container {
      out.append(" data-element=\"")
      out.append(escapingHTML: element.name)
      out.append("\"")
    }
    write(direction, into: &out)
    out.append(">\n")
  }

  /// Writes the start tag of an element within a line. An HTML name keeps its tag. Attributes are not written; clients
  /// of the IR have them.
  static func writeStart(ofInline name: String, _ role: Element.ElementRole, into out: inout ByteSink) {
    out.append(ElementLabels.isCitation(name) ? "<cite" : "<span")
    out.append(role == .thinking ? " class=\"ils-element ils-aside\"" : " class=\"ils-element\"")
    out.append(" data-element=\"")
    out.append(escapingHTML: name)
    out.append("\">")
  }

  static func writeInlineEnd(of kind: InlineSpan.SpanKind, into out: inout ByteSink) {
    guard case .element(let name, _, _) = kind else { return }
    out.append(ElementLabels.isCitation(name) ? "</cite>" : "</span>")
  }

  static func writeElementEnd(_ role: Element.ElementRole, into out: inout ByteSink) {
    switch role {
    case .thinking: out.append("</div>\n</details>\n")
    case .card: out.append("</div>\n</section>\n")
    case .container: out.append("</div>\n")
    }
  }
}

/// The labels of custom elements, which are the same in all formats.
enum ElementLabels {
  /// Whether the element is HTML's own `<cite>`, which browsers show.
  static func isCitation(_ name: String) -> Bool { name == "cite" }

  /// Returns `Thinking`, the title of a card, or else the element's name.
  static func title(of element: Element) -> String {
    if element.role == .thinking { return "Thinking" }
    let stated = ["title", "name", "identifier", "id"].lazy.compactMap(element.attribute).first {
      !$0.isEmpty
    }
    return stated ?? element.name
  }
}
