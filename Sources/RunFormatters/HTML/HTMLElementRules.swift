/// The name of an element that ``HTMLSanitizer`` allows.
enum HTMLElementName: UInt8, CaseIterable {
  case a, abbr, b, bdi, bdo, blockquote, br, caption, center, cite, code, dd, del
  case details, dfn, div, dl, dt, em, figcaption, figure, h1, h2, h3, h4, h5, h6, hr, i
  case img, ins, kbd, li, mark, ol, p, picture, pre, q, rp, rt, ruby, s, samp, section
  case small, source, span, strike, strong, sub, summary, sup, table, tbody, td, tfoot
  case th, thead, time, tr, tt, u, ul, `var`, wbr

  private static let texts = allCases.map { "\($0)" }
  private static let names = Dictionary(uniqueKeysWithValues: zip(texts, allCases))

  /// Creates a name from its text in lower case; nil if the element is not allowed anywhere.
  init?(_ text: String) {
    guard let name = Self.names[text] else { return nil }
    self = name
  }

  /// The name in lower case.
  var text: String { Self.texts[Int(rawValue)] }
}

/// A set of element names. Membership is a test of one bit.
struct HTMLElementSet: ExpressibleByArrayLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(arrayLiteral names: HTMLElementName...) {
    for name in names {
      let bit: UInt64 = 1 << UInt64(name.rawValue & 63)
      if name.rawValue < 64 { low |= bit } else { high |= bit }
    }
  }

  func union(_ other: HTMLElementSet) -> HTMLElementSet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  func contains(_ name: HTMLElementName) -> Bool {
    (name.rawValue < 64 ? low : high) >> UInt64(name.rawValue & 63) & 1 == 1
  }
}

/// The elements that ``HTMLSanitizer`` allows, grouped by the HTML parser's treatment of their tags.
///
/// The groups follow "The rules for parsing tokens in HTML content" (HTML standard, 13.2.6). A start tag may
/// end open elements (`<li>` ends a `<li>`), and may open others (`<tr>` opens a `<tbody>`).
enum HTMLElementRules {
  static let void: HTMLElementSet = [.br, .hr, .img, .source, .wbr]
  static let headings: HTMLElementSet = [.h1, .h2, .h3, .h4, .h5, .h6]
  /// Elements that end an open `<p>`. They contain blocks, or end with their container.
  static let flow: HTMLElementSet = headings.union([
    .blockquote, .center, .dd, .details, .div, .dl, .dt, .figcaption, .figure, .hr, .li, .ol, .p,
    .pre, .section, .summary, .table, .ul,
  ])
  static let tableSections: HTMLElementSet = [.tbody, .tfoot, .thead]
  static let cells: HTMLElementSet = [.td, .th]
  /// Elements that are valid only inside a table.
  static let tableParts: HTMLElementSet = tableSections.union(cells).union([.caption, .tr])
  /// Elements whose children are table parts. The HTML parser moves text in them out of the table ("foster
  /// parenting").
  static let tableStructure: HTMLElementSet = tableSections.union([.table, .tr])
  /// The scope boundaries: the parser does not search outside these elements for an element to end.
  static let scopeBoundaries: HTMLElementSet = cells.union([.caption, .table])
  static let phrasing: HTMLElementSet = formatting.union([
    .abbr, .bdi, .bdo, .br, .cite, .del, .dfn, .img, .ins, .kbd, .mark, .picture, .q, .rp, .rt,
    .ruby, .samp, .source, .span, .sub, .sup, .time, .var, .wbr,
  ])
  /// Formatting elements, whose end tag takes effect even if it closes other elements.
  static let formatting: HTMLElementSet = [
    .a, .b, .code, .em, .i, .s, .small, .strike, .strong, .tt, .u,
  ]
  /// Elements that may have a width and a height.
  static let sized: HTMLElementSet = cells.union([.img, .table])
  /// Elements that are removed together with their content.
  static let droppedWithContent: Set<String> = [
    "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script", "select", "style",
    "svg", "template", "textarea", "title", "xmp",
  ]

  /// Whether the element is allowed in a place. Tables are allowed only between blocks, because the sanitizer
  /// must see all text inside them.
  static func isAllowed(_ name: HTMLElementName, in place: HTMLSanitizer.ContentModel) -> Bool {
    switch place {
    case .phrasing: phrasing.contains(name)
    case .flow: phrasing.contains(name) || flow.contains(name) && name != .table
    case .blocks: true
    }
  }
}
