/// Why an update does not fit a document: one was lost, or it belongs to another document.
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
  public struct Code: Hashable, Sendable {
    enum Value: Hashable, Sendable { case unknownBlock, outOfRange, wrongKind }
    var value: Value

    /// An edit names a block that is not there.
    public static let unknownBlock = Code(value: .unknownBlock)
    /// An edit keeps more than there is.
    public static let outOfRange = Code(value: .outOfRange)
    /// An edit names a block of another kind than it is for.
    public static let wrongKind = Code(value: .wrongKind)
  }

  public var code: Code
  public var block: BlockID?

  public var description: String {
    let place = block.map { " (block \($0.offset).\($0.depth))" } ?? ""
    switch code.value {
    case .unknownBlock: return "the update names a block that the document does not have\(place)"
    case .outOfRange: return "the update keeps more than the document has\(place)"
    case .wrongKind: return "the update does not fit the kind of its block\(place)"
    }
  }
}

extension Document {
  /// Applies an update in place, at a cost of what it brings and of the depth of the blocks that it names.
  ///
  /// - Throws: ``UpdateError`` where it does not fit; the document is then partly changed and should be fetched
  ///   anew.
  public mutating func apply(_ update: Update) throws(UpdateError) {
    for entry in update.scopes { _ = scopes.push(entry.name, onto: entry.parent) }
    for edit in update.edits { try apply(edit) }
    Self.setFinished(of: &blocks, update.finished[...])
  }

  /// Marks the first blocks of each level as finished and those behind them as not. Looks only at what is open or
  /// has just been closed.
  private static func setFinished(of blocks: inout [Block], _ counts: ArraySlice<Int>) {
    let finished = min(counts.first ?? .max, blocks.count)
    var index = finished
    while index > 0, !blocks[index - 1].isFinished {
      blocks[index - 1].markFinished()
      index -= 1
    }
    for index in finished..<blocks.count {
      blocks[index].isFinished = false
      // Behind the first open block nothing is finished, whatever it holds.
      let inner = index == finished && counts.count > 1 ? counts.dropFirst() : [0]
      blocks[index].modifyChildren { setFinished(of: &$0, inner) }
    }
  }

  private mutating func apply(_ edit: Edit) throws(UpdateError) {
    switch edit {
    case .splice(nil, let keep, let new):
      try Self.splice(&blocks, keep: keep, new, in: nil)
    case .footnotes(let keep, let new):
      try Self.splice(&footnotes, keep: keep, new, in: nil)
    case .splice(let parent?, let keep, let new):
      try modify(parent) { (block) throws(UpdateError) in
        let isContainer = try block.modifyChildren { (children) throws(UpdateError) in
          try Self.splice(&children, keep: keep, new, in: parent)
        }
        if !isContainer { throw UpdateError(code: .wrongKind, block: parent) }
      }
    case .replace(let new):
      try modify(new.id) { (block) throws(UpdateError) in
        let (revision, isFinished) = (block.revision, block.isFinished)
        block = new
        block.isFinished = isFinished
        block.revision = revision
      }
    case .end(let id, let end):
      try modify(id) { (block) throws(UpdateError) in
        guard end >= block.source.lowerBound else { throw UpdateError(code: .outOfRange, block: id) }
        block.source = block.source.lowerBound..<end
      }
    case .inlines(let id, let runs, let bytes, let spans, let tail):
      try modify(id) { (block) throws(UpdateError) in
        try block.modifyInlines { (inlines) throws(UpdateError) in
          try inlines.replaceTail(keepingRuns: runs, bytes: bytes, spans: spans, with: tail, in: id)
        }
      }
    case .lines, .lastLine, .recolor, .code:
      try applyToCode(edit)
    case .rows(let id, let keep, let rows):
      try modify(id) { (block) throws(UpdateError) in
        guard case .table = block.content, case .table(var table) = block.takeContent() else {
          throw UpdateError(code: .wrongKind, block: id)
        }
        defer { block.content = .table(table) }
        guard keep >= 0, keep <= table.rows.count else { throw UpdateError(code: .outOfRange, block: id) }
        table.rows.removeSubrange(keep...)
        table.rows += rows
      }
    case .tightness(let id, let isTight):
      try modify(id) { (block) throws(UpdateError) in
        guard case .list = block.content, case .list(var list) = block.takeContent() else {
          throw UpdateError(code: .wrongKind, block: id)
        }
        list.isTight = isTight
        block.content = .list(list)
      }
    case .task(let id, let task):
      try modify(id) { (block) throws(UpdateError) in
        guard case .listItem = block.content, case .listItem(var item) = block.takeContent() else {
          throw UpdateError(code: .wrongKind, block: id)
        }
        item.task = task
        block.content = .listItem(item)
      }
    }
  }

  private mutating func applyToCode(_ edit: Edit) throws(UpdateError) {
    switch edit {
    case .lines(let id, let keep, let lines):
      try modifyCode(id) { (code) throws(UpdateError) in
        guard keep >= 0, keep <= code.lines.count else { throw UpdateError(code: .outOfRange, block: id) }
        code.lines.removeSubrange(keep...)
        code.lines += lines
      }
    case .lastLine(let id, let bytes, let runs, let tail):
      try modifyCode(id) { (code) throws(UpdateError) in
        guard let last = code.lines.indices.last, bytes >= 0, bytes <= code.lines[last].text.utf8.count,
          runs >= 0, runs <= code.lines[last].runs.count
        else { throw UpdateError(code: .outOfRange, block: id) }
        code.lines[last].replaceTail(keepingBytes: bytes, runs: runs, with: tail)
        guard code.lines[last].isCovered(by: code.lines[last].runs) else {
          code.lines[last].runs = []
          throw UpdateError(code: .outOfRange, block: id)
        }
      }
    case .recolor(let id, let first, let runs):
      try modifyCode(id) { (code) throws(UpdateError) in
        guard first >= 0, first <= code.lines.count, runs.count <= code.lines.count - first else {
          throw UpdateError(code: .outOfRange, block: id)
        }
        for (offset, line) in runs.enumerated() {
          guard code.lines[first + offset].isCovered(by: line) else {
            throw UpdateError(code: .outOfRange, block: id)
          }
          code.lines[first + offset].runs = line
        }
      }
    case .code(let id, let header):
      try modifyCode(id) { (code) throws(UpdateError) in code.header = header }
    default:
      break
    }
  }

  private static func splice(
    _ children: inout [Block], keep: Int, _ blocks: [Block], in parent: BlockID?
  ) throws(UpdateError) {
    guard keep >= 0, keep <= children.count else { throw UpdateError(code: .outOfRange, block: parent) }
    children.removeSubrange(keep...)
    children += blocks
  }

  private mutating func modifyCode(
    _ id: BlockID, _ body: (inout CodeBlock) throws(UpdateError) -> Void
  ) throws(UpdateError) {
    try modify(id) { (block) throws(UpdateError) in
      guard case .code = block.content, case .code(var code) = block.takeContent() else {
        throw UpdateError(code: .wrongKind, block: id)
      }
      defer { block.content = .code(code) }
      try body(&code)
    }
  }

  /// Changes the block named `id`, found by descending towards its offset, and counts its revision.
  ///
  /// Footnotes are looked at when the blocks do not hold it, since theirs is an order of its own.
  private mutating func modify(
    _ id: BlockID, _ body: (inout Block) throws(UpdateError) -> Void
  ) throws(UpdateError) {
    if try Self.modify(id, in: &blocks, level: 0, body) { return }
    for index in footnotes.indices
    where footnotes[index].source.contains(id.offset) || footnotes[index].id == id {
      if footnotes[index].id == id {
        footnotes[index].revision &+= 1
        return try body(&footnotes[index])
      }
      var found = false
      try footnotes[index].modifyChildren { (children) throws(UpdateError) in
        found = try Self.modify(id, in: &children, level: 1, body)
      }
      if found { return }
    }
    throw UpdateError(code: .unknownBlock, block: id)
  }

  private static func modify(
    _ id: BlockID, in blocks: inout [Block], level: Int, _ body: (inout Block) throws(UpdateError) -> Void
  ) throws(UpdateError) -> Bool {
    guard let index = blocks.index(atOrBefore: id.offset) else { return false }
    if blocks[index].id == id {
      blocks[index].revision &+= 1
      try body(&blocks[index])
      return true
    }
    guard level < id.depth else { return false }
    var found = false
    try blocks[index].modifyChildren { (children) throws(UpdateError) in
      found = try modify(id, in: &children, level: level + 1, body)
    }
    return found
  }
}
