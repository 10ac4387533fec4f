import StyledRuns

/// The content of an HTML block that a terminal can show: paragraphs, headings and code with their links and
/// images.
///
/// This conversion applies only to HTML that is marked-up text. HTML with scripts, components or other
/// elements is shown as source.
struct ReadableHTML {
  struct ReadablePart {
    var content: Block.BlockContent
    /// Whether the part follows the preceding part without an empty line, such as the next row or item.
    var followsClosely = false
  }

  private enum PartContext: Equatable { case text, heading(Int), item, row }

  private let boxCharacters: TerminalBoxCharacters
  private var parts: [ReadablePart] = []
  private var place = PartContext.text
  /// The place of the preceding part.
  private var previous = PartContext.text
  private var inlines = Inlines()
  private var open: [(name: String, span: Int32)] = []
  private var isVisible = false
  /// The text within `<pre>`.
  private var code: String?
  /// The next number of each open list; nil for bullets.
  private var lists: [Int?] = []
  private var cells = 0

  /// Converts a block; returns no parts if the block shows nothing, and nil if it must be shown as source.
  /// O(length).
  static func parts(of html: String, _ boxCharacters: TerminalBoxCharacters) -> [ReadablePart]? {
    var reader = ReadableHTML(boxCharacters: boxCharacters)
    var scanner = HTMLTagScanner(html)
    while let piece = scanner.next() {
      switch piece {
      case .text(let text): reader.append(text)
      case .markup(let isComment): guard isComment else { return nil }
      case .start(let name, let attributes):
        guard knows(name) else { return nil }
        reader.begin(name, attributes)
      case .end(let name):
        guard knows(name) else { return nil }
        reader.end(name)
      }
    }
    reader.endPart()
    return reader.parts
  }

  private init(boxCharacters: TerminalBoxCharacters) { self.boxCharacters = boxCharacters }

  /// Elements of marked-up text that the sanitizer does not allow.
  private static let others: Set<String> = [
    "address", "article", "aside", "big", "col", "colgroup", "font", "footer", "header", "main", "nav",
    "source",
  ]

  private static func knows(_ name: String) -> Bool { HTMLSanitizer.isAllowed(name) || others.contains(name) }

  private var span: Int32 { open.last?.span ?? InlineRun.noSpan }

  private mutating func append(_ text: String) {
    if code != nil {
      code? += text
      return
    }
    if !isVisible { isVisible = text.utf8.contains { $0 > 0x20 } }
    guard isVisible else { return }
    run(text)
  }

  private mutating func run(_ text: String, _ kind: InlineRun.RunKind = .text) {
    inlines.text += text
    inlines.runs.append(InlineRun(length: text.utf8.count, kind: kind, span: span))
  }

  private mutating func enter(_ name: String, _ kind: InlineSpan.SpanKind) {
    inlines.spans.append(InlineSpan(kind: kind, parent: span))
    open.append((name, Int32(inlines.spans.count - 1)))
  }

  private mutating func leave(_ name: String) {
    if let index = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(index...) }
  }

  private mutating func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
    func value(_ wanted: String) -> String { attributes.first { $0.name == wanted }?.value ?? "" }
    guard code == nil else { return }
    switch name {
    case "br": if isVisible { run("\n", .lineBreak) }
    case "a": enter(name, .link(destination: value("href"), title: ""))
    case "img":
      guard !value("alt").isEmpty else { return }
      isVisible = true
      enter(name, .image(destination: value("src"), title: ""))
      run(value("alt"))
      leave(name)
    case "picture", "source": break
    case "hr":
      endPart()
      parts.append(ReadablePart(content: .thematicBreak))
    case "pre":
      endPart()
      code = ""
    case "h1", "h2", "h3", "h4", "h5", "h6":
      endPart()
      place = .heading(Int(name.dropFirst()) ?? 6)
    case "ul", "ol":
      endPart()
      lists.append(name == "ol" ? Int(value("start")) ?? 1 : nil)
    case "li":
      endPart()
      place = .item
      run(String(repeating: "\u{A0}\u{A0}", count: max(lists.count - 1, 0)) + marker())
    case "dt", "dd":
      endPart()
      place = .item
      if name == "dt" { enter(name, .strong) } else { run("\u{A0}\u{A0}") }
    case "tr":
      endPart()
      place = .row
    case "td", "th":
      if cells > 0 { run(" \(boxCharacters.vertical) ") }
      cells += 1
      if name == "th" { enter(name, .strong) }
    case "summary":
      endPart()
      enter(name, .strong)
      if boxCharacters.unfolded.utf8CodeUnitCount > 0 { run("\(boxCharacters.unfolded) ") }
    default:
      if HTMLSanitizer.isPhrasing(name) { run("<\(name)>", .rawHTML) } else { endPart() }
    }
  }

  /// Returns the number or bullet of the next item.
  private mutating func marker() -> String {
    guard let depth = lists.indices.last, let number = lists[depth] else {
      return "\(boxCharacters.bullets[max(lists.count - 1, 0) % boxCharacters.bullets.count]) "
    }
    lists[depth] = number &+ 1
    return "\(number). "
  }

  private mutating func end(_ name: String) {
    if name == "pre" || code == nil { leave(name) }
    switch name {
    case "pre": endPart()
    case _ where code != nil: break
    case "ul", "ol":
      endPart()
      _ = lists.popLast()
    case "a", "img", "picture", "source", "td", "th": break
    case _ where HTMLSanitizer.isPhrasing(name): if name != "br" { run("</\(name)>", .rawHTML) }
    default: endPart()
    }
  }

  /// Ends the current part and starts the next one.
  private mutating func endPart() {
    if let code {
      var lines = [CodeLine](plain: code)
      if lines.first?.text.isEmpty == true { lines.removeFirst() }
      if lines.last?.text.isEmpty == true { lines.removeLast() }
      parts.append(ReadablePart(content: .code(CodeBlock(info: "", isFenced: true, lines: lines))))
      previous = .text
    } else if isVisible {
      switch place {
      case .heading(let level):
        parts.append(ReadablePart(content: .heading(Heading(level: level, inlines: inlines))))
      case .text: parts.append(ReadablePart(content: .paragraph(inlines)))
      case .item, .row:
        parts.append(ReadablePart(content: .paragraph(inlines), followsClosely: previous == place))
      }
      previous = place
    }
    code = nil
    inlines = Inlines()
    open.removeAll()
    isVisible = false
    place = .text
    cells = 0
  }
}
