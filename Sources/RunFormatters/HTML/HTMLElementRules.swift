/// The elements that ``HTMLSanitizer`` lets through, grouped by what the HTML parser does when it meets their tags.
///
/// The groups follow "The rules for parsing tokens in HTML content" (HTML standard, 13.2.6): a start tag may end elements
/// that are open (`<li>` ends a `<li>`), and may open some (`<tr>` opens a `<tbody>`).
enum HTMLElementRules {
  static let void: Set<String> = ["br", "hr", "img", "source", "wbr"]
  static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  /// Elements that end an open `<p>`, and hold blocks or end with their container.
  static let flow: Set<String> = headings.union([
    "blockquote", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "hr", "li", "ol", "p",
    "pre", "section", "summary", "table", "ul",
  ])
  static let tableSections: Set<String> = ["tbody", "tfoot", "thead"]
  static let cells: Set<String> = ["td", "th"]
  /// Elements that stand within a table only.
  static let tableParts: Set<String> = tableSections.union(cells).union(["caption", "tr"])
  /// Elements whose children are parts of a table: text in them would be moved out of the table ("foster parenting").
  static let tableStructure: Set<String> = tableSections.union(["table", "tr"])
  /// Elements that the parser does not look beyond for an element to end.
  static let scopeBoundaries: Set<String> = cells.union(["caption", "table"])
  static let phrasing: Set<String> = formatting.union([
    "abbr", "bdi", "bdo", "br", "cite", "del", "dfn", "img", "ins", "kbd", "mark", "picture", "q", "rp", "rt",
    "ruby", "samp", "source", "span", "sub", "sup", "time", "var", "wbr",
  ])
  /// Elements whose end tag counts even where it closes others.
  static let formatting: Set<String> = [
    "a", "b", "code", "em", "i", "s", "small", "strike", "strong", "tt", "u",
  ]
  /// Elements whose content is no text of the page.
  static let droppedWithContent: Set<String> = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "select", "style",
    "svg", "template", "textarea", "title", "xmp",
  ]

  /// Whether the element may stand in a place. Tables need a place that holds blocks: text within them is the sanitizer's to see.
  static func isAllowed(_ name: String, in place: HTMLSanitizer.Place) -> Bool {
    switch place {
    case .phrasing: phrasing.contains(name)
    case .flow: phrasing.contains(name) || flow.contains(name) && name != "table"
    case .blocks: phrasing.contains(name) || flow.contains(name) || tableParts.contains(name)
    }
  }
}
