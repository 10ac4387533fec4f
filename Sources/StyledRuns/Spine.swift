/// What a document showed along its open blocks, remembered before it changes, to say afterwards what changed.
///
/// A growing document changes only from its open blocks on: at each level the first `closed` children are final,
/// the next one is the open block, and what follows was made from a line that is not yet complete. Remembering
/// this costs the depth and the open leaf, not the document.
package struct Spine {
  /// One level: the children of one block, or the top level.
  struct Level {
    var closed: Int
    var open: OpenBlock?
    /// What a partial line added behind the open block; small, so kept whole.
    var behind: [Block]
  }

  /// The open block of a level; what it holds is the next level, or the leaf's content.
  struct OpenBlock {
    var id: BlockID
    var source: Range<Int>
    var content: Content
  }

  enum Content {
    case quote
    case list(marker: List.Marker, isTight: Bool)
    case item(task: Bool?, followsBlankLine: Bool)
    case footnote(label: String, number: Int, referenceCount: Int)
    case paragraph(Inlines)
    case heading(level: Int, Inlines)
    case code(CodeBlock.Header, lineCount: Int, last: CodeLine?)
    case table(alignments: [Table.Alignment], header: Table.Row, rowCount: Int, last: Table.Row?)
    case html(String)
    case thematicBreak
    case frontMatter(FrontMatter)
  }

  var levels: [Level] = []

  /// Remembers the blocks of a document. `closed[n]` counts the final children at level `n`; level 0 is the top,
  /// level `n + 1` lies in the open block of level `n`. Of levels that are not given nothing is taken as final.
  package init(of blocks: [Block], closed: [Int]) {
    var children = blocks
    while true {
      let index = levels.count
      let first = index < closed.count ? min(closed[index], children.count) : 0
      guard first < children.count else {
        levels.append(Level(closed: first, open: nil, behind: []))
        return
      }
      let block = children[first]
      levels.append(
        Level(
          closed: first,
          open: OpenBlock(id: block.id, source: block.source, content: Content(block.content)),
          behind: Array(children[(first + 1)...])))
      guard block.isContainer else { return }
      children = block.children
    }
  }

  /// The edits that make of the remembered document the one with these blocks. Closed children are not looked at.
  package func edits(to blocks: [Block]) -> [Edit] {
    var edits: [Edit] = []
    append(to: &edits, level: 0, parent: nil, blocks)
    return edits
  }

  private func append(to edits: inout [Edit], level index: Int, parent: BlockID?, _ new: [Block]) {
    let level = levels[index]
    var kept = min(level.closed, new.count)
    let had = level.closed + (level.open == nil ? 0 : 1) + level.behind.count
    if let open = level.open, kept < new.count, kept == level.closed, open.isContinued(by: new[kept]) {
      change(open, level: index, to: new[kept], &edits)
      kept += 1
      for old in level.behind {
        guard kept < new.count, old == new[kept] else { break }
        kept += 1
      }
    }
    if kept < had || kept < new.count {
      edits.append(.splice(parent: parent, keep: kept, blocks: Array(new[kept...])))
    }
  }

  private func change(_ old: OpenBlock, level index: Int, to new: Block, _ edits: inout [Edit]) {
    if old.source.upperBound != new.source.upperBound { edits.append(.end(new.id, new.source.upperBound)) }
    switch (old.content, new.content) {
    case (.list(_, let wasTight), .list(let list)):
      if wasTight != list.isTight { edits.append(.tightness(new.id, isTight: list.isTight)) }
    case (.item(let task, _), .listItem(let item)):
      if task != item.task { edits.append(.task(new.id, item.task)) }
    case (.paragraph(let inlines), .paragraph(let now)):
      if let edit = now.edit(from: inlines, in: new.id) { edits.append(edit) }
    case (.heading(_, let inlines), .heading(let heading)):
      if let edit = heading.inlines.edit(from: inlines, in: new.id) { edits.append(edit) }
    case (.code(let header, let lineCount, let last), .code(let code)):
      if header != code.header { edits.append(.code(new.id, code.header)) }
      if let edit = code.edit(from: lineCount, last: last, in: new.id) { edits.append(edit) }
    case (.table(_, _, let rowCount, let last), .table(let table)):
      var keep = min(rowCount, table.rows.count)
      if keep > 0, keep == rowCount, last != table.rows[keep - 1] { keep -= 1 }
      if keep < rowCount || keep < table.rows.count {
        edits.append(.rows(new.id, keep: keep, rows: Array(table.rows[keep...])))
      }
    default:
      break
    }
    if new.isContainer { append(to: &edits, level: index + 1, parent: new.id, new.children) }
  }
}

extension Spine.OpenBlock {
  /// Whether `block` is this block, changed in a way that edits can say.
  func isContinued(by block: Block) -> Bool {
    guard id == block.id, source.lowerBound == block.source.lowerBound else { return false }
    switch (content, block.content) {
    case (.quote, .quote), (.paragraph, .paragraph), (.code, .code),
      (.thematicBreak, .thematicBreak):
      return true
    case (.item(_, let follows), .listItem(let item)): return follows == item.followsBlankLine
    case (.list(let marker, _), .list(let list)): return marker == list.marker
    case (.heading(let level, _), .heading(let heading)): return level == heading.level
    case (.table(let alignments, let header, _, _), .table(let table)):
      return alignments == table.alignments && header == table.header
    case (.html(let text), .html(let now)): return text == now
    case (.frontMatter(let matter), .frontMatter(let now)): return matter == now
    case (.footnote(let label, let number, let count), .footnote(let now)):
      return label == now.label && number == now.number && count == now.referenceCount
    default: return false
    }
  }
}

extension Spine.Content {
  init(_ content: Block.Content) {
    switch content {
    case .quote: self = .quote
    case .list(let list): self = .list(marker: list.marker, isTight: list.isTight)
    case .listItem(let item): self = .item(task: item.task, followsBlankLine: item.followsBlankLine)
    case .footnote(let note):
      self = .footnote(label: note.label, number: note.number, referenceCount: note.referenceCount)
    case .paragraph(let inlines): self = .paragraph(inlines)
    case .heading(let heading): self = .heading(level: heading.level, heading.inlines)
    case .code(let code): self = .code(code.header, lineCount: code.lines.count, last: code.lines.last)
    case .table(let table):
      self = .table(
        alignments: table.alignments, header: table.header, rowCount: table.rows.count, last: table.rows.last)
    case .html(let text): self = .html(text)
    case .thematicBreak: self = .thematicBreak
    case .frontMatter(let matter): self = .frontMatter(matter)
    }
  }
}
