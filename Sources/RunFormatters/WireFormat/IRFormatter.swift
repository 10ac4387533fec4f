public import StyledRuns

/// Writes the wire form of documents, conversations and their updates (docs/ir.md, docs/updates.md): UTF-8
/// JSON on one line.
///
/// ```swift
/// let json = IRFormatter().format(document)
/// let copy = try JSONDecoder().decode(Document.self, from: Data(json))
/// ```
public struct IRFormatter: Sendable {
  public init() {}

  /// Returns the document as UTF-8 JSON on one line, without a line end.
  public func format(_ document: Document) -> [UInt8] {
    var sink = ByteSink(capacity: 1 << 14)
    format(document, into: &sink)
    return sink.bytes
  }

  /// Appends the document to `sink`.
  public func format(_ document: Document, into sink: inout ByteSink) {
    sink.append("{\"version\":")
    sink.append(decimal: Document.wireVersion)
    if document.scopes.count > 1 {
      sink.append(",\"scopes\":")
      write(document.scopes.entries, into: &sink)
    }
    sink.append(",\"blocks\":")
    write(document.blocks, into: &sink)
    if !document.footnotes.isEmpty {
      sink.append(",\"footnotes\":")
      write(document.footnotes, into: &sink)
    }
    sink.append("}")
  }

  /// Appends scope table entries as an array of `[parent, name]`.
  public func write(_ scopes: [ScopeTable.ScopeEntry], into out: inout ByteSink) {
    out.append("[")
    for (index, entry) in scopes.enumerated() {
      out.append(index == 0 ? "[" : ",[")
      out.append(decimal: Int(entry.parent.rawValue))
      out.append(",")
      out.append(jsonString: entry.name)
      out.append("]")
    }
    out.append("]")
  }

  /// Appends an array of blocks with their descendants, up to the depth limit of the wire form.
  public func write(_ blocks: [Block], into out: inout ByteSink) {
    write(blocks, isUpdate: false, into: &out)
  }

  /// Appends blocks. In an update, new blocks are open by definition, so the form does not mention it.
  func write(_ blocks: [Block], isUpdate: Bool, into out: inout ByteSink) {
    var frames = [(blocks: blocks, next: 0)]
    out.append("[")
    while var frame = frames.popLast() {
      if let children = writeLeaves(of: frame.blocks, from: &frame.next, isUpdate: isUpdate, into: &out) {
        if frames.count + 1 >= Document.maximumWireDepth, !children.isEmpty {
          out.append(",\"children\":[],\"truncated\":true}")
          frames.append(frame)
        } else {
          out.append(",\"children\":[")
          frames.append(frame)
          frames.append((children, 0))
        }
      } else {
        out.append(frames.isEmpty ? "]" : "]}")
      }
    }
  }

  /// Writes blocks from `next` on, up to the first container.
  ///
  /// - Returns: The children of this container, which is started but not closed; nil if all blocks are
  ///   written.
  private func writeLeaves(
    of blocks: [Block], from next: inout Int, isUpdate: Bool, into out: inout ByteSink
  ) -> [Block]? {
    while next < blocks.count, !out.isStopped {
      if next > 0 { out.append(UInt8(ascii: ",")) }
      next += 1
      writeStart(blocks[next - 1], saysOpen: !isUpdate, into: &out)
      if blocks[next - 1].isContainer { return blocks[next - 1].children }
      out.append("}")
    }
    return nil
  }

  /// Appends one block of an update with its descendants, up to the depth limit of the wire form.
  func write(_ block: Block, into out: inout ByteSink) {
    writeStart(block, saysOpen: false, into: &out)
    if block.isContainer {
      out.append(",\"children\":")
      write(block.children, isUpdate: true, into: &out)
    }
    out.append("}")
  }

  /// Appends a block without its children and its closing brace.
  private func writeStart(_ block: Block, saysOpen: Bool, into out: inout ByteSink) {
    out.append("{\"type\":\"")
    out.append(Self.type(block.content))
    out.append("\",\"id\":\"")
    out.append(decimal: block.id.offset)
    out.append(".")
    out.append(decimal: block.id.depth)
    out.append("\",\"source\":")
    write(block.source, into: &out)
    if block.revision > 0 {
      out.append(",\"revision\":")
      out.append(decimal: Int(block.revision))
    }
    if saysOpen, !block.isFinished { out.append(",\"open\":true") }
    switch block.content {
    case .paragraph(let inlines): writeContent(inlines, into: &out)
    case .heading(let heading):
      out.append(",\"level\":")
      out.append(decimal: heading.level)
      writeContent(heading.inlines, into: &out)
    case .list(let list): write(list, into: &out)
    case .listItem(let item):
      if let task = item.task { out.append(task ? ",\"task\":true" : ",\"task\":false") }
      if item.followsBlankLine { out.append(",\"spaced\":true") }
    case .code(let code): write(code, into: &out)
    case .html(let text):
      out.append(",\"html\":")
      out.append(jsonString: text)
    case .table(let table): write(table, into: &out)
    case .footnote(let note):
      out.append(",\"label\":")
      out.append(jsonString: note.label)
      out.append(",\"number\":")
      out.append(decimal: note.number)
      out.append(",\"references\":")
      out.append(decimal: note.referenceCount)
    case .frontMatter(let matter):
      out.append(",\"format\":")
      out.append(jsonString: matter.format.rawValue)
      out.append(",\"text\":")
      out.append(jsonString: matter.text)
    case .element(let element):
      writeElement(element.name, element.role, element.attributes, into: &out)
    case .quote, .thematicBreak: break
    }
  }

  /// Appends the members of a custom element, which is a block or a span.
  func writeElement(
    _ name: String, _ role: Element.ElementRole, _ attributes: [Element.Attribute], into out: inout ByteSink
  ) {
    out.append(",\"name\":")
    out.append(jsonString: name)
    out.append(",\"role\":")
    out.append(jsonString: role.rawValue)
    guard !attributes.isEmpty else { return }
    out.append(",\"attributes\":[")
    for (index, attribute) in attributes.enumerated() {
      out.append(index == 0 ? "[" : ",[")
      out.append(jsonString: attribute.name)
      out.append(",")
      out.append(jsonString: attribute.value)
      out.append("]")
    }
    out.append("]")
  }

  private static func type(_ content: Block.BlockContent) -> StaticString {
    switch content {
    case .paragraph: "paragraph"
    case .heading: "heading"
    case .quote: "quote"
    case .list: "list"
    case .listItem: "item"
    case .code: "code"
    case .html: "html"
    case .table: "table"
    case .thematicBreak: "thematicBreak"
    case .frontMatter: "frontMatter"
    case .footnote: "footnote"
    case .element: "element"
    }
  }

  private func write(_ range: Range<Int>, into out: inout ByteSink) {
    out.append("[")
    out.append(decimal: range.lowerBound)
    out.append(",")
    out.append(decimal: range.upperBound)
    out.append("]")
  }

  private func write(_ list: List, into out: inout ByteSink) {
    out.append(",\"marker\":")
    switch list.marker {
    case .bullet(let character): out.append(jsonString: String(character))
    case .ordered(let start, let delimiter):
      out.append(jsonString: String(delimiter))
      out.append(",\"start\":")
      out.append(decimal: start)
    }
    if list.isTight { out.append(",\"tight\":true") }
  }

  private func write(_ table: Table, into out: inout ByteSink) {
    out.append(",\"alignments\":[")
    for (index, alignment) in table.alignments.enumerated() {
      if index > 0 { out.append(",") }
      out.append(jsonString: alignment.wire)
    }
    out.append("],\"header\":")
    write(table.header, into: &out)
    out.append(",\"rows\":[")
    for index in table.rows.indices where !out.isStopped {
      if index > 0 { out.append(",") }
      write(table.rows[index], into: &out)
    }
    out.append("]")
  }

  /// Appends a table's row.
  public func write(_ row: Table.TableRow, into out: inout ByteSink) {
    out.append("{\"source\":")
    write(row.source, into: &out)
    out.append(",\"cells\":[")
    for index in row.cells.indices {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      write(row.cells[index], into: &out)
    }
    out.append("]}")
  }
}
