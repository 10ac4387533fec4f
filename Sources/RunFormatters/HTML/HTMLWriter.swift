import StyledRuns

/// Writes the blocks of one document as HTML elements.
///
/// Open containers are kept on an explicit stack, so that deep nesting cannot overflow the thread's stack.
struct HTMLWriter: ~Copyable {
  let options: HTMLOptions
  /// The prefix of all identifiers.
  private(set) var identifierPrefix: String
  var styles: HTMLTokenStyles
  let palette: Palette?
  var slugs = HeadingSlugs()
  var sanitizer: HTMLSanitizer
  private var frames: [ContainerFrame] = []
  private var directions = DirectionFinder()
  var openSpans = SpanStack()
  /// The number of raw HTML elements that surround the parts of a container that are written separately.
  var partFloor = 0
  /// The number of bytes of raw HTML that were read, of which all, some or nothing is written.
  var rawBytes = 0
  /// The number of bytes that were read as formulas, diagrams or identifiers of headings.
  var parsedBytes = 0

  /// A container whose children are being written.
  private struct ContainerFrame {
    var blocks: [Block]
    var next = 0
    var end: ContainerEnd
    /// Whether paragraphs are written without their element, as in a tight list.
    var isTight = false
    var rawDepth = 0
    /// Whether the blocks include the last child of their container. It is `false` for a part of a container
    /// that is written separately.
    var endsContainer = true
  }

  enum ContainerEnd {
    case document, quote, alert, bulletList, orderedList, item, footnotes
    case footnote(Footnote)
    case element(Element.ElementRole)
  }

  init(options: HTMLOptions, sheets: [StyleSheet]) {
    self.options = options
    styles = HTMLTokenStyles(sheets: sheets, styling: options.styling)
    palette = options.styling == .inline ? sheets.first?.palette : nil
    identifierPrefix = options.effectiveIdentifierPrefix
    sanitizer = HTMLSanitizer(links: options.links, identifierPrefix: identifierPrefix)
  }

  /// Begins a separate document within the page. Its identifiers have an additional prefix.
  mutating func beginPart(_ prefix: String) {
    identifierPrefix = options.effectiveIdentifierPrefix + prefix
    sanitizer.identifierPrefix = identifierPrefix
    slugs = HeadingSlugs()
  }

  mutating func write(_ document: Document, into out: inout ByteSink) {
    write(document.blocks, into: &out)
    write(footnotes: document.footnotes, into: &out)
  }

  /// Writes the footnotes of a document after its blocks.
  mutating func write(footnotes: [Block], into out: inout ByteSink) {
    guard !footnotes.isEmpty else { return }
    directions = DirectionFinder()
    Self.writeFootnotesStart(count: footnotes.count, directions.direction(of: footnotes), into: &out)
    frames.append(ContainerFrame(blocks: footnotes, end: .footnotes))
    drain(into: &out)
  }

  mutating func write(_ blocks: [Block], into out: inout ByteSink) {
    directions = DirectionFinder()
    frames.append(ContainerFrame(blocks: blocks, end: .document))
    drain(into: &out)
  }

  /// Writes some children of a container without the container's tags.
  ///
  /// - Parameters:
  ///   - endsContainer: Whether the last of the blocks is the container's last child.
  ///   - keepsElements: Whether raw HTML elements that the blocks open stay open for later blocks.
  mutating func write(
    part blocks: [Block], of end: ContainerEnd, isTight: Bool, endsContainer: Bool,
    keepsElements: Bool = false,
    into out: inout ByteSink
  ) {
    directions = DirectionFinder()
    var part = ContainerFrame(
      blocks: blocks, end: end, isTight: isTight, rawDepth: partFloor, endsContainer: endsContainer)
    while let container = writeLeaves(of: &part, into: &out) {
      frames.append(container)
      drain(into: &out)
    }
    if !keepsElements { sanitizer.close(to: partFloor, into: &out) }
  }

  private mutating func drain(into out: inout ByteSink) {
    while var frame = frames.popLast() {
      if let container = writeLeaves(of: &frame, into: &out) {
        frames.append(frame)
        frames.append(container)
      } else {
        sanitizer.close(to: frame.rawDepth, into: &out)
        close(frame.end, endsWithParagraph: frame.blocks.last?.paragraph != nil, into: &out)
      }
    }
  }

  /// Writes blocks up to the first container, and returns the started container; nil if all blocks are
  /// written.
  private mutating func writeLeaves(of frame: inout ContainerFrame, into out: inout ByteSink)
    -> ContainerFrame?
  {
    let blocks = frame.blocks
    while frame.next < blocks.count, !out.isStopped {
      frame.next += 1
      if let container = open(blocks[frame.next - 1], in: frame, into: &out) { return container }
    }
    return nil
  }

  /// Ends the raw HTML elements that cannot contain a block.
  private mutating func prepare(for block: Block, in frame: ContainerFrame, into out: inout ByteSink) {
    var isHeading = false
    var holdsLinks = true
    switch block.content {
    case .html: return
    case .heading: isHeading = true
    case .paragraph(let inlines):
      let isLast = frame.next == frame.blocks.count && frame.endsContainer
      holdsLinks = inlines.spans.contains { $0.kind.isLink }
      if isLast, case .footnote = frame.end { holdsLinks = true }
    default: break
    }
    sanitizer.prepareForBlock(
      isHeading: isHeading, holdsLinks: holdsLinks, floor: frame.rawDepth, into: &out)
  }

  private func begun(_ blocks: [Block], end: ContainerEnd, isTight: Bool = false) -> ContainerFrame {
    ContainerFrame(blocks: blocks, end: end, isTight: isTight, rawDepth: sanitizer.depth)
  }

  /// Writes a leaf, or the start of a container, which is returned.
  private mutating func open(_ block: Block, in frame: ContainerFrame, into out: inout ByteSink)
    -> ContainerFrame?
  {
    directions.passBlock()
    if sanitizer.depth > frame.rawDepth { prepare(for: block, in: frame, into: &out) }
    switch block.content {
    case .paragraph(let inlines):
      write(
        inlines, isTight: frame.isTight, isLast: frame.next == frame.blocks.count && frame.endsContainer,
        in: frame.end, into: &out)
    case .heading(let heading):
      write(heading, of: block.id, into: &out)
    case .quote(let blocks):
      if options.recognisesAlerts, let alert = Alert.recognise(blocks.first) {
        if alert.first == nil { directions.passBlock() }
        // The marker of an alert is not part of its text.
        let content = alert.content(of: blocks)
        var finder = DirectionFinder()
        Self.writeAlertStart(alert.kind, finder.direction(of: content), into: &out)
        return begun(content, end: .alert)
      }
      Self.writeQuoteStart(directions.direction(of: blocks), into: &out)
      return begun(blocks, end: .quote)
    case .list(let list):
      let end = writeListStart(
        list, hasTasks: Self.hasTasks(list), directions.direction(of: list.items), into: &out)
      return begun(list.items, end: end, isTight: list.isTight)
    case .listItem(let item):
      writeStart(item, isTight: frame.isTight, into: &out)
      // Most items consist of one paragraph.
      guard item.blocks.count == 1, case .paragraph(let inlines) = item.blocks[0].content else {
        return begun(item.blocks, end: .item, isTight: frame.isTight)
      }
      directions.passBlock()
      write(inlines, isTight: frame.isTight, isLast: true, in: .item, into: &out)
      out.append("</li>\n")
    case .code(let code):
      write(code, into: &out)
    case .html(let text):
      writeRawBlock(text, in: frame, into: &out)
    case .table(let table):
      write(table, into: &out)
    case .thematicBreak:
      out.append("<hr>\n")
    case .frontMatter(let matter):
      switch options.frontMatter {
      case .hide: break
      case .table where matter.table != nil:
        if let table = matter.table { writeProperties(table, into: &out) }
      case .table, .code: write(matter.code, into: &out)
      }
    case .footnote(let note):
      writeStart(note, into: &out)
      return begun(note.blocks, end: .footnote(note))
    case .element(let element):
      Self.writeStart(element, directions.direction(of: element.blocks), into: &out)
      return begun(element.blocks, end: .element(element.role))
    }
    return nil
  }

  /// Writes a paragraph.
  ///
  /// - Parameter isLast: Whether the paragraph is the last block of its container.
  private mutating func write(
    _ inlines: Inlines, isTight: Bool, isLast: Bool, in end: ContainerEnd, into out: inout ByteSink
  ) {
    if isTight {
      write(inlines, in: .flow, into: &out)
      if !isLast { out.append(0x0A) }
    } else {
      out.append("<p dir=\"auto\">")
      write(inlines, in: .phrasing, into: &out)
      if isLast, case .footnote(let note) = end { writeBackReferences(of: note, into: &out) }
      out.append("</p>\n")
    }
  }

  func close(_ end: ContainerEnd, endsWithParagraph: Bool, into out: inout ByteSink) {
    switch end {
    case .document: break
    case .quote: out.append("</blockquote>\n")
    case .alert: out.append("</div>\n")
    case .element(let role): Self.writeElementEnd(role, into: &out)
    case .bulletList: out.append("</ul>\n")
    case .orderedList: out.append("</ol>\n")
    case .item: out.append("</li>\n")
    case .footnotes: out.append("</ol>\n</section>\n")
    case .footnote(let note):
      if !endsWithParagraph {
        out.append("<p>")
        writeBackReferences(of: note, into: &out)
        out.append("</p>\n")
      }
      out.append("</li>\n")
    }
  }

  private mutating func write(_ heading: Heading, of id: BlockID, into out: inout ByteSink) {
    let level = UInt8(min(max(heading.level, 1), 6))
    let digit = UInt8(ascii: "0") + level
    guard options.hasHeadingAnchors else {
      out.append("<h")
      out.append(digit)
      out.append(" dir=\"auto\">")
      write(heading.inlines, in: .phrasing, into: &out)
      out.append("</h")
      out.append(digit)
      out.append(">\n")
      return
    }
    // The link is a sibling of the heading, because inside the heading it would become part of the heading's
    // accessible text.
    parsedBytes += heading.inlines.text.utf8.count
    let identifier = identifierPrefix + slugs.slug(for: heading.inlines.text, of: id)
    out.append("<div class=\"ils-heading ils-h")
    out.append(digit)
    out.append("\"")
    Self.write(TextDirection(of: heading.inlines.text), into: &out)
    out.append("><h")
    out.append(digit)
    out.append(" id=\"")
    out.append(escapingHTML: identifier)
    out.append("\">")
    write(heading.inlines, in: .phrasing, into: &out)
    out.append("</h")
    out.append(digit)
    out.append("><a class=\"ils-anchor\" href=\"#")
    withUTF8(identifier) { out.append(escapingAddress: $0) }
    out.append("\" aria-label=\"Permalink: ")
    Self.writeLabel(heading.inlines, into: &out)
    out.append("\"></a></div>\n")
  }

  /// Writes the `dir` attribute of an element whose children have their own `dir`. `dir="auto"` ignores such
  /// children, and would always be `ltr`.
  static func write(_ direction: TextDirection?, into out: inout ByteSink) {
    switch direction {
    case .leftToRight: out.append(" dir=\"ltr\"")
    case .rightToLeft: out.append(" dir=\"rtl\"")
    case nil: break
    }
  }

  static func writeQuoteStart(_ direction: TextDirection?, into out: inout ByteSink) {
    out.append("<blockquote")
    write(direction, into: &out)
    out.append(">\n")
  }

  static func writeAlertStart(
    _ kind: Alert, _ direction: TextDirection?, into out: inout ByteSink
  ) {
    out.append(
      text: "<div class=\"ils-alert ils-\(kind.rawValue)\" role=\"note\" aria-label=\"\(kind.title)\"")
    write(direction, into: &out)
    out.append(text: ">\n<p class=\"ils-alert-title\">\(kind.title)</p>\n")
  }

  private mutating func writeRawBlock(_ text: String, in frame: ContainerFrame, into out: inout ByteSink) {
    rawBytes += text.utf8.count
    switch options.rawHTML {
    case .unsafe:
      out.append(text: text)
      if text.utf8.last != 0x0A { out.append(0x0A) }
    case .sanitize:
      sanitizer.write(text, in: .blocks, floor: frame.rawDepth, into: &out)
    case .escape:
      guard !HTMLSanitizer.isComment(text) else { return }
      out.append("<p class=\"ils-raw\" dir=\"auto\">")
      out.append(escapingHTML: text)
      out.append("</p>\n")
    }
  }
}
