/// The last block of a document, the last of its children and so on, followed through edits.
///
/// Most edits are for one of these, and name it by its depth then, which is much shorter than its identity.
package struct LastBlocks {
  private var path: [BlockID] = []
  /// Whether the last of `path` holds no blocks.
  private var isComplete = true

  package init(of blocks: [Block]) {
    var last = blocks.last
    while let block = last {
      path.append(block.id)
      last = block.children.last
    }
  }

  /// Names the block that an edit is for as shortly as it can be, and follows what the edit does.
  package mutating func shorten(_ edit: inout Edit) {
    switch edit {
    case .splice(let target, let keep, let blocks):
      let short = target.map { shortened($0) }
      edit = .splice(short, keep: keep, blocks: blocks)
      switch short {
      case nil: follow(blocks, depth: -1)
      case .last(let depth): follow(blocks, depth: depth)
      default: break
      }
    case .text(let target, let text): edit = .text(tip(target), text)
    case .end(let target, let change): edit = .end(tip(target), by: change)
    case .inlines(let target, let runs, let bytes, let spans, let tail):
      edit = .inlines(tip(target), runs: runs, bytes: bytes, spans: spans, tail: tail)
    case .lines(let target, let keep, let lines): edit = .lines(tip(target), keep: keep, lines: lines)
    case .lastLine(let target, let bytes, let runs, let tail):
      edit = .lastLine(tip(target), bytes: bytes, runs: runs, tail: tail)
    case .recolor(let target, let first, let runs):
      edit = .recolor(tip(target), first: first, runs: runs)
    case .code(let target, let header): edit = .code(tip(target), header)
    case .rows(let target, let keep, let rows): edit = .rows(tip(target), keep: keep, rows: rows)
    case .cells(let target, let keep, let cells, let growth):
      edit = .cells(tip(target), keep: keep, cells: cells, growth: growth)
    case .cell(let target, let row, let column, let content):
      edit = .cell(tip(target), row: row, column: column, content: content)
    case .tightness(let target, let isTight): edit = .tightness(shortened(target), isTight: isTight)
    case .task(let target, let task): edit = .task(shortened(target), task)
    case .footnotes, .replace: break
    }
  }

  private func shortened(_ target: Edit.Target) -> Edit.Target {
    guard case .block(let id) = target, let depth = path.lastIndex(of: id) else { return target }
    return .last(depth: depth)
  }

  private func tip(_ target: Edit.Target) -> Edit.Target {
    let short = shortened(target)
    return isComplete && short == .last(depth: path.count - 1) ? .tip : short
  }

  /// The children of the block at `depth` end with `blocks` now.
  private mutating func follow(_ blocks: [Block], depth: Int) {
    path.removeSubrange((depth + 1)...)
    // What stays where nothing new comes is not known here.
    isComplete = !blocks.isEmpty
    var last = blocks.last
    while let block = last {
      path.append(block.id)
      last = block.children.last
    }
  }
}
