import StyledRuns

/// Writes one document as bare HTML.
struct BareHTMLWriter: ~Copyable {
  let unsafeHTML: Bool
  let filtersTags: Bool
  let links: LinkPolicy?
  /// The offset of this document in the sink. No line end is written before the document.
  let start: Int
  var openSpans = SpanStack()

  init(unsafeHTML: Bool, filtersTags: Bool, links: LinkPolicy?, start: Int) {
    self.unsafeHTML = unsafeHTML
    self.filtersTags = filtersTags
    self.links = links
    self.start = start
  }

  /// The context of a block, which determines its tags.
  enum ParagraphContext {
    case normal
    /// An item of a tight list. Paragraphs have no tags.
    case tightItem
    /// The end of a footnote. The last paragraph ends with the back-references.
    case lastInFootnote(Footnote)
  }

  mutating func write(_ document: Document, into out: inout ByteSink) {
    for block in document.blocks where !out.isStopped { write(block, .normal, into: &out) }
    guard !document.footnotes.isEmpty else { return }
    out.append("<section class=\"footnotes\" data-footnotes>\n<ol>\n")
    for block in document.footnotes { write(block, .normal, into: &out) }
    out.append("</ol>\n</section>\n")
  }

  /// Starts a new line unless the output is at the start of a line.
  func startLine(_ out: inout ByteSink) {
    if out.count > start, out.lastByte != 0x0A { out.append(0x0A) }
  }

  // The recursion depth is the nesting depth of containers, which the parser limits.
  mutating func write(_ block: Block, _ place: ParagraphContext, into out: inout ByteSink) {
    switch block.content {
    case .paragraph(let inlines):
      writeParagraph(inlines, place, into: &out)
    case .heading(let heading):
      startLine(&out)
      let level = UInt8(ascii: "0") + UInt8(clamping: heading.level)
      out.append("<h")
      out.append(level)
      out.append(UInt8(ascii: ">"))
      write(heading.inlines, into: &out)
      out.append("</h")
      out.append(level)
      out.append(">\n")
    case .quote(let blocks):
      startLine(&out)
      out.append("<blockquote>\n")
      for block in blocks where !out.isStopped { write(block, .normal, into: &out) }
      startLine(&out)
      out.append("</blockquote>\n")
    case .list(let list):
      write(list, into: &out)
    case .listItem(let item):
      write(item, isTight: false, into: &out)
    case .code(let code):
      write(code, into: &out)
    case .html(let text):
      writeHTMLBlock(text, into: &out)
    case .table(let table):
      write(table, into: &out)
    case .thematicBreak:
      startLine(&out)
      out.append("<hr />\n")
    case .frontMatter:
      // Front matter is not part of the specification, and not content of the document.
      break
    case .footnote(let footnote):
      write(footnote, into: &out)
    case .element(let element):
      // Custom elements are not part of the specification, and become a division.
      startLine(&out)
      out.append("<div>\n")
      for block in element.blocks where !out.isStopped { write(block, .normal, into: &out) }
      startLine(&out)
      out.append("</div>\n")
    }
  }

  private mutating func writeParagraph(
    _ inlines: Inlines, _ place: ParagraphContext, into out: inout ByteSink
  ) {
    if case .tightItem = place { return write(inlines, into: &out) }
    startLine(&out)
    out.append("<p>")
    write(inlines, into: &out)
    if case .lastInFootnote(let footnote) = place {
      out.append(UInt8(ascii: " "))
      writeBackReferences(footnote, into: &out)
    }
    out.append("</p>\n")
  }

  // MARK: Lists

  private mutating func write(_ list: List, into out: inout ByteSink) {
    startLine(&out)
    switch list.marker {
    case .bullet: out.append("<ul>\n")
    case .ordered(1, _): out.append("<ol>\n")
    case .ordered(let number, _):
      out.append("<ol start=\"")
      out.append(decimal: number)
      out.append("\">\n")
    }
    for block in list.items {
      if case .listItem(let item) = block.content { write(item, isTight: list.isTight, into: &out) }
    }
    if case .bullet = list.marker { out.append("</ul>\n") } else { out.append("</ol>\n") }
  }

  private mutating func write(_ item: ListItem, isTight: Bool, into out: inout ByteSink) {
    startLine(&out)
    out.append("<li>")
    switch item.task {
    case true?: out.append("<input type=\"checkbox\" checked=\"\" disabled=\"\" /> ")
    case false?: out.append("<input type=\"checkbox\" disabled=\"\" /> ")
    case nil: break
    }
    for block in item.blocks where !out.isStopped { write(block, isTight ? .tightItem : .normal, into: &out) }
    out.append("</li>\n")
  }

  // MARK: Code and raw HTML

  private func write(_ code: CodeBlock, into out: inout ByteSink) {
    startLine(&out)
    if code.info.isEmpty {
      out.append("<pre><code>")
    } else {
      out.append("<pre><code class=\"language-")
      withUTF8(code.info) { info in
        let language = info.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        out.append(escapingBareHTML: UnsafeBufferPointer(rebasing: language))
      }
      out.append("\">")
    }
    for line in code.lines where !out.isStopped {
      withUTF8(line.text) { out.append(escapingBareHTML: $0) }
      out.append(0x0A)
    }
    out.append("</code></pre>\n")
  }

  private func writeHTMLBlock(_ text: String, into out: inout ByteSink) {
    startLine(&out)
    if !unsafeHTML {
      out.append("<!-- raw HTML omitted -->")
    } else if filtersTags {
      withUTF8(text) { TagFilter.append($0, into: &out) }
    } else {
      out.append(text: text)
    }
    startLine(&out)
  }

  // MARK: Tables

  private mutating func write(_ table: Table, into out: inout ByteSink) {
    startLine(&out)
    out.append("<table>\n<thead>\n")
    write(table.header, of: table, isHeader: true, into: &out)
    out.append("\n</thead>\n")
    if !table.rows.isEmpty {
      out.append("<tbody>\n")
      for row in table.rows where !out.isStopped {
        write(row, of: table, isHeader: false, into: &out)
        out.append(0x0A)
      }
      out.append("</tbody>\n")
    }
    out.append("</table>\n")
  }

  private mutating func write(
    _ row: Table.TableRow, of table: Table, isHeader: Bool, into out: inout ByteSink
  ) {
    out.append("<tr>")
    for column in row.cells.indices {
      out.append(isHeader ? "\n<th" : "\n<td")
      switch column < table.alignments.count ? table.alignments[column] : .none {
      case .none: out.append(">")
      case .left: out.append(" align=\"left\">")
      case .center: out.append(" align=\"center\">")
      case .right: out.append(" align=\"right\">")
      }
      write(row.cells[column], into: &out)
      out.append(isHeader ? "</th>" : "</td>")
    }
    out.append("\n</tr>")
  }

  // MARK: Footnotes

  private mutating func write(_ footnote: Footnote, into out: inout ByteSink) {
    out.append("<li id=\"fn-")
    out.append(escapingBareAddress: footnote.label)
    out.append("\">\n")
    var linksBack = false
    for (index, block) in footnote.blocks.enumerated() {
      if index == footnote.blocks.count - 1, case .paragraph = block.content {
        linksBack = true
        write(block, .lastInFootnote(footnote), into: &out)
      } else {
        write(block, .normal, into: &out)
      }
    }
    if !linksBack {
      writeBackReferences(footnote, into: &out)
      out.append(0x0A)
    }
    out.append("</li>\n")
  }

  private func writeBackReferences(_ footnote: Footnote, into out: inout ByteSink) {
    for reference in 1...max(footnote.referenceCount, 1) {
      out.append(reference == 1 ? "<a href=\"#fnref-" : " <a href=\"#fnref-")
      out.append(escapingBareAddress: footnote.label)
      if reference > 1 {
        out.append(UInt8(ascii: "-"))
        out.append(decimal: reference)
      }
      out.append(
        "\" class=\"footnote-backref\" data-footnote-backref aria-label=\"Back to content\">↩")
      if reference > 1 {
        out.append("<sup class=\"footnote-ref\">")
        out.append(decimal: reference)
        out.append("</sup>")
      }
      out.append("</a>")
    }
  }
}
