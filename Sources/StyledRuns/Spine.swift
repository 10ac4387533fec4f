/// What a document showed along its open blocks, remembered before it changes, to say afterwards what changed.
///
/// A growing document changes only from its open blocks on: at each level the first `closed` children are final,
/// the next one is the open block, and what follows was made from a line that is not yet complete. Remembering
/// this costs the depth and the open leaf, not the document.
///
/// The open leaf is changed in place, which nobody may hinder by holding it. So the inlines of leaves that are not
/// closed, those of a table's last row too, can be left out: then who changes them says what they were.
package struct Spine {
  /// One level: the children of one block, or the top level.
  struct Level {
    var closed: Int
    var open: OpenBlock?
    /// What a partial line added behind the open block, each as a document of its own.
    var behind: [Spine]
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
    case paragraph(Inlines?)
    case heading(level: Int, Inlines?)
    /// Of the text only how much it is: it grows in place, which it could not if it were kept here too.
    case code(CodeBlock.Header, lineCount: Int, lastLength: Int)
    /// `last`: the last row; without cells where its change is told.
    case table(alignments: [Table.Alignment], header: Table.Row, rowCount: Int, last: Table.Row?)
    case html(length: Int)
    case thematicBreak
    case frontMatter(FrontMatter)
  }

  var levels: [Level] = []

  /// Whether inlines of leaves that are not closed are left out.
  private var isTold: Bool
  /// Bytes of inline text that were compared.
  package private(set) var comparedBytes = 0

  /// Remembers the blocks of a document. `closed[n]` counts the final children at level `n`; level 0 is the top,
  /// level `n + 1` lies in the open block of level `n`. Of levels that are not given nothing is taken as final.
  /// If it `isTold` how leaves change, their inlines are not held.
  package init(of blocks: [Block], closed: [Int], isTold: Bool = false) {
    self.isTold = isTold
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
          open: OpenBlock(
            id: block.id, source: block.source, content: Content(block.content, isTold: isTold)),
          behind: children[(first + 1)...].map { Spine(of: [$0], closed: [], isTold: isTold) }))
      guard block.isContainer else { return }
      children = block.children
    }
  }

  /// The edits that make of the remembered document the one with these blocks. Closed children are not looked at.
  /// `changes` tell how leaves became what they are; one that is missing is sent as a whole.
  package mutating func edits(to blocks: [Block], changes: [BlockID: LeafChange] = [:]) -> [Edit] {
    var edits: [Edit] = []
    _ = append(to: &edits, level: 0, parent: nil, blocks, changes)
    return edits
  }

  /// The edits that make of the remembered block, the only one, what it is now; nil where edits cannot say that.
  package mutating func edits(to block: Block, changes: [BlockID: LeafChange] = [:]) -> [Edit]? {
    guard let open = levels[0].open, open.isContinued(by: block, changes) else { return nil }
    var edits: [Edit] = []
    _ = change(open, level: 0, to: block, &edits, changes)
    return edits
  }

  /// Appends the edits of a level. Answers with where they make the parent's source end; nil where they leave it.
  private mutating func append(
    to edits: inout [Edit], level index: Int, parent: BlockID?, _ new: [Block],
    _ changes: [BlockID: LeafChange]
  ) -> Int? {
    let level = levels[index]
    var end: Int?
    var kept = min(level.closed, new.count)
    let had = level.closed + (level.open == nil ? 0 : 1) + level.behind.count
    if let open = level.open, kept < new.count, kept == level.closed, open.isContinued(by: new[kept], changes)
    {
      end = change(open, level: index, to: new[kept], &edits, changes)
      kept += 1
      for var old in level.behind {
        guard kept < new.count, let open = old.levels[0].open, open.isContinued(by: new[kept], changes) else {
          break
        }
        end = old.change(open, level: 0, to: new[kept], &edits, changes) ?? end
        comparedBytes += old.comparedBytes
        kept += 1
      }
    }
    if kept < had || kept < new.count {
      edits.append(
        .splice(parent.map { .block($0) }, keep: kept == had ? nil : kept, blocks: Array(new[kept...])))
      if kept < new.count { end = new[new.count - 1].source.upperBound }
    }
    return end
  }

  /// Appends the edits of a block that stays. Answers with where they make its source end; nil where they leave it.
  private mutating func change(
    _ old: OpenBlock, level index: Int, to new: Block, _ edits: inout [Edit],
    _ changes: [BlockID: LeafChange]
  ) -> Int? {
    let target = Edit.Target.block(new.id)
    let oldEnd = old.source.upperBound
    var end: Int?
    switch (old.content, new.content) {
    case (.list(_, let wasTight), .list(let list)):
      if wasTight != list.isTight { edits.append(.tightness(target, isTight: list.isTight)) }
    case (.item(let task, _), .listItem(let item)):
      if task != item.task { edits.append(.task(target, item.task)) }
    case (.paragraph(let inlines), .paragraph(let now)):
      end = change(inlines, to: now, in: new.id, &edits, changes).map { oldEnd + $0 }
    case (.heading(_, let inlines), .heading(let heading)):
      end = change(inlines, to: heading.inlines, in: new.id, &edits, changes).map { oldEnd + $0 }
    case (.code(let header, let lineCount, let lastLength), .code(let code)):
      if header != code.header || header.isClosed != code.isClosed {
        edits.append(.code(target, code.header))
      }
      let kept = min(changes[new.id]?.keptText ?? 0, lineCount)
      end = code.appendEdits(from: lineCount, lastLength, keeping: kept, in: target, to: &edits)
        .map { oldEnd + $0 }
    case (.table(_, _, let rowCount, let last), .table(let table)):
      var row: RowChange?
      if let last, rowCount <= table.rows.count {
        row = rowChange(of: last, to: table.rows[rowCount - 1], in: new.id, changes)
      }
      end = table.appendEdits(
        from: rowCount, lastSource: last?.source ?? 0..<0, row, in: target, to: &edits)
    case (.html(let length), .html(let now)):
      // What comes stands before the last line end.
      end = Self.appendEdit(now.utf8.dropFirst(length - 1).dropLast(), in: target, &edits).map { oldEnd + $0 }
    case (.frontMatter(let matter), .frontMatter(let now)):
      end = Self.appendEdit(now.text.utf8.dropFirst(matter.text.utf8.count), in: target, &edits)
        .map { oldEnd + $0 }
    default:
      break
    }
    if new.isContainer {
      end = append(to: &edits, level: index + 1, parent: new.id, new.children, changes) ?? end
    }
    let newEnd = new.source.upperBound
    if end ?? oldEnd != newEnd {
      edits.append(.end(target, by: newEnd - (end ?? oldEnd)))
      end = newEnd
    }
    return end
  }
}

extension Spine {
  /// Appends the edit that makes `new` of what was there: of `old`, or of what is told.
  private mutating func change(
    _ old: Inlines?, to new: Inlines, in id: BlockID, _ edits: inout [Edit], _ changes: [BlockID: LeafChange]
  ) -> Int? {
    let target = Edit.Target.block(id)
    if let old { return change(InlinesChange(of: old), to: new, target, &edits) }
    switch changes[id] {
    case .same, .replaced: return nil
    case .inlines(let old): return change(old, to: new, target, &edits)
    case .row, .text, nil: return change(.unknown, to: new, target, &edits)
    }
  }

  private mutating func change(
    _ old: InlinesChange, to new: Inlines, _ target: Edit.Target, _ edits: inout [Edit]
  ) -> Int? {
    comparedBytes += old.text.utf8.count + new.text.utf8.count - old.kept.text
    return new.appendEdits(from: old, in: target, to: &edits)
  }

  /// What the last row's cells were; nil where nothing of them is to be said.
  private mutating func rowChange(
    of old: Table.Row, to new: Table.Row, in id: BlockID, _ changes: [BlockID: LeafChange]
  ) -> RowChange? {
    var change = RowChange(of: old)
    if isTold {
      switch changes[id] {
      case .same, .replaced: return nil
      case .row(let told): change = told
      case .inlines, .text, nil: change = RowChange(kept: 0, cells: [.unknown])
      }
    }
    for (cell, now) in zip(change.cells, new.cells[min(change.kept, new.cells.count)...]) {
      comparedBytes += cell.text.utf8.count + now.text.utf8.count - cell.kept.text
    }
    return change
  }

  /// Appends the edit by which a text that is kept goes on, if it does. Answers with the bytes that it brings.
  private static func appendEdit(
    _ added: Substring.UTF8View, in target: Edit.Target, _ edits: inout [Edit]
  ) -> Int? {
    guard !added.isEmpty else { return nil }
    edits.append(.text(target, String(Substring(added))))
    return added.count
  }
}

extension Spine.OpenBlock {
  /// Whether `block` is this block, changed in a way that edits can say.
  func isContinued(by block: Block, _ changes: [BlockID: LeafChange]) -> Bool {
    guard id == block.id, source.lowerBound == block.source.lowerBound else { return false }
    switch (content, block.content) {
    case (.quote, .quote), (.paragraph, .paragraph), (.code, .code),
      (.thematicBreak, .thematicBreak):
      return true
    case (.item(_, let follows), .listItem(let item)): return follows == item.followsBlankLine
    case (.list(let marker, _), .list(let list)): return marker == list.marker
    case (.heading(let level, _), .heading(let heading)): return level == heading.level
    case (.table(let alignments, let header, _, _), .table(let table)):
      let end = table.rows.last?.source.upperBound ?? block.source.upperBound
      return alignments == table.alignments && header == table.header && end == block.source.upperBound
    case (.html(let length), .html): return length > 0 && (changes[id]?.keptText ?? 0) >= length - 1
    case (.frontMatter(let matter), .frontMatter(let now)):
      return matter.format == now.format
        && now.text.utf8CommonPrefix(with: matter.text) == matter.text.utf8.count
    case (.footnote(let label, let number, let count), .footnote(let now)):
      return label == now.label && number == now.number && count == now.referenceCount
    default: return false
    }
  }
}

extension Spine.Content {
  init(_ content: Block.Content, isTold: Bool) {
    switch content {
    case .quote: self = .quote
    case .list(let list): self = .list(marker: list.marker, isTight: list.isTight)
    case .listItem(let item): self = .item(task: item.task, followsBlankLine: item.followsBlankLine)
    case .footnote(let note):
      self = .footnote(label: note.label, number: note.number, referenceCount: note.referenceCount)
    case .paragraph(let inlines): self = .paragraph(isTold ? nil : inlines)
    case .heading(let heading): self = .heading(level: heading.level, isTold ? nil : heading.inlines)
    case .code(let code):
      self = .code(
        code.header, lineCount: code.lines.count, lastLength: code.lines.last?.text.utf8.count ?? 0)
    case .table(let table):
      let last = table.rows.last.map { isTold ? Table.Row(source: $0.source, cells: []) : $0 }
      self = .table(
        alignments: table.alignments, header: table.header, rowCount: table.rows.count, last: last)
    case .html(let text): self = .html(length: text.utf8.count)
    case .thematicBreak: self = .thematicBreak
    case .frontMatter(let matter): self = .frontMatter(matter)
    }
  }
}
