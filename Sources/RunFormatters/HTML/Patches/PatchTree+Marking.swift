import StyledRuns

/// Marks the units that an update changes. Nothing is rendered, and only units on the path to a change are
/// visited.
extension PatchTree {
  mutating func mark(_ update: Update) {
    footnotesBySource = nil
    for edit in update.edits { mark(edit) }
  }

  private mutating func mark(_ edit: Edit) {
    switch edit {
    case .end: break
    case .text(let target, _): visit(target) { $0.markLast() }
    case .inlines(let target, _, _, _, _): visit(target) { $0.markLast() }
    case .splice(nil, let keep, _): splice(root, keep, isInFootnotes: false)
    case .splice(let parent?, let keep, _):
      let before = footnotesChanged
      footnotesChanged = false
      if let unit = visit(parent), unit.kind == .container {
        splice(unit, keep, isInFootnotes: footnotesChanged)
      }
      footnotesChanged = footnotesChanged || before
    case .footnotes(let keep, _):
      footnotesChanged = true
      if let footnotes { splice(footnotes, keep, isInFootnotes: true) }
    case .replace(let block):
      visit(.block(block.id)) { $0.isStale = true }
      slugs.keepRecord(ofHeadingsIn: block)
    case .lines(let target, let keep, _), .rows(let target, let keep, _):
      visit(target) { unit in
        unit.isDirty = true
        if let keep { unit.unchangedCount = min(unit.unchangedCount, keep) }
      }
    case .lastLine(let target, _, _, _), .cells(let target, _, _, _): visit(target) { $0.markLast() }
    case .rehighlight(let target, let first, let runs):
      visit(target) { unit in
        unit.isDirty = true
        unit.changed.formUnion(first..<first + runs.count)
      }
    case .cell(let target, let row, _, _):
      visit(target) { unit in
        unit.isDirty = true
        if row > 0 { unit.changed.insert(row - 1) }
      }
    case .code(let target, _), .task(let target, _): visit(target)
    case .tightness(let target, _): visit(target) { $0.isStale = true }
    }
  }

  /// Marks a heading whose identifier changed.
  mutating func mark(_ id: BlockID) {
    visit(.block(id))
  }

  private mutating func splice(_ unit: PatchUnit, _ keep: Int?, isInFootnotes: Bool) {
    unit.isDirty = true
    unit.hasNewChildren = true
    guard let keep, keep < unit.children.count else { return }
    unit.taskCount -= unit.children[keep...].count { $0.isTask }
    let first = unit.children[keep].id
    if isInFootnotes {
      footnotesBySource = nil
    } else {
      truncatedHeadings = min(truncatedHeadings ?? first, first)
    }
    unit.children.removeSubrange(keep...)
    unit.unchangedCount = min(unit.unchangedCount, keep)
  }

  /// Marks the units from the root to a block, and calls `body` with the last one. Blocks without a unit are
  /// written anew in any case. Blocks inside raw HTML elements belong to the unit that opened these elements.
  @discardableResult
  private mutating func visit(_ target: Edit.EditTarget, _ body: (PatchUnit) -> Void = { _ in }) -> PatchUnit?
  {
    let found: PatchUnit?
    switch target {
    case .tip: found = root.descend(.max)
    case .last(let depth): found = root.descend(depth + 1)
    case .block(let id): found = unit(id)
    }
    guard let found else { return nil }
    found.isDirty = true
    body(found)
    return found
  }

  private mutating func unit(_ id: BlockID) -> PatchUnit? {
    for isExact in [true, false] {
      if let unit = root.mark(pathTo: id, isExact: isExact) ?? markInFootnotes(pathTo: id, isExact: isExact) {
        return unit
      }
    }
    return nil
  }

  private mutating func markInFootnotes(pathTo id: BlockID, isExact: Bool) -> PatchUnit? {
    guard let footnotes else { return nil }
    let units = footnotes.children
    let order = footnotesBySource ?? units.indices.sorted { units[$0].id < units[$1].id }
    if footnotesBySource == nil { orderedFootnotes += order.count }
    footnotesBySource = order
    // The last footnote that begins before the block contains it, or one of those around that footnote does.
    for index in order[..<order.partitioningIndex { units[$0].id.offset > id.offset }].reversed() {
      if let unit = units[index].mark(pathTo: id, isExact: isExact) {
        footnotes.changed.insert(index)
        footnotesChanged = true
        return unit
      }
      if units[index].id.depth == 0 { return nil }
      orderedFootnotes += 1
    }
    return nil
  }
}

extension PatchUnit {
  /// Marks the end of the unit that text at the end of the block changes.
  fileprivate func markLast() {
    isDirty = true
    if kind == .code || kind == .table { unchangedCount = max(0, min(unchangedCount, shownCount - 1)) }
  }

  /// Descends to the last block, at most `depth` levels; returns nil if that block has no unit yet.
  fileprivate func descend(_ depth: Int) -> PatchUnit? {
    var unit = self
    var depth = depth
    while depth > 0, unit.kind == .container {
      guard !unit.hasNewChildren else { return nil }
      guard let last = unit.children.indices.last else { break }
      unit.isDirty = true
      unit.changed.insert(last)
      unit = unit.children[last]
      depth -= 1
      if let content = unit.content { unit = content }
    }
    return unit
  }

  /// Marks the units down to block `id`, and returns its unit. Marks nothing and returns nil if there is
  /// none.
  ///
  /// - Parameter isExact: Whether only the unit of the block itself counts. Otherwise the result can be a
  ///   unit that is written together with the block.
  fileprivate func mark(pathTo id: BlockID, isExact: Bool) -> PatchUnit? {
    if let found = content?.mark(pathTo: id, isExact: isExact) { return found }
    if self.id == id || !isExact && isInGroup { return self }
    guard let index = index(atOrBefore: id), let found = children[index].mark(pathTo: id, isExact: isExact)
    else { return nil }
    isDirty = true
    changed.insert(index)
    return found
  }

  private func index(atOrBefore id: BlockID) -> Int? {
    let next = children.partitioningIndex { $0.id.offset > id.offset }
    return next > 0 ? next - 1 : nil
  }
}
