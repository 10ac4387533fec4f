import StyledRuns

/// Writes blocks as HTML elements; one writer serves one document.
///
/// Containers are kept on a stack of its own, so that nesting costs memory and never the thread's stack.
struct HTMLWriter {
  var options: HTMLFormatter.Options
  let styles: HTMLTokenStyles
  let palette: Palette?
  var slugs = HeadingSlugs()
  var sanitizer: HTMLSanitizer
  private var frames: [Frame] = []
  var spanDepths: [Int32] = []
  var openSpans: [Int32] = []
  /// Memory for the spans that are to be opened, the outermost last.
  var spanPath: [Int32] = []

  /// A container whose blocks are being written.
  private struct Frame {
    var blocks: [Block]
    var next = 0
    var end: End
    /// Whether paragraphs stand without their element, as in a tight list's items.
    var isTight = false
    var rawDepth = 0
  }

  private enum End {
    case document, quote, alert, bulletList, orderedList, item, footnotes
    case footnote(Footnote)
  }

  init(options: HTMLFormatter.Options, sheets: [StyleSheet]) {
    self.options = options
    styles = HTMLTokenStyles(sheets: sheets, styling: options.styling)
    palette = options.styling == .inline ? sheets.first?.palette : nil
    sanitizer = HTMLSanitizer(links: options.links)
  }

  mutating func write(_ document: Document, into out: inout ByteSink) {
    write(document.blocks, into: &out)
    guard !document.footnotes.isEmpty else { return }
    out.append("<section class=\"ils-footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n")
    frames.append(Frame(blocks: document.footnotes, end: .footnotes))
    drain(into: &out)
  }

  mutating func write(_ blocks: [Block], into out: inout ByteSink) {
    frames.append(Frame(blocks: blocks, end: .document))
    drain(into: &out)
  }

  private mutating func drain(into out: inout ByteSink) {
    while let top = frames.indices.last {
      let index = frames[top].next
      if index < frames[top].blocks.count {
        frames[top].next = index + 1
        open(frames[top].blocks[index], in: top, into: &out)
      } else {
        sanitizer.close(to: frames[top].rawDepth, into: &out)
        close(frames.removeLast(), into: &out)
      }
    }
  }

  private mutating func push(_ blocks: [Block], end: End, isTight: Bool = false) {
    frames.append(Frame(blocks: blocks, end: end, isTight: isTight, rawDepth: sanitizer.depth))
  }

  private mutating func open(_ block: Block, in frame: Int, into out: inout ByteSink) {
    switch block.content {
    case .paragraph(let inlines):
      if frames[frame].isTight {
        write(inlines, into: &out)
        if frames[frame].next < frames[frame].blocks.count { out.append(0x0A) }
      } else {
        out.append("<p dir=\"auto\">")
        write(inlines, into: &out)
        if frames[frame].next == frames[frame].blocks.count, case .footnote(let note) = frames[frame].end {
          writeBackReferences(of: note, into: &out)
        }
        out.append("</p>\n")
      }
    case .heading(let heading):
      write(heading, into: &out)
    case .quote(let blocks):
      if options.recognisesAlerts, let alert = Alert.recognise(blocks) {
        writeAlertStart(alert.kind, into: &out)
        push(alert.blocks, end: .alert)
      } else {
        out.append("<blockquote dir=\"auto\">\n")
        push(blocks, end: .quote)
      }
    case .list(let list):
      writeListStart(list, into: &out)
    case .listItem(let item):
      writeItemStart(item, into: &out)
      push(item.blocks, end: .item, isTight: frames[frame].isTight)
    case .code(let code):
      write(code, into: &out)
    case .html(let text):
      writeRawBlock(text, into: &out)
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
      out.append("<li id=\"")
      out.append(escapingHTML: options.identifierPrefix)
      out.append(text: "fn:\(note.number)\" value=\"\(note.number)\">\n")
      push(note.blocks, end: .footnote(note))
    }
  }

  private func close(_ frame: Frame, into out: inout ByteSink) {
    switch frame.end {
    case .document: break
    case .quote: out.append("</blockquote>\n")
    case .alert: out.append("</div>\n")
    case .bulletList: out.append("</ul>\n")
    case .orderedList: out.append("</ol>\n")
    case .item: out.append("</li>\n")
    case .footnotes: out.append("</ol>\n</section>\n")
    case .footnote(let note):
      if case .paragraph? = frame.blocks.last?.content {
      } else {
        out.append("<p>")
        writeBackReferences(of: note, into: &out)
        out.append("</p>\n")
      }
      out.append("</li>\n")
    }
  }

  private mutating func write(_ heading: Heading, into out: inout ByteSink) {
    let level = UInt8(min(max(heading.level, 1), 6))
    let digit = UInt8(ascii: "0") + level
    out.append("<h")
    out.append(digit)
    var slug: String?
    if options.hasHeadingAnchors {
      let identifier = options.identifierPrefix + slugs.slug(for: heading.inlines.text)
      out.append(" id=\"")
      out.append(escapingHTML: identifier)
      out.append("\"")
      slug = identifier
    }
    out.append(" dir=\"auto\">")
    write(heading.inlines, into: &out)
    if let slug {
      out.append("<a class=\"ils-anchor\" href=\"#")
      withUTF8(slug) { out.append(escapingAddress: $0) }
      out.append("\" aria-label=\"Link to this section\"></a>")
    }
    out.append("</h")
    out.append(digit)
    out.append(">\n")
  }

  private func writeAlertStart(_ kind: Alert, into out: inout ByteSink) {
    out.append(
      text: "<div class=\"ils-alert ils-\(kind.rawValue)\" role=\"note\" aria-label=\"\(kind.title)\"")
    out.append(" dir=\"auto\">\n")
    out.append(text: "<p class=\"ils-alert-title\">\(kind.title)</p>\n")
  }

  private mutating func writeListStart(_ list: List, into out: inout ByteSink) {
    let isTaskList = list.items.contains {
      if case .listItem(let item) = $0.content { item.task != nil } else { false }
    }
    let isOrdered: Bool
    switch list.marker {
    case .bullet:
      isOrdered = false
      out.append("<ul")
    case .ordered(let start, _):
      isOrdered = true
      out.append("<ol")
      if start != 1 {
        out.append(" start=\"")
        out.append(decimal: start)
        out.append("\"")
      }
    }
    out.append(isTaskList ? " class=\"ils-tasks\">\n" : ">\n")
    push(list.items, end: isOrdered ? .orderedList : .bulletList, isTight: list.isTight)
  }

  private mutating func writeItemStart(_ item: ListItem, into out: inout ByteSink) {
    guard let isChecked = item.task else {
      out.append("<li dir=\"auto\">")
      if !startsTight(item) { out.append(0x0A) }
      return
    }
    out.append("<li class=\"ils-task\" dir=\"auto\"><input type=\"checkbox\" disabled")
    if isChecked { out.append(" checked") }
    out.append(" aria-label=\"")
    if case .paragraph(let inlines)? = item.blocks.first?.content {
      out.append(escapingHTML: Self.label(inlines.text))
    } else {
      out.append("Task")
    }
    out.append("\"> ")
  }

  private func startsTight(_ item: ListItem) -> Bool {
    guard frames.last?.isTight == true, let first = item.blocks.first else { return item.blocks.isEmpty }
    if case .paragraph = first.content { return true }
    return false
  }

  /// A checkbox's name: the start of its item's text.
  private static func label(_ text: String) -> String {
    String(text.prefix(80).map { $0 == "\n" ? " " : $0 })
  }

  /// More would be of no use to anybody.
  private static let maximumBackReferences = 100

  private func writeBackReferences(of note: Footnote, into out: inout ByteSink) {
    for occurrence in 1...min(max(1, note.referenceCount), Self.maximumBackReferences) {
      out.append(" <a class=\"ils-back\" href=\"#")
      withUTF8(options.identifierPrefix) { out.append(escapingAddress: $0) }
      Self.writeReferenceName(note.number, occurrence, into: &out)
      out.append("\" role=\"doc-backlink\" aria-label=\"Back to reference ")
      out.append(decimal: note.number)
      if occurrence > 1 {
        out.append("-")
        out.append(decimal: occurrence)
      }
      out.append("\">\u{21A9}\u{FE0E}")
      if occurrence > 1 {
        out.append("<sup>")
        out.append(decimal: occurrence)
        out.append("</sup>")
      }
      out.append("</a>")
    }
  }

  /// `fnref:2`, `fnref:2-3` for the third reference; no heading's identifier holds a colon.
  static func writeReferenceName(_ number: Int, _ occurrence: Int, into out: inout ByteSink) {
    out.append("fnref:")
    out.append(decimal: number)
    guard occurrence > 1 else { return }
    out.append("-")
    out.append(decimal: occurrence)
  }

  private mutating func writeRawBlock(_ text: String, into out: inout ByteSink) {
    switch options.rawHTML {
    case .unsafe:
      out.append(text: text)
      if text.utf8.last != 0x0A { out.append(0x0A) }
    case .sanitize:
      sanitizer.write(text, isInline: false, floor: frames.last?.rawDepth ?? 0, into: &out)
    case .escape:
      guard !HTMLSanitizer.isComment(text) else { return }
      out.append("<p class=\"ils-raw\" dir=\"auto\">")
      out.append(escapingHTML: text)
      out.append("</p>\n")
    }
  }
}
