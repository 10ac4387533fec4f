/// The elements that ``HTMLSanitizer`` allows, grouped by the HTML parser's treatment of their tags.
///
/// The groups follow "The rules for parsing tokens in HTML content" (HTML standard, 13.2.6). A start tag may
/// end open elements (`<li>` ends a `<li>`), and may open others (`<tr>` opens a `<tbody>`).
enum HTMLElementRules {
  static let void: Set<String> = ["br", "hr", "img", "source", "wbr"]
  static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  /// Elements that end an open `<p>`. They contain blocks, or end with their container.
  static let flow: Set<String> = headings.union([
    "blockquote", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "hr", "li", "ol", "p",
    "pre", "section", "summary", "table", "ul",
  ])
  static let tableSections: Set<String> = ["tbody", "tfoot", "thead"]
  static let cells: Set<String> = ["td", "th"]
  /// Elements that are valid only inside a table.
  static let tableParts: Set<String> = tableSections.union(cells).union(["caption", "tr"])
  /// Elements whose children are table parts. The HTML parser moves text in them out of the table ("foster
  /// parenting").
  static let tableStructure: Set<String> = tableSections.union(["table", "tr"])
  /// The scope boundaries: the parser does not search outside these elements for an element to end.
  static let scopeBoundaries: Set<String> = cells.union(["caption", "table"])
  static let phrasing: Set<String> = formatting.union([
    "abbr", "bdi", "bdo", "br", "cite", "del", "dfn", "img", "ins", "kbd", "mark", "picture", "q", "rp", "rt",
    "ruby", "samp", "source", "span", "sub", "sup", "time", "var", "wbr",
  ])
  /// Formatting elements, whose end tag takes effect even if it closes other elements.
  static let formatting: Set<String> = [
    "a", "b", "code", "em", "i", "s", "small", "strike", "strong", "tt", "u",
  ]
  /// Elements that are removed together with their content.
  static let droppedWithContent: Set<String> = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "select", "style",
    "svg", "template", "textarea", "title", "xmp",
  ]

  /// Whether the element is allowed in a place. Tables are allowed only between blocks, because the sanitizer
  /// must see all text inside them.
  static func isAllowed(_ name: String, in place: HTMLSanitizer.ContentModel) -> Bool {
    switch place {
    case .phrasing: phrasing.contains(name)
    case .flow: phrasing.contains(name) || flow.contains(name) && name != "table"
    case .blocks: phrasing.contains(name) || flow.contains(name) || tableParts.contains(name)
    }
  }
}
