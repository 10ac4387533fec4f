// The memory that documents and conversations occupy, computed from their contents, so that every run
// gives the same number. The overhead of each allocation is that of 64-bit Linux.

extension Document {
  /// The size of the document in bytes of memory. O(blocks and runs).
  package var memoryBytes: Int { blocks.memoryBytes + footnotes.memoryBytes + scopes.memoryBytes }
}

extension StreamContent {
  /// The size of the document or conversation in bytes of memory. O(blocks and runs).
  package var memoryBytes: Int {
    switch self {
    case .document(let document): document.memoryBytes
    case .conversation(let conversation): conversation.memoryBytes
    }
  }
}

/// The sizes of allocations.
enum HeapSize {
  /// The header of an array or string on the heap.
  static let header = 32

  /// Returns the size of an array's storage; 0 for an array without capacity.
  static func array<Element>(_ array: [Element]) -> Int {
    array.capacity == 0 ? 0 : rounded(header + array.capacity * MemoryLayout<Element>.stride)
  }

  /// Returns the size of a string's storage; 0 for a string that is stored inline.
  static func string(_ text: String) -> Int {
    let count = text.utf8.count
    return count <= 15 ? 0 : rounded(header + count + 1)
  }

  static func string(_ text: String?) -> Int { text.map { string($0) } ?? 0 }

  /// Rounds up as the allocator does: it gives multiples of 16 bytes and uses 8 of them itself.
  static func rounded(_ bytes: Int) -> Int { (bytes + 8 + 15) & ~15 }
}

extension [Block] {
  package var memoryBytes: Int { reduce(HeapSize.array(self)) { $0 + $1.content.memoryBytes } }
}

extension Block.BlockContent {
  /// The number of bytes that the content occupies outside of the block.
  fileprivate var memoryBytes: Int {
    switch self {
    case .paragraph(let inlines): inlines.memoryBytes
    case .heading(let heading): heading.inlines.memoryBytes
    case .quote(let blocks): blocks.memoryBytes
    case .list(let list): list.items.memoryBytes
    case .listItem(let item): item.blocks.memoryBytes
    case .code(let code): code.memoryBytes
    case .html(let text): HeapSize.string(text)
    case .table(let table): table.memoryBytes
    case .thematicBreak: 0
    case .frontMatter(let matter): HeapSize.string(matter.text)
    case .footnote(let note): HeapSize.string(note.label) + note.blocks.memoryBytes
    case .element(let element): element.memoryBytes
    }
  }
}

extension Element {
  fileprivate var memoryBytes: Int {
    HeapSize.string(name) + attributes.memoryBytes + blocks.memoryBytes
  }
}

extension [Element.Attribute] {
  fileprivate var memoryBytes: Int {
    reduce(HeapSize.array(self)) { $0 + HeapSize.string($1.name) + HeapSize.string($1.value) }
  }
}

extension Inlines {
  fileprivate var memoryBytes: Int {
    let spanBytes = spans.reduce(HeapSize.array(spans)) { $0 + $1.kind.memoryBytes }
    return HeapSize.string(text) + HeapSize.array(runs) + spanBytes
  }
}

extension InlineSpan.SpanKind {
  fileprivate var memoryBytes: Int {
    switch self {
    case .emphasis, .strong, .strikethrough: 0
    case .link(let destination, let title), .image(let destination, let title):
      HeapSize.string(destination) + HeapSize.string(title)
    case .footnoteReference(let label, _, _): HeapSize.string(label)
    case .element(let name, _, let attributes): HeapSize.string(name) + attributes.memoryBytes
    }
  }
}

extension CodeBlock {
  fileprivate var memoryBytes: Int {
    let header = HeapSize.rounded(HeapSize.header + MemoryLayout<CodeBlock.Header>.stride)
    let strings = HeapSize.string(self.header.info)
    return lines.reduce(header + strings + HeapSize.array(lines)) {
      $0 + HeapSize.string($1.text) + HeapSize.array($1.runs)
    }
  }
}

extension Table {
  fileprivate var memoryBytes: Int {
    rows.reduce(HeapSize.array(alignments) + HeapSize.array(rows) + header.memoryBytes) {
      $0 + $1.memoryBytes
    }
  }
}

extension Table.TableRow {
  fileprivate var memoryBytes: Int { cells.reduce(HeapSize.array(cells)) { $0 + $1.memoryBytes } }
}

extension ScopeTable {
  fileprivate var memoryBytes: Int {
    // The hash index has at most twice as many entries, of four bytes each.
    entries.reduce(HeapSize.array(entries) + 8 * entries.count) { $0 + HeapSize.string($1.name) }
  }
}

extension Conversation {
  /// The size of the conversation in bytes of memory. O(blocks and runs).
  package var memoryBytes: Int {
    messages.reduce(HeapSize.array(messages) + scopes.memoryBytes) { total, message in
      message.parts.reduce(total + HeapSize.array(message.parts)) { $0 + $1.content.memoryBytes }
    }
  }
}

extension MessagePart.PartContent {
  fileprivate var memoryBytes: Int {
    switch self {
    case .text(let part), .thinking(let part): HeapSize.string(part.source) + part.document.memoryBytes
    case .toolCall(let call): call.memoryBytes
    case .image(let image): image.memoryBytes
    case .notice(let notice): HeapSize.string(notice.text)
    case .sources(let sources): sources.reduce(HeapSize.array(sources)) { $0 + $1.memoryBytes }
    }
  }
}

extension SourceReference {
  fileprivate var memoryBytes: Int {
    HeapSize.string(title) + HeapSize.string(address) + HeapSize.string(quote)
  }
}

extension ImageReference {
  fileprivate var memoryBytes: Int {
    HeapSize.string(mediaType) + HeapSize.string(address) + HeapSize.string(alternative)
  }
}

extension ToolCall {
  fileprivate var memoryBytes: Int {
    let texts = [head.id, head.name, head.summary, head.note, input].reduce(0) { $0 + HeapSize.string($1) }
    let fieldBytes = fields.reduce(HeapSize.array(fields)) {
      $0 + HeapSize.string($1.name) + HeapSize.string($1.value)
    }
    return texts + fieldBytes + view.memoryBytes + (output?.memoryBytes ?? 0)
  }
}

extension ToolOutput {
  fileprivate var memoryBytes: Int {
    let lineBytes = text.lines.reduce(HeapSize.array(text.lines)) {
      $0 + HeapSize.string($1.text) + HeapSize.array($1.runs)
    }
    return images.reduce(lineBytes + HeapSize.array(images) + view.memoryBytes) { $0 + $1.memoryBytes }
  }
}
